import { db } from "~/database/client.server";
import { isId } from "~/database/fields.server";
import { studioDay } from "~/format/dates";
import { matchInsumos } from "~/models/catalogo/insumo.server";
import { isOpen } from "~/models/citas/estado";
import { ofVisita } from "~/models/citas/visita.server";
import { porCobrar } from "~/models/dinero/amounts.server";

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
