import { type ActionFunctionArgs, type LoaderFunctionArgs, redirect } from "@remix-run/node";
import { isOk, type WriteResult } from "~/database/idempotency.server";
import { studioDay } from "~/format/dates";
import { formatMoney } from "~/format/numbers";
import type { Flash } from "~/http/flash.server";
import { readForm } from "~/http/form/form.server";
import { requireUser } from "~/http/guards.server";
import { ESTADO_CONFLICT, redirectUnchanged } from "~/http/redirect-unchanged.server";
import { redirectWithError, redirectWithFlash } from "~/http/replies.server";
import { readReturnPath } from "~/http/return-path.server";
import type { EstadoCita } from "~/models/citas/estado";
import { getZona } from "~/models/estudio/configuracion.server";
import { applyAnticipo, keepAnticipo, returnAnticipo } from "~/models/ventas/anticipo.server";
import { cancelDevolucion } from "~/models/ventas/devolucion.server";

// The buttons beside a payment of an appointment: the last part of the address says what each does.

export { clientAction } from "~/components/form/sending";

export async function loader({ request }: LoaderFunctionArgs) {
  await requireUser(request, "agenda");
  return redirect(readReturnPath(request));
}

export async function action({ request, params }: ActionFunctionArgs) {
  const user = await requireUser(request, "agenda");
  const { key } = await readForm(request);
  const back = readReturnPath(request);
  const by = { cuenta_id: user.id, hoy: studioDay(new Date(), await getZona()) };
  const { id, ingreso } = params;
  const act = new URL(request.url).pathname.replace(/\/$/, "").split("/").at(-1);
  if (act === "usar")
    return answer(back, await applyAnticipo(id, ingreso, by, key), ({ monto, isTooMuch }) => ({
      title: `Se usó su anticipo de ${formatMoney(monto)}`,
      description: isTooMuch ? "Con este pago ya pagó más que el precio de la cita. Revisa si está bien." : undefined,
    }));
  if (act === "conservar")
    return answer(back, await keepAnticipo(id, ingreso, by, key), ({ monto }) => ({
      title: "El anticipo se quedó como cargo",
      description: `Los ${formatMoney(monto)} ya no se ofrecen para otra cita.`,
    }));
  if (act === "cancelar")
    return answer(back, await cancelDevolucion(id, ingreso, by, key), ({ monto }) => ({
      title: "Devolución cancelada",
      description: `Los ${formatMoney(monto)} cuentan otra vez como pagados, con la fecha de hoy.`,
    }));
  const done = await returnAnticipo(id, ingreso, by, key);
  if (!isOk(done) && done.outcome === "completada")
    return redirectWithFlash(back, {
      title: "El anticipo no se devolvió",
      description: ESTADO_CONFLICT.completada,
      destructive: true,
    });
  return answer(back, done, ({ monto, metodo_pago, isCargo }) => ({
    title: isCargo ? "Cargo devuelto" : "Anticipo devuelto",
    description: `Se registró la devolución de ${formatMoney(monto)} (${metodo_pago}) con la fecha de hoy.`,
  }));
}

/** 303 back with what was done, or why nothing was. */
function answer<T>(back: string, done: WriteResult<T, "missing" | "reversed" | EstadoCita>, describe: (result: T) => Flash) {
  if (isOk(done)) return redirectWithFlash(back, describe(done.result));
  const { outcome } = done;
  if (outcome === "programada" || outcome === "confirmada" || outcome === "completada" || outcome === "cancelada")
    return redirectUnchanged(back, outcome);
  if (outcome === "missing" || outcome === "reversed") return redirectWithFlash(back, { ...NOTHING, destructive: true });
  return redirectWithError(back, outcome);
}

const NOTHING = { title: "Nada cambió", description: "Ese pago ya se usó, se devolvió o se canceló." };
