import { beforeEach, describe, expect, test } from "vitest";
import { createCita, createDemoConfiguracion, createEmpleado, createServicio } from "../../../support/factories";
import { emptyTables, sql } from "../../../support/test-database";
import { startSiteForFile } from "../../start-site";

const PATH = "/admin/configuracion/general";
const FORM = "#general-horario";

const site = await startSiteForFile();
const ana = await site.staff();

let ada = "";
let servicio_id = "";
beforeEach(async () => {
  await emptyTables("citas_susa", "codigos_susa");
  await sql("DELETE FROM configuracion_susa");
  await createDemoConfiguracion();
  ada = await createEmpleado({ nombre: "Ada" });
  servicio_id = await createServicio({});
});

/** An appointment of an hour, by the clock of Mexico City. */
const book = (fecha_hora: string, values: Record<string, unknown> = {}) =>
  createCita(`${fecha_hora}-06:00`, { servicio_id, empleado_id: ada, ...values });
const change = async (zona_horaria: string, al_cambiar = "") =>
  ana.submit(PATH, { zona_horaria, ...(al_cambiar && { al_cambiar }) }, FORM);
/** The hours of all appointments by the clock of a zone, and how long they last. */
const clocks = async (zone: string) =>
  (
    await sql<{ at: string }>(
      `SELECT to_char(fecha_hora AT TIME ZONE $1, 'YYYY-MM-DD HH24:MI') || to_char(fin - fecha_hora, ' HH24:MI') AS at FROM citas_susa ORDER BY fecha_hora`,
      [zone],
    )
  ).map(({ at }) => at);
const zone = async () => (await sql<{ zona_horaria: string }>("SELECT zona_horaria FROM configuracion_susa"))[0]?.zona_horaria;

describe("a change of the zone with appointments ahead", () => {
  test("is asked about, and saves nothing before", async () => {
    await book("2099-01-15T13:00");
    await book("2099-07-15T13:00");
    const page = await ana.submit(PATH, { zona_horaria: "America/Tijuana", "horario[1].abre": "11:00" }, FORM);
    expect(page.status).toBe(400);
    expect(page.text(FORM)).toContain("Tienes 2 citas por venir. ¿Qué pasa con ellas?");
    expect(page.text(FORM)).toContain("15 de enero a la 1:00 p.m. sigue a la 1:00 p.m.");
    expect(page.text(FORM)).toContain("15 de enero a la 1:00 p.m. se verá a las 11:00 a.m.");
    expect(page.alert).toContain("Elige qué pasa con las citas por venir.");
    expect(page.values(FORM)).toMatchObject({ zona_horaria: "America/Tijuana", "horario[1].abre": "11:00" });
    expect(page.values(FORM)).not.toHaveProperty("al_cambiar");
    expect([await zone(), await clocks("America/Mexico_City")]).toEqual([
      "America/Mexico_City",
      ["2099-01-15 13:00 01:00", "2099-07-15 13:00 01:00"],
    ]);
    expect((await page.submit({ al_cambiar: "otra" }, FORM)).status).toBe(400);
    expect((await page.submit({ al_cambiar: "reloj" }, FORM)).status).toBe(303);
    expect(await zone()).toBe("America/Tijuana");
  });

  // Tijuana is two hours behind the centre in winter, and one in summer.
  test.each([
    ["reloj", "America/Tijuana", ["2099-01-15 13:00 01:00", "2099-07-15 13:00 01:00"]],
    ["momento", "America/Tijuana", ["2099-01-15 11:00 01:00", "2099-07-15 12:00 01:00"]],
    ["reloj", "America/Cancun", ["2099-01-15 13:00 01:00", "2099-07-15 13:00 01:00"]],
    ["momento", "America/Cancun", ["2099-01-15 14:00 01:00", "2099-07-15 14:00 01:00"]],
    ["momento", "America/Matamoros", ["2099-01-15 13:00 01:00", "2099-07-15 14:00 01:00"]],
  ])("with %s to %s shows %j", async (choice, to, expected) => {
    await book("2099-01-15T13:00");
    await book("2099-07-15T13:00");
    expect((await change(to, choice)).status).toBe(303);
    expect([await zone(), await clocks(to)]).toEqual([to, expected]);
  });

  test("holds a request no longer than until its new hour", async () => {
    const [hour, before] = ["2099-01-15T13:00-06:00", "2099-01-15T10:00-06:00"];
    await book("2099-01-15T13:00", { apartada_hasta: hour });
    await book("2099-01-15T15:00", { apartada_hasta: before });
    await book("2099-01-15T17:00");
    await change("America/Cancun", "reloj");
    const held = await sql<{ held: Date | null }>("SELECT apartada_hasta AS held FROM citas_susa ORDER BY fecha_hora");
    expect(held.map((row) => row.held)).toEqual([new Date("2099-01-15T12:00-06:00"), new Date(before), null]);
  });

  test("keeps each hour of a full day, in both directions, and writes it in the history", async () => {
    const hours = ["09", "10", "11", "12", "13", "14", "15", "16"];
    for (const hour of hours) await book(`2099-01-15T${hour}:00`);
    const day = hours.map((hour) => `2099-01-15 ${hour}:00 01:00`);
    for (const to of ["America/Tijuana", "America/Cancun", "America/Mexico_City"]) {
      expect((await change(to, "reloj")).status, to).toBe(303);
      expect(await clocks(to), to).toEqual(day);
    }
    expect(await sql("SELECT count(*)::int AS n FROM cambios_cita_susa WHERE detalle LIKE 'Cambió la zona%'")).toEqual([
      { n: 24 },
    ]);
  });

  test("leaves what is over, cancelled or completed, and moves the codes for hours to come", async () => {
    await book("2020-01-15T13:00");
    await book("2099-01-15T13:00", { estado: "cancelada" });
    await book("2099-01-16T13:00", { estado: "completada" });
    await book("2099-01-17T13:00", { estado: "confirmada" });
    await sql(
      "INSERT INTO codigos_susa (codigo, servicio_id, fecha_hora, precio) VALUES ('AAAAA', $1, '2099-01-15T13:00-06', 1), ('BBBBB', $1, '2099-01-15T15:00-06', 1), ('CCCCC', $1, '2020-01-15T15:00-06', 1)",
      [servicio_id],
    );
    expect((await change("America/Tijuana")).text(FORM)).toContain("Tienes 1 cita por venir. ¿Qué pasa con ella?");
    expect((await change("America/Tijuana", "reloj")).status).toBe(303);
    expect(await clocks("America/Mexico_City")).toEqual([
      "2020-01-15 13:00 01:00",
      "2099-01-15 13:00 01:00",
      "2099-01-16 13:00 01:00",
      "2099-01-17 15:00 01:00",
    ]);
    expect(
      await sql(
        "SELECT codigo, to_char(fecha_hora AT TIME ZONE 'America/Mexico_City', 'HH24') AS hora FROM codigos_susa ORDER BY 1",
      ),
    ).toEqual([
      { codigo: "AAAAA", hora: "15" },
      { codigo: "BBBBB", hora: "17" },
      { codigo: "CCCCC", hora: "15" },
    ]);
  });

  test("is refused with the form when an hour would be taken by an appointment that stays", async () => {
    await book("2099-01-15T15:00", { estado: "completada" });
    await book("2099-01-15T13:00");
    const page = await change("America/Tijuana", "reloj");
    expect([page.status, page.alert]).toEqual([409, expect.stringContaining("quedaría encima de otra")]);
    expect(page.values(FORM)).toMatchObject({ zona_horaria: "America/Tijuana", al_cambiar: "reloj" });
    expect([await zone(), await clocks("America/Mexico_City")]).toEqual([
      "America/Mexico_City",
      ["2099-01-15 13:00 01:00", "2099-01-15 15:00 01:00"],
    ]);
  });

  test("sent three times at once moves once", async () => {
    await book("2099-01-15T13:00");
    const page = await change("America/Tijuana");
    expect(await page.submitThrice({ al_cambiar: "reloj" }, FORM)).toEqual([`303 ${PATH}`]);
    expect(await clocks("America/Tijuana")).toEqual(["2099-01-15 13:00 01:00"]);
  });
});

describe("a change of the zone is saved without a question", () => {
  test.each([
    ["without appointments", async () => "", "America/Tijuana"],
    ["with the last one over", () => book("2020-01-15T13:00"), "America/Tijuana"],
    ["with a cancelled one", () => book("2099-01-15T13:00", { estado: "cancelada" }), "America/Tijuana"],
    ["to a zone with the same clock", () => book("2099-07-15T13:00"), "America/Merida"],
    ["to a zone with another clock in summer alone", () => book("2099-01-15T13:00"), "America/Matamoros"],
  ])("%s", async (_, prepare, to) => {
    await prepare();
    expect((await change(to)).status).toBe(303);
    expect(await zone()).toBe(to);
  });
});
