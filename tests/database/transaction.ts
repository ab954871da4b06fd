import pg from "pg";
import { afterAll, beforeAll, beforeEach } from "vitest";

// Every test runs in its own transaction, which is rolled back at the end.
export let client: pg.Client;
beforeAll(async () => {
  client = new pg.Client({ connectionString: process.env.DATABASE_URL });
  await client.connect();
});
afterAll(() => client.end());
beforeEach(async () => {
  await client.query("BEGIN");
  return () => client.query("ROLLBACK");
});

export async function rows<Row extends pg.QueryResultRow>(text: string, values: unknown[] = []): Promise<Row[]> {
  return (await client.query<Row>(text, values)).rows;
}

/** Inserts a row and gives its id. */
export async function insert(table: string, values: Record<string, unknown>): Promise<string> {
  const names = Object.keys(values);
  const [row] = await rows<{ id: string }>(
    `INSERT INTO ${table} (${names.join(", ")}) VALUES (${names.map((_, n) => `$${n + 1}`).join(", ")}) RETURNING id`,
    Object.values(values),
  );
  return row?.id ?? "";
}

/** Runs a statement inside a savepoint; gives `taken` when it succeeds, else PostgreSQL's error code. */
export async function tryWrite(attempt: () => Promise<unknown>): Promise<string> {
  await client.query("SAVEPOINT antes");
  try {
    await attempt();
    return "taken";
  } catch (error) {
    await client.query("ROLLBACK TO antes");
    return (error as { code?: string }).code ?? String(error);
  }
}

// One complete row for every table.
export const COMPLETE_ROWS: Record<string, Record<string, unknown>> = {
  empleados_susa: { nombre: "Ana", apellido: "Núñez" },
  servicios_susa: { nombre: "Cejas", precio: "250.00", categoria: "cejas" },
  service_images_susa: { image_url: "https://ejemplo.mx/1.jpg" },
  clientes_susa: { nombre: "Lucía" },
  citas_susa: { fecha_hora: "2026-11-21T16:00:00Z", fin: "2026-11-21T17:00:00Z" },
  inventario_susa: { nombre: "Hilo" },
  movimientos_inventario_susa: { tipo: "entrada", cantidad: 1, item_nombre: "Hilo" },
  proveedores_susa: { nombre: "Hilos del Sur" },
  testimonios_susa: { nombre: "Eva", testimonio: "Muy bien" },
  ingresos_susa: { monto: "100.00", fecha: "2026-11-21" },
  egresos_susa: { monto: "100.00", fecha: "2026-11-21", descripcion: "Hilo" },
  configuracion_susa: {
    nombre: "Susa",
    ciudad: "Puebla",
    direccion: "Calle 1",
    telefono: "000",
    whatsapp: "520000000000",
    horario: JSON.stringify(Array(7).fill(null)),
    zona_horaria: "America/Mexico_City",
    hero_titulo: "t",
    hero_texto: "t",
    biografia: "b",
    frase: "f",
    frase_autora: "a",
  },
  cuentas_susa: { email: "ana@ejemplo.mx", password_hash: "x" },
  ausencias_susa: { desde: "2026-12-24", hasta: "2026-12-25" },
  apariencia_susa: { acento: "#8a3b5c" },
};
