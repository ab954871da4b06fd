import { db } from "~/database/client.server";
import { isId } from "~/database/fields.server";
import { studioDay } from "~/format/dates";
import { matchInsumos } from "~/models/catalogo/insumo.server";
import { isOpen } from "~/models/citas/estado";
import { ofVisita } from "~/models/citas/visita.server";
import { type Pesos, porCobrar, sum, times } from "~/models/dinero/amounts.server";
import { getSaldo } from "./venta.server";

/** What is owed, before discount and tips: appointments, products at their sale price, and what a sale still owes (`saldo`). */
type Owed = { citas: { por_cobrar: Pesos }[]; saldo: Pesos; productos?: { precio: Pesos; cantidad: number }[] };

/** The amount due, as the form shows it and as it is charged. */
export const amountDue = ({ citas, saldo, productos = [] }: Owed) =>
  sum([saldo, ...citas.map(({ por_cobrar }) => por_cobrar), ...productos.map(({ precio, cantidad }) => times(precio, cantidad))]);

/**
 * Gives an appointment, and in `citas` what can be charged with it, by time: the appointments of its visit on the same day in zone
 * `zona` that are open, or completed and not paid, with the supplies of the open ones. Null when it does not exist.
 */
export async function getPorCobrar(id: string | undefined, zona: string) {
  const include = {
    cliente: { select: { id: true, nombre: true } },
    servicio: { select: { nombre: true } },
    empleado: { select: { id: true, nombre: true, apellido: true } },
  } as const;
  const row = isId(id) ? await db.cita.findUnique({ where: { id }, include }) : null;
  if (!row) return null;
  const visita = await db.cita.findMany({ where: ofVisita(row), include, orderBy: [{ fecha_hora: "asc" }, { id: "asc" }] });
  const dia = studioDay(row.fecha_hora, zona);
  const citas = visita.filter(({ fecha_hora, estado, ...cita }) => {
    const isOwed = estado === "completada" && !porCobrar(cita).isZero();
    return studioDay(fecha_hora, zona) === dia && (isOpen(estado) || isOwed);
  });
  return {
    ...{ id: row.id, fecha_hora: row.fecha_hora, estado: row.estado, cliente: row.cliente },
    citas: citas.map(({ id, fecha_hora, servicio, empleado, estado, precio, cobrado }) => ({
      ...{ id, fecha_hora, servicio, empleado, isOpen: isOpen(estado) },
      precio: precio.toFixed(2),
      cobrado: cobrado.toFixed(2),
      por_cobrar: porCobrar({ precio, cobrado }).toFixed(2),
    })),
    insumos: await matchInsumos(citas.filter(({ estado }) => isOpen(estado)).map(({ servicio_id }) => servicio_id)),
  };
}

/**
 * Gives what there is to charge at an address of the form: the visit of appointment `id`, what sale `venta` still owes, or nothing yet
 * when products are to be sold. Null when the appointment or the sale does not exist.
 */
export async function readBill({ id, venta: venta_id }: { id?: string; venta?: string }, zona: string) {
  const cita = id === undefined ? undefined : await getPorCobrar(id, zona);
  const venta = venta_id === undefined ? undefined : await getSaldo(venta_id);
  if (cita === null || venta === null) return null;
  const citas = cita?.citas ?? [];
  return { cita, venta, citas, saldo: venta?.saldo ?? "0.00", isCompleting: citas.some(({ isOpen }) => isOpen) };
}

export type Bill = NonNullable<Awaited<ReturnType<typeof readBill>>>;
