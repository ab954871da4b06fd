import { afterAll, beforeEach, describe, expect, test } from "vitest";
import { db } from "~/database/client.server";
import { monthOf } from "~/format/periodo.server";
import { getProyeccion } from "~/models/dinero/proyeccion.server";
import { getTabla } from "~/models/dinero/reporte.server";
import { createCita, createIngreso, createServicio } from "../../support/factories";
import { sql } from "../../support/test-database";

afterAll(() => db.$disconnect());
beforeEach(() => sql("TRUNCATE citas_susa, servicios_susa, ingresos_susa CASCADE"));

const TIJUANA = "America/Tijuana";
const NOVIEMBRE = monthOf("2026-11");
const project = (hoy: string) => getProyeccion(db, TIJUANA, hoy);
const trends = async (hoy: string, periodo = NOVIEMBRE) => (await getTabla("tendencias", periodo, TIJUANA, hoy)).filas;
const growth = async (hoy: string) => (await getTabla("suben", NOVIEMBRE, TIJUANA, hoy)).filas;

describe("the trends", () => {
  test("of an empty studio have no rows", async () => {
    expect(await trends("2026-11-23")).toEqual([]);
    expect(await growth("2026-11-23")).toEqual([]);
  });

  test("of one month compare it with nothing, and this month only when it is over", async () => {
    await createIngreso("2026-11-30", 100);
    expect(await trends("2026-11-30")).toEqual([["2026-11", "100.00", null, null, null, null]]);
    expect(await trends("2026-12-01")).toEqual([["2026-11", "100.00", null, null, null, null]]);
    await createIngreso("2026-10-01", 80);
    expect(await trends("2026-11-30")).toEqual([
      ["2026-10", "80.00", null, null, null, null],
      ["2026-11", "100.00", null, null, null, null],
    ]);
    expect((await trends("2026-12-01"))[1]).toEqual(["2026-11", "100.00", "20.00", "25.0", null, null]);
  });

  test("compare with the month and the year before, fall below zero, and never divide by zero", async () => {
    await createIngreso("2025-10-31", "200.10");
    await createIngreso("2026-08-01", 300);
    await createIngreso("2026-10-15", "100.05");
    const rows = await trends("2026-11-23", monthOf("2026-10"));
    expect(rows.length).toBe(12);
    expect(rows[0]).toEqual(["2025-11", "0.00", "-200.10", "-100.0", null, null]);
    expect(rows[9]).toEqual(["2026-08", "300.00", "300.00", null, null, null]);
    expect(rows[10]).toEqual(["2026-09", "0.00", "-300.00", "-100.0", null, null]);
    expect(rows[11]).toEqual(["2026-10", "100.05", "100.05", null, "-100.05", "-50.0"]);
  });

  test("name the services that grew and fell, three complete months against the three before", async () => {
    const sold = async (nombre: string, antes: number, ahora: number) => {
      const servicio_id = await createServicio({ nombre });
      const cita_id = await createCita("2026-05-01T18:00:00Z", { servicio_id });
      if (antes > 0) await createIngreso("2026-05-01", antes, { concepto: "cita", cita_id });
      if (ahora > 0) await createIngreso("2026-10-31", ahora, { concepto: "cita", cita_id });
      await createIngreso("2026-11-01", 5000, { concepto: "cita", cita_id });
    };
    await sold("Igual", 100, 100);
    await sold("Nuevo", 0, 70);
    await sold("Sube", 100, 150);
    await sold("Baja", 80, 20);
    expect(await growth("2026-11-23")).toEqual([
      ["Nuevo", "70.00", "0.00", "70.00", null],
      ["Sube", "150.00", "100.00", "50.00", "50.0"],
      ["Baja", "20.00", "80.00", "-60.00", "-75.0"],
    ]);
    // In October the earlier three months would begin before the first income.
    expect(await growth("2026-10-23")).toEqual([]);
  });
});

describe("the projection", () => {
  test.each([
    ["an empty studio", [], []],
    ["one complete month", ["2026-10-05", "2026-11-05"], ["2026-10"]],
  ])("of %s is not made", async (_, days, meses) => {
    for (const day of days) await createIngreso(day, 1000);
    expect(await project("2026-11-23")).toMatchObject({ meses, este: null, siguiente: null, seguridad: "poca" });
  });

  test("adds to what came in what came in on as many last days of the months before", async () => {
    // Seven days are left of November: in October the same are 25 to 31, in September 24 to 30.
    for (const [day, monto] of [
      ["2026-09-23", 700],
      ["2026-09-24", 100],
      ["2026-10-24", 900],
      ["2026-10-25", 200],
      ["2026-10-31", 100],
      ["2026-11-05", 1000],
    ] as const)
      await createIngreso(day, monto);
    expect(await project("2026-11-23")).toEqual({
      meses: ["2026-09", "2026-10"],
      entrado: "1000.00",
      faltan: 7,
      resto: "200.00",
      pagado: null,
      variacion: "40",
      temporada: null,
      este: { mes: "2026-11", esperado: "1200.00", desde: "1100.00", hasta: "1300.00", agendado: "0.00" },
      siguiente: { mes: "2026-12", esperado: "1000.00", desde: "800.00", hasta: "1200.00", agendado: "0.00" },
      seguridad: "poca",
    });
    expect((await project("2026-11-30")).este).toMatchObject({ esperado: "1000.00", desde: "1000.00", hasta: "1000.00" });
  });

  test("counts the paid share of what is booked when that is more, by the studio's own midnights", async () => {
    await createIngreso("2026-09-10", 100);
    await createIngreso("2026-10-10", 100);
    // Of what was booked in three months half was paid.
    await createCita("2026-10-10T18:00:00Z", { precio: 400, cobrado: 400, estado: "completada" });
    await createCita("2026-10-11T18:00:00Z", { precio: 400, estado: "cancelada" });
    const left = { estado: "programada", precio: 1000 };
    await createCita("2026-11-23T07:59:59Z", left);
    await createCita("2026-11-23T08:00:00Z", { ...left, cobrado: 200 });
    await createCita("2026-12-01T07:59:59Z", { ...left, estado: "confirmada" });
    await createCita("2026-11-25T18:00:00Z", { ...left, estado: "cancelada" });
    await createCita("2026-12-01T08:00:00Z", { ...left, precio: 300 });
    const { pagado, este, siguiente } = await project("2026-11-23");
    expect(pagado).toBe("50");
    expect(este).toEqual({ mes: "2026-11", esperado: "900.00", desde: "0.00", hasta: "900.00", agendado: "1800.00" });
    expect(siguiente).toEqual({ mes: "2026-12", esperado: "150.00", desde: "100.00", hasta: "150.00", agendado: "300.00" });
  });

  test("follows the season of a year before, unless it is beyond half or double", async () => {
    for (const month of ["08", "09", "10"]) {
      await createIngreso(`2025-${month}-01`, 1000);
      await createIngreso(`2026-${month}-01`, 2000);
    }
    await createIngreso("2025-12-24", 1500);
    expect(await project("2026-11-23")).toMatchObject({
      temporada: "1.5",
      siguiente: { esperado: "3000.00", desde: "3000.00", hasta: "3000.00" },
      seguridad: "bastante",
    });
    await createIngreso("2025-12-25", 1500);
    expect(await project("2026-11-23")).toMatchObject({ temporada: null, siguiente: { esperado: "2000.00" } });
  });

  test.each([
    [1000, 1100, 1200, "bastante"],
    [1000, 1200, 1400, "media"],
    [100, 1000, 2000, "poca"],
  ])("from months of %d, %d and %d is sure as far as they are alike: %s", async (august, september, october, seguridad) => {
    await createIngreso("2026-08-01", august);
    await createIngreso("2026-09-01", september);
    await createIngreso("2026-10-01", october);
    expect((await project("2026-11-01")).seguridad).toBe(seguridad);
  });
});
