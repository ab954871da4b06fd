import { existsSync, readdirSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import pg from "pg";
import sharp from "sharp";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { DIAS, ESTUDIO } from "~/content/estudio";
import { decrypt } from "~/database/encryption.server";
import { addDays } from "~/format/days.server";
import { MOVIDA } from "~/models/citas/cita.server";
import { findDaysAround } from "~/models/citas/dia.server";
import { listPorPagar } from "~/models/dinero/comision.server";
import { loadDemo, TABLES } from "../../prisma/demo";
import { makeStudio } from "../../prisma/demo-studio";
import { loadDemoRows } from "../support/demo";
import { freshFolder, query } from "../support/process";
import { sql, testDatabase } from "../support/test-database";

// Shared by all tests: the pictures do not depend on the day, and existing ones are not written again.
const DATA_DIR = freshFolder();

/** An open day; the last evening of a year, when UTC is already in January; a Sunday; a 29 February. */
const DAYS = {
  "a Saturday": { now: "2026-11-21T18:00:00Z", today: "2026-11-21", isOpen: true, isSlow: true },
  "New Year's Eve, already January in UTC": { now: "2026-01-01T03:30:00Z", today: "2025-12-31", isOpen: true, isSlow: false },
  "a Sunday that begins a month": { now: "2026-11-01T16:00:00Z", today: "2026-11-01", isOpen: false, isSlow: false },
  "a leap day": { now: "2028-02-29T18:00:00Z", today: "2028-02-29", isOpen: true, isSlow: true },
};

/** Loads the demo as on this day, and tells what is true of each. */
function describeDemo({ now, today, isOpen }: (typeof DAYS)[keyof typeof DAYS]): void {
  let client: pg.Client;
  const rows = async <R extends pg.QueryResultRow>(sql: string, values: unknown[] = []) =>
    (await client.query<R>(sql, values)).rows;
  const count = async (from: string, values: unknown[] = []) =>
    (await rows<{ count: number }>(`SELECT count(*)::int AS count FROM ${from}`, values))[0]?.count;

  beforeAll(async () => {
    const url = await testDatabase();
    client = new pg.Client({ connectionString: url });
    await client.connect();
    expect(await loadDemo(url, DATA_DIR, new Date(now))).toBe(true);
  });
  afterAll(() => client.end());

  test("has realistic amounts of every kind of record", async () => {
    expect(await count("empleados_susa")).toBe(6);
    expect(await count("servicios_susa WHERE activo")).toBeGreaterThanOrEqual(24);
    expect(await count("servicios_susa WHERE NOT activo")).toBeGreaterThan(0);
    expect(await rows("SELECT DISTINCT categoria FROM servicios_susa WHERE activo")).toHaveLength(8);
    expect(await count("testimonios_susa WHERE activo")).toBeGreaterThanOrEqual(12);
    expect(await count("clientes_susa")).toBe(300);
    expect(await count("proveedores_susa")).toBe(8);
    expect(await count("inventario_susa")).toBe(40);
    expect(await count("citas_susa")).toBe(1500);
    expect(await count("esperas_susa")).toBe(3);
    expect(
      await count("precios_susa JOIN servicios_susa s ON s.id = servicio_id WHERE s.activo AND precios_susa.precio > s.precio"),
    ).toBe(1);
    const months = (table: string) => rows(`SELECT DISTINCT date_trunc('month', fecha) FROM ${table}`);
    expect(await months("egresos_susa")).toHaveLength(14);
    // The closed day that begins a month has no income yet.
    expect(await months("ingresos_susa")).toHaveLength(isOpen ? 14 : 13);
  });

  test("has a picture for every service, never the same as another's featured one", async () => {
    const featured = await rows<{ image_url: string }>(
      `SELECT image_url FROM servicios_susa s LEFT JOIN service_images_susa i ON s.id = i.servicio_id AND is_featured
       WHERE s.activo ORDER BY categoria, nombre`,
    );
    const urls = featured.map(({ image_url }) => image_url);
    expect(urls).not.toContain(null);
    expect(new Set(urls).size).toBe(urls.length);
    const drawings = urls.filter((address) => address.startsWith("/art/obras/"));
    expect(drawings).toHaveLength(8);
    for (const address of drawings) expect(existsSync(join("public", address)), address).toBe(true);
    expect(await count("servicios_susa s WHERE NOT EXISTS (SELECT FROM service_images_susa WHERE servicio_id = s.id)")).toBe(0);
    expect(await count("service_images_susa WHERE alt_text IS NULL")).toBe(0);
    expect((await rows("SELECT FROM service_images_susa GROUP BY servicio_id HAVING count(*) >= 2")).length).toBeGreaterThan(15);
  });

  test("stores every uploaded picture on disk in all widths, as large as its row says", async () => {
    const archivos = await rows<{ url: string; width: number; height: number; uses: number }>(
      `SELECT url, width, height, (SELECT count(*)::int FROM service_images_susa WHERE archivo_id = a.id AND image_url = a.url) AS uses
       FROM archivos_susa a ORDER BY created_at`,
    );
    expect(archivos).toHaveLength(readdirSync("prisma/demo-images").length);
    expect(await count("service_images_susa WHERE (archivo_id IS NULL) <> (image_url LIKE '/art/%')")).toBe(0);
    for (const { url, width, height, uses } of archivos) {
      expect(uses, url).toBeGreaterThan(0);
      expect(await sharp(join(DATA_DIR, url)).metadata()).toMatchObject({ format: "webp", width, height });
      for (const smaller of [400, 800, 1200]) {
        const file = join(DATA_DIR, url.replace(".webp", `-${smaller}.webp`));
        expect(await sharp(file).metadata(), file).toMatchObject({ format: "webp", width: smaller });
      }
    }
  });

  test("has stock that matches its movements, and only existing supplies and suppliers", async () => {
    const mismatched = `inventario_susa i WHERE cantidad IS DISTINCT FROM (
      SELECT sum(CASE tipo WHEN 'entrada' THEN m.cantidad ELSE -m.cantidad END) FROM movimientos_inventario_susa m WHERE item_id = i.id)`;
    expect(await count(mismatched)).toBe(0);
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

  test("has a plausible agenda without overlaps", async () => {
    const local =
      "(SELECT *, fecha_hora AT TIME ZONE 'America/Mexico_City' AS desde, fin AT TIME ZONE 'America/Mexico_City' AS hasta FROM citas_susa) AS cita";
    const overlapping = (who: string) =>
      `citas_susa a JOIN citas_susa b ON a.${who} = b.${who} AND a.id < b.id AND a.fecha_hora < b.fin AND b.fecha_hora < a.fin`;
    expect(await count(overlapping("empleado_id"))).toBe(0);
    expect(await count(overlapping("cliente_id"))).toBe(0);
    expect(await count(`${local} WHERE desde::time < '10:00' OR hasta::time > '18:00' OR desde::date <> hasta::date`)).toBe(0);
    expect(await count(`${local} WHERE desde::date = $1`, [today])).toBe(isOpen ? 7 : 0);
    expect(await count(`${local} WHERE desde::date < $1 AND estado IN ('programada', 'confirmada')`, [today])).toBe(0);
    expect(await count(`${local} WHERE desde::date >= $1 AND estado IN ('completada', 'cancelada')`, [today])).toBe(0);
    expect(
      await count(
        "citas_susa c JOIN servicios_susa s ON s.id = servicio_id WHERE fin - fecha_hora <> c.duracion_minutos * interval '1 minute'",
      ),
    ).toBe(0);
    expect(
      await count(
        "citas_susa c JOIN clientes_susa k ON k.id = cliente_id WHERE c.created_at < k.created_at OR c.created_at > fecha_hora",
      ),
    ).toBe(0);
    expect(await count("citas_susa WHERE cliente_id IS NULL OR servicio_id IS NULL OR empleado_id IS NULL")).toBe(0);
  });

  test("books specialists only in their working hours and never during an absence", async () => {
    const cita = "citas_susa c JOIN empleados_susa e ON e.id = c.empleado_id";
    const inicio = "c.fecha_hora AT TIME ZONE 'America/Mexico_City'";
    const jornada = `e.horario -> (extract(isodow FROM ${inicio})::int - 1)`;
    expect(await count("empleados_susa WHERE horario IS NOT NULL")).toBe(1);
    expect(await count(`${cita} WHERE e.horario IS NOT NULL`)).toBeGreaterThan(50);
    expect(
      await count(`${cita} WHERE e.horario IS NOT NULL AND (${jornada} = 'null'
        OR (${inicio})::time < (${jornada} ->> 'abre')::time
        OR (c.fin AT TIME ZONE 'America/Mexico_City')::time > (${jornada} ->> 'cierra')::time)`),
    ).toBe(0);
    expect(await count("ausencias_susa WHERE empleado_id IS NOT NULL AND desde > $1", [today])).toBe(2);
    expect(
      await count("ausencias_susa WHERE empleado_id IS NULL AND desde BETWEEN $1::date + 1 AND $1::date + 60", [today]),
    ).toBe(1);
    expect(
      await count(`${cita} JOIN ausencias_susa a ON coalesce(a.empleado_id, e.id) = e.id
        AND (${inicio})::date BETWEEN a.desde AND coalesce(a.hasta, 'infinity')
        AND (${inicio})::time < coalesce(a.a, '24:00')
        AND (c.fin AT TIME ZONE 'America/Mexico_City')::time > coalesce(a.de, '00:00')`),
    ).toBe(0);
    expect(await count("ausencias_susa WHERE hasta IS NULL AND motivo = 'Comida'")).toBe(2);
  });

  test("sells products and charges recent appointments in sales, with tips, discounts and debts", async () => {
    expect(await count("inventario_susa WHERE precio_venta > precio_unitario")).toBe(8);
    expect(await count("inventario_susa WHERE precio_venta <= precio_unitario")).toBe(0);
    // Numbered from 1, in the order of time, and the next sale has the next number.
    const [last] = await rows<{ ventas: number; folio: number }>(
      "SELECT count(*)::int AS ventas, nextval(pg_get_serial_sequence('ventas_susa', 'folio'))::int - 1 AS folio FROM ventas_susa",
    );
    expect(last?.folio).toBe(last?.ventas);
    expect(await count("ventas_susa a JOIN ventas_susa b ON b.folio = a.folio + 1 WHERE a.created_at > b.created_at")).toBe(0);
    expect(
      await count(`venta_lineas_susa l JOIN ventas_susa v ON v.id = l.venta_id WHERE NOT EXISTS (
        SELECT FROM movimientos_inventario_susa m WHERE m.venta_id = v.id AND m.item_id = l.item_id AND m.cantidad = l.cantidad
          AND m.tipo = 'salida' AND m.motivo = 'Nota ' || v.folio AND m.created_at = v.created_at)`),
    ).toBe(0);
    expect(await count("movimientos_inventario_susa WHERE venta_id IS NOT NULL")).toBe(await count("venta_lineas_susa"));
    expect(await count("ventas_susa v JOIN clientes_susa k ON k.id = v.cliente_id WHERE k.created_at > v.created_at")).toBe(0);
    const paid = "(SELECT coalesce(sum(monto), 0) FROM ingresos_susa WHERE venta_id = v.id AND concepto = 'venta')";
    expect(await count(`ventas_susa v WHERE total > 0 AND total <> ${paid}`)).toBe(2);
    expect(await count(`ventas_susa v WHERE total > 0 AND total <> ${paid} AND (cliente_id IS NULL OR ${paid} > 0)`)).toBe(0);
    expect(await count("citas_susa WHERE estado = 'completada' AND cobrado < precio")).toBe(3);
    expect(await count("citas_susa WHERE descuento > 0")).toBe(3);
    expect(await count("citas_susa WHERE precio < cobrado")).toBe(0);
    expect(await count("propinas_susa")).toBeGreaterThan(10);
    expect(
      await count(
        "propinas_susa p JOIN citas_susa c ON c.id = p.cita_id WHERE (p.empleado_id, p.venta_id) <> (c.empleado_id, c.venta_id)",
      ),
    ).toBe(0);
    expect(await count("citas_susa JOIN ventas_susa v ON v.id = venta_id WHERE total > 0")).toBeGreaterThan(0);
  });

  test("paid its team on the last Saturday for what was done and paid since it has commissions", async () => {
    expect(await count("empleados_susa WHERE activo AND comision > 0 AND comision_desde < $1::date - 12", [today])).toBe(5);
    expect(await count("liquidaciones_susa")).toBeGreaterThanOrEqual(4);
    expect(
      await count("liquidaciones_susa WHERE extract(isodow FROM fecha) <> 6 OR fecha NOT BETWEEN $1::date - 7 AND $1::date - 1", [
        today,
      ]),
    ).toBe(0);
    const lines = `liquidacion_lineas_susa l JOIN liquidaciones_susa s ON s.id = l.liquidacion_id
      FULL JOIN (
        SELECT c.id, empleado_id, least(cobrado, precio) AS base, comision FROM citas_susa c JOIN empleados_susa e ON e.id = empleado_id
        WHERE estado = 'completada' AND cobrado > 0 AND (fecha_hora AT TIME ZONE 'America/Mexico_City')::date
          BETWEEN comision_desde AND (SELECT max(fecha) FROM liquidaciones_susa)
      ) AS done ON done.id = l.cita_id`;
    expect(await count(lines)).toBeGreaterThan(20);
    const differs = "(l.base, l.porcentaje, s.empleado_id) IS DISTINCT FROM (done.base, done.comision, done.empleado_id)";
    expect(await count(`${lines} WHERE ${differs}`)).toBe(0);
    const handedOver = "(SELECT sum(monto) FROM propinas_susa WHERE empleado_id = s.empleado_id AND fecha <= s.fecha)";
    expect(
      await count(`liquidaciones_susa s JOIN empleados_susa e ON e.id = empleado_id
        LEFT JOIN egresos_susa g ON g.id = egreso_id LEFT JOIN propinas_susa p ON p.liquidacion_id = s.id
        WHERE s.empleado_nombre <> nombre || ' ' || apellido OR s.propinas + coalesce(p.monto, 0) <> 0 OR ${handedOver} <> 0
          OR s.comision <> (SELECT coalesce(sum(monto), 0) FROM liquidacion_lineas_susa WHERE liquidacion_id = s.id)
          OR (coalesce(g.monto, 0), g.descripcion) IS DISTINCT FROM (s.comision, 'Comisiones de ' || s.empleado_nombre)`),
    ).toBe(0);
    expect(await count("propinas_susa WHERE liquidacion_id IS NOT NULL")).toBeGreaterThan(2);
    expect(await count("propinas_susa WHERE empleado_nombre IS NULL")).toBe(0);
  });

  test("has two cuts of the cash that fit the ledger, which is in the order of time", async () => {
    expect(await count("asientos_susa a JOIN asientos_susa b ON b.orden = a.orden + 1 WHERE a.created_at > b.created_at")).toBe(
      0,
    );
    const before = "(SELECT max(orden) FROM asientos_susa a WHERE a.created_at <= c.created_at)";
    const [first, last] = await rows<{ hasta: number; before: number; diferencia: string; queda: string; esperado: string }>(
      `SELECT hasta, ${before} AS before, diferencia, contado - retiro AS queda, esperado FROM cortes_susa c ORDER BY numero`,
    );
    expect(await count("cortes_susa")).toBe(2);
    expect([first?.hasta, last?.hasta]).toEqual([first?.before, last?.before]);
    expect([first?.diferencia, last?.diferencia]).toEqual(["0.00", "-50.00"]);
    const cash = "sum(CASE libro WHEN 'egreso' THEN -monto ELSE monto END)";
    const [between] = await rows<{ cash: string }>(
      `SELECT coalesce(${cash}, 0) + $3::numeric AS cash FROM asientos_susa WHERE metodo_pago = 'efectivo' AND orden > $1 AND orden <= $2`,
      [first?.hasta, last?.hasta, first?.queda],
    );
    expect(last?.esperado).toBe(between?.cash);
    // What the program writes next comes after all of it.
    const next = (table: string, column: string) => `nextval(pg_get_serial_sequence('${table}', '${column}'))::int`;
    expect(await rows(`SELECT ${next("cortes_susa", "numero")} AS corte, ${next("asientos_susa", "orden")} AS asiento`)).toEqual([
      { corte: 3, asiento: ((await count("asientos_susa")) ?? 0) + 1 },
    ]);
  });

  test("makes a small profit and has income today if it is open", async () => {
    const [sums] = await rows<{ share: number }>(
      "SELECT 1 - (SELECT sum(monto) FROM egresos_susa)::float / (SELECT sum(monto) FROM ingresos_susa) AS share",
    );
    expect(sums?.share).toBeGreaterThan(0.03);
    expect(sums?.share).toBeLessThan(0.3);
    expect((await count("ingresos_susa WHERE fecha = $1", [today])) !== 0).toBe(isOpen);
  });

  test("has nothing in the future but its agenda", async () => {
    // Lines have the date of their sale or settlement.
    for (const table of TABLES.filter((name) => !name.endsWith("_lineas_susa")))
      expect(await count(`${table} WHERE created_at > $1`, [now]), table).toBe(0);
    for (const table of ["ingresos_susa", "egresos_susa", "ventas_susa", "propinas_susa", "liquidaciones_susa"]) {
      expect(await count(`${table} WHERE fecha > $1`, [today]), table).toBe(0);
    }
  });

  test("encrypts the health notes", async () => {
    const notes = await rows<{ note: string }>(
      "SELECT unnest(ARRAY[medicina, enfermedades]) AS note FROM clientes_susa WHERE num_nonnulls(medicina, enfermedades) = 2",
    );
    expect(notes.length).toBeGreaterThan(20);
    for (const { note } of notes) expect(decrypt(note)).toMatch(/^[A-ZÁÉÍÓÚ].*\.$/);
    const alerts = await rows<{ alerta: string }>("SELECT alerta FROM clientes_susa WHERE alerta IS NOT NULL");
    expect(alerts.length).toBeGreaterThan(3);
    for (const { alerta } of alerts) expect(decrypt(alerta)).toMatch(/^[A-ZÁÉÍÓÚ][^.]{2,39}$/);
  });
}

for (const [name, day] of Object.entries(DAYS))
  describe(`the demo studio on ${name}`, { tags: day.isSlow ? ["slow"] : [] }, () => describeDemo(day));

// 23 to 29 November 2026, of which the first and the last are closed.
test.each(DIAS.map((dia, index) => [dia, `2026-11-${23 + index}`]))(
  "made on a %s, the demo has nothing on closed days",
  (_dia, hoy) => {
    const studio = makeStudio(hoy);
    const dates = [...studio.ingresos_susa, ...studio.ventas_susa, ...studio.propinas_susa].map(({ fecha }) => String(fecha));
    const days = [...dates, ...studio.citas_susa.map(({ fecha_hora }) => String(fecha_hora).slice(0, 10))];
    expect(days.length).toBeGreaterThan(3000);
    expect(days.filter((day) => ESTUDIO.horario[(new Date(day).getUTCDay() + 6) % 7] === null)).toEqual([]);
  },
);

// Days of a year, of every weekday and month.
test("made on other days, the demo counts no cash below zero and takes out no more than it counts", { tags: ["slow"] }, () => {
  for (const index of Array(34).keys()) {
    const hoy = addDays("2026-03-01", index * 11);
    const { cortes_susa, liquidaciones_susa } = makeStudio(hoy);
    const amounts = cortes_susa.map(({ contado, retiro }) => [Number(contado), Number(retiro)]);
    expect(amounts, hoy).toHaveLength(2);
    for (const [contado = Number.NaN, retiro = Number.NaN] of amounts) expect(contado - retiro, hoy).toBeGreaterThanOrEqual(0);
    expect(liquidaciones_susa.length, hoy).toBeGreaterThanOrEqual(4);
  }
});

test("the demo owes its team what came after the Saturday on which it was paid", async () => {
  await loadDemoRows(process.env.DATABASE_URL, new Date("2026-11-27T18:00:00Z"));
  const owed = await listPorPagar(ESTUDIO.zona_horaria);
  const after = await sql<{ nombre: string; hecho: string; propinas: string }>(`
    SELECT nombre || ' ' || apellido AS nombre, (SELECT coalesce(sum(least(cobrado, precio)), 0.00) FROM citas_susa
        WHERE empleado_id = e.id AND estado = 'completada' AND fecha_hora > '2026-11-22') AS hecho,
      (SELECT coalesce(sum(monto), 0.00) FROM propinas_susa WHERE empleado_id = e.id AND fecha > '2026-11-21') AS propinas
    FROM empleados_susa e WHERE activo ORDER BY 1`);
  expect(owed.map(({ nombre, hecho, propinas }) => ({ nombre, hecho, propinas }))).toEqual(after);
  expect(owed.filter(({ comision }) => comision !== "0.00").length).toBeGreaterThan(2);
});

test("two on the demo's waiting list wait for an hour that was freed yesterday, and some clients have a retouch that is due", async () => {
  const now = new Date("2026-11-27T18:00:00Z");
  await loadDemoRows(process.env.DATABASE_URL, now);
  const { huecos, porVolver } = await findDaysAround(ESTUDIO, now);
  expect(huecos.map(({ clientas }) => clientas)).toEqual([2]);
  expect(porVolver).toBeGreaterThan(0);
  expect(await sql("SELECT DISTINCT detalle FROM cambios_cita_susa WHERE hueco_desde IS NOT NULL")).toEqual([
    { detalle: MOVIDA },
  ]);
});

test("two servers that start at the same time load the demo once, which is the same on the same day in another database", {
  tags: ["slow"],
}, async () => {
  const [one, other] = [await testDatabase(), await testDatabase()];
  const load = (url: string) => loadDemo(url, DATA_DIR, new Date(DAYS["a leap day"].now));
  expect((await Promise.all([load(one), load(one)])).sort()).toEqual([false, true]);
  await load(other);
  expect(await fingerprint(other)).toEqual(await fingerprint(one));
});

test("a single row in any table keeps the demo from loading", async () => {
  const url = await testDatabase();
  await query(url, "INSERT INTO egresos_susa (monto, descripcion, fecha) VALUES (1, 'Mío', '2026-01-01')");
  expect(await loadDemo(url, DATA_DIR)).toBe(false);
  expect(await query(url, "SELECT FROM servicios_susa")).toEqual([]);
});

test("a failure to write the pictures leaves no rows", async () => {
  const url = await testDatabase();
  const file = join(DATA_DIR, "un-archivo");
  writeFileSync(file, "");
  await expect(loadDemo(url, file)).rejects.toThrow("ENOTDIR");
  for (const table of TABLES) expect(await query(url, `SELECT FROM ${table}`), table).toEqual([]);
});

/** A digest of every table. Encrypted notes differ each time: only whether they are present is compared. */
async function fingerprint(url: string): Promise<Record<string, string>> {
  const digests: Record<string, string> = {};
  for (const table of TABLES) {
    const [row] = await query<{ digest: string }>(
      url,
      `SELECT md5(string_agg((to_jsonb(t) - 'medicina' - 'enfermedades' - 'alerta')::text
         || (to_jsonb(t) ->> 'medicina' IS NULL) || (to_jsonb(t) ->> 'enfermedades' IS NULL) || (to_jsonb(t) ->> 'alerta' IS NULL),
         '' ORDER BY id)) AS digest FROM ${table} t`,
    );
    digests[table] = row?.digest ?? "";
  }
  return digests;
}
