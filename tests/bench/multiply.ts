import pg from "pg";

// Parents first. Inventory comes with its movements, so that stock and ledger still agree (Cuadre finds nothing).
// Cuts of the cash are not copied: what is added to the ledger comes after the last one.
const TABLES = [
  "clientes_susa",
  "ventas_susa",
  "citas_susa",
  "cambios_cita_susa",
  "ingresos_susa",
  "egresos_susa",
  "liquidaciones_susa",
  "liquidacion_lineas_susa",
  "propinas_susa",
  "asientos_susa",
  "inventario_susa",
  "venta_lineas_susa",
  "movimientos_inventario_susa",
];
// Their copies get the next ones.
const SERIALS = ["orden", "folio"];
// References to rows that are not copied.
const SHARED = ["servicio_id", "empleado_id", "cuenta_id"];

type Column = { name: string; type: string };

/**
 * Adds `copies` copies of a demo studio's clients, past appointments, money and inventory, each dated a year earlier than the one
 * before. Reads the columns from the database, so that it fits older schemas.
 */
export async function multiply(url: string, copies: number): Promise<void> {
  const client = new pg.Client({ connectionString: url });
  await client.connect();
  try {
    await client.query("BEGIN; SET LOCAL TimeZone = 'UTC'");
    // Invented rows are not recorded as anybody's change. Versions before 2026-11-25 read the second setting.
    await client.query("SET LOCAL susa.record = 'off'; SET LOCAL susa.bitacora = 'no'");
    for (const table of TABLES) {
      const { rows } = await client.query<Column>(
        `SELECT column_name AS name, data_type AS type FROM information_schema.columns
         WHERE table_schema = 'public' AND table_name = $1 AND is_generated = 'NEVER'`,
        [table],
      );
      // Older versions have no sales, or no settlements.
      if (rows.length > 0) await client.query(copyRows(table, rows, copies));
    }
    await client.query("COMMIT");
    await client.query("VACUUM ANALYZE");
  } finally {
    await client.end();
  }
}

function copyRows(table: string, columns: Column[], copies: number): string {
  const has = (name: string) => columns.some((column) => column.name === name);
  const copied = columns.filter(({ name }) => !SERIALS.includes(name));
  const past = "fecha_hora < date_trunc('day', now())";
  const ofPast = `t.cita_id IS NULL OR EXISTS (SELECT FROM citas_susa c WHERE c.id = t.cita_id AND ${past})`;
  return `INSERT INTO ${table} (${copied.map(({ name }) => name).join(", ")})
    SELECT ${copied.map(copyOf).join(", ")} FROM ${table} t CROSS JOIN generate_series(1, ${copies}) AS k
    WHERE ${table === "citas_susa" ? past : has("cita_id") ? ofPast : true}
    ORDER BY ${has("orden") ? "t.orden" : "t.id"}, k`;
}

/** The value of a column in copy k. Years of 364 days keep the day of the week; ids are hashes, so that references match. */
function copyOf({ name, type }: Column): string {
  if (type === "uuid" && !SHARED.includes(name)) return `md5(k || t.${name}::text)::uuid`;
  if (type === "date") return `t.${name} - k * 364`;
  if (type.startsWith("timestamp")) return `t.${name} - k * 364 * interval '1 day'`;
  return `t.${name}`;
}
