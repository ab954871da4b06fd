import { getZodConstraint, parseWithZod } from "@conform-to/zod/v4";
import type { ActionFunctionArgs, HeadersFunction, LoaderFunctionArgs, MetaFunction } from "@remix-run/node";
import { useLoaderData } from "@remix-run/react";
import { BackLink, EmptyState, ScreenHeader } from "~/components/admin";
import { ErrorSummary, FormButtons, SelectField, TextField, useForm, useFormState, WriteForm } from "~/components/form";
import { findWriteResult, isOk } from "~/database/idempotency.server";
import { actorOf } from "~/http/actor.server";
import { readForm } from "~/http/form/form.server";
import { requireUser } from "~/http/guards.server";
import { invalid, redirectWithFlash, retryAfterHeaders, tooBusy, tooManyRequests, writeFailed } from "~/http/replies.server";
import { sessionSecret } from "~/http/session/current-user.server";
import { type CesionValues, cesionSchema, handOver, listSucesoras } from "~/models/cuentas/cuenta-permisos.server";
import { can } from "~/models/cuentas/permiso.server";
import { recordRefusal } from "~/models/cuentas/rechazo.server";
import { countTry, resetTries } from "~/models/cuentas/sign-in-throttle.server";
import { nullIfLineFull } from "~/models/cuentas/waiting-line.server";

export { clientAction } from "~/components/form";

const BACK = "/admin/configuracion/seguridad";

export async function loader({ request }: LoaderFunctionArgs) {
  await requireUser(request, "propietaria");
  const cuentas = await listSucesoras();
  return { cuentas: cuentas.map(({ id, email }) => ({ value: id, label: email })), constraint: getZodConstraint(cesionSchema) };
}

export async function action({ request }: ActionFunctionArgs) {
  const user = await requireUser(request, "agenda");
  const { values, key } = await readForm(request);
  // Sent twice, the second one comes from an account that is no longer the owner's.
  const before = can(user, "propietaria") ? null : await findWriteResult<string>(key);
  if (before?.outcome === "repeated") return redirectHandedOver(before.result);
  await requireUser(request, "propietaria");
  const submission = parseWithZod(values, { schema: cesionSchema });
  if (submission.status !== "success") return invalid(submission);
  const { cuenta_id, password_actual } = submission.value;
  const session = (await sessionSecret(request)) ?? "";
  const { wait } = await countTry({ session });
  if (wait > 0) {
    await recordRefusal(actorOf(request), user.email, "bloqueo");
    return tooManyRequests(submission, wait);
  }
  const saved = await handOver(user.id, cuenta_id, password_actual, key).catch(nullIfLineFull);
  if (saved === null) return tooBusy(submission);
  if (saved.outcome === "wrong") {
    await recordRefusal(actorOf(request), user.email, "rechazo");
    return invalid(submission, { fieldErrors: { password_actual: ["Esa no es tu contraseña."] } });
  }
  if (saved.outcome === "handed_over")
    return invalid(submission, { formErrors: ["El estudio ya se cedió: tu cuenta no es la de la propietaria."] }, 409);
  if (saved.outcome === "missing")
    return invalid(submission, { fieldErrors: { cuenta_id: ["Esa cuenta ya no está activa."] } }, 409);
  if (!isOk(saved)) return writeFailed(submission, saved.outcome);
  await resetTries({ session });
  return redirectHandedOver(saved.result);
}

function redirectHandedOver(email: string) {
  return redirectWithFlash("/admin", {
    title: "Cediste el estudio",
    description: `La propietaria es ahora ${email}.`,
  });
}

export const headers: HeadersFunction = retryAfterHeaders;

export const meta: MetaFunction = () => [{ title: "Ceder el estudio · Seguridad" }];

export default function Ceder() {
  const { cuentas, constraint } = useLoaderData<typeof loader>();
  const formState = useFormState();
  const [form, fields] = useForm<CesionValues>({ id: "ceder", constraint });
  return (
    <>
      <BackLink to={BACK}>Seguridad</BackLink>
      <ScreenHeader title="Ceder el estudio">
        La propietaria es una sola. Quien elijas podrá hacerlo todo, y tu cuenta seguirá con lo que hace recepción. Solo ella
        podrá devolvértelo.
      </ScreenHeader>
      {cuentas.length === 0 ? (
        <EmptyState title="No hay otra cuenta activa">
          <p className="text-soft">Primero tiene que crear su cuenta, y tú aprobarla.</p>
        </EmptyState>
      ) : (
        <div className="grid max-w-xl gap-6">
          <ErrorSummary form={form} />
          <WriteForm id={form.id} className="grid gap-5">
            <SelectField field={fields.cuenta_id} label="Nueva propietaria" empty="Elige una cuenta" options={cuentas} />
            <TextField
              field={fields.password_actual}
              label="Tu contraseña"
              type="password"
              autoComplete="current-password"
              hint={formState ? "Vuelve a escribirla." : "Para estar seguras de que eres tú."}
            />
            <FormButtons back={BACK}>Ceder el estudio</FormButtons>
          </WriteForm>
        </div>
      )}
    </>
  );
}
