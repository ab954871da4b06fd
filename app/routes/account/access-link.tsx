import { getZodConstraint, parseWithZod } from "@conform-to/zod/v4";
import { type ActionFunctionArgs, type HeadersFunction, json, type LoaderFunctionArgs, type MetaFunction } from "@remix-run/node";
import { useActionData, useLoaderData } from "@remix-run/react";
import { ErrorSummary, SubmitButton, useForm, WriteForm } from "~/components/form";
import { WEAK_PASSWORD } from "~/content/weak-password";
import { isOk } from "~/database/idempotency.server";
import { newToken, readForm } from "~/http/form/form.server";
import { or503 } from "~/http/guards.server";
import { invalid, retryAfterHeaders, tooBusy, writeFailed } from "~/http/replies.server";
import { welcome } from "~/http/session/welcome.server";
import { accessSchema } from "~/models/cuentas/cuenta.server";
import { findEnlace, redeemEnlace } from "~/models/cuentas/enlace-acceso.server";
import { nullIfLineFull } from "~/models/cuentas/waiting-line.server";
import { findWeakness } from "~/models/cuentas/weak-password.server";
import { AuthCard } from "./auth-card";
import { PasswordField } from "./password-field";
import { getStudio } from "./studio.server";

// Never the account or the secret: WhatsApp shows the title of a link's page.
export const meta: MetaFunction = () => [{ title: "Contraseña nueva" }];

/** The page of an access link. Opening it changes nothing, because messengers open links to preview them. */
export async function loader({ params }: LoaderFunctionArgs) {
  const [cuenta, estudio] = await or503(Promise.all([findEnlace(params.secreto ?? ""), getStudio()]));
  const data = { estudio, email: cuenta?.email ?? null, token: newToken(), constraint: getZodConstraint(accessSchema) };
  return json(data, { status: cuenta ? 200 : 410 });
}

/** Sets the new password and signs in. */
export async function action({ request, params }: ActionFunctionArgs) {
  const { values, key } = await readForm(request.clone());
  const secret = params.secreto ?? "";
  const submission = parseWithZod(values, { schema: accessSchema });
  if (submission.status !== "success") return invalid(submission);
  const { password } = submission.value;
  const cuenta = await findEnlace(secret);
  const weakness = cuenta && (await findWeakness(password, cuenta.email));
  if (weakness) return invalid(submission, { fieldErrors: { password: [WEAK_PASSWORD[weakness]] } });
  const used = await redeemEnlace(secret, password, key).catch(nullIfLineFull);
  if (used === null) return tooBusy(submission);
  // The page then says that the link does not work.
  if (used.outcome === "expired") return invalid(submission, {}, 410);
  if (!isOk(used)) return writeFailed(submission, used.outcome);
  const description = "Ya entraste. Tus demás sesiones se cerraron.";
  return welcome(request, used.result, { title: "Contraseña cambiada", description });
}

export const headers: HeadersFunction = retryAfterHeaders;

export default function Acceso() {
  const { estudio, email, constraint } = useLoaderData<typeof loader>();
  const formState = useActionData<typeof action>();
  const [form, fields] = useForm<{ password: string }>({ id: "acceso", constraint });
  if (email === null) {
    return (
      <AuthCard estudio={estudio} title="Este enlace ya no sirve">
        <p>Cada enlace sirve una sola vez y dura 24 horas. Si todavía no puedes entrar, pide otro.</p>
        <a className="button" href="/auth">
          Iniciar Sesión
        </a>
      </AuthCard>
    );
  }
  return (
    <AuthCard estudio={estudio} title="Escribe tu contraseña nueva">
      <p>
        La usarás para entrar como <strong className="wrap-anywhere">{email}</strong>.
      </p>
      <ErrorSummary form={form} title="Error" />
      <WriteForm id={form.id} className="grid gap-5">
        {/* The username that password managers save the new password for. */}
        <input hidden autoComplete="username" value={email} readOnly />
        <PasswordField
          field={fields.password}
          label="Contraseña nueva"
          hint={formState ? "Vuelve a escribir tu contraseña." : "Al menos 8 caracteres."}
          autoComplete="new-password"
        />
        <SubmitButton pending="Cargando...">Guardar y entrar</SubmitButton>
      </WriteForm>
      <script src="/auth.js" defer />
    </AuthCard>
  );
}
