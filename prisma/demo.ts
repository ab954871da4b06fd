import pg from "pg";
import { ESTUDIO } from "~/content/estudio";
import { studioDay } from "~/format/dates";
import { placePictures } from "./demo-pictures";
import { makeStudio, type Row } from "./demo-studio";

// In the order in which their references let them be filled.
export const TABLES = [
  "empleados_susa",
  "ausencias_susa",
  "servicios_susa",
  "archivos_susa",
  "service_images_susa",
  "clientes_susa",
  "citas_susa",
  "cambios_cita_susa",
  "inventario_susa",
  "movimientos_inventario_susa",
  "proveedores_susa",
  "testimonios_susa",
  "ingresos_susa",
  "egresos_susa",
  "asientos_susa",
] as const;

const NEVER_CHANGED: string[] = ["archivos_susa", "cambios_cita_susa", "asientos_susa"];

/**
 * Loads the demo studio into the database at `url`, all of it or nothing, its dates told from the studio's day of `now`,
 * and its pictures into `dataDir`. The same day gives the same rows, ids included. Gives false, having changed nothing,
 * when any of its tables has a row.
 */
export async function loadDemo(url: string, dataDir: string, now = new Date()): Promise<boolean> {
  const client = new pg.Client({ connectionString: url });
  await client.connect();
  try {
    await client.query("BEGIN");
    // Two servers that start together load one studio: the second waits here, then finds the rows of the first.
    await client.query(`LOCK TABLE ${TABLES.join(", ")} IN SHARE ROW EXCLUSIVE MODE`);
    const empty = await isEmpty(client);
    if (empty) {
      const studio = makeStudio(studioDay(now, ESTUDIO.zona_horaria));
      for (const table of TABLES) await insert(client, table, studio[table]);
      await placePictures(dataDir);
    }
    await client.query("COMMIT");
    return empty;
  } finally {
    // What was not committed ends with the connection.
    await client.end();
  }
}

async function isEmpty(client: pg.Client): Promise<boolean> {
  const anyRow = TABLES.map((table) => `EXISTS (SELECT FROM ${table})`).join(" OR ");
  const { rows } = await client.query<{ filled: boolean }>(`SELECT ${anyRow} AS filled`);
  return rows[0]?.filled === false;
}

/** One statement a table: PostgreSQL itself reads the rows out of JSON, dates, lists and enumerations included. */
async function insert(client: pg.Client, table: (typeof TABLES)[number], rows: Row[]): Promise<void> {
  // Some rows never change; everything else was last changed when it was made.
  const made = NEVER_CHANGED.includes(table) ? rows : rows.map((row) => ({ ...row, updated_at: row.created_at }));
  const columns = [...new Set(made.flatMap((row) => Object.keys(row)))].join(", ");
  await client.query(`INSERT INTO ${table} (${columns}) SELECT ${columns} FROM json_populate_recordset(NULL::${table}, $1)`, [
    JSON.stringify(made),
  ]);
}
