import { beforeEach, describe, expect, test } from "vitest";
import type { Page } from "../../../support/browser";
import { createAusencia, createCita, createEmpleado } from "../../../support/factories";
import { testFormContract } from "../../../support/form-contract";
import { sql, sqlValue, studioDayFromNow, withoutTable } from "../../../support/test-database";
import { startSiteForFile } from "../../start-site";

const EVA = "11111111-1111-4111-8111-111111111111";
const PATH = `/admin/empleados/${EVA}/horario`;
const CLOSED = "/admin/configuracion/dias-cerrados";

const site = await startSiteForFile();
const ana = await site.staff();
beforeEach(async () => {
  await sql("DELETE FROM ausencias_susa");
  await sql("DELETE FROM empleados_susa");
  await createEmpleado({ id: EVA, nombre: "Eva", apellido: "Ñandú" });
});

const WHOLE = { desde: "2099-12-21", hasta: "2099-12-31", de: "", a: "", motivo: "Vacaciones" };
const HOURS = { ...WHOLE, de: "14:00", a: "15:00", repite: "on", motivo: "Comida" };

const contract = {
  table: "ausencias_susa",
  required: { desde: "Escribe el primer día." },
  optional: ["motivo"],
  invalid: [
    ["desde", "2099-02-30"],
    ["desde", "mañana"],
    ["desde", "1999-12-31"],
    ["hasta", "2099-12-20"],
    ["hasta", "31/12/2099"],
    ["motivo", "x".repeat(121)],
    ["motivo", "con\0nulo"],
  ] as [string, string][],
  textField: "motivo",
  edits: { desde: "2099-12-20", hasta: "2099-12-30" },
};

describe("the absences of a specialist", () => {
  testFormContract(
    {
      ...contract,
      whole: HOURS,
      invalid: [...contract.invalid, ["a", ""], ["de", ""], ["de", "15:00"], ["a", "25:00"]],
      edits: { ...contract.edits, de: "13:30", a: "15:30" },
      path: PATH,
      messages: {
        created: "Ausencia registrada",
        updated: "Ausencia actualizada",
        deleted: "Ausencia eliminada",
        notSaved: "No se pudo guardar la ausencia",
        notDeleted: "No se pudo eliminar la ausencia",
      },
      question: "¿Estás segura de que quieres eliminar la ausencia del lunes 21 al jueves 31 de diciembre, de 2:00 a 3:00 p.m.?",
    },
    () => ana,
  );
});

describe("the closed days of the studio", () => {
  testFormContract(
    {
      ...contract,
      whole: WHOLE,
      path: CLOSED,
      // The fields are those of an absence.
      invalid: [["hasta", "2099-12-20"]],
      messages: {
        created: "Cierre agregado",
        updated: "Cierre actualizado",
        deleted: "Cierre eliminado",
        notSaved: "No se pudo guardar el cierre",
        notDeleted: "No se pudo eliminar el cierre",
      },
      question: "¿Estás segura de que quieres eliminar el cierre del lunes 21 al jueves 31 de diciembre?",
    },
    () => ana,
  );
});

const titles = (page: Page) => page.texts("main li h3");
const flash = async (path: string) => (await ana.get(path)).flash;

describe("the schedule page of a specialist", () => {
  test("says that she has the studio's hours and no absences", async () => {
    const page = await ana.get(PATH);
    expect(page.text()).toContain("Eva Ñandú");
    expect(page.text()).toContain("Martes a sábado, de 10:00 a.m. a 6:00 p.m.Es el horario del estudio.");
    expect(page.text()).toContain("No hay ausencias registradas");
    expect(page.text("title")).not.toContain("Eva");
    expect((await ana.get("/admin/empleados")).all(`a[href="${PATH}"]`)).toHaveLength(1);
  });

  test("lists her upcoming absences in order, and the past ones in a closed details element", async () => {
    const other = await createEmpleado({ nombre: "Otra", apellido: "Paz" });
    await createAusencia(EVA, "2099-12-25", "2099-12-25", { motivo: "Última" });
    await createAusencia(EVA, await studioDayFromNow(-1), await studioDayFromNow(0), { motivo: "En curso" });
    await createAusencia(EVA, "2020-01-01", await studioDayFromNow(-1), { motivo: "Pasada" });
    await createAusencia(other, "2099-12-25", "2099-12-25", { motivo: "De otra" });
    await createAusencia(null, "2099-12-25", "2099-12-25", { motivo: "De todas" });
    const page = await ana.get(PATH);
    expect(page.texts("main li h3 + p")).toEqual(["En curso", "Última", "Pasada"]);
    expect(page.all("main details li")).toHaveLength(1);
    expect(titles(page)[1]).toBe("Viernes 25 de diciembre");
    expect(page.text("main details summary")).toBe("Anteriores (1)");
    const closed = await ana.get(CLOSED);
    expect(closed.texts("main li h3 + p")).toEqual(["De todas"]);
  });

  test("answers 404 for an absence under another specialist's URL", async () => {
    const id = await createAusencia(EVA, "2099-12-25", "2099-12-25");
    for (const path of [
      `${CLOSED}/${id}`,
      `/admin/empleados/nadie/horario/${id}`,
      `${PATH}/nada`,
      "/admin/empleados/nadie/horario",
    ])
      expect((await ana.get(path)).status, path).toBe(404);
    const form = { ...(await ana.get(`${PATH}/${id}`)).values() };
    expect((await ana.post(`${CLOSED}/${id}`, form)).status).toBe(404);
    await ana.post(`${CLOSED}/${id}/eliminar`, form);
    expect(await sql("SELECT 1 FROM ausencias_susa")).toHaveLength(1);
  });

  test("saves an absence without a last day as one day, and counts the appointments on its days", async () => {
    await createCita("2099-12-25T18:00Z", { empleado_id: EVA });
    await ana.submit(`${PATH}/nuevo`, { desde: "2099-12-25", hasta: "" });
    expect(await flash(PATH)).toBe("Ausencia registradaTiene 1 cita en esos días.");
    expect(await sql("SELECT desde::text, hasta::text FROM ausencias_susa")).toEqual([
      { desde: "2099-12-25", hasta: "2099-12-25" },
    ]);
    await ana.submit(`${PATH}/nuevo`, { desde: "2099-12-26", hasta: "" });
    expect(await flash(PATH)).toBe("Ausencia registrada");
    await ana.submit(`${CLOSED}/nuevo`, { desde: "2099-12-24", hasta: "2099-12-25" });
    expect(await flash(CLOSED)).toBe("Cierre agregadoHay 1 cita en esos días.");
    await sql("DELETE FROM citas_susa");
  });

  test("saves hours of one day, of several, and of every day, and lists them as a person says them", async () => {
    const lunch = { de: "14:00", a: "15:00" };
    await ana.submit(`${PATH}/nuevo`, { desde: "2099-12-24", hasta: "", ...lunch });
    await ana.submit(`${PATH}/nuevo`, { desde: "2099-12-24", hasta: "2099-12-25", ...lunch, repite: "on" });
    await ana.submit(`${PATH}/nuevo`, {
      desde: "2099-12-25",
      hasta: "",
      de: "11:30",
      a: "12:30",
      repite: "on",
      motivo: "Comida",
    });
    const page = await ana.get(PATH);
    expect(titles(page).sort()).toEqual([
      "Del jueves 24 al viernes 25 de diciembre, de 2:00 a 3:00 p.m.",
      "Jueves 24 de diciembre, de 2:00 a 3:00 p.m.",
      "Todos los días, de 11:30 a.m. a 12:30 p.m.",
    ]);
    expect(page.text("main li:last-child")).toContain("Comida" + "Desde el 25/12/2099");
    const [daily] = await sql<{ id: string }>("SELECT id FROM ausencias_susa WHERE hasta IS NULL");
    expect((await ana.get(`${PATH}/${daily?.id}/eliminar`)).text()).toContain(
      "¿Estás segura de que quieres eliminar la ausencia de todos los días, de 11:30 a.m. a 12:30 p.m.?",
    );
    expect((await ana.get(`${PATH}/${daily?.id}`)).values()).toMatchObject({ hasta: "", de: "11:30", a: "12:30", repite: "on" });
  });

  test("says of hours what is missing or wrong, and keeps every value", async () => {
    const BOTH = "Escribe las dos horas, o ninguna si es todo el día.";
    for (const [values, name, error] of [
      [{ de: "14:00" }, "a", BOTH],
      [{ a: "15:00" }, "de", BOTH],
      [{ de: "14:00", a: "14:00" }, "a", "La segunda hora va después de la primera."],
      [{ repite: "on" }, "de", "Escribe de qué hora a qué hora se repite."],
    ] as [Record<string, string>, string, string][]) {
      const page = await ana.submit(`${PATH}/nuevo`, { desde: "2099-12-24", hasta: "", motivo: "Comida", ...values });
      expect([page.status, page.texts('[role="alert"] a')]).toEqual([400, [error]]);
      expect(page.document.querySelector(`#ausencia-${name}`)?.getAttribute("aria-invalid")).toBe("true");
      expect(page.values()).toMatchObject({ desde: "2099-12-24", motivo: "Comida", ...values });
    }
    expect(await sql("SELECT 1 FROM ausencias_susa")).toEqual([]);
  });

  test("asks about days and hours as one when two people changed one of them each", async () => {
    const id = await createAusencia(EVA, "2099-12-24", null, { de: "14:00", a: "15:00" });
    const [mine, hers] = [await ana.get(`${PATH}/${id}`), await ana.get(`${PATH}/${id}`)];
    expect((await hers.submit({ hasta: "2099-12-31" })).status).toBe(303);
    const conflict = await mine.submit({ a: "15:30" });
    expect(conflict.status).toBe(409);
    expect(conflict.texts("section[aria-labelledby=versiones] dt")).toEqual(["Último día", "A"]);
    expect(conflict.values()).toMatchObject({ hasta: "", a: "15:30", repite: "on" });
    await conflict.submit();
    expect(await sql("SELECT hasta, a::text FROM ausencias_susa")).toEqual([{ hasta: null, a: "15:30:00" }]);
  });

  test("counts only the appointments that overlap the hours of an absence, by the studio's clock", async () => {
    // The hours of the default zone, Mexico City, are six behind UTC.
    for (const moment of [
      "2099-12-24T19:00Z",
      "2099-12-24T20:30Z",
      "2099-12-26T20:59Z",
      "2099-12-27T21:00Z",
      "2000-12-24T20:30Z",
    ])
      await createCita(moment, { empleado_id: EVA });
    await createCita("2099-12-24T20:30Z");
    const lunch = { hasta: "", de: "14:00", a: "15:00" };
    for (const [path, values, said] of [
      [PATH, { desde: "2099-12-24" }, "Ausencia registradaTiene 1 cita a esas horas."],
      [PATH, { desde: "2000-01-01", repite: "on" }, "Ausencia registradaTiene 2 citas a esas horas."],
      [PATH, { desde: "2000-01-01", repite: "on", hasta: "2099-12-24" }, "Ausencia registradaTiene 1 cita a esas horas."],
      [PATH, { desde: "2099-12-27" }, "Ausencia registrada"],
      [CLOSED, { desde: "2099-12-24" }, "Cierre agregadoHay 2 citas a esas horas."],
    ] as [string, Record<string, string>, string][]) {
      await ana.submit(`${path}/nuevo`, { ...lunch, ...values });
      expect(await flash(path), JSON.stringify(values)).toBe(said);
    }
    await sql("DELETE FROM citas_susa");
  });

  test("answers 503 when it cannot be read, and gives back the typed values when the specialist was deleted", async () => {
    const page = await withoutTable("ausencias_susa", () => ana.get(PATH));
    expect([page.status, page.alert]).toEqual([503, "ErrorNo se pudo cargar el horario"]);
    const closed = await withoutTable("ausencias_susa", () => ana.get(CLOSED));
    expect([closed.status, closed.alert]).toEqual([503, "ErrorNo se pudieron cargar los días cerrados"]);
    const form = await ana.get(`${PATH}/nuevo`);
    await sql("DELETE FROM empleados_susa WHERE id = $1", [EVA]);
    const deleted = await form.submit(WHOLE);
    expect(deleted.status).toBe(404);
    expect(deleted.text("section")).toContain("Vacaciones");
  });
});

describe("the week of a specialist", () => {
  const stored = () => sqlValue("SELECT horario FROM empleados_susa WHERE id = $1", [EVA]);
  const open = () => ana.get(`${PATH}/semana?q=x`);
  /** Submits the form as a browser does, without the checkbox if it is unchecked. */
  const send = async (page: Page, changes: Record<string, string> = {}) => {
    const { del_estudio, ...values } = { ...page.values(), ...changes };
    return ana.post(`${PATH}/semana?q=x`, del_estudio === "on" ? { ...values, del_estudio } : values);
  };

  test("is the studio's until she has individual hours, which start as the studio's", async () => {
    const page = await open();
    expect(page.values()).toMatchObject({ del_estudio: "on", "horario[0].abre": "", "horario[1].abre": "10:00" });
    const saved = await send(page, {
      del_estudio: "",
      "horario[1].abre": "",
      "horario[1].cierra": "",
      "horario[5].cierra": "14:00",
    });
    expect([saved.status, saved.location]).toEqual([303, `${PATH}?q=x`]);
    const screen = await ana.get(PATH);
    expect(screen.flash).toBe("Horario actualizado");
    const day = { abre: "10:00", cierra: "18:00" };
    expect(await stored()).toEqual([null, null, day, day, day, { abre: "10:00", cierra: "14:00" }, null]);
    expect(screen.text()).toContain("Sábado, de 10:00 a.m. a 2:00 p.m.Es su propio horario.");
    expect((await open()).values()).not.toHaveProperty("del_estudio");
    expect((await send(await open(), { del_estudio: "on" })).status).toBe(303);
    expect(await stored()).toBeNull();
  });

  test("ignores invalid hours while the studio's are chosen, and rejects and keeps them otherwise", async () => {
    const wrong = { "horario[2].abre": "08:60", "horario[3].abre": "", "horario[4].abre": "19:00" };
    expect((await send(await open(), wrong)).status).toBe(303);
    expect(await stored()).toBeNull();
    const page = await send(await open(), { ...wrong, del_estudio: "" });
    expect(page.status).toBe(400);
    expect(page.values()).toMatchObject({ "horario[3].abre": "", "horario[4].abre": "19:00", "horario[4].cierra": "18:00" });
    expect(page.values()).not.toHaveProperty("del_estudio");
    expect(page.texts('[role="alert"] a')).toEqual([
      "Escribe la hora como 10:00 o 18:30.",
      "Escribe las dos horas, o ninguna si ese día no trabaja.",
      "La hora de salida va después de la de entrada.",
    ]);
    for (const link of page.all('[role="alert"] a')) {
      const field = page.document.getElementById(String(link.getAttribute("href")).slice(1));
      expect(field?.getAttribute("aria-invalid"), String(link.textContent)).toBe("true");
    }
    expect(await stored()).toBeNull();
  });

  test("is kept beside an edit of the specialist herself, and the other way round, without a question", async () => {
    const [week, record] = [await open(), await ana.get(`/admin/empleados/${EVA}`)];
    await send(week, { del_estudio: "", "horario[1].cierra": "12:00" });
    expect((await record.submit({ apellido: "Paz" })).status).toBe(303);
    const [later, again] = [await open(), await ana.get(`/admin/empleados/${EVA}`)];
    expect((await again.submit({ apellido: "Sol" })).status).toBe(303);
    expect((await send(later, { "horario[1].cierra": "13:00" })).status).toBe(303);
    expect(await stored()).toMatchObject({ 1: { abre: "10:00", cierra: "13:00" } });
    expect(await sql("SELECT apellido FROM empleados_susa")).toEqual([{ apellido: "Sol" }]);
    expect(await flash(PATH)).toBe("Horario actualizado");
  });

  test("counts as one: two changes of different days are asked about", async () => {
    await send(await open(), { del_estudio: "" });
    const [mine, hers] = [await open(), await open()];
    await send(hers, { "horario[1].cierra": "12:00" });
    const conflict = await send(mine, { "horario[6].abre": "10:00", "horario[6].cierra": "14:00" });
    expect(conflict.status).toBe(409);
    expect(conflict.texts("section[aria-labelledby=versiones] dt")).toEqual(["Horario, martes", "Horario, domingo"]);
    expect(conflict.values()).toMatchObject({ "horario[1].cierra": "18:00", "horario[6].cierra": "14:00" });
  });

  test("shows both versions of a stale edit, saves once when sent several times, and needs its idempotency key", async () => {
    const [mine, hers] = [await open(), await open()];
    await send(hers, { del_estudio: "", "horario[1].cierra": "12:00" });
    const conflict = await send(mine, { del_estudio: "", "horario[1].cierra": "13:00" });
    expect(conflict.status).toBe(409);
    expect(conflict.text("section[aria-labelledby=versiones]")).toMatch(/Horario, martes.*10:00 a 13:00.*10:00 a 12:00/);
    const answers = await Promise.all(Array.from({ length: 3 }, () => send(conflict, { del_estudio: "" })));
    expect(new Set(answers.map(({ status }) => status))).toEqual(new Set([303]));
    expect(await stored()).toMatchObject({ 1: { abre: "10:00", cierra: "13:00" } });
    expect((await send(await open(), { token: "", del_estudio: "on" })).status).toBe(400);
    expect(await stored()).not.toBeNull();
    const last = await open();
    await sql("DELETE FROM empleados_susa WHERE id = $1", [EVA]);
    expect((await send(last, { del_estudio: "on" })).status).toBe(404);
  });

  test("answers malformed values with a 400 page", async () => {
    const { token = "", updated_at = "" } = (await open()).values();
    const bodies: Record<string, string>[] = [
      {},
      { horario: "x" },
      { "horario[0]": "x" },
      { "horario[0].abre": "10:00" },
      { "horario[9].abre": "10:00" },
      { del_estudio: "sí" },
    ];
    for (const body of bodies) {
      const page = await ana.post(`${PATH}/semana`, { token, updated_at, ...body });
      expect(page.status, JSON.stringify(body)).toBe(400);
    }
    expect(await stored()).toBeNull();
  });
});
