import pg from "pg";
import { ESTUDIO } from "~/content/estudio";
import { studioDay } from "~/format/dates";
import { placePictures } from "./demo-pictures";
import { makeStudio } from "./demo-studio";

// In an order in which foreign keys are satisfied.
export const TABLES = [
  "configuracion_susa",
  "archivos_susa",
  "empleados_susa",
  "ausencias_susa",
  "servicios_susa",
  "servicios_empleados_susa",
  "precios_susa",
  "service_images_susa",
  "clientes_susa",
  "ventas_susa",
  "citas_susa",
  "cambios_cita_susa",
  "inventario_susa",
  "venta_lineas_susa",
  "movimientos_inventario_susa",
  "proveedores_susa",
  "testimonios_susa",
  "ingresos_susa",
  "egresos_susa",
  "liquidaciones_susa",
  "liquidacion_lineas_susa",
  "propinas_susa",
  "asientos_susa",
  "cortes_susa",
  "esperas_susa",
] as const;

const NEVER_CHANGED: string[] = [
  "servicios_empleados_susa",
  "archivos_susa",
  "ventas_susa",
  "cambios_cita_susa",
  "venta_lineas_susa",
  "liquidaciones_susa",
  "liquidacion_lineas_susa",
  "propinas_susa",
  "asientos_susa",
  "cortes_susa",
  "precios_susa",
];

/** The columns that the demo numbers from 1. The program goes on with the next number. */
const NUMBERED = { ventas_susa: "folio", asientos_susa: "orden", cortes_susa: "numero" };

/**
 * Loads the demo studio into the database at `url` in one transaction, with dates relative to the studio's day of `now`, and
 * its pictures into `dataDir`. The same day gives the same rows, ids included. Gives false and changes nothing when any of its
 * tables has a row.
 */
export async function loadDemo(url: string, dataDir: string, now = new Date()): Promise<boolean> {
  const client = new pg.Client({ connectionString: url });
  await client.connect();
  try {
    // Invented rows are not recorded as anybody's change.
    await client.query("BEGIN; SET LOCAL susa.record = 'off'");
    // Of two servers that start together, the second waits here and then finds the rows of the first.
    await client.query(`LOCK TABLE ${TABLES.join(", ")} IN SHARE ROW EXCLUSIVE MODE`);
    const empty = await isEmpty(client);
    if (empty) {
      const studio = makeStudio(studioDay(now, ESTUDIO.zona_horaria));
      for (const table of TABLES) await insert(client, table, studio[table]);
      await placePictures(dataDir);
      // Last, because a rollback does not undo it.
      for (const [table, column] of Object.entries(NUMBERED))
        await client.query(`SELECT setval(pg_get_serial_sequence('${table}', '${column}'), max(${column})) FROM ${table}`);
    }
    await client.query("COMMIT");
    return empty;
  } finally {
    // Ending the connection rolls back what was not committed.
    await client.end();
  }
}

async function isEmpty(client: pg.Client): Promise<boolean> {
  const anyRow = TABLES.map((table) => `EXISTS (SELECT FROM ${table})`).join(" OR ");
  const { rows } = await client.query<{ filled: boolean }>(`SELECT ${anyRow} AS filled`);
  return rows[0]?.filled === false;
}

/** One statement for each table: PostgreSQL converts the JSON rows, including dates, arrays and enums. */
async function insert(client: pg.Client, table: (typeof TABLES)[number], rows: Record<string, unknown>[]): Promise<void> {
  // `updated_at` is that of creation; tables whose rows never change have none.
  const made = NEVER_CHANGED.includes(table) ? rows : rows.map((row) => ({ ...row, updated_at: row.created_at }));
  const columns = [...new Set(made.flatMap((row) => Object.keys(row)))].join(", ");
  await client.query(`INSERT INTO ${table} (${columns}) SELECT ${columns} FROM json_populate_recordset(NULL::${table}, $1)`, [
    JSON.stringify(made),
  ]);
}
