import { beforeEach, describe, expect, test, vi } from "vitest";
import type { Page } from "../../../support/browser";
import {
  createAusencia,
  createCita,
  createCliente,
  createConfiguracion,
  createEmpleado,
  createServicio,
} from "../../../support/factories";
import { sql, withoutTable } from "../../../support/test-database";
import { startSiteForFile } from "../../start-site";

const PATH = "/admin/configuracion/integracion";
const MARK = "SECRETO-DE-LA-CLIENTA";

const site = await startSiteForFile({ SIGNUP: "open" });
const ana = await site.staff();
beforeEach(() =>
  sql(
    "DELETE FROM citas_susa; DELETE FROM calendarios_susa; DELETE FROM empleados_susa; DELETE FROM clientes_susa; DELETE FROM servicios_susa",
  ),
);

// The same minute for all appointments and requests, even if the clock moves on.
const MINUTE = Math.floor(Date.now() / 60_000) * 60_000;
const inDays = (days: number) => new Date(MINUTE + days * 86_400_000);

type Planned = { nombre?: string; servicio?: string; days?: number; estado?: string };

async function plan(
  empleado_id: string,
  { nombre = "Lucía Peña", servicio = "Cejas", days = 1, estado = "programada" }: Planned = {},
) {
  const cliente_id = await createCliente({
    nombre,
    telefono: "+522221112233",
    correo: `${MARK}@ejemplo.mx`,
    ocupacion: MARK,
  });
  const servicio_id = await createServicio({ nombre: servicio, precio: 987.65, descripcion: MARK });
  return createCita(inDays(days), { cliente_id, servicio_id, empleado_id, estado, notas: MARK, precio: 987.65 });
}

const specialist = (nombre = "Valeria", apellido = "Gómez Ruiz") => createEmpleado({ nombre, apellido });

const addressOf = (page: Page, id: string) =>
  page.document
    .querySelector(`#direccion-${id}`)
    ?.getAttribute("value")
    ?.replace(/^https?:\/\/[^/]+/, "") ?? null;

/** Creates or renews the calendar of a specialist and gives its path. */
async function renew(id: string): Promise<string> {
  const page = await ana.get(PATH);
  const answer = await page.submit({ accion: "renovar" }, `form[action$="/calendarios/${id}"]`);
  expect(answer.location).toBe(PATH);
  return String(addressOf(await ana.get(PATH), id));
}

type Entry = Record<string, string>;

/** Parses a calendar as a phone does: unfolds lines and unescapes texts. */
function parse(text: string): { head: Entry; events: Entry[] } {
  expect(text).toMatch(/^BEGIN:VCALENDAR\r\n.*\r\nEND:VCALENDAR(\r\n)?$/s);
  for (const line of text.split("\r\n")) expect(Buffer.byteLength(line)).toBeLessThanOrEqual(75);
  expect(text.replaceAll("\r\n", "")).not.toMatch(/[\r\n]/);
  const lines = text
    .replace(/\r\n[ \t]/g, "")
    .split("\r\n")
    .filter(Boolean);
  const entries: Entry[] = [{}];
  for (const line of lines) {
    const [, name = "", value = ""] = /^([A-Z-]+)(?:;[^:]*)?:(.*)$/s.exec(line) ?? [];
    expect(name, line).not.toBe("");
    if (line === "BEGIN:VEVENT") entries.push({});
    const entry = entries.at(-1);
    if (entry) entry[name] = value.replace(/\\(.)/g, (_, sign: string) => (sign.toLowerCase() === "n" ? "\n" : sign));
  }
  const [head = {}, ...events] = entries;
  return { head, events };
}

describe("a specialist's calendar", () => {
  test("has the time in UTC, the client's first name and the service, and no other personal data", async () => {
    const [valeria, otra] = [await specialist(), await specialist("Otra", "Persona")];
    const id = await plan(valeria, { estado: "confirmada" });
    await plan(otra, { nombre: "Ajena" });
    const page = await site.visitor().send(await renew(valeria));
    expect([page.status, page.headers["content-type"]]).toEqual([200, "text/calendar; charset=utf-8"]);
    expect(page.headers).toMatchObject({
      "cache-control": "no-store",
      "x-robots-tag": "noindex",
      "referrer-policy": "same-origin",
    });
    const { head, events } = parse(page.html);
    expect([head["X-WR-CALNAME"], head.VERSION]).toEqual(["Susa · Valeria", "2.0"]);
    const utc = (moment: Date) => `${moment.toISOString().replace(/[-:]|\.\d+/g, "")}`;
    expect(events).toEqual([
      expect.objectContaining({
        UID: `${id}@susa`,
        SUMMARY: "Lucía · Cejas",
        DTSTART: utc(inDays(1)),
        DTEND: utc(new Date(inDays(1).getTime() + 3_600_000)),
        STATUS: "CONFIRMED",
      }),
    ]);
    // Without the ids, whose random digits may be those of the price.
    expect(page.html.replace(/^UID:.*$/gm, "")).not.toMatch(new RegExp(`${MARK}|Peña|Gómez|222111|987|Ajena`));
    expect((await site.visitor().send(page.path)).html).toBe(page.html);
  });

  test("has appointments from 30 days ago to 180 days ahead, and no cancelled ones", async () => {
    const valeria = await specialist();
    for (const [nombre, days, estado] of [
      ["Vieja", -31, "completada"],
      ["Reciente", -29, "completada"],
      ["Programada", 2, "programada"],
      ["Confirmada", 3, "confirmada"],
      ["Cancelada", 4, "cancelada"],
      ["Lejana", 179, "programada"],
      ["Futura", 181, "programada"],
    ] as [string, number, string][])
      await plan(valeria, { nombre, days, estado });
    const names = parse((await site.visitor().send(await renew(valeria))).html).events.map(
      ({ SUMMARY }) => SUMMARY?.split(" ")[0],
    );
    expect(names).toEqual(["Reciente", "Programada", "Confirmada", "Lejana"]);
  });

  test("has the hours in which she is absent on the days on which she works, without their reason", async () => {
    const open = { abre: "10:00", cierra: "18:00" };
    await createConfiguracion({ zona_horaria: "America/Tijuana", horario: [open, open, open, open, open, open, null] });
    const [valeria, otra] = [await specialist(), await specialist("Otra", "Persona")];
    const id = await createAusencia(valeria, "2026-10-31", "2026-11-02", { de: "14:00", a: "15:00", motivo: MARK });
    await createAusencia(otra, "2026-10-31", null, { de: "12:00", a: "13:00" });
    const path = await renew(valeria);
    vi.useFakeTimers({ toFake: ["Date"], now: new Date("2026-10-31T12:00:00Z") });
    const { html } = await site.visitor().send(path);
    vi.useRealTimers();
    await sql("DELETE FROM configuracion_susa; DELETE FROM ausencias_susa");
    // The clocks go back on Sunday the first.
    expect(parse(html).events.map(({ UID, DTSTART, DTEND, SUMMARY }) => [UID, DTSTART, DTEND, SUMMARY])).toEqual([
      [`${id}-2026-10-31@susa`, "20261031T210000Z", "20261031T220000Z", "No disponible"],
      [`${id}-2026-11-02@susa`, "20261102T220000Z", "20261102T230000Z", "No disponible"],
    ]);
    expect(html).not.toContain(MARK);
  });

  test.each([
    ["Ana, la de los lunes; \\n\r\nBEGIN:VEVENT", "Cejas\r\nATTENDEE:x", "Ana · Cejas ATTENDEE:x"],
    ["Ñandú", "Uñas, manos; pies \\ \\n 100 %", "Ñandú · Uñas, manos; pies \\ \\n 100 %"],
    ["👩🏽‍🦱Zoé", `${"👩🏽‍🦱 ñ漢".repeat(14)}.`, `Zoé · ${"👩🏽‍🦱 ñ漢".repeat(14)}.`],
    ["+52 222 111 2233", "Cejas", "Clienta · Cejas"],
    ["ana@ejemplo.mx", "Cejas", "Clienta · Cejas"],
    ["5551234 Dra. Rosa", "Cejas", "Rosa · Cejas"],
  ])("with client and service %j has one clean summary line per appointment", async (nombre, servicio, summary) => {
    const valeria = await specialist();
    await plan(valeria, { nombre, servicio });
    const { events } = parse((await site.visitor().send(await renew(valeria))).html);
    expect(events.map(({ SUMMARY }) => SUMMARY)).toEqual([summary]);
  });

  test("escapes the names of the studio and of the specialist", async () => {
    const valeria = await specialist("Vale\r\nX-TRAMPA:1,;\\");
    await createConfiguracion({ nombre: "Cejas, uñas; y \\ más" });
    const { head } = parse((await site.visitor().send(await renew(valeria))).html);
    await sql("DELETE FROM configuracion_susa");
    expect(head["X-WR-CALNAME"]).toBe("Cejas, uñas; y \\ más · Vale");
    expect(head["X-TRAMPA"]).toBeUndefined();
  });

  test("answers 304 when nothing changed, and names a deleted client or service as deleted", async () => {
    const valeria = await specialist();
    await plan(valeria);
    const path = await renew(valeria);
    const first = await site.visitor().send(path);
    const etag = String(first.headers.etag);
    const again = await site.visitor().send(path, { headers: { "if-none-match": etag } });
    expect([again.status, again.html]).toEqual([304, ""]);
    await sql("DELETE FROM clientes_susa");
    await sql("DELETE FROM servicios_susa");
    const changed = await site.visitor().send(path, { headers: { "if-none-match": etag } });
    expect(changed.status).toBe(200);
    expect(parse(changed.html).events[0]?.SUMMARY).toBe("Clienta eliminada · Servicio eliminado");
  });

  test("answers 404 at its old address once renewed or removed, and while the specialist is inactive", async () => {
    const valeria = await specialist();
    await plan(valeria);
    const old = await renew(valeria);
    const path = await renew(valeria);
    expect(path).not.toBe(old);
    expect([(await site.visitor().send(old)).status, (await site.visitor().send(path)).status]).toEqual([404, 200]);
    await sql("UPDATE empleados_susa SET activo = false");
    expect((await site.visitor().send(path)).status).toBe(404);
    await sql("UPDATE empleados_susa SET activo = true");
    const page = await ana.get(PATH);
    expect(page.text()).toContain("¿Estás segura de que quieres quitar el calendario de Valeria Gómez Ruiz?");
    await page.submit({ accion: "quitar" }, `form[action$="/calendarios/${valeria}"]`);
    expect((await ana.get(PATH)).flash).toBe("Calendario quitadoSu dirección ya no sirve.");
    expect((await site.visitor().send(path)).status).toBe(404);
    expect(await sql("SELECT 1 FROM calendarios_susa")).toEqual([]);
  });

  test("answers 404 at any wrong address, always with the same text", async () => {
    const valeria = await specialist();
    const path = await renew(valeria);
    const secret = String(/([\w-]{43})\.ics$/.exec(path)?.[1]);
    const answers = [];
    for (const name of [
      "x.ics",
      `${"A".repeat(43)}.ics`,
      `${secret}x.ics`,
      secret,
      `${secret}.ICS`,
      `${secret.slice(1)}.ics`,
      "%00.ics",
    ])
      answers.push(await site.visitor().send(`/calendario/${name}`));
    expect(new Set(answers.slice(0, 6).map(({ status, html }) => `${status} ${html}`))).toEqual(
      new Set(["404 No hay nada en esta dirección.\n"]),
    );
    for (const answer of answers)
      expect([answer.status >= 400 && answer.status < 500, answer.headers["x-robots-tag"]]).toEqual([true, "noindex"]);
    expect((await site.visitor().post(path, {})).status).toBe(405);
    expect((await site.visitor().send(path, { method: "HEAD" })).status).toBe(200);
  });

  test("keeps its secret as a digest and encrypted, and out of the log", async () => {
    const valeria = await specialist();
    const path = await renew(valeria);
    const secret = String(/([\w-]{43})\.ics$/.exec(path)?.[1]);
    expect(JSON.stringify(await sql("SELECT * FROM calendarios_susa"))).not.toContain(secret);
    await withoutTable("citas_susa", async () => {
      const page = await site.visitor().send(path);
      expect([page.status, page.headers["content-type"]]).toEqual([503, "text/plain; charset=utf-8"]);
      expect(JSON.stringify(vi.mocked(console.error).mock.calls)).not.toContain(secret.slice(0, 12));
    });
  });

  test("still works after the encryption key changed, but its address can only be renewed then", async () => {
    const valeria = await specialist();
    const path = await renew(valeria);
    await sql("UPDATE calendarios_susa SET sobre = 'v1.AAAA'");
    const page = await ana.get(PATH);
    expect(console.error).toHaveBeenCalled();
    vi.mocked(console.error).mockClear();
    expect([page.status, addressOf(page, valeria)]).toEqual([200, null]);
    expect(page.text()).toContain("ya no se puede mostrar");
    expect((await site.visitor().send(path)).status).toBe(200);
  });

  test("is not created for an unknown specialist, without a key, or with an unknown action", async () => {
    const valeria = await specialist();
    const { token = "" } = (await ana.get(PATH)).values(`form[action$="/calendarios/${valeria}"]`);
    for (const [id, values] of [
      ["11111111-1111-4111-8111-111111111111", { token, accion: "renovar" }],
      ["abc", { token, accion: "renovar" }],
      [valeria, { accion: "renovar" }],
      [valeria, { token, accion: "otra" }],
    ] as [string, Record<string, string>][]) {
      expect((await ana.post(`${PATH}/calendarios/${id}`, values)).location).toBe(PATH);
      expect((await ana.get(PATH)).alert).toMatch(/^Error/);
    }
    expect(await sql("SELECT 1 FROM calendarios_susa")).toEqual([]);
  });
});
