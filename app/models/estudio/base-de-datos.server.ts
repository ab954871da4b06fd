import { db } from "~/database/client.server";

/** Facts about the database server. */
export type BaseDeDatos = {
  /** The version of PostgreSQL: `18.0`. */
  version: string;
  bytes: number;
  since: Date;
  migration: { name: string; at: Date | null } | null;
};

/** Reads the version, size, start time and last migration of the database. */
export async function getBaseDeDatos(): Promise<BaseDeDatos> {
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

/** Counts the rows of the studio's tables, with their labels. */
export async function countRows() {
  const [row] = await db.$queryRaw<[Record<keyof typeof ROWS, number>]>`
    SELECT
      (SELECT count(*) FROM citas_susa)::int AS citas,
      (SELECT count(*) FROM clientes_susa)::int AS clientes,
      (SELECT count(*) FROM servicios_susa)::int AS servicios,
      (SELECT count(*) FROM service_images_susa)::int AS imagenes,
      (SELECT count(*) FROM empleados_susa)::int AS empleados,
      (SELECT count(*) FROM ausencias_susa)::int AS ausencias,
      (SELECT count(*) FROM inventario_susa)::int AS items,
      (SELECT count(*) FROM movimientos_inventario_susa)::int AS movimientos,
      (SELECT count(*) FROM proveedores_susa)::int AS proveedores,
      (SELECT count(*) FROM testimonios_susa)::int AS testimonios,
      (SELECT count(*) FROM ingresos_susa)::int AS ingresos,
      (SELECT count(*) FROM egresos_susa)::int AS egresos,
      (SELECT count(*) FROM asientos_susa)::int AS asientos,
      (SELECT count(*) FROM mensajes_susa)::int AS mensajes,
      (SELECT count(*) FROM cuentas_susa)::int AS cuentas`;
  return Object.entries(ROWS).map(([name, label]) => ({ label, count: row[name as keyof typeof ROWS] }));
}

const ROWS = {
  citas: "Citas",
  clientes: "Clientas",
  servicios: "Servicios",
  imagenes: "Imágenes",
  empleados: "Empleados",
  ausencias: "Ausencias y cierres",
  items: "Artículos de inventario",
  movimientos: "Movimientos de inventario",
  proveedores: "Proveedores",
  testimonios: "Testimonios",
  ingresos: "Ingresos",
  egresos: "Egresos",
  asientos: "Cambios registrados de ingresos y egresos",
  mensajes: "Mensajes de WhatsApp",
  cuentas: "Cuentas del equipo",
};
