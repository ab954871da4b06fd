import { db } from "~/database/client.server";
import { isId } from "~/database/fields.server";
import { DAY_MS } from "~/limits";
import { CATEGORIAS } from "~/models/catalogo/servicio.server";
import { listEmpleadosActivos } from "~/models/equipo/empleado.server";

/**
 * What the booking form offers: the active services and specialists, and in any case those of `present`, the appointment being
 * edited. Prices are decimal text.
 */
export async function listOpciones(present: { servicio_id?: string | null; empleado_id?: string | null } = {}) {
  const presentId = present.servicio_id ?? "";
  const [rows, empleados] = await Promise.all([
    db.servicio.findMany({
      where: { OR: [{ activo: true }, ...(isId(presentId) ? [{ id: presentId }] : [])] },
      select: { id: true, nombre: true, precio: true, categoria: true },
      orderBy: [{ categoria: "asc" }, { nombre: "asc" }],
    }),
    listEmpleadosActivos(isId(present.empleado_id ?? undefined) ? present.empleado_id : null),
  ]);
  const servicios = rows.map((row) => ({ ...row, categoria: CATEGORIAS[row.categoria], precio: row.precio.toFixed(2) }));
  return { servicios, empleados };
}

const offered = { id: true, nombre: true, precio: true, duracion_minutos: true } as const;

/**
 * The services to offer first, with decimal prices: the last three that a client had (`isHers`), or the four that the studio did
 * most in ninety days when the id is unknown or she had none.
 */
export async function listFrecuentes(cliente_id: string | null | undefined) {
  const citas = isId(cliente_id ?? undefined)
    ? await db.cita.findMany({
        where: { cliente_id, estado: { not: "cancelada" }, servicio: { activo: true } },
        distinct: ["servicio_id"],
        select: { servicio: { select: offered } },
        orderBy: { fecha_hora: "desc" },
        take: 3,
      })
    : [];
  const hers = citas.flatMap(({ servicio }) => servicio ?? []);
  const rows = hers.length > 0 ? hers : await listMasPedidos();
  return { isHers: hers.length > 0, servicios: rows.map((row) => ({ ...row, precio: row.precio.toFixed(2) })) };
}

async function listMasPedidos() {
  const counted = await db.cita.groupBy({
    by: "servicio_id",
    where: {
      fecha_hora: { gte: new Date(Date.now() - 90 * DAY_MS) },
      estado: { not: "cancelada" },
      servicio: { activo: true },
    },
    _count: true,
    orderBy: [{ _count: { servicio_id: "desc" } }, { servicio_id: "asc" }],
    take: 4,
  });
  const ids = counted.flatMap(({ servicio_id }) => servicio_id ?? []);
  const rows = await db.servicio.findMany({ where: { id: { in: ids } }, select: offered });
  return rows.sort((one, other) => ids.indexOf(one.id) - ids.indexOf(other.id));
}

/** The price (decimal text) and duration of services, active or not, by id. */
export async function findServiceDefaults(ids: string[]): Promise<Map<string, { precio: string; duracion_minutos: number }>> {
  const rows = await db.servicio.findMany({
    where: { id: { in: ids } },
    select: { id: true, precio: true, duracion_minutos: true },
  });
  return new Map(rows.map(({ id, precio, duracion_minutos }) => [id, { precio: precio.toFixed(2), duracion_minutos }]));
}
