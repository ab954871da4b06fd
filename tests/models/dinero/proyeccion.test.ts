import { beforeEach, describe, expect, test } from "vitest";
import { monthOf } from "~/format/periodo.server";
import { getProyeccion } from "~/models/dinero/proyeccion.server";
import { getTabla } from "~/models/dinero/reporte.server";
import { createCita, createIngreso, createServicio } from "../../support/factories";
import { emptyTables } from "../../support/test-database";

beforeEach(() => emptyTables("citas_susa", "servicios_susa", "ingresos_susa"));

const TIJUANA = "America/Tijuana";
const NOVIEMBRE = monthOf("2026-11");
const project = (hoy: string) => getProyeccion(TIJUANA, hoy);
const trends = async (hoy: string, periodo = NOVIEMBRE) => (await getTabla("tendencias", periodo, TIJUANA, hoy)).filas;
const whatMoves = async (hoy: string) => (await getTabla("suben", NOVIEMBRE, TIJUANA, hoy)).segun;
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
      ["2026-11", "100.00", null, null, null, null],
      ["2026-10", "80.00", null, null, null, null],
    ]);
    expect((await trends("2026-12-01"))[0]).toEqual(["2026-11", "100.00", "20.00", "25.0", null, null]);
  });

  test("compare with the month and the year before, fall below zero, and never divide by zero", async () => {
    await createIngreso("2025-10-31", "200.10");
    await createIngreso("2026-08-01", 300);
    await createIngreso("2026-10-15", "100.05");
    const rows = await trends("2026-11-23", monthOf("2026-10"));
    expect(rows.length).toBe(12);
    expect(rows[11]).toEqual(["2025-11", "0.00", "-200.10", "-100.0", null, null]);
    expect(rows[2]).toEqual(["2026-08", "300.00", "300.00", null, null, null]);
    expect(rows[1]).toEqual(["2026-09", "0.00", "-300.00", "-100.0", null, null]);
    expect(rows[0]).toEqual(["2026-10", "100.05", "100.05", null, "-100.05", "-50.0"]);
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
    expect(await whatMoves("2026-11-23")).toMatch(/ Ninguno bajó\.$/);
    await sold("Baja", 80, 20);
    expect(await growth("2026-11-23")).toEqual([
      ["Nuevo", "70.00", "0.00", "70.00", null],
      ["Sube", "150.00", "100.00", "50.00", "50.0"],
      ["Baja", "20.00", "80.00", "-60.00", "-75.0"],
    ]);
    expect(await whatMoves("2026-11-23")).toMatch(/contra los 3 anteriores\.$/);
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
    expect(await project("2026-11-23")).toMatchObject({ meses, este: null, siguiente: null });
  });

  test("adds to what came in the mean of the last complete months for the days left, rounded", async () => {
    await createIngreso("2026-09-01", "70000.10");
    await createIngreso("2026-10-31", 72567);
    await createIngreso("2026-11-05", "1000.50");
    expect(await project("2026-11-23")).toEqual({
      meses: ["2026-09", "2026-10"],
      promedio: 71300,
      entrado: "1000.50",
      faltan: 7,
      resto: 16600,
      este: { mes: "2026-11", esperado: 17600, agendado: "0.00" },
      siguiente: { mes: "2026-12", esperado: 71300, agendado: "0.00" },
    });
    expect(await project("2026-11-30")).toMatchObject({ faltan: 0, resto: 0, este: { esperado: 1000 } });
  });

  test("takes the last three complete months, counts an empty one, and nothing before them", async () => {
    await createIngreso("2026-07-31", 5000);
    await createIngreso("2026-08-01", 100);
    await createIngreso("2026-10-31", 200);
    await createIngreso("2026-12-01", 5000);
    expect(await project("2026-11-01")).toMatchObject({
      meses: ["2026-08", "2026-09", "2026-10"],
      promedio: 100,
      siguiente: { esperado: 100 },
    });
  });

  test("counts what is booked when that is more, by the studio's own midnights", async () => {
    await createIngreso("2026-09-10", 300);
    await createIngreso("2026-10-10", 300);
    await createIngreso("2026-11-10", 50);
    const left = { estado: "programada", precio: 1000 };
    await createCita("2026-11-23T07:59:59Z", left);
    await createCita("2026-11-23T08:00:00Z", { ...left, cobrado: 200 });
    await createCita("2026-12-01T07:59:59Z", { ...left, estado: "confirmada" });
    await createCita("2026-11-25T18:00:00Z", { ...left, estado: "cancelada" });
    await createCita("2026-12-01T08:00:00Z", { ...left, precio: 290 });
    const { este, siguiente } = await project("2026-11-23");
    expect(este).toEqual({ mes: "2026-11", esperado: 1850, agendado: "1800.00" });
    expect(siguiente).toEqual({ mes: "2026-12", esperado: 300, agendado: "290.00" });
    await createCita("2026-12-31T18:00:00Z", { ...left, precio: 20 });
    expect((await project("2026-11-23")).siguiente).toMatchObject({ esperado: 310, agendado: "310.00" });
  });
});
