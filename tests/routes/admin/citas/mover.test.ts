import { randomUUID } from "node:crypto";
import { beforeEach, describe, expect, test } from "vitest";
import { formatDay } from "~/format/dates";
import { addDays, weekday } from "~/format/days.server";
import { studioMoment } from "~/format/zone.server";
import type { Page } from "../../../support/browser";
import { createAusencia, createEmpleado, insertRow } from "../../../support/factories";
import { emptyTables, sql, sqlColumn, sqlValue, studioDayFromNow } from "../../../support/test-database";
import { addCita, ana, formOfButton, parts, pathOf, readFlash } from "./appointment";

const ZONA = "America/Mexico_City";
const LIST = "/admin/citas?vista=dia";
const HOURS = "main form:has([name=updated_at])";

let id: string;
let dia: string;

// At noon of an opening day (Tuesday to Friday) a week ahead, for an hour.
beforeEach(async () => {
  dia = await studioDayFromNow(7);
  while (![1, 2, 3, 4].includes(weekday(dia))) dia = addDays(dia, 1);
  await emptyTables("ausencias_susa", "form_tokens_susa");
  id = await addCita(parts, { inicio: at("12:00") });
});

const at = (hora: string) => studioMoment(dia, hora, ZONA).toISOString();
const open = (query = "", de = LIST) => ana.get(`${pathOf("mover", de, id)}${query}`);
const valuesOf = (page: Page) => page.all("main button[name=intent]").map((button) => button.getAttribute("value") ?? "");
/** The value of the button of an hour of that day. */
const buttonOf = (page: Page, hora: string) => valuesOf(page).find((value) => value.startsWith(`book:${dia}T${hora}/`)) ?? "";
const press = (page: Page, hora: string) => page.submit({ intent: buttonOf(page, hora) }, HOURS);
const clockOf = (cita = id) =>
  sqlValue<string>("SELECT to_char(fecha_hora AT TIME ZONE $2, 'HH24:MI') FROM citas_susa WHERE id = $1", [cita, ZONA]);

describe("an hour button", () => {
  test("moves the appointment, and the next page offers to tell the client", async () => {
    const page = await open();
    expect(page.text("main header")).toMatch(/^Mover citaLucía Peña · Diseño de cejas · con Ana Sol.*12:00 p\.m\.$/);
    const isThisMonth = dia.slice(0, 7) === (await studioDayFromNow(0)).slice(0, 7);
    const name = `4:30 p.m. con Ana ${formatDay(dia, "UTC").replace(isThisMonth ? / de .*/ : "", "")}`;
    expect(page.texts(`main button[value="${buttonOf(page, "16:30")}"]`)).toEqual([name]);
    const answer = await press(page, "16:30");
    expect([answer.status, answer.location]).toEqual([303, LIST]);
    expect(decodeURIComponent(String(answer.headers["set-cookie"]))).not.toContain(page.values(HOURS).token);
    expect(await clockOf()).toBe("16:30");
    const next = await ana.get(LIST);
    expect(next.flash).toBe(`Cita movidaQuedó el ${formatDay(`${dia}T00:00:00Z`, "UTC")} a las 4:30 p.m.`);
    const told = await next.submit({}, formOfButton(next, "Avisar por WhatsApp"));
    expect((await ana.get(String(told.location))).text("blockquote")).toContain("4:30 p.m.");
  });

  test("sent three times moves it once, and sent again with another hour answers 409", async () => {
    const page = await open();
    const intent = buttonOf(page, "10:00");
    expect(await page.submitThrice({ intent }, HOURS)).toEqual([`303 ${LIST}`]);
    expect((await page.submit({ intent }, HOURS)).status).toBe(303);
    expect(await sqlColumn("SELECT accion FROM cambios_cita_susa WHERE cita_id = $1 ORDER BY orden", [id])).toEqual([
      "creada",
      "editada",
    ]);
    expect((await press(page, "11:00")).status).toBe(409);
    expect(await clockOf()).toBe("10:00");
  });

  test("offers no WhatsApp message to a client without a telephone", async () => {
    await sql("UPDATE clientes_susa SET telefono = 'no sé'");
    await press(await open(), "10:00");
    expect((await ana.get(LIST)).texts("main form button")).not.toContain("Avisar por WhatsApp");
  });

  test("makes the messages sent before outdated", async () => {
    await insertRow("mensajes_susa", { cita_id: id, tipo: "recordar" });
    const reminders = () => ana.get(`/admin/citas/recordatorios?dia=${dia}`);
    expect((await reminders()).text("main header")).toContain("1 cita: 1 sin respuesta");
    await press(await open(), "10:00");
    expect((await reminders()).text("main header")).toContain("1 cita: 1 por recordar");
    expect((await reminders()).text("main ol")).toContain("antes de que la cita cambiara");
  });

  test.each<[what: string, hora: string, take: () => Promise<unknown>]>([
    ["taken by somebody else", "15:00", () => addCita(parts, { inicio: at("15:30") })],
    ["of an absence of hours", "15:00", () => createAusencia(parts.empleado_id, dia, dia, { de: "15:00", a: "16:00" })],
    ["of a closed day", "15:00", () => createAusencia(null, dia, dia)],
    ["outside working hours", "22:00", async () => {}],
    ["in the past", "", async () => {}],
  ])("that is now %s answers 409 with the page and other hours", async (_what, hora, take) => {
    const page = await open();
    await take();
    const value = hora ? `book:${dia}T${hora}/${parts.empleado_id}` : `book:2026-01-06T12:00/${parts.empleado_id}`;
    const refused = await page.submit({ intent: value }, HOURS);
    expect([refused.status, refused.text("h1")]).toEqual([409, "Mover cita"]);
    expect(refused.alert).toBe("La cita sigue en su horaEse horario ya está ocupado o ya pasó. Elige otra hora.");
    expect(valuesOf(refused)).not.toContain(value);
    expect(valuesOf(refused).length).toBeGreaterThan(0);
    expect(await clockOf()).toBe("12:00");
    expect((await refused.submit({ intent: valuesOf(refused)[0] ?? "" }, HOURS)).status).toBe(303);
  });

  test("of a stale page answers 409 with the appointment as it is, which can then be moved", async () => {
    const page = await open();
    await press(await open(), "10:00");
    await readFlash();
    const refused = await press(page, "16:30");
    expect([refused.status, refused.alert]).toEqual([409, expect.stringContaining("Alguien cambió esta cita mientras tanto")]);
    expect(refused.text("main header")).toContain("10:00 a.m.");
    expect((await press(refused, "16:30")).status).toBe(303);
    expect(await clockOf()).toBe("16:30");
  });

  test.each(["completada", "cancelada"])("of an appointment that is %s leads back with its state", async (estado) => {
    const page = await open();
    await sql("UPDATE citas_susa SET estado = $2 WHERE id = $1", [id, estado]);
    await insertRow("cambios_cita_susa", { cita_id: id, accion: estado, estado });
    expect((await press(page, "10:00")).location).toBe(LIST);
    expect(await readFlash()).toContain(`Esta cita ${estado === "completada" ? "ya está completada" : "está cancelada"}`);
    expect((await ana.send(pathOf("mover", LIST, id))).location).toBe(LIST);
    expect(await clockOf()).toBe("12:00");
  });

  test("of an unknown appointment answers 404, and a malformed one 400", async () => {
    const page = await open();
    const body = { ...page.values(HOURS), intent: buttonOf(page, "10:00") };
    for (const unknown of ["abc", randomUUID()]) {
      expect((await ana.get(pathOf("mover", LIST, unknown))).status).toBe(404);
      expect((await ana.post(pathOf("mover", LIST, unknown), body)).status).toBe(404);
    }
    for (const hora of ["", "ya", "now/-", `${dia}T10:00`, `${dia}T25:00/-`, `2026-02-30T10:00/-`, `${dia}T10:00/x`])
      expect((await ana.post(pathOf("mover", LIST, id), { ...body, intent: `book:${hora}` })).status, hora).toBe(400);
    expect((await ana.post(pathOf("mover", LIST, id), { ...body, token: "" })).location).toBe(LIST);
    expect(await readFlash()).toContain("El envío llegó incompleto.");
    expect(await clockOf()).toBe("12:00");
  });
});

describe("an hour that was not offered", () => {
  const moment = async () => (await sqlValue<Date>("SELECT updated_at FROM citas_susa WHERE id = $1", [id]))?.toISOString() ?? "";
  const spellings: [name: string, spell: (moment: string) => string][] = [
    ["with an offset", (text) => text.replace("Z", "+00:00")],
    ["without its last zero", (text) => text.replace(/0Z$/, "Z")],
    ["in another zone", (text) => new Date(Date.parse(text) - 6 * 3_600_000).toISOString().replace("Z", "-06:00")],
    ["in words", (text) => `${new Date(text).toUTCString().replace("GMT", "")} UTC`],
  ];

  test.each(spellings)("is refused also when the moment of the page is spelled %s", async (_name, spell) => {
    // A whole second, so that every spelling is the same moment.
    await sql("ALTER TABLE citas_susa DISABLE TRIGGER USER");
    await sql("UPDATE citas_susa SET updated_at = date_trunc('second', updated_at) WHERE id = $1", [id]);
    await sql("ALTER TABLE citas_susa ENABLE TRIGGER USER");
    const page = await open();
    for (const forged of ["2020-01-01T10:00", `${dia}T03:17`, "2099-01-01T03:17"])
      for (const query of ["", "&con=cualquiera"]) {
        const body = {
          ...page.values(HOURS),
          updated_at: spell(await moment()),
          intent: `book:${forged}/${parts.empleado_id}`,
        };
        expect((await ana.post(`${pathOf("mover", LIST, id)}${query}`, body)).status, forged + query).toBe(409);
      }
    expect(await clockOf()).toBe("12:00");
  });

  test.each<[who: string, columns: Record<string, unknown>]>([
    ["who is not active any more", { activo: false }],
    ["who does not do that service", { hace: [] }],
  ])("is refused with a specialist %s, and others are offered", async (_who, columns) => {
    const bea = await createEmpleado({ nombre: "Bea", ...columns });
    const page = await open("&con=cualquiera");
    const refused = await page.submit({ intent: `book:${dia}T16:00/${bea}` }, HOURS);
    expect([refused.status, refused.alert]).toEqual([
      409,
      "La cita sigue en su horaEsa especialista ya no hace este servicio. Elige otra hora.",
    ]);
    expect(valuesOf(refused).length).toBeGreaterThan(0);
    expect(valuesOf(refused).join()).not.toContain(bea);
    expect([await clockOf(), await sqlValue("SELECT empleado_id FROM citas_susa WHERE id = $1", [id])]).toEqual([
      "12:00",
      parts.empleado_id,
    ]);
  });

  test("without a specialist is no answer to whoever is free", async () => {
    const page = await open("&con=cualquiera");
    expect((await page.submit({ intent: `book:${dia}T16:00/-` }, HOURS)).status).toBe(400);
    expect(await sqlValue("SELECT empleado_id FROM citas_susa WHERE id = $1", [id])).toBe(parts.empleado_id);
  });

  test("is none with a specialist of her own who is not active any more", async () => {
    await sql("UPDATE empleados_susa SET activo = false");
    const bea = await createEmpleado({ nombre: "Bea" });
    const page = await open();
    expect([valuesOf(page), page.text("main")]).toEqual([[], expect.stringContaining("No hay horas libres en estos días.")]);
    const body = { updated_at: await moment(), token: randomUUID(), intent: `book:${dia}T16:00/${parts.empleado_id}` };
    expect((await ana.post(pathOf("mover", LIST, id), body)).status).toBe(409);
    const other = await open("&con=cualquiera");
    expect(buttonOf(other, "16:00")).toBe(`book:${dia}T16:00/${bea}`);
  });

  test("any more, because she was taken meanwhile, goes to another who is free, and says so", async () => {
    const bea = await createEmpleado({ nombre: "Bea", apellido: "Luz" });
    const page = await open("&con=cualquiera");
    const intent = buttonOf(page, "16:00");
    expect(intent).toBe(`book:${dia}T16:00/${parts.empleado_id}`);
    await addCita(parts, { inicio: at("16:00") });
    expect((await page.submit({ intent }, HOURS)).status).toBe(303);
    expect(await readFlash()).toContain("a las 4:00 p.m. con Bea Luz, que estaba libre");
    expect(await sqlValue("SELECT empleado_id FROM citas_susa WHERE id = $1", [id])).toBe(bea);
  });
});

describe("the hours", () => {
  test("are those of its specialist, and with any those of all who fit, of whom the chosen one takes it", async () => {
    const bea = await createEmpleado({ nombre: "Bea" });
    await createAusencia(parts.empleado_id, dia, dia, { de: "14:00", a: "18:00" });
    const own = await open();
    expect(new Set(valuesOf(own).map((value) => value.split("/")[1]))).toEqual(new Set([parts.empleado_id]));
    expect([buttonOf(own, "15:00"), buttonOf(own, "12:00")]).toEqual(["", ""]);
    const link = own.all("main a").find(({ textContent }) => textContent === "Con quien esté libre");
    const page = await ana.get(link?.getAttribute("href") ?? "");
    expect(buttonOf(page, "15:00")).toBe(`book:${dia}T15:00/${bea}`);
    expect((await press(page, "15:00")).location).toBe(LIST);
    expect(await sqlValue("SELECT empleado_id FROM citas_susa WHERE id = $1", [id])).toBe(bea);
  });

  test("without a specialist are those at which somebody is left, and it stays without one", async () => {
    await sql("UPDATE citas_susa SET empleado_id = NULL WHERE id = $1", [id]);
    await addCita(parts, { inicio: at("15:00") });
    const page = await open();
    expect([buttonOf(page, "15:00"), buttonOf(page, "16:00")]).toEqual(["", `book:${dia}T16:00/-`]);
    expect((await press(page, "16:00")).status).toBe(303);
    expect(await sqlValue("SELECT empleado_id FROM citas_susa WHERE id = $1", [id])).toBe(null);
  });

  test("of a visit are those at which all of it is free, and all of it moves", async () => {
    const bea = await createEmpleado({ nombre: "Bea", apellido: "Luz" });
    const visita_id = randomUUID();
    await sql("UPDATE citas_susa SET visita_id = $1 WHERE id = $2", [visita_id, id]);
    const second = await addCita({ ...parts, empleado_id: bea }, { inicio: at("13:00"), visita_id });
    // Bea is taken an hour after three, when only Ana is free.
    await addCita({ ...parts, empleado_id: bea }, { inicio: at("16:00") });
    const page = await open();
    expect(page.text("main")).toContain("Se mueven juntos, con la misma distancia:1:00 p.m. · Diseño de cejas · con Bea Luz");
    expect([buttonOf(page, "15:00"), buttonOf(page, "17:00")]).toEqual(["", ""]);
    expect((await press(page, "12:30")).status).toBe(303);
    expect([await clockOf(), await clockOf(second)]).toEqual(["12:30", "13:30"]);
    // Alone with any specialist, but not while the client has her other service.
    const alone = await open("&con=cualquiera");
    expect(alone.text("main")).toContain("Solo se mueve este servicio");
    expect(buttonOf(alone, "13:00")).toBe("");
    expect((await press(alone, "15:00")).status).toBe(303);
    expect([await clockOf(), await clockOf(second)]).toEqual(["15:00", "13:30"]);
  });

  test("are of more days by a link, and any other hour is typed in the editor", async () => {
    const page = await open();
    const days = (of: Page) => new Set(valuesOf(of).map((value) => value.slice(5, 15)));
    const more = await open("&dias=mas");
    expect(days(more).size).toBeGreaterThan(days(page).size);
    expect(page.hrefs("nav[aria-label='Otras horas'] a")[1]).toBe(`/admin/citas/${id}?de=${encodeURIComponent(LIST)}`);
  });
});
