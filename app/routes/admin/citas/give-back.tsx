import { parseWithZod } from "@conform-to/zod/v4";
import type { ActionFunctionArgs, LoaderFunctionArgs, MetaFunction } from "@remix-run/node";
import { useLoaderData } from "@remix-run/react";
import { BackLink, ScreenHeader } from "~/components/admin";
import { ErrorSummary, FormButtons, TextField, useForm, WriteForm } from "~/components/form";
import { RadiosField } from "~/components/form/radios-field";
import { alsoThere } from "~/content/refunds";
import { isOk } from "~/database/idempotency.server";
import { formatDay, studioDay } from "~/format/dates";
import { formatMoney, isPositive } from "~/format/numbers";
import { asOptions, CLIENTE_ELIMINADO, SERVICIO_ELIMINADO } from "~/format/text";
import { readForm } from "~/http/form/form.server";
import { notFoundIfNull, requireUser } from "~/http/guards.server";
import { redirectUnchanged } from "~/http/redirect-unchanged.server";
import { invalid, redirectWithFlash, writeFailed } from "~/http/replies.server";
import { readReturnPath } from "~/http/return-path.server";
import { METODOS } from "~/models/dinero/metodo-pago.server";
import { getZona } from "~/models/estudio/configuracion.server";
import { type DevolucionValues, devolucionSchema, getPorDevolver, giveBack } from "~/models/ventas/devolucion.server";

// Money given back for an appointment that was done and paid, without reopening it.

export { clientAction } from "~/components/form";

export async function loader({ request, params }: LoaderFunctionArgs) {
  await requireUser(request, "agenda");
  const [cita, zona] = await Promise.all([getPorDevolver(params.id), getZona()]);
  const { estado, cobrado, ...facts } = notFoundIfNull(cita);
  const back = backOf(request, params.id);
  if (estado !== "completada") throw await redirectUnchanged(back, estado);
  if (!isPositive(cobrado)) throw await redirectUnchanged(back, { description: NOTHING });
  return { ...facts, cobrado, zona, back, metodos: asOptions(METODOS) };
}

const NOTHING = "No queda nada pagado que devolverle.";

const backOf = (request: Request, id: string | undefined) => readReturnPath(request, `/admin/citas/${id}/detalle`);

export async function action({ request, params }: ActionFunctionArgs) {
  const user = await requireUser(request, "agenda");
  const { values, key } = await readForm(request);
  const submission = parseWithZod(values, { schema: devolucionSchema });
  if (submission.status !== "success") return invalid(submission);
  const by = { cuenta_id: user.id, hoy: studioDay(new Date(), await getZona()) };
  const done = await giveBack(params.id, submission.value, by, key);
  const back = backOf(request, params.id);
  if (isOk(done)) {
    const title = `Se le devolvieron ${formatMoney(done.result.monto)}`;
    return redirectWithFlash(back, { title, description: alsoThere(submission.value.metodo_pago) });
  }
  const { outcome } = done;
  if (outcome === "programada" || outcome === "confirmada" || outcome === "cancelada") return redirectUnchanged(back, outcome);
  if (outcome === "too_much") return invalid(submission, { fieldErrors: { monto: ["No puedes devolver más de lo que pagó."] } });
  if (outcome === "stale") return invalid(submission, { formErrors: [STALE] }, 409);
  return writeFailed(submission, outcome, "No se pudo registrar la devolución");
}

const STALE = "Lo pagado cambió mientras tanto. Revisa cuánto pagó y envíala otra vez.";

export const meta: MetaFunction = () => [{ title: "Devolver dinero" }];

export default function GiveBack() {
  const { cliente, servicio, fecha_hora, cobrado, metodo_pago, metodos, zona, back } = useLoaderData<typeof loader>();
  const [form, fields] = useForm<DevolucionValues>({ id: "devolucion", defaultValue: { metodo_pago } });
  return (
    <>
      <BackLink to={back} />
      <ScreenHeader title="Devolver dinero">
        {cliente?.nombre ?? CLIENTE_ELIMINADO} · {servicio?.nombre ?? SERVICIO_ELIMINADO}
        <span className="block first-letter:uppercase">{formatDay(fecha_hora, zona)}</span>
      </ScreenHeader>
      <div className="grid max-w-2xl gap-5">
        <ErrorSummary form={form} />
        <WriteForm id={form.id} preventScrollReset className="card gap-5">
          <input type="hidden" name={fields.cobrado.name} value={cobrado} />
          <TextField
            field={fields.monto}
            label="¿Cuánto le devuelves?"
            hint={`Pagó ${formatMoney(cobrado)}.`}
            inputMode="decimal"
            required
          />
          <RadiosField compact legend="Cómo se lo devuelves" field={fields.metodo_pago} options={metodos} />
          <TextField field={fields.motivo} label="¿Por qué?" hint="Como «se le cayó el esmalte»." required />
          <p className="text-sm text-soft">
            La cita sigue completada y sus insumos no regresan. La nota conserva sus renglones y dice cuánto se devolvió.
          </p>
          <FormButtons back={back} pending="Devolviendo..." cancel="Volver sin devolver">
            Devolver dinero
          </FormButtons>
        </WriteForm>
      </div>
    </>
  );
}
