import pg from "pg";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { slug } from "~/format/text";
import { unseal } from "~/models/secret-text.server";
import { loadDemo, TABLES } from "../../prisma/demo";
import { testDatabase } from "../database";

/** An open day, a month that has just begun on another day of UTC, a Sunday, and a 29 of February. */
const DAYS = {
  saturday: { now: "2026-11-21T18:00:00Z", today: "2026-11-21", citas: 7 },
  "new year's eve, already January in UTC": { now: "2026-01-01T03:30:00Z", today: "2025-12-31", citas: 7 },
  "a Sunday that begins a month": { now: "2026-11-01T16:00:00Z", today: "2026-11-01", citas: 5 },
  "a leap day": { now: "2028-02-29T18:00:00Z", today: "2028-02-29", citas: 7 },
};

describe.each(Object.entries(DAYS))("the demo studio on %s", (_name, { now, today, citas }) => {
  let client: pg.Client;
  let url: string;
  const rows = async <R extends pg.QueryResultRow>(sql: string, values: unknown[] = []) =>
    (await client.query<R>(sql, values)).rows;
  const count = async (from: string, values: unknown[] = []) =>
    (await rows<{ count: number }>(`SELECT count(*)::int AS count FROM ${from}`, values))[0]?.count;

  beforeAll(async () => {
    url = await testDatabase();
    client = await connect(url);
    expect(await loadDemo(url, new Date(now))).toBe(true);
  });
  afterAll(() => client.end());

  test("has as much as a studio has", async () => {
    expect(await count("empleados_susa")).toBe(6);
    expect(await count("servicios_susa WHERE activo")).toBeGreaterThanOrEqual(24);
    expect(await count("servicios_susa WHERE NOT activo")).toBeGreaterThan(0);
    expect(await rows("SELECT DISTINCT categoria FROM servicios_susa WHERE activo")).toHaveLength(8);
    expect(await count("testimonios_susa WHERE activo")).toBeGreaterThanOrEqual(12);
    expect(await count("clientes_susa")).toBe(300);
    expect(await count("proveedores_susa")).toBe(8);
    expect(await count("inventario_susa")).toBe(40);
    expect(await count("citas_susa")).toBe(1500);
    for (const table of ["ingresos_susa", "egresos_susa"]) {
      expect(await rows(`SELECT DISTINCT date_trunc('month', fecha) FROM ${table}`)).toHaveLength(14);
    }
  });

  test("shows eight works, each under its service's address", async () => {
    const featured = await rows<{ nombre: string; image_url: string; alt_text: string | null }>(
      `SELECT nombre, image_url, alt_text FROM service_images_susa i JOIN servicios_susa s ON s.id = i.servicio_id
       WHERE is_featured AND s.activo`,
    );
    expect(featured.map(({ image_url }) => image_url).sort()).toEqual(
      featured.map(({ nombre }) => `/art/obras/${slug(nombre)}.svg`).sort(),
    );
    expect(featured).toHaveLength(8);
    expect(await count("service_images_susa WHERE alt_text IS NULL")).toBe(0);
    expect(await rows("SELECT FROM service_images_susa GROUP BY servicio_id HAVING count(*) = 3")).toHaveLength(2);
  });

  test("keeps a store whose movements add up, and whose supplies and suppliers are there", async () => {
    const wrong = `inventario_susa i WHERE cantidad IS DISTINCT FROM (
      SELECT sum(CASE tipo WHEN 'entrada' THEN m.cantidad ELSE -m.cantidad END) FROM movimientos_inventario_susa m WHERE item_id = i.id)`;
    expect(await count(wrong)).toBe(0);
    const running = `(SELECT sum(CASE tipo WHEN 'entrada' THEN cantidad ELSE -cantidad END)
      OVER (PARTITION BY item_id ORDER BY created_at RANGE UNBOUNDED PRECEDING) AS stock FROM movimientos_inventario_susa) AS m`;
    expect(await count(`${running} WHERE stock < 0`)).toBe(0);
    expect(await count("inventario_susa WHERE cantidad = 0")).toBeGreaterThan(0);
    expect(await count("inventario_susa WHERE cantidad <= minimo")).toBe(3);
    expect(
      await count(`servicios_susa, jsonb_to_recordset(insumos) AS insumo (nombre text)
        WHERE insumo.nombre NOT IN (SELECT nombre FROM inventario_susa)`),
    ).toBe(0);
    expect(await count("inventario_susa WHERE proveedor NOT IN (SELECT nombre FROM proveedores_susa WHERE activo)")).toBe(0);
  });

  test("keeps an agenda that could have happened", async () => {
    const local =
      "(SELECT *, fecha_hora AT TIME ZONE 'America/Mexico_City' AS desde, fin AT TIME ZONE 'America/Mexico_City' AS hasta FROM citas_susa) AS cita";
    const overlapping = (who: string) =>
      `citas_susa a JOIN citas_susa b ON a.${who} = b.${who} AND a.id < b.id AND a.fecha_hora < b.fin AND b.fecha_hora < a.fin`;
    expect(await count(overlapping("empleado_id"))).toBe(0);
    expect(await count(overlapping("cliente_id"))).toBe(0);
    expect(await count(`${local} WHERE desde::time < '10:00' OR hasta::time > '18:00' OR desde::date <> hasta::date`)).toBe(0);
    expect(await count(`${local} WHERE extract(isodow FROM desde) IN (7, 1) AND desde::date <> $1`, [today])).toBe(0);
    expect(await count(`${local} WHERE desde::date = $1`, [today])).toBe(citas);
    expect(await count(`${local} WHERE desde::date < $1 AND estado IN ('programada', 'confirmada')`, [today])).toBe(0);
    expect(await count(`${local} WHERE desde::date >= $1 AND estado IN ('completada', 'cancelada')`, [today])).toBe(0);
    expect(
      await count(
        "citas_susa c JOIN servicios_susa s ON s.id = servicio_id WHERE fin - fecha_hora <> duracion_minutos * interval '1 minute'",
      ),
    ).toBe(0);
    expect(
      await count(
        "citas_susa c JOIN clientes_susa k ON k.id = cliente_id WHERE c.created_at < k.created_at OR c.created_at > fecha_hora",
      ),
    ).toBe(0);
    expect(await count("citas_susa WHERE cliente_id IS NULL OR servicio_id IS NULL OR empleado_id IS NULL")).toBe(0);
  });

  test("earns a little, and has earned something today", async () => {
    const [books] = await rows<{ share: number }>(
      "SELECT 1 - (SELECT sum(monto) FROM egresos_susa)::float / (SELECT sum(monto) FROM ingresos_susa) AS share",
    );
    expect(books?.share).toBeGreaterThan(0.03);
    expect(books?.share).toBeLessThan(0.3);
    expect(await count("ingresos_susa WHERE fecha = $1", [today])).toBeGreaterThan(0);
  });

  test("has nothing in the future but its agenda", async () => {
    for (const table of TABLES) expect(await count(`${table} WHERE created_at > $1`, [now]), table).toBe(0);
    for (const table of ["ingresos_susa", "egresos_susa"]) {
      expect(await count(`${table} WHERE fecha > $1`, [today]), table).toBe(0);
    }
  });

  test("keeps what clients confided sealed", async () => {
    const notes = await rows<{ note: string }>(
      "SELECT unnest(ARRAY[medicina, enfermedades]) AS note FROM clientes_susa WHERE num_nonnulls(medicina, enfermedades) = 2",
    );
    expect(notes.length).toBeGreaterThan(20);
    for (const { note } of notes) expect(unseal(note)).toMatch(/^[A-ZÁÉÍÓÚ].*\.$/);
  });

  test("is the same studio in another database", async () => {
    const other = await testDatabase();
    await loadDemo(other, new Date(now));
    expect(await fingerprint(other)).toEqual(await fingerprint(url));
  });

  test("is never loaded over something", async () => {
    const before = await fingerprint(url);
    expect(await loadDemo(url, new Date("2030-05-05T12:00:00Z"))).toBe(false);
    expect(await fingerprint(url)).toEqual(before);
  });
});

test("one row in one table keeps the demo away", async () => {
  const url = await testDatabase();
  const client = await connect(url);
  await client.query("INSERT INTO egresos_susa (monto, descripcion, fecha) VALUES (1, 'Mío', '2026-01-01')");
  expect(await loadDemo(url)).toBe(false);
  expect((await client.query("SELECT FROM servicios_susa")).rowCount).toBe(0);
  await client.end();
});

test("two servers that start together load one studio", async () => {
  const url = await testDatabase();
  expect((await Promise.all([loadDemo(url), loadDemo(url)])).sort()).toEqual([false, true]);
});

async function connect(url: string): Promise<pg.Client> {
  const client = new pg.Client({ connectionString: url });
  await client.connect();
  return client;
}

/** What each table holds, as one digest. Sealed notes never look the same twice: only whether there is one is compared. */
async function fingerprint(url: string): Promise<Record<string, string>> {
  const client = await connect(url);
  const digests: Record<string, string> = {};
  for (const table of TABLES) {
    const { rows } = await client.query<{ digest: string }>(
      `SELECT md5(string_agg((to_jsonb(t) - 'medicina' - 'enfermedades')::text
         || (to_jsonb(t) ->> 'medicina' IS NULL) || (to_jsonb(t) ->> 'enfermedades' IS NULL), '' ORDER BY id)) AS digest FROM ${table} t`,
    );
    digests[table] = rows[0]?.digest ?? "";
  }
  await client.end();
  return digests;
}
