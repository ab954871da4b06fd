import { randomUUID } from "node:crypto";
import { beforeEach, describe, expect, test } from "vitest";
import { formatDay } from "~/format/dates";
import { addDays, weekday } from "~/format/days.server";
import { studioMoment } from "~/format/zone.server";
import type { Page } from "../../../support/browser";
import {
  type Columns,
  createAusencia,
  createCliente,
  createEmpleado,
  everyoneDoesEverything,
  insertRow,
} from "../../../support/factories";
import { emptyTables, sql, sqlColumn, sqlValue, studioDayFromNow, withoutTable } from "../../../support/test-database";
import { addCita, ana, formOfButton, cita as other, parts, readFlash, statusOf } from "./appointment";

// The appointments that are left in an absence of Ana, or in closed days of the studio: moved from the list, and each client told.

const ZONA = "America/Mexico_City";

let dia: string;
let siguiente: string;

// A Wednesday and a Thursday at least a week ahead; the studio is open from Tuesday to Saturday, from 10:00 to 18:00.
beforeEach(async () => {
  dia = await studioDayFromNow(7);
  while (weekday(dia) !== 2) dia = addDays(dia, 1);
  siguiente = addDays(dia, 1);
  await emptyTables("ausencias_susa", "form_tokens_susa");
  await sql("DELETE FROM citas_susa WHERE id = $1", [other]);
});

const at = (day: string, hora: string) => studioMoment(day, hora, ZONA).toISOString();

/** Adds an appointment of a client of that name. */
async function add(nombre: string, day: string, hora: string, columns: Columns = {}, telefono: string | null = "2221234567") {
  return addCita({ ...parts, cliente_id: await createCliente({ nombre, telefono }) }, { inicio: at(day, hora), ...columns });
}

const schedule = () => `/admin/empleados/${parts.empleado_id}/horario`;
const CLOSED = "/admin/configuracion/dias-cerrados";

/** Adds an absence of Ana and gives the address of its list. */
async function addAbsence(desde: string, hasta: string | null, columns: Columns = {}): Promise<string> {
  return `${schedule()}/${await createAusencia(parts.empleado_id, desde, hasta, columns)}/citas`;
}

const names = (page: Page) => page.texts('main ol a[href*="/detalle"]');
/** The selector of the form with the hours of an appointment, with its specialist or with another. */
const hoursOf = (id: string, con: "suyas" | "conOtra" = "suyas") =>
  `main li form:has([name=cita][value="${id}"])${con === "suyas" ? ":not(:has([name=con]))" : ":has([name=con])"}`;
const valuesIn = (page: Page, form: string) =>
  page.all(`${form} button[name=intent]`).map((button) => button.getAttribute("value") ?? "");
const press = (page: Page, form: string, value = valuesIn(page, form)[0] ?? "") => page.submit({ intent: value }, form);
const clockOf = (id: string) =>
  sqlValue<string>("SELECT to_char(fecha_hora AT TIME ZONE $2, 'YYYY-MM-DD HH24:MI') FROM citas_susa WHERE id = $1", [id, ZONA]);
const countMessages = () => sqlValue("SELECT count(*)::int FROM mensajes_susa WHERE tipo = 'confirmar'");

/** Moves an appointment to its first hour and gives the list again, with its message. */
async function move(path: string, id: string): Promise<Page> {
  const answer = await press(await ana.get(path), hoursOf(id));
  expect([answer.status, answer.location]).toEqual([303, path]);
  return ana.get(path);
}

describe("the list", () => {
  beforeEach(async () => {
    await add("Antes", addDays(dia, -1), "12:00");
    await add("Primera", dia, "10:00", { estado: "confirmada" });
    await add("Comida", dia, "14:30");
    await add("Segunda", siguiente, "17:00");
    await add("Cancelada", dia, "11:00", { estado: "cancelada" });
    await add("Completada", dia, "12:00", { estado: "completada" });
    await add("Después", addDays(dia, 2), "12:00");
    await add("De Eva", dia, "10:00", { empleado_id: await createEmpleado({ nombre: "Eva" }) });
    await add("De nadie", dia, "10:30", { empleado_id: null });
  });

  const LISTS: [what: string, columns: Columns, isLong: boolean, expected: string[]][] = [
    ["whole days", {}, true, ["Primera", "Comida", "Segunda"]],
    ["a single day", {}, false, ["Primera", "Comida"]],
    ["hours of one day", { de: "14:00", a: "15:00" }, false, ["Comida"]],
    ["hours that end when one begins", { de: "13:00", a: "14:30" }, false, []],
    ["hours of several days", { de: "15:00", a: "17:30" }, true, ["Comida", "Segunda"]],
  ];

  test.each(LISTS)("has what is left in %s, by time, and its link says as many", async (_what, columns, isLong, expected) => {
    const path = await addAbsence(dia, isLong ? siguiente : dia, columns);
    expect(names(await ana.get(path))).toEqual(expected);
    const link = (await ana.get(schedule())).texts(`main a[href="${path}"]`);
    const count = `${expected.length} ${expected.length === 1 ? "cita" : "citas"} por mover`;
    expect(link).toEqual(expected.length === 0 ? [] : [expect.stringMatching(`^${count} de la ausencia del? `)]);
  });

  test("has what is left in hours of every day, and nothing that is over", async () => {
    await add("Ayer", await studioDayFromNow(-1), "14:00");
    await add("En enero", "2026-01-06", "14:00");
    const path = await addAbsence("2026-01-01", null, { de: "14:00", a: "15:00" });
    expect(names(await ana.get(path))).toEqual(["Comida"]);
  });

  test("of closed days has those of all specialists, and names them", async () => {
    const path = `${CLOSED}/${await createAusencia(null, dia, dia)}/citas`;
    const page = await ana.get(path);
    expect(names(page).sort()).toEqual(["Comida", "De Eva", "De nadie", "Primera"]);
    expect(page.text("main header")).toContain("Estudio cerrado");
    for (const who of ["con Eva", "con Ana", "Sin especialista"]) expect(page.text("main ol")).toContain(who);
    expect((await ana.get(CLOSED)).texts(`main a[href="${path}"]`)).toEqual([
      expect.stringMatching(/^4 citas por mover del cierre/),
    ]);
    // No hour of a closed day is offered.
    expect(page.all("main button[name=intent]").filter((button) => button.getAttribute("value")?.includes(dia))).toEqual([]);
  });

  test("follows the saved absence, which says how many, and after an edit that reaches them too", async () => {
    const saved = await ana.submit(`${schedule()}/nuevo?q=x`, { desde: dia, hasta: siguiente });
    const path = `${schedule()}/${await sqlValue("SELECT id FROM ausencias_susa")}/citas`;
    expect([saved.status, saved.location]).toEqual([303, path]);
    expect((await ana.get(path)).flash).toBe("Ausencia registradaTiene 3 citas en esos días.");
    const edited = await ana.submit(path.replace(/\/citas$/, ""), { hasta: "", de: "14:00", a: "15:00" });
    expect(edited.location).toBe(path);
    expect((await ana.get(path)).flash).toBe("Ausencia actualizadaTiene 1 cita a esas horas.");
    const free = await ana.submit(`${schedule()}/nuevo?q=x`, { desde: addDays(dia, 30), hasta: "" });
    expect(free.location).toBe(`${schedule()}?q=x`);
    const closed = await ana.submit(`${CLOSED}/nuevo`, { desde: dia, hasta: "" });
    expect(closed.location).toMatch(new RegExp(`^${CLOSED}/[\\w-]+/citas$`));
    expect((await ana.get(String(closed.location))).flash).toBe("Cierre agregadoHay 4 citas en esos días.");
  });

  test("is empty when nothing is left, and leads back to the schedule", async () => {
    const page = await ana.get(await addAbsence(addDays(dia, 30), addDays(dia, 31)));
    expect(page.text("main .empty-state")).toBe("Ya no hay citas en esos díasVer su horario");
    expect(page.all(`main .empty-state a[href="${schedule()}"]`)).toHaveLength(1);
    const hours = await ana.get(await addAbsence(addDays(dia, 30), addDays(dia, 30), { de: "10:00", a: "11:00" }));
    expect(hours.text("main .empty-state")).toContain("Ya no hay citas a esas horas");
  });

  test("answers 503 when it cannot be read", async () => {
    const path = await addAbsence(dia, siguiente);
    for (const table of ["ausencias_susa", "citas_susa", "servicios_susa"]) {
      const page = await withoutTable(table, () => ana.get(path));
      expect([page.status, page.alert], table).toEqual([503, "ErrorNo se pudieron cargar las citas"]);
    }
  });

  test("answers 404 for an absence under the address of another, and for an unknown one", async () => {
    const path = await addAbsence(dia, siguiente);
    const closed = await createAusencia(null, dia, dia);
    const [, id] = /horario\/([^/]+)/.exec(path) ?? [];
    for (const wrong of [
      `${CLOSED}/${id}/citas`,
      `${schedule()}/${closed}/citas`,
      `${schedule()}/${randomUUID()}/citas`,
      `${CLOSED}/x/citas`,
    ]) {
      expect((await ana.get(wrong)).status, wrong).toBe(404);
      expect((await ana.post(wrong, { token: randomUUID(), intent: "tell", cita: randomUUID() })).status, wrong).toBe(404);
    }
  });
});

describe("an hour button", () => {
  test("moves the appointment, and comes back to the list, where the client is told by one more press", async () => {
    const first = await add("Lucía Peña Ríos", dia, "12:00");
    await add("Otra", dia, "15:00");
    const path = await addAbsence(dia, siguiente);
    const page = await ana.get(path);
    // The first day that she is there: its first hour, one in the middle, and its last.
    const viernes = addDays(dia, 2);
    expect(valuesIn(page, hoursOf(first))).toEqual(
      ["10:00", "13:30", "17:00"].map((hora) => `book:${viernes}T${hora}/${parts.empleado_id}`),
    );
    expect(page.texts(`${hoursOf(first)} button`)[0]).toMatch(
      /^10:00 a\.m\. con Ana viernes .* para la cita de las 12:00 p\.m\. de Lucía/,
    );
    const next = await move(path, first);
    expect(await clockOf(first)).toBe(`${viernes} 10:00`);
    expect(next.flash).toBe(`Cita movidaQuedó el ${formatDay(viernes, "UTC")} a las 10:00 a.m.`);
    expect(names(next)).toEqual(["Otra"]);

    const tell = formOfButton(next, "Avisar por WhatsApp");
    expect(await next.submitThrice({}, tell)).toEqual([`303 ${path}?mensaje=${first}`]);
    expect(await countMessages()).toBe(1);
    const told = await ana.get(`${path}?mensaje=${first}`);
    expect(told.text("section[aria-labelledby=mensaje] h2")).toBe("Mensaje para Lucía Peña Ríos");
    expect(told.text("section[aria-labelledby=mensaje] blockquote")).toContain(formatDay(viernes, "UTC"));
    expect(told.document.querySelector("section[aria-labelledby=mensaje] a.button")?.getAttribute("href")).toMatch(
      /^https:\/\/wa\.me\/522221234567\?text=/,
    );
    expect(names(told)).toEqual(["Otra"]);
    // To look at it records nothing.
    expect(await countMessages()).toBe(1);
  });

  test("moves once when it is sent three times, and answers 409 when that page sends another hour", async () => {
    const id = await add("Lucía", dia, "12:00");
    const page = await ana.get(await addAbsence(dia, siguiente));
    const [first = "", second = ""] = valuesIn(page, hoursOf(id));
    expect(await page.submitThrice({ intent: first }, hoursOf(id))).toEqual([`303 ${page.path}`]);
    expect(await sqlColumn("SELECT accion FROM cambios_cita_susa WHERE cita_id = $1 AND accion = 'editada'", [id])).toHaveLength(
      1,
    );
    expect((await press(page, hoursOf(id), second)).status).toBe(409);
  });

  test("may be in the time that the appointment itself leaves", async () => {
    const week = Array.from({ length: 7 }, (_, day) => (day === weekday(dia) ? { abre: "11:30", cierra: "14:00" } : null));
    await sql("UPDATE empleados_susa SET horario = $1", [JSON.stringify(week)]);
    const id = await add("Lucía", dia, "12:00");
    const page = await ana.get(await addAbsence(dia, dia, { de: "12:30", a: "14:00" }));
    expect(valuesIn(page, hoursOf(id))[0]).toBe(`book:${dia}T11:30/${parts.empleado_id}`);
    await press(page, hoursOf(id));
    expect(await clockOf(id)).toBe(`${dia} 11:30`);
  });

  test("that was taken meanwhile answers 409 with the list as it is now, and other hours", async () => {
    const id = await add("Lucía", dia, "12:00");
    const page = await ana.get(await addAbsence(dia, siguiente));
    const [value = ""] = valuesIn(page, hoursOf(id));
    await addCita(parts, { inicio: at(addDays(dia, 2), "10:30") });
    const refused = await press(page, hoursOf(id), value);
    expect([refused.status, refused.text("h1"), names(refused)]).toEqual([409, "Citas por mover", ["Lucía"]]);
    expect(refused.alert).toBe("La cita sigue en su horaEse horario ya está ocupado o ya pasó. Elige otra hora.");
    expect(await clockOf(id)).toBe(`${dia} 12:00`);
    expect(valuesIn(refused, hoursOf(id))).not.toContain(value);
    expect((await press(refused, hoursOf(id))).status).toBe(303);
  });

  test("of an appointment that somebody changed answers 409, and of one that is over or gone leads back", async () => {
    const id = await add("Lucía", dia, "12:00");
    const page = await ana.get(await addAbsence(dia, siguiente));
    await sql("UPDATE citas_susa SET notas = 'Trae foto' WHERE id = $1", [id]);
    const refused = await press(page, hoursOf(id));
    expect([refused.status, refused.alert]).toEqual([409, expect.stringContaining("Alguien cambió esta cita mientras tanto")]);
    await sql("UPDATE citas_susa SET estado = 'cancelada' WHERE id = $1", [id]);
    await insertRow("cambios_cita_susa", { cita_id: id, accion: "cancelada", estado: "cancelada" });
    expect((await press(refused, hoursOf(id))).location).toBe(page.path);
    expect(await readFlash()).toContain("Esta cita está cancelada");
    await sql("DELETE FROM citas_susa WHERE id = $1", [id]);
    expect((await press(page, hoursOf(id))).location).toBe(page.path);
    expect(await readFlash()).toContain("Ese registro ya no existe.");
  });

  test("of an absence that was deleted moves nothing", async () => {
    const id = await add("Lucía", dia, "12:00");
    const page = await ana.get(await addAbsence(dia, siguiente));
    await sql("DELETE FROM ausencias_susa");
    expect((await press(page, hoursOf(id))).status).toBe(404);
    expect(await clockOf(id)).toBe(`${dia} 12:00`);
  });

  test("that is none is answered 400", async () => {
    const id = await add("Lucía", dia, "12:00");
    const page = await ana.get(await addAbsence(dia, siguiente));
    for (const intent of ["", "ya", "book:now/-", `book:${dia}T25:00/-`, "add-row"])
      expect((await press(page, hoursOf(id), intent)).status, intent).toBe(400);
    expect((await page.submit({ intent: `book:${dia}T12:00/-` }, hoursOf(id, "suyas"))).status).toBe(409);
  });

  test("moves a visit together, which the line says, and one service alone to somebody else", async () => {
    const bea = await createEmpleado({ nombre: "Bea" });
    const visita_id = randomUUID();
    const first = await add("Lucía", dia, "12:00", { visita_id });
    const second = await add("Lucía", dia, "13:00", { visita_id });
    const path = await addAbsence(dia, siguiente);
    const page = await ana.get(path);
    expect(page.text("main ol li")).toContain("Su visita se mueve junta: también Diseño de cejas de la 1:00 p.m.");
    expect(page.texts(`${hoursOf(first, "conOtra")} dt`)[0]).toContain("solo este servicio");
    await move(path, first);
    expect([await clockOf(first), await clockOf(second)]).toEqual([`${addDays(dia, 2)} 10:00`, `${addDays(dia, 2)} 11:00`]);

    await sql("UPDATE citas_susa SET fecha_hora = fecha_hora - interval '46 hours', fin = fin - interval '46 hours'");
    expect(names(await ana.get(path))).toEqual(["Lucía", "Lucía"]);
    await press(await ana.get(path), hoursOf(first, "conOtra"));
    expect(await sqlColumn("SELECT empleado_id FROM citas_susa ORDER BY fecha_hora")).toEqual([bea, parts.empleado_id]);
  });
});

describe("the hours with somebody else", () => {
  test("begin with its own, name who takes it, and move it to her", async () => {
    const bea = await createEmpleado({ nombre: "Bea" });
    const id = await add("Lucía", dia, "12:15", { duracion_minutos: 30 });
    // From one on Ana is there again, and her name is the first.
    const path = await addAbsence(dia, dia, { de: "12:00", a: "13:00" });
    const page = await ana.get(path);
    const form = hoursOf(id, "conOtra");
    expect(valuesIn(page, form)).toEqual(["12:15", "12:30", "13:00"].map((hora) => `book:${dia}T${hora}/${bea}`));
    expect(page.texts(`${form} button`)[0]).toMatch(/^12:15 p\.m\. con Bea/);
    expect((await press(page, form)).location).toBe(path);
    expect(await sqlValue("SELECT empleado_id FROM citas_susa WHERE id = $1", [id])).toBe(bea);
    expect(await readFlash()).toContain("Cita movida");
  });

  test("are none of those who do not do the service, and skip hours that are taken", async () => {
    const bea = await createEmpleado({ nombre: "Bea", hace: [] });
    const id = await add("Lucía", dia, "12:00");
    const path = await addAbsence(dia, siguiente);
    expect(valuesIn(await ana.get(path), hoursOf(id, "conOtra"))).toEqual([]);
    await everyoneDoesEverything();
    await add("De Bea", dia, "12:30", { empleado_id: bea });
    expect(valuesIn(await ana.get(path), hoursOf(id, "conOtra"))).toEqual(
      ["13:30", "14:00", "14:30"].map((hora) => `book:${dia}T${hora}/${bea}`),
    );
  });

  test("are all that there is during a long absence; without any the line says so", async () => {
    const id = await add("Lucía", dia, "12:00");
    const path = await addAbsence(dia, addDays(dia, 40));
    expect((await ana.get(path)).text("main ol li")).toContain("No hay horas libres en estos días.");
    await createEmpleado({ nombre: "Bea" });
    const page = await ana.get(path);
    expect([page.all(hoursOf(id)).length, valuesIn(page, hoursOf(id, "conOtra")).length]).toEqual([0, 3]);
  });
});

test("twelve appointments show their hours, and the others lead to the page that moves them", async () => {
  for (const n of Array.from({ length: 14 }, (_, index) => index))
    await add(`Clienta ${n}`, n < 8 ? dia : siguiente, `${10 + (n % 8)}:00`, { duracion_minutos: 30 });
  const path = await addAbsence(dia, siguiente);
  const page = await ana.get(path);
  expect([names(page).length, page.all("main li:has(button[name=intent])").length]).toEqual([14, 12]);
  const links = page.all('main li a[href*="/mover?de="]').map((link) => link.textContent ?? "");
  expect(links.filter((label) => label.startsWith("Más horas para la cita de"))).toHaveLength(12);
  expect(links.filter((label) => label.startsWith("Mover la cita de"))).toHaveLength(2);
  const [more] = page.all('main li a[href*="/mover?de="]');
  const moving = await ana.get(String(more?.getAttribute("href")));
  expect(moving.all(`main a[href="${path}"]`).length).toBeGreaterThan(0);
});

describe("a client without a telephone", () => {
  test.each([
    [null, "No tiene teléfono. Corregir"],
    ["222 12", "Su teléfono no está completo. Corregir"],
  ])("(%s) is moved, the line says why she cannot be told, and a forged message is refused", async (telefono, said) => {
    const id = await add("Luz Paz", dia, "12:00", {}, telefono);
    const path = await addAbsence(dia, siguiente);
    const page = await ana.get(path);
    expect(page.text("main ol li")).toContain(said);
    const next = await move(path, id);
    expect([next.flash.startsWith("Cita movida"), next.texts("main form button").join()]).toEqual([
      true,
      expect.not.stringContaining("Avisar"),
    ]);
    const answer = await ana.post(path, { token: randomUUID(), intent: "tell", cita: id });
    expect(answer.location).toBe(path);
    expect((await ana.get(path)).alert).toMatch(/^No se puede abrir WhatsApp/);
    expect(await countMessages()).toBe(0);
    // A message that was never opened is not shown.
    expect((await ana.get(`${path}?mensaje=${id}`)).all("section[aria-labelledby=mensaje]")).toEqual([]);
    expect(await statusOf(id)).toBe("programada");
  });
});
