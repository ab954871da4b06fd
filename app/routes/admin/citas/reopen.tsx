import type { ActionFunctionArgs, LoaderFunctionArgs, MetaFunction } from "@remix-run/node";
import { useLoaderData } from "@remix-run/react";
import { ScreenHeader } from "~/components/admin";
import { FormButtons, WriteForm } from "~/components/form";
import { isOk } from "~/database/idempotency.server";
import { formatCalendarDay, formatDay, formatTime, studioDay } from "~/format/dates";
import { formatMoney, formatNumber, isNonZero } from "~/format/numbers";
import { CLIENTE_ELIMINADO, describeUsos, SERVICIO_ELIMINADO } from "~/format/text";
import { readForm } from "~/http/form/form.server";
import { notFoundIfNull, requireUser } from "~/http/guards.server";
import { redirectUnchanged } from "~/http/redirect-unchanged.server";
import { redirectWithError, redirectWithFlash } from "~/http/replies.server";
import { readReturnPath } from "~/http/return-path.server";
import { getZona } from "~/models/estudio/configuracion.server";
import { getPorReabrir, reopenCita } from "~/models/ventas/reabrir.server";

export { clientAction } from "~/components/form";

export async function loader({ request, params }: LoaderFunctionArgs) {
  await requireUser(request, "agenda");
  const [cita, zona] = await Promise.all([getPorReabrir(params.id), getZona()]);
  const { estado, cobros, propinas, descuento, por_cobrar, salidas, perdidas, ...facts } = notFoundIfNull(cita);
  const back = readReturnPath(request);
  if (estado !== "completada") throw await redirectUnchanged(back, estado);
  const undone = [
    ...cobros.map(({ monto, metodo_pago, fecha }) => {
      const what = monto.startsWith("-") ? "la devolución" : "el ingreso";
      return `Se cancela ${what} de ${formatMoney(monto.replace("-", ""))} del ${formatCalendarDay(fecha)} (${metodo_pago}).`;
    }),
    ...propinas.map((monto) => `Se devuelve la propina de ${formatMoney(monto)}.`),
    ...(isNonZero(descuento) ? [`Se quita el descuento de ${formatMoney(descuento)}.`] : []),
    ...(isNonZero(por_cobrar) ? [`Deja de estar por cobrar lo que debía: ${formatMoney(por_cobrar)}.`] : []),
    ...salidas.map(({ cantidad, usos, item_nombre }) =>
      usos === null
        ? `Vuelve al inventario: ${formatNumber(cantidad)} de ${item_nombre}.`
        : `Se ${usos === 1 ? "devuelve" : "devuelven"} ${describeUsos(usos, item_nombre)}.`,
    ),
  ];
  const lost = perdidas.map(
    ({ cantidad, usos, item_nombre }) =>
      `No vuelve al inventario: ${usos === null ? `${formatNumber(cantidad)} de ${item_nombre}` : describeUsos(usos, item_nombre)}, que ya se eliminó.`,
  );
  return { ...facts, undone, lost, zona, back };
}

export async function action({ request, params }: ActionFunctionArgs) {
  const user = await requireUser(request, "agenda");
  const { key } = await readForm(request);
  const back = readReturnPath(request);
  const actor = { cuenta_id: user.id, hoy: studioDay(new Date(), await getZona()) };
  const done = await reopenCita(params.id, actor, key);
  if (isOk(done))
    return redirectWithFlash(back, { title: done.result.changed ? "Cita reabierta" : "La cita ya estaba reabierta" });
  const { outcome } = done;
  return outcome === "confirmada" || outcome === "cancelada"
    ? redirectUnchanged(back, outcome)
    : redirectWithError(back, outcome);
}

export const meta: MetaFunction = () => [{ title: "Reabrir cita" }];

export default function ReopenCita() {
  const { cliente, servicio, fecha_hora, undone, lost, zona, back } = useLoaderData<typeof loader>();
  return (
    <>
      <ScreenHeader title="Reabrir cita">
        {cliente?.nombre ?? CLIENTE_ELIMINADO} · {servicio?.nombre ?? SERVICIO_ELIMINADO}
        <span className="block first-letter:uppercase">
          {formatDay(fecha_hora, zona)}, {formatTime(fecha_hora, zona)}
        </span>
      </ScreenHeader>
      <WriteForm className="card max-w-2xl gap-4">
        <p>¿Estás segura de que quieres reabrir esta cita? Quedará programada otra vez.</p>
        {undone.length > 0 ? (
          <>
            <p>No se borra nada. Al reabrirla:</p>
            <ul className="grid list-disc gap-1 pl-5 wrap-anywhere">
              {undone.map((sentence, index) => (
                // biome-ignore lint/suspicious/noArrayIndexKey: the sentences never move.
                <li key={index}>{sentence}</li>
              ))}
            </ul>
          </>
        ) : lost.length > 0 ? null : (
          <p>Al completarla no se cobró nada ni se descontaron insumos: no hay nada más que deshacer.</p>
        )}
        {lost.map((sentence) => (
          <p key={sentence} className="wrap-anywhere">
            {sentence}
          </p>
        ))}
        <p className="text-soft">Los anticipos se quedan como están.</p>
        <FormButtons back={back} pending="Reabriendo..." cancel="Volver sin reabrir">
          Reabrir cita
        </FormButtons>
      </WriteForm>
    </>
  );
}
