import { db } from "~/database/client.server";
import { Prisma } from "~/generated/client";

/** Reads the version (`18.0`), size, start time and last migration of the database. */
export async function getBaseDeDatos() {
  const [row] = await db.$queryRaw<
    { version: string; bytes: number; since: Date; migration_name: string | null; finished_at: Date | null }[]
  >`
    SELECT current_setting('server_version') AS version, pg_database_size(current_database())::float8 AS bytes,
      pg_postmaster_start_time() AS since, m.migration_name, m.finished_at
    FROM (SELECT) one LEFT JOIN LATERAL (
      SELECT migration_name, finished_at FROM _prisma_migrations
      WHERE finished_at IS NOT NULL AND rolled_back_at IS NULL ORDER BY migration_name DESC LIMIT 1
    ) m ON true`;
  if (!row) throw new Error("no row");
  const { migration_name, finished_at, version, ...rest } = row;
  return {
    ...rest,
    // Distributions add their name: `16.4 (Debian 16.4-1)`.
    version: version.replace(/ .*/, ""),
    migration: migration_name === null ? null : { name: migration_name, at: finished_at },
  };
}

const TABLES = {
  citas_susa: "Citas",
  clientes_susa: "Clientas",
  servicios_susa: "Servicios",
  precios_susa: "Precios planeados",
  service_images_susa: "Imágenes",
  empleados_susa: "Empleados",
  ausencias_susa: "Ausencias y cierres",
  inventario_susa: "Artículos de inventario",
  movimientos_inventario_susa: "Movimientos de inventario",
  proveedores_susa: "Proveedores",
  testimonios_susa: "Testimonios",
  ingresos_susa: "Ingresos",
  egresos_susa: "Egresos",
  asientos_susa: "Cambios registrados de ingresos y egresos",
  cortes_susa: "Cortes de caja",
  liquidaciones_susa: "Pagos al equipo",
  mensajes_susa: "Mensajes de WhatsApp",
  esperas_susa: "Clientas en espera",
  cuentas_susa: "Cuentas del equipo",
};

/** Counts the rows of the studio's tables, with their labels. */
export async function countRows() {
  const counts = Object.keys(TABLES).map((table) =>
    Prisma.raw(`SELECT '${table}' AS name, count(*)::int AS count FROM ${table}`),
  );
  const rows = await db.$queryRaw<{ name: string; count: number }[]>(Prisma.join(counts, " UNION ALL "));
  return Object.entries(TABLES).map(([table, label]) => ({ label, count: rows.find(({ name }) => name === table)?.count ?? 0 }));
}
