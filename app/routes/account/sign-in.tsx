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
import { isDatabaseError } from "~/database/idempotency.server";
import { actorOf, clientAddress } from "~/http/actor.server";
import { newToken, readForm } from "~/http/form/form.server";
import { invalid, retryAfterHeaders, tooBusy, tooManyRequests } from "~/http/replies.server";
import { authPath, readReturnPath } from "~/http/return-path.server";
import { authenticator } from "~/http/session/authenticator.server";
import { findUser } from "~/http/session/current-user.server";
import { knownBrowser } from "~/http/session/known-browser.server";
import { pendingNotice } from "~/http/session/pending-submission.server";
import { needsSetupCode, signUpMode } from "~/http/session/sign-up.server";
import { welcome } from "~/http/session/welcome.server";
import { SIGN_INS_AT_ONCE } from "~/limits";
import { logError } from "~/log.server";
import { type Credentials, credentialsSchema, isActiveCuenta, signUpSchema } from "~/models/cuentas/cuenta.server";
import { recordRefusal } from "~/models/cuentas/rechazo.server";
import { countTry, resetTries } from "~/models/cuentas/sign-in-throttle.server";
import { LineFull, waitingLine } from "~/models/cuentas/waiting-line.server";
import { AuthCard } from "./auth-card";
import { PasswordField } from "./password-field";
import { sentenceOf, signUp } from "./sign-up.server";
import { getStudio } from "./studio.server";

export const meta: MetaFunction = () => [{ title: "Entrar al panel" }];

export async function loader({ request, context }: LoaderFunctionArgs) {
  const { searchParams } = new URL(request.url);
  const isSignUp = searchParams.get("modo") === "registro";
  // The sign-in page works without the database, because it has to show its form and give it back.
  const [user, estudio, asksCode] = context.isDatabaseAway
    ? [null, lastKnown, false]
    : await Promise.all([
        orNull(findUser(request)),
        orNull(getStudio()).then((studio) => studio ?? lastKnown),
        isSignUp && orNull(needsSetupCode()).then(Boolean),
      ]);
  if (user) throw redirect(readReturnPath(request, "/admin"));
  lastKnown = estudio;
  return {
    notice: isSignUp ? null : await pendingNotice(request),
    isSent: searchParams.has("solicitud"),
    estudio,
    isSignUp,
    isClosed: signUpMode() === "closed",
    asksCode,
    otherPath: authPath(request, isSignUp ? {} : { modo: "registro" }),
    token: newToken(),
    constraint: getZodConstraint(isSignUp ? signUpSchema : credentialsSchema),
  };
}

// The studio as last read, for when the database is unavailable.
let lastKnown = { nombre: ESTUDIO.nombre, dibujo: "/icono-recortable.png", isMark: true };

async function orNull<T>(query: Promise<T>): Promise<T | null> {
  try {
    return await query;
  } catch (error) {
    if (!isDatabaseError(error)) throw error;
    logError("sign-in", error);
    return null;
  }
}

// Fifty at once would keep the public pages waiting for all of them.
const inTurn = waitingLine(SIGN_INS_AT_ONCE);

export async function action({ request, context }: ActionFunctionArgs) {
  const { values, key } = await readForm(request.clone());
  const address = clientAddress(request);
  const isSignUp = new URL(request.url).searchParams.get("modo") === "registro";
  try {
    return await inTurn(!isSignUp && (await isKnown(request, values)), () =>
      isSignUp ? signUp(request, values, key, address) : signIn(request, values, address),
    );
  } catch (error) {
    const submission = parseWithZod(values, { schema: isSignUp ? signUpSchema : credentialsSchema });
    if (error instanceof LineFull) return tooBusy(submission);
    if (!isDatabaseError(error)) throw error;
    logError("sign-in", error);
    context.isDatabaseAway = true;
    return invalid(submission, { formErrors: [isSignUp ? sentenceOf(error) : NOT_CHECKED] }, 503);
  }
}

// In a browser known to one account, or to one that waits for its approval, a stranger must not come before the owner.
async function isKnown(request: Request, values: FormData): Promise<boolean> {
  const { data: email } = credentialsSchema.shape.email.safeParse(values.get("email"));
  return email !== undefined && (await knownBrowser(request, email)) !== null && isActiveCuenta(email);
}

const NOT_CHECKED = "No pudimos revisar tu contraseña. Espera un momento y vuelve a intentarlo.";

async function signIn(request: Request, values: FormData, address: string) {
  const submission = parseWithZod(values, { schema: credentialsSchema });
  if (submission.status !== "success") return invalid(submission);
  const { email } = submission.value;
  const browser = await knownBrowser(request, email);
  const trier = browser === null ? { address, email } : { browser };
  const { wait, isFirst } = await countTry(trier);
  // Not awaited, because the time it takes would tell whether the e-mail has an account.
  const noteRefusal = (accion: "rechazo" | "bloqueo") =>
    void recordRefusal(actorOf(request), email, accion).catch((error) => logError("bitácora", error));
  if (wait > 0) {
    // One line for a crowd: to count each attempt would keep the connections that the owner needs.
    if (isFirst) noteRefusal("bloqueo");
    return tooManyRequests(submission, wait);
  }
  const cuenta = await authenticator.authenticate("form", request.clone());
  if (!cuenta) {
    noteRefusal("rechazo");
    return invalid(submission, { formErrors: ["El correo o la contraseña no son correctos."] });
  }
  await resetTries(trier);
  return welcome(request, cuenta, { title: "¡Bienvenida!", description: "Has iniciado sesión correctamente." });
}

export const headers: HeadersFunction = retryAfterHeaders;

// After a sign-up that waits for its approval: the same for an e-mail that had an account.
const SENT = {
  title: "Recibimos tu solicitud",
  description: "Si ese correo no tenía cuenta, la propietaria tiene que aprobarla antes de que puedas entrar.",
};

export default function Auth() {
  const { estudio, notice, isSent, isSignUp, isClosed, asksCode, otherPath, constraint } = useLoaderData<typeof loader>();
  const formState = useActionData<typeof action>();
  const [form, fields] = useForm<Credentials & { codigo?: string }>({ id: "auth", constraint });
  const shown = notice ?? (isSent && !formState ? SENT : null);
  return (
    <AuthCard estudio={estudio} title={isSignUp ? "Crear Cuenta" : "Iniciar Sesión"}>
      {shown ? (
        <div className="-mb-6">
          <FlashMessage flash={shown} />
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
            hint="Te lo da quien instaló el sitio. Solo se pide para la primera cuenta."
          />
        ) : null}
        <SubmitButton pending="Cargando...">{isSignUp ? "Crear Cuenta" : "Iniciar Sesión"}</SubmitButton>
      </WriteForm>
      <div className="-mt-3 grid justify-items-start">
        {isSignUp ? null : (
          <details>
            <summary className="link">¿Olvidaste tu contraseña?</summary>
            <p>
              Pídele a la propietaria un enlace de acceso: lo crea en Configuración, Seguridad, y con él escribes una contraseña
              nueva. Si la propietaria eres tú, pídeselo a quien instaló el sitio.
            </p>
          </details>
        )}
        {isClosed ? null : (
          <a className="link py-2.5" href={otherPath}>
            {isSignUp ? "¿Ya tienes cuenta? Inicia sesión" : "¿No tienes cuenta? Regístrate"}
          </a>
        )}
      </div>
      <script src="/auth.js" defer />
    </AuthCard>
  );
}
