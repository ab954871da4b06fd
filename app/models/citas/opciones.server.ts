import { db } from "~/database/client.server";
import { isId } from "~/database/fields.server";
import { CATEGORIAS } from "~/models/catalogo/servicio.server";
import { isFit, listEspecialistas } from "~/models/equipo/empleado.server";
import { MAX_SERVICIOS } from "./cita.server";

/**
 * What the booking form offers: the active services and specialists, and in any case those of `present`, the appointment being
 * edited. Prices are decimal text; `fits` lists, by the id of a service, the ids of the specialists who do it.
 */
export async function listOpciones(present: { servicio_id?: string | null; empleado_id?: string | null } = {}) {
  const presentId = present.servicio_id ?? "";
  const rows = await db.servicio.findMany({
    where: { OR: [{ activo: true }, ...(isId(presentId) ? [{ id: presentId }] : [])] },
    select: { id: true, nombre: true, precio: true, duracion_minutos: true, categoria: true, empleado_id: true },
    orderBy: [{ categoria: "asc" }, { nombre: "asc" }],
  });
  const servicios = rows.map((row) => ({ ...row, categoria: CATEGORIAS[row.categoria], precio: row.precio.toFixed(2) }));
  const especialistas = await listEspecialistas(present.empleado_id);
  const idsOfFitting = (servicio: (typeof servicios)[number]) =>
    especialistas.flatMap((especialista) => (isFit(servicio, especialista) ? [especialista.id] : []));
  return {
    maxServicios: MAX_SERVICIOS,
    servicios,
    empleados: especialistas.map(({ especialidades: _, ...empleado }) => empleado),
    fits: Object.fromEntries(servicios.map((servicio) => [servicio.id, idsOfFitting(servicio)])),
  };
}

/** The price (decimal text) and duration of services, active or not, by id. */
export async function findServiceDefaults(ids: string[]): Promise<Map<string, { precio: string; duracion_minutos: number }>> {
  const rows = await db.servicio.findMany({
    where: { id: { in: ids } },
    select: { id: true, precio: true, duracion_minutos: true },
  });
  return new Map(rows.map(({ id, precio, duracion_minutos }) => [id, { precio: precio.toFixed(2), duracion_minutos }]));
}
