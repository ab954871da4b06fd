import type { ActionFunctionArgs, LoaderFunctionArgs, MetaFunction } from "@remix-run/node";
import { useLoaderData } from "@remix-run/react";
import { ScreenHeader } from "~/components/admin";
import { FormButtons, WriteForm } from "~/components/form";
import { isOk } from "~/database/idempotency.server";
import { formatCalendarDay, formatDay, formatTime, studioDay } from "~/format/dates";
import { formatMoney, formatNumber } from "~/format/numbers";
import { CLIENTE_ELIMINADO, SERVICIO_ELIMINADO } from "~/format/text";
import { readForm } from "~/http/form/form.server";
import { notFoundIfNull, requireUser } from "~/http/guards.server";
import { redirectWithError, redirectWithFlash } from "~/http/replies.server";
import { readReturnPath } from "~/http/return-path.server";
import { getPorReabrir } from "~/models/citas/cita-detalle.server";
import { reopenCita } from "~/models/citas/completar.server";
import { getZona } from "~/models/estudio/configuracion.server";
import { redirectUnchanged } from "./redirect-unchanged.server";

export { clientAction } from "~/components/form";

export async function loader({ request, params }: LoaderFunctionArgs) {
  await requireUser(request, "agenda");
  const [cita, zona] = await Promise.all([getPorReabrir(params.id), getZona()]);
  const { estado, ...undone } = notFoundIfNull(cita);
  const back = readReturnPath(request);
  if (estado !== "completada") throw await redirectUnchanged(back, estado);
  return { ...undone, zona, back };
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
  const { cliente, servicio, fecha_hora, cobros, salidas, perdidas, zona, back } = useLoaderData<typeof loader>();
  return (
    <>
      <ScreenHeader title="Reabrir cita">
        {cliente?.nombre ?? CLIENTE_ELIMINADO} · {servicio?.nombre ?? SERVICIO_ELIMINADO}
        <br />
        <span className="inline-block first-letter:uppercase">{formatDay(fecha_hora, zona)}</span>, {formatTime(fecha_hora, zona)}
      </ScreenHeader>
      <WriteForm className="card max-w-2xl gap-4">
        <p>¿Estás segura de que quieres reabrir esta cita? Quedará programada otra vez.</p>
        {cobros.length + salidas.length > 0 ? (
          <>
            <p>No se borra nada. Al reabrirla:</p>
            <ul className="grid list-disc gap-1 pl-5">
              {cobros.map(({ id, monto, metodo_pago, fecha }) => (
                <li key={id}>
                  Se cancela el ingreso de {formatMoney(monto)} del {formatCalendarDay(fecha)} ({metodo_pago}).
                </li>
              ))}
              {salidas.map(({ id, cantidad, item_nombre }) => (
                <li key={id} className="wrap-anywhere">
                  Vuelven al inventario {formatNumber(cantidad)} de {item_nombre}.
                </li>
              ))}
            </ul>
          </>
        ) : perdidas.length > 0 ? null : (
          <p>Al completarla no se cobró nada ni se descontaron insumos: no hay nada más que deshacer.</p>
        )}
        {perdidas.map(({ id, cantidad, item_nombre }) => (
          <p key={id} className="wrap-anywhere">
            No vuelven al inventario {formatNumber(cantidad)} de {item_nombre}: ese artículo ya se eliminó.
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
