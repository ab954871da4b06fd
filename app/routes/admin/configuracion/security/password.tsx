import { getZodConstraint, parseWithZod } from "@conform-to/zod/v4";
import type { ActionFunctionArgs, HeadersFunction, LoaderFunctionArgs, MetaFunction } from "@remix-run/node";
import { useLoaderData } from "@remix-run/react";
import { BackLink, ScreenHeader } from "~/components/admin";
import { ErrorSummary, FormButtons, TextField, useForm, useFormState, WriteForm } from "~/components/form";
import { WEAK_PASSWORD } from "~/content/weak-password";
import { isOk } from "~/database/idempotency.server";
import { actorOf } from "~/http/actor.server";
import { readForm } from "~/http/form/form.server";
import { requireUser } from "~/http/guards.server";
import { invalid, redirectWithFlash, retryAfterHeaders, tooBusy, tooManyRequests, writeFailed } from "~/http/replies.server";
import { sessionSecret } from "~/http/session/current-user.server";
import { changePassword, type PasswordValues, passwordSchema } from "~/models/cuentas/cuenta.server";
import { recordRefusal } from "~/models/cuentas/rechazo.server";
import { countTry, resetTries } from "~/models/cuentas/sign-in-throttle.server";
import { nullIfLineFull } from "~/models/cuentas/waiting-line.server";
import { findWeakness } from "~/models/cuentas/weak-password.server";

export { clientAction } from "~/components/form";

const BACK = "/admin/configuracion/seguridad";

export async function loader({ request }: LoaderFunctionArgs) {
  const { email } = await requireUser(request, "agenda");
  return { email, constraint: getZodConstraint(passwordSchema) };
}

export async function action({ request }: ActionFunctionArgs) {
  const { id, email } = await requireUser(request, "agenda");
  const { values, key } = await readForm(request);
  const submission = parseWithZod(values, { schema: passwordSchema });
  if (submission.status !== "success") return invalid(submission);
  const weakness = await findWeakness(submission.value.password_nueva, email);
  if (weakness) return invalid(submission, { fieldErrors: { password_nueva: [WEAK_PASSWORD[weakness]] } });
  const session = (await sessionSecret(request)) ?? "";
  const { wait } = await countTry({ session });
  if (wait > 0) {
    await recordRefusal(actorOf(request), email, "bloqueo");
    return tooManyRequests(submission, wait);
  }
  const saved = await changePassword(id, submission.value, session, key).catch(nullIfLineFull);
  if (saved === null) return tooBusy(submission);
  if (saved.outcome === "wrong") {
    await recordRefusal(actorOf(request), email, "rechazo");
    return invalid(submission, { fieldErrors: { password_actual: ["Esa no es tu contraseña actual."] } });
  }
  if (!isOk(saved)) return writeFailed(submission, saved.outcome);
  await resetTries({ session });
  return redirectWithFlash(BACK, {
    title: "Contraseña cambiada",
    description: "Tus demás sesiones se cerraron: entra en ellas con la nueva.",
  });
}

export const headers: HeadersFunction = retryAfterHeaders;

export const meta: MetaFunction = () => [{ title: "Contraseña · Seguridad" }];

export default function Contrasena() {
  const { email, constraint } = useLoaderData<typeof loader>();
  const formState = useFormState();
  const [form, fields] = useForm<PasswordValues>({ id: "contrasena", constraint });
  return (
    <>
      <BackLink to="/admin/configuracion/seguridad">Seguridad</BackLink>
      <ScreenHeader title="Cambiar contraseña">
        Es la de <span className="wrap-anywhere">{email}</span>. Al cambiarla se cierran tus demás sesiones.
      </ScreenHeader>
      <div className="grid max-w-xl gap-6">
        <ErrorSummary form={form} />
        <WriteForm id={form.id} className="grid gap-5">
          {/* The username that password managers save the new password for. */}
          <input hidden autoComplete="username" value={email} readOnly />
          <TextField
            field={fields.password_actual}
            label="Contraseña actual"
            type="password"
            autoComplete="current-password"
            hint={formState ? "Escribe las tres otra vez: las contraseñas no se guardan aquí." : undefined}
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
            label="Confirma la nueva"
            type="password"
            autoComplete="new-password"
            hint="Así, un error de dedo no te deja fuera."
          />
          <FormButtons back={BACK}>Cambiar contraseña</FormButtons>
        </WriteForm>
      </div>
    </>
  );
}
