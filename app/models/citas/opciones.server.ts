import { db } from "~/database/client.server";
import { isId } from "~/database/fields.server";
import type { Prisma } from "~/generated/client";
import { DAY_MS } from "~/limits";
import { CATEGORIAS } from "~/models/catalogo/servicio.server";
import { listEmpleadosActivos } from "~/models/equipo/empleado.server";

/**
 * What the booking form offers: the active services and specialists, and in any case those of `present`, the appointment being
 * edited. Prices are decimal text.
 */
export async function listOpciones(present: { servicio_id?: string | null; empleado_id?: string | null } = {}) {
  const { servicio_id, empleado_id } = present;
  const [rows, empleados] = await Promise.all([
    db.servicio.findMany({
      where: { OR: [{ activo: true }, ...(isId(servicio_id) ? [{ id: servicio_id }] : [])] },
      select: { id: true, nombre: true, precio: true, categoria: true },
      orderBy: [{ categoria: "asc" }, { nombre: "asc" }],
    }),
    listEmpleadosActivos(isId(empleado_id) ? empleado_id : null),
  ]);
  const servicios = rows.map((row) => ({ ...row, categoria: CATEGORIAS[row.categoria], precio: row.precio.toFixed(2) }));
  return { servicios, empleados };
}

/**
 * The services to offer first, with decimal prices: the last three that a client had (`isHers`), or the four that the studio did
 * most in ninety days when the id is unknown or she had none.
 */
export async function listFrecuentes(cliente_id: string) {
  const hers = isId(cliente_id) ? await rankServicios({ cliente_id }, "last", 3) : [];
  const since = { fecha_hora: { gte: new Date(Date.now() - 90 * DAY_MS) } };
  const ids = hers.length > 0 ? hers : await rankServicios(since, "most", 4);
  const rows = await db.servicio.findMany({
    where: { id: { in: ids } },
    select: { id: true, nombre: true, precio: true, duracion_minutos: true },
  });
  rows.sort((one, other) => ids.indexOf(one.id) - ids.indexOf(other.id));
  return { isHers: hers.length > 0, servicios: rows.map((row) => ({ ...row, precio: row.precio.toFixed(2) })) };
}

/** The ids of up to `take` active services of these appointments: those done last, or most often. */
async function rankServicios(where: Prisma.CitaWhereInput, by: "last" | "most", take: number): Promise<string[]> {
  const groups = await db.cita.groupBy({
    by: "servicio_id",
    where: { ...where, estado: { not: "cancelada" }, servicio: { activo: true } },
    orderBy: [by === "last" ? { _max: { fecha_hora: "desc" } } : { _count: { servicio_id: "desc" } }, { servicio_id: "asc" }],
    take,
  });
  return groups.flatMap(({ servicio_id }) => servicio_id ?? []);
}

/** The price (decimal text) and duration of services, active or not, by id. */
export async function findServiceDefaults(ids: string[]): Promise<Map<string, { precio: string; duracion_minutos: number }>> {
  const rows = await db.servicio.findMany({
    where: { id: { in: ids } },
    select: { id: true, precio: true, duracion_minutos: true },
  });
  return new Map(rows.map(({ id, precio, duracion_minutos }) => [id, { precio: precio.toFixed(2), duracion_minutos }]));
}
