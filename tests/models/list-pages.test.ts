import { afterAll, beforeEach, describe, expect, test } from "vitest";
import { db } from "~/database/client.server";
import { CITAS_PER_PAGE, PAGE_SIZE } from "~/limits";
import { listCitas } from "~/models/citas/cita-list.server";
import { listClientes } from "~/models/clientes/cliente.server";
import { listEgresos } from "~/models/dinero/egreso.server";
import { listIngresos } from "~/models/dinero/ingreso.server";
import { TABLES } from "../../prisma/demo";
import { sql } from "../support/test-database";

afterAll(() => db.$disconnect());

const ZONA = "America/Mexico_City";
const OWNER = { rol: "propietaria" as const, permisos: [], empleado_id: null };
const queryId = async (text: string) => String((await sql<{ id: string }>(text))[0]?.id);

beforeEach(() => sql(`TRUNCATE ${TABLES.join(", ")} CASCADE`));

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
