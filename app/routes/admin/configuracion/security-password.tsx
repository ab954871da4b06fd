import { getZodConstraint, parseWithZod } from "@conform-to/zod/v4";
import type { ActionFunctionArgs, HeadersFunction, LoaderFunctionArgs, MetaFunction } from "@remix-run/node";
import { useLoaderData } from "@remix-run/react";
import { BackLink, ScreenHeader } from "~/components/admin/screen";
import { ErrorSummary } from "~/components/form/error-summary";
import { TextField } from "~/components/form/fields";
import { FormButtons } from "~/components/form/form-buttons";
import { useRefusal } from "~/components/form/form-state";
import { useForm } from "~/components/form/use-form";
import { WriteForm } from "~/components/form/write-form";
import { isDone } from "~/database/idempotency.server";
import { readForm } from "~/http/form.server";
import { requireUser } from "~/http/guards.server";
import { notWritten, redirectWithFlash, refused, tooMany, waitHeaders } from "~/http/replies.server";
import { sessionSecret } from "~/http/session.server";
import { changePassword, type PasswordValues, passwordSchema } from "~/models/cuentas/cuenta.server";
import { countTry, forgiveTry } from "~/models/cuentas/login-try.server";

const BACK = "/admin/configuracion/seguridad";

export async function loader({ request }: LoaderFunctionArgs) {
  const { email } = await requireUser(request);
  return { email, constraint: getZodConstraint(passwordSchema) };
}

export async function action({ request, context }: ActionFunctionArgs) {
  const { id, email } = await requireUser(request);
  const { values, seal } = await readForm(request);
  const submission = parseWithZod(values, { schema: passwordSchema });
  if (submission.status !== "success") return refused(submission);
  if (!seal) return notWritten(submission, "unsealed");
  const address = context?.clientAddress ?? "";
  const wait = await countTry(address, email);
  if (wait > 0) return tooMany(submission, wait);
  const saved = await changePassword(id, submission.value, (await sessionSecret(request)) ?? "", seal);
  if (saved.outcome === "wrong") {
    return refused(submission, { fieldErrors: { password_actual: ["Esa no es tu contraseña de ahora."] } });
  }
  if (!isDone(saved)) return notWritten(submission, saved.outcome);
  await forgiveTry(address, email);
  return redirectWithFlash(BACK, {
    title: "Contraseña cambiada",
    description: "Tus demás sesiones se cerraron: entra en ellas con la nueva.",
  });
}

export const headers: HeadersFunction = waitHeaders;

export const meta: MetaFunction = () => [{ title: "Contraseña · Seguridad" }];

export default function Contrasena() {
  const { email, constraint } = useLoaderData<typeof loader>();
  const refusal = useRefusal();
  const [form, fields] = useForm<PasswordValues>({ id: "contrasena", lastResult: refusal?.lastResult, constraint });
  return (
    <>
      <BackLink to="/admin/configuracion/seguridad">Seguridad</BackLink>
      <ScreenHeader title="Cambiar contraseña">
        De <span className="wrap-anywhere">{email}</span>. Tus demás sesiones abiertas se cierran.
      </ScreenHeader>
      <div className="grid max-w-xl gap-6">
        <ErrorSummary form={form} />
        <WriteForm id={form.id} className="grid gap-5">
          {/* For the browser's keeper of passwords, which files the new one under it. */}
          <input hidden autoComplete="username" value={email} readOnly />
          <TextField
            field={fields.password_actual}
            label="Contraseña de ahora"
            type="password"
            autoComplete="current-password"
            hint={refusal ? "Vuelve a escribir las tres." : undefined}
          />
          <TextField
            field={fields.password_nueva}
            label="Contraseña nueva"
            type="password"
            autoComplete="new-password"
            hint="Al menos 8 caracteres."
          />
          <TextField
            field={fields.password_repetida}
            label="Otra vez la nueva"
            type="password"
            autoComplete="new-password"
            hint="Para que un error de dedo no te deje fuera."
          />
          <FormButtons back={BACK}>Cambiar contraseña</FormButtons>
        </WriteForm>
      </div>
    </>
  );
}
