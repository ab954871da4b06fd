import { getZodConstraint, parseWithZod } from "@conform-to/zod/v4";
import {
  type ActionFunctionArgs,
  type HeadersFunction,
  type LoaderFunctionArgs,
  type MetaFunction,
  redirect,
} from "@remix-run/node";
import { useActionData, useLoaderData } from "@remix-run/react";
import { ErrorSummary, FlashMessage, SubmitButton, TextField, useForm, WriteForm } from "~/components/form";
import { ESTUDIO } from "~/content/estudio";
import { DatabaseUnavailable, type IdempotencyKey, isDatabaseError } from "~/database/idempotency.server";
import { clientAddress } from "~/http/actor.server";
import { authenticator } from "~/http/authenticator.server";
import { endSession, findUser, startSession } from "~/http/current-user.server";
import { setFlash } from "~/http/flash.server";
import { newToken, readForm } from "~/http/form.server";
import { pathAfterSignIn, pendingNotice } from "~/http/pending-submission.server";
import { invalid, retryAfterHeaders, tooManyRequests, writeFailed } from "~/http/replies.server";
import { isSetupCode, needsSetupCode, SIGN_UP_CLOSED, signUpMode } from "~/http/sign-up.server";
import { logError } from "~/log.server";
import { type Credentials, createCuenta, credentialsSchema, signUpSchema } from "~/models/cuentas/cuenta.server";
import { countTry, forgiveTry } from "~/models/cuentas/sign-in-throttle.server";
import { getConfiguracion } from "~/models/estudio/configuracion.server";
import { AuthCard } from "./auth-card";
import { PasswordField } from "./password-field";

export const meta: MetaFunction = () => [{ title: "Entrar al panel" }];

export async function loader({ request }: LoaderFunctionArgs) {
  // The sign-in page works without the database, because it has to show its form and give it back.
  const [user, { nombre }] = await Promise.all([
    orNull(findUser(request)),
    orNull(getConfiguracion()).then((configuracion) => configuracion ?? lastKnown),
  ]);
  if (user) throw redirect("/admin");
  lastKnown = { nombre };
  const isSignUp = new URL(request.url).searchParams.get("modo") === "registro";
  return {
    notice: isSignUp ? null : await pendingNotice(request),
    estudio: nombre,
    isSignUp,
    isClosed: signUpMode() === "closed",
    asksCode: isSignUp && ((await orNull(needsSetupCode())) ?? false),
    token: newToken(),
    constraint: getZodConstraint(isSignUp ? signUpSchema : credentialsSchema),
  };
}

// The studio's name as last read, for when the database is unavailable.
let lastKnown: { nombre: string } = ESTUDIO;

async function orNull<T>(query: Promise<T>): Promise<T | null> {
  try {
    return await query;
  } catch (error) {
    if (!isDatabaseError(error)) throw error;
    logError("sign-in", error);
    return null;
  }
}

export async function action({ request }: ActionFunctionArgs) {
  const { values, key } = await readForm(request.clone());
  const address = clientAddress(request);
  const isSignUp = new URL(request.url).searchParams.get("modo") === "registro";
  try {
    return await (isSignUp ? signUp(request, values, key, address) : signIn(request, values, address));
  } catch (error) {
    if (!isDatabaseError(error)) throw error;
    logError("sign-in", error);
    const submission = parseWithZod(values, { schema: isSignUp ? signUpSchema : credentialsSchema });
    return invalid(submission, { formErrors: [sentenceOf(error, isSignUp)] }, 503);
  }
}

const NOT_CREATED = "No se pudo crear la cuenta. Espera un momento y vuelve a intentarlo.";

function sentenceOf(error: unknown, isSignUp: boolean): string {
  if (!isSignUp) return "El estudio no pudo revisar tu contraseña. Espera un momento y vuelve a intentarlo.";
  return error instanceof DatabaseUnavailable && error.isUnknown
    ? "No sabemos si se alcanzó a crear tu cuenta. Espera un momento y vuelve a intentarlo: no se crea dos veces."
    : NOT_CREATED;
}

async function signIn(request: Request, values: FormData, address: string) {
  const submission = parseWithZod(values, { schema: credentialsSchema });
  if (submission.status !== "success") return invalid(submission);
  const wait = await countTry(address, submission.value.email);
  if (wait > 0) return tooManyRequests(submission, wait);
  const cuenta = await authenticator.authenticate("form", request.clone());
  if (!cuenta) return invalid(submission, { formErrors: ["El correo o la contraseña no son correctos."] });
  await forgiveTry(address, submission.value.email);
  return welcome(request, cuenta.id, { title: "¡Bienvenida!", description: "Has iniciado sesión correctamente." });
}

async function signUp(request: Request, values: FormData, key: IdempotencyKey, address: string) {
  const submission = parseWithZod(values, { schema: signUpSchema });
  if (submission.status !== "success") return invalid(submission);
  const mode = signUpMode();
  if (mode === "closed") return invalid(submission, { formErrors: [SIGN_UP_CLOSED] }, 403);

  if ((await needsSetupCode()) && !isSetupCode(submission.value.codigo ?? "")) {
    const wait = await countTry(address);
    if (wait > 0) return tooManyRequests(submission, wait);
    return invalid(submission, {
      fieldErrors: { codigo: ["Escribe el código de instalación que imprimió el servidor al arrancar."] },
    });
  }
  const created = await createCuenta(submission.value, mode === "open" ? "activa" : "pendiente", key);
  if (created.outcome === "missing_key") return writeFailed(submission, created.outcome);
  if (created.outcome === "email_taken") {
    const wait = await countTry(address);
    if (wait > 0) return tooManyRequests(submission, wait);
    return invalid(submission, { fieldErrors: { email: ["Ya existe una cuenta con ese correo. Inicia sesión o usa otro."] } });
  }
  if (created.outcome === "failed") return invalid(submission, { formErrors: [NOT_CREATED] }, 503);
  // A repeated submission also signs in, but only with the password of the account that it created.
  const isSame = created.outcome === "written" || (await authenticator.authenticate("form", request.clone())) !== null;
  if (created.outcome === "reused" || !isSame) {
    return invalid(
      submission,
      { formErrors: ["Este formulario ya se había enviado con otros datos. Revísalos y envíalo otra vez."] },
      409,
    );
  }
  return welcome(request, created.result, { title: "Cuenta creada", description: "Tu cuenta ha sido creada exitosamente." });
}

async function welcome(request: Request, cuenta_id: string, flash: { title: string; description: string }) {
  const { path, setCookie } = await pathAfterSignIn(request, cuenta_id);
  await endSession(request);
  const headers = new Headers({ "Set-Cookie": await startSession(cuenta_id, request) });
  headers.append("Set-Cookie", await setFlash(flash));
  if (setCookie) headers.append("Set-Cookie", setCookie);
  return redirect(path, { status: 303, headers });
}

export const headers: HeadersFunction = retryAfterHeaders;

export default function Auth() {
  const { estudio, notice, isSignUp, isClosed, asksCode, constraint } = useLoaderData<typeof loader>();
  const formState = useActionData<typeof action>();
  const [form, fields] = useForm<Credentials & { codigo?: string }>({
    id: "auth",
    lastResult: formState?.lastResult,
    constraint,
  });
  return (
    <AuthCard estudio={estudio} title={isSignUp ? "Crear Cuenta" : "Iniciar Sesión"}>
      {notice ? (
        <div className="-mb-6">
          <FlashMessage flash={notice} />
        </div>
      ) : null}
      <ErrorSummary form={form} title="Error" />
      <WriteForm id={form.id} className="grid gap-5">
        <TextField field={fields.email} label="Correo" type="email" autoComplete="username" />
        <PasswordField
          field={fields.password}
          label="Contraseña"
          hint={formState ? "Vuelve a escribir tu contraseña." : isSignUp ? "Al menos 8 caracteres." : undefined}
          autoComplete={isSignUp ? "new-password" : "current-password"}
        />
        {asksCode ? (
          <TextField
            field={fields.codigo}
            label="Código de instalación"
            hint="Lo imprimió el servidor al arrancar; solo se pide para la primera cuenta."
          />
        ) : null}
        <SubmitButton pending="Cargando...">{isSignUp ? "Crear Cuenta" : "Iniciar Sesión"}</SubmitButton>
      </WriteForm>
      {isClosed ? null : (
        <p className="text-center">
          <a className="link inline-block py-2.5" href={isSignUp ? "/auth" : "/auth?modo=registro"}>
            {isSignUp ? "¿Ya tienes cuenta? Inicia sesión" : "¿No tienes cuenta? Regístrate"}
          </a>
        </p>
      )}
      <script src="/auth.js" defer />
    </AuthCard>
  );
}
