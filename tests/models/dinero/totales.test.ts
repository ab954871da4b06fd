import { randomUUID } from "node:crypto";
import pg from "pg";
import { afterAll, beforeEach, describe, expect, test } from "vitest";
import { db } from "~/database/client.server";
import { CITAS_PER_PAGE, PAGE_SIZE } from "~/limits";
import { listCitas } from "~/models/citas/cita-list.server";
import { deleteCliente, listClientes } from "~/models/clientes/cliente.server";
import { runCuadre } from "~/models/dinero/cuadre.server";
import { createEgreso, deleteEgreso, listEgresos, updateEgreso } from "~/models/dinero/egreso.server";
import { createIngreso, deleteIngreso, listIngresos, recordIngreso, updateIngreso } from "~/models/dinero/ingreso.server";
import { getCifras } from "~/models/dinero/panel.server";
import { TABLES } from "../../../prisma/demo";
import { migrate } from "../../../server/migrate";
import { loadScale } from "../../bench/scale-load";
import { loadDemoRows } from "../../support/demo";
import { insertRow } from "../../support/factories";
import { totalsMatch } from "../../support/ledger";
import { sql } from "../../support/test-database";

afterAll(() => db.$disconnect());

const ZONA = "America/Mexico_City";
const OWNER = { rol: "propietaria" as const, permisos: [], empleado_id: null };
const key = () => ({ id: randomUUID(), digest: "x" });
const queryId = async (text: string, values: unknown[] = []) => String((await sql<{ id: string }>(text, values))[0]?.id);
const countTotals = async () => Number((await sql<{ n: string }>("SELECT count(*) AS n FROM totales_susa"))[0]?.n);
const updatedAtOf = async (table: string, id: string) =>
  (await sql<{ updated_at: Date }>(`SELECT updated_at FROM ${table} WHERE id = $1`, [id]))[0]?.updated_at.toISOString();

function resultOf<T>(written: { outcome: string; result?: T }): T {
  expect(written.outcome).toBe("written");
  return written.result as T;
}

let cuenta: string;
beforeEach(async () => {
  await sql(`TRUNCATE ${TABLES.join(", ")}, cuentas_susa, form_tokens_susa CASCADE`);
  cuenta = await insertRow("cuentas_susa", { email: "ana@ejemplo.mx", password_hash: "x" });
});

describe("the monthly totals match the rows", () => {
  test("when a table is truncated", async () => {
    await loadDemoRows();
    await totalsMatch();
    expect(await countTotals()).toBeGreaterThan(100);
    await sql("TRUNCATE ingresos_susa");
    await totalsMatch();
    expect(await countTotals()).toBeGreaterThan(0);
    await sql(`TRUNCATE ${TABLES.join(", ")} CASCADE`);
    expect(await countTotals()).toBe(0);
  });

  test("after every operation of the application on incomes and expenses", async () => {
    const ingreso = { monto: "350.10", fecha: "2026-11-01", metodo_pago: "efectivo", descripcion: null } as const;
    const id = resultOf(await createIngreso(ingreso, cuenta, key()));
    await totalsMatch();
    for (const change of [{ monto: "9999999999.99" }, { fecha: "2026-10-31" }, { metodo_pago: "tarjeta" }] as const) {
      resultOf(await updateIngreso(id, await updatedAtOf("ingresos_susa", id), { ...ingreso, ...change }, cuenta, key()));
      await totalsMatch();
    }
    await db.$transaction((transaction) =>
      recordIngreso(
        transaction,
        { monto: "-350.10", fecha: new Date("2026-12-01"), concepto: "reversa", reversa_de: id },
        cuenta,
      ),
    );
    await totalsMatch();
    expect((await listIngresos({ q: "", mes: "", metodo: "", pagina: 1 })).suma).toBe("0.00");
    resultOf(await deleteIngreso(resultOf(await createIngreso(ingreso, cuenta, key())), cuenta, key()));
    await totalsMatch();

    const egreso = { ...ingreso, descripcion: "Renta", categoria: null, comprobante_url: null };
    const gasto = resultOf(await createEgreso(egreso, cuenta, key()));
    resultOf(
      await updateEgreso(
        gasto,
        await updatedAtOf("egresos_susa", gasto),
        { ...egreso, categoria: "Administración" },
        cuenta,
        key(),
      ),
    );
    await totalsMatch();
    resultOf(await deleteEgreso(gasto, cuenta, key()));
    await totalsMatch();
  });

  test("after SQL statements on one row or on many", async () => {
    await loadDemoRows();
    for (const change of [
      "UPDATE ingresos_susa SET monto = monto + 1 WHERE metodo_pago = 'tarjeta'",
      "UPDATE ingresos_susa SET fecha = 'infinity' WHERE id = (SELECT id FROM ingresos_susa LIMIT 1)",
      "UPDATE egresos_susa SET categoria = NULL, metodo_pago = 'otro' WHERE categoria = 'Productos'",
      "UPDATE citas_susa SET fecha_hora = fecha_hora - interval '400 days', fin = fin - interval '400 days'",
      "UPDATE citas_susa SET estado = 'cancelada' WHERE estado = 'programada'",
      "UPDATE clientes_susa SET created_at = created_at - interval '1 year'",
      "INSERT INTO clientes_susa (nombre) SELECT 'Clienta ' || n FROM generate_series(1, 300) n",
      // Foreign keys that set a column of the appointments to null, or cascade.
      "DELETE FROM empleados_susa",
      "DELETE FROM clientes_susa WHERE nombre LIKE 'A%'",
      "DELETE FROM citas_susa WHERE estado = 'completada'",
      "DELETE FROM ingresos_susa WHERE concepto = 'libre'",
      `INSERT INTO egresos_susa (id, monto, descripcion, fecha) SELECT id, 1, 'Otra vez', fecha FROM egresos_susa
        ON CONFLICT (id) DO UPDATE SET monto = excluded.monto, fecha = excluded.fecha + 31`,
    ]) {
      await sql(change);
      await totalsMatch();
    }
  });

  test("after statements without effect and rolled back transactions", async () => {
    await sql("INSERT INTO clientes_susa (nombre) VALUES ('Lucía')");
    const before = await countTotals();
    await sql("UPDATE clientes_susa SET nombre = 'Luz'");
    await sql("DELETE FROM clientes_susa WHERE nombre = 'Nadie'");
    await sql("BEGIN; DELETE FROM clientes_susa; ROLLBACK");
    expect(await countTotals()).toBe(before);
    await totalsMatch();
  });

  test("once recounted, after changes that no trigger saw", async () => {
    await loadDemoRows();
    await sql(`BEGIN; SET LOCAL session_replication_role = replica;
      UPDATE ingresos_susa SET monto = 1; DELETE FROM clientes_susa; COMMIT`);
    await expect(totalsMatch()).rejects.toThrow();
    await Promise.all([sql("SELECT recontar_totales()"), sql("SELECT recontar_totales()")]);
    await totalsMatch();
    const [row] = await sql<{ n: string }>(
      "SELECT count(*) AS n FROM (SELECT 1 FROM totales_susa GROUP BY tabla, mes, metodo_pago, concepto, categoria, empleado_id, estado) q",
    );
    expect(await countTotals(), "one line for each").toBe(Number(row?.n));
  });

  test("after concurrent writes and recounts", async () => {
    const write = async () => {
      for (let n = 0; n < 15; n++) {
        const id = await queryId("INSERT INTO ingresos_susa (monto, fecha) VALUES (1, '2026-11-01') RETURNING id");
        if (n % 3 === 0) await sql("DELETE FROM ingresos_susa WHERE id = $1", [id]);
      }
    };
    const recount = async () => {
      for (let n = 0; n < 10; n++) await sql("SELECT recontar_totales()");
    };
    await Promise.all([write(), write(), recount(), recount()]);
    await totalsMatch();
    expect((await listIngresos({ q: "", mes: "2026-11", metodo: "", pagina: 1 })).suma).toBe("20.00");
  });
});

test("the large studio of the benchmark has no differences", async () => {
  const url = process.env.DATABASE_URL ?? "";
  await loadDemoRows(url);
  await loadScale(url, { clientes: 4, citas: 3, dinero: 2, movimientos: 4 });
  expect((await runCuadre()).checks.flatMap(({ diferencias }) => diferencias)).toEqual([]);
  await totalsMatch();
  expect((await getCifras(ZONA)).clientes).toBe(5 * 300);
});

test("transactions that write the same totals in opposite orders do not block each other", async () => {
  const [first, second] = [0, 1].map(() => new pg.Client({ connectionString: process.env.DATABASE_URL, query_timeout: 10_000 }));
  if (!first || !second) throw new Error("no clients");
  await Promise.all([first.connect(), second.connect()]);
  const pay = (client: pg.Client, metodo: string) =>
    client.query("INSERT INTO ingresos_susa (monto, fecha, metodo_pago) VALUES (10, '2026-11-01', $1)", [metodo]);
  for (const client of [first, second]) await client.query("BEGIN");
  await pay(first, "efectivo");
  await pay(second, "tarjeta");
  await pay(first, "tarjeta");
  await pay(second, "efectivo");
  for (const client of [first, second]) await client.query("COMMIT");
  await Promise.all([first.end(), second.end()]);
  await totalsMatch();
});

test("the migration counts existing rows", async () => {
  const url = new URL(process.env.DATABASE_URL ?? "");
  const name = `antes_${randomUUID().slice(0, 8)}`;
  await sql(`CREATE DATABASE ${name}`);
  url.pathname = `/${name}`;
  const client = new pg.Client({ connectionString: url.href });
  await migrate(url.href, undefined, "20261121070000_clientes");
  await client.connect();
  await client.query(
    "INSERT INTO ingresos_susa (monto, fecha) VALUES (10.50, '2025-01-31'), (5, '2025-01-01'), (7, '2026-02-01')",
  );
  await client.query("INSERT INTO clientes_susa (nombre, created_at) VALUES ('Lucía', '2026-01-01T00:00Z')");
  await migrate(url.href);
  const { rows } = await client.query("SELECT tabla, mes::text, cuantos, monto FROM totales_susa ORDER BY tabla, mes");
  await client.end();
  expect(rows).toEqual([
    { tabla: "clientes_susa", mes: "2026-01-01", cuantos: 1, monto: "0.00" },
    { tabla: "ingresos_susa", mes: "2025-01-01", cuantos: 2, monto: "15.50" },
    { tabla: "ingresos_susa", mes: "2026-02-01", cuantos: 1, monto: "7.00" },
  ]);
});

describe("every page", () => {
  type Filter = Record<string, string>;
  /** Reads all pages of a list, and one past the end, and compares them with the rows of a query in the expected order. */
  const expectAllPages = async (
    list: (pagina: number) => Promise<{ ids: string[]; total: number }>,
    expected: string,
    size = PAGE_SIZE,
  ) => {
    const ids = (await sql<{ id: string }>(expected)).map(({ id }) => id);
    expect(ids.length).toBeGreaterThan(0);
    const seenIds: string[] = [];
    for (let pagina = 1; pagina <= Math.ceil(ids.length / size) + 1; pagina++) {
      const page = await list(pagina);
      expect(page.total).toBe(ids.length);
      expect(page.ids).toEqual(ids.slice((pagina - 1) * size, pagina * size));
      seenIds.push(...page.ids);
    }
    expect(seenIds).toEqual(ids);
  };

  // Months with many rows, few and none, and days with more rows than a page.
  const SPREAD = "date '2024-01-15' + (n * n / 90) % 900";

  const MONEY: [string, Filter, string][] = [
    ["", {}, "true"],
    [" of a month", { mes: "2024-01" }, "fecha BETWEEN '2024-01-01' AND '2024-01-31'"],
    [" with a payment method", { metodo: "tarjeta" }, "metodo_pago = 'tarjeta'"],
    [" that contain a word", { q: "Ménsual" }, "descripcion = 'Renta mensual'"],
  ];

  test.each(MONEY)("of incomes%s has the right rows, count and sum", async (_, filter, where) => {
    await sql(`INSERT INTO ingresos_susa (monto, fecha, metodo_pago, descripcion)
      SELECT n, ${SPREAD}, CASE n % 3 WHEN 0 THEN 'tarjeta' ELSE 'efectivo' END::metodo_pago, CASE n % 2 WHEN 0 THEN 'Renta mensual' END
      FROM generate_series(1, 400) n`);
    const [all] = await sql<{ suma: string }>(`SELECT sum(monto)::text AS suma FROM ingresos_susa WHERE ${where}`);
    await expectAllPages(async (pagina) => {
      const page = await listIngresos({ q: "", mes: "", metodo: "", ...filter, pagina });
      expect(page.suma).toBe(all?.suma);
      return { ids: page.ingresos.map(({ id }) => id), total: page.total };
    }, `SELECT id FROM ingresos_susa WHERE ${where} ORDER BY fecha DESC, created_at DESC, id`);
  });

  test.each([
    ...MONEY,
    [" with a category", { categoria: "Administración" }, "categoria = 'Administración'"],
    [" without a category", { categoria: "ninguna" }, "categoria IS NULL"],
  ] as [string, Filter, string][])("of expenses%s has the right rows and count", async (_, filter, where) => {
    await sql(`INSERT INTO egresos_susa (monto, fecha, metodo_pago, descripcion, categoria)
      SELECT n, ${SPREAD}, CASE n % 3 WHEN 0 THEN 'tarjeta' ELSE 'efectivo' END::metodo_pago, CASE n % 2 WHEN 0 THEN 'Renta mensual' ELSE 'Luz' END,
        CASE n % 4 WHEN 0 THEN 'Administración' WHEN 1 THEN 'Otro' END::categoria_egreso
      FROM generate_series(1, 400) n`);
    await expectAllPages(async (pagina) => {
      const page = await listEgresos({ q: "", mes: "", metodo: "", categoria: "", ...filter, pagina });
      return { ids: page.egresos.map(({ id }) => id), total: page.total };
    }, `SELECT id FROM egresos_susa WHERE ${where} ORDER BY fecha DESC, created_at DESC, id`);
  });

  test.each([
    ["", "", "true"],
    [" that contain a word", "LÚCIA", "nombre LIKE 'Lucía%'"],
  ])("of clients%s has the right rows and count", async (_, q, where) => {
    await sql(`INSERT INTO clientes_susa (nombre, created_at)
      SELECT CASE n % 2 WHEN 0 THEN 'Lucía ' ELSE 'Eva ' END || n, ${SPREAD} FROM generate_series(1, 400) n`);
    await expectAllPages(async (pagina) => {
      const { clientes, total } = await listClientes({ q, pagina });
      return { ids: clientes.map(({ id }) => id), total };
    }, `SELECT id FROM clientes_susa WHERE ${where} ORDER BY created_at DESC, id`);
    expect((await getCifras(ZONA)).clientes).toBe(400);
    resultOf(await deleteCliente(await queryId("SELECT id FROM clientes_susa LIMIT 1"), cuenta, key()));
    expect((await getCifras(ZONA)).clientes).toBe(399);
  });

  const NOW = new Date("2024-03-10T18:00:00Z");

  test.each([
    ["", {}, "true"],
    [" in the future", { cuando: "proximas" }, "fecha_hora >= '2024-03-10T18:00Z'"],
    [" with a status", { estado: "cancelada" }, "estado = 'cancelada'"],
    [
      " with a status in the future",
      { cuando: "proximas", estado: "programada" },
      "estado = 'programada' AND fecha_hora >= '2024-03-10T18:00Z'",
    ],
    [" of a specialist", { empleado: "ana" }, "empleado_id IS NOT NULL"],
    [
      " without a specialist, with a status",
      { empleado: "ninguna", estado: "programada" },
      "empleado_id IS NULL AND estado = 'programada'",
    ],
  ] as [string, Filter, string][])("of appointments%s has the right rows and count", async (_, filter, where) => {
    const ana = await queryId("INSERT INTO empleados_susa (nombre, apellido) VALUES ('Ana', 'Núñez') RETURNING id");
    await sql(
      `INSERT INTO citas_susa (fecha_hora, fin, empleado_id, estado)
        SELECT momento, momento + interval '1 minute', CASE n % 3 WHEN 0 THEN $1::uuid END,
          CASE n % 2 WHEN 0 THEN 'programada' ELSE 'cancelada' END::estado_cita
        FROM (SELECT n, ${SPREAD} + n * interval '2 minutes' AS momento FROM generate_series(1, 400) n) q`,
      [ana],
    );
    const asked = filter.empleado === "ana" ? { ...filter, empleado: ana } : filter;
    const read = async (pagina: number) => {
      const list = { q: "", cuando: "todas", empleado: "", estado: "", ...asked, pagina } as Parameters<typeof listCitas>[0];
      const { citas, total } = await listCitas(list, ZONA, OWNER, NOW);
      return { ids: citas.map(({ id }) => id), total };
    };
    await expectAllPages(read, `SELECT id FROM citas_susa WHERE ${where} ORDER BY fecha_hora, id`, CITAS_PER_PAGE);
  });
});

test("the dashboard sums the studio's month, not the server's", async () => {
  await sql(
    "INSERT INTO ingresos_susa (monto, fecha) VALUES (10, '2026-10-31'), (5.25, '2026-11-01'), (1, '2026-11-30'), (7, '2026-12-01')",
  );
  expect((await getCifras(ZONA, new Date("2026-11-01T05:59:00Z"))).ingresos).toBe("10.00");
  expect((await getCifras(ZONA, new Date("2026-12-01T05:59:00Z"))).ingresos).toBe("6.25");
  expect((await getCifras(ZONA, new Date("2027-01-15T12:00:00Z"))).ingresos).toBe("0.00");
});
