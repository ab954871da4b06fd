import { beforeEach, describe, expect, test } from "vitest";
import { studioMoment } from "~/format/zone.server";
import type { Page } from "../../../support/browser";
import { createAusencia, createCita, createConfiguracion, createEmpleado, createServicio } from "../../../support/factories";
import { emptyTables, sql, studioDayFromNow } from "../../../support/test-database";
import { startSiteForFile } from "../../start-site";

// The lunch in the form of a week: of the studio and of a specialist. Underneath it is a pause that repeats.

const EVA = "11111111-1111-4111-8111-111111111111";
const ZONA = "America/Mexico_City";
const site = await startSiteForFile();
const ana = await site.staff();
beforeEach(async () => {
  await emptyTables();
  await createConfiguracion({ direccion: "Calle 5", whatsapp: "522221234567" });
  await createEmpleado({ id: EVA, nombre: "Eva", apellido: "Luz" });
});

const OWNERS = [
  {
    whose: "the studio",
    id: null,
    path: "/admin/configuracion/general",
    form: "#general-horario",
    list: "/admin/configuracion/dias-cerrados",
  },
  {
    ...{ whose: "a specialist", id: EVA, path: `/admin/empleados/${EVA}/horario/semana`, form: "#semana" },
    list: `/admin/empleados/${EVA}/horario`,
  },
];
const LUNCH = { comida_de: "14:00", comida_a: "15:00" };

describe.each(OWNERS)("the lunch of $whose", ({ id, path, form, list }) => {
  const rows = () =>
    sql(
      "SELECT id, empleado_id, desde::text, hasta, left(de::text, 5) AS de, left(a::text, 5) AS a, motivo FROM ausencias_susa ORDER BY created_at",
    );
  const open = () => ana.get(path);
  const lunchOf = (page: Page) => {
    const { comida_de, comida_a } = page.values(form);
    return [comida_de, comida_a];
  };
  const save = async (values: Record<string, string>) => (await open()).submit(values, form);

  test("is a pause that repeats from today on, moves with its hours, and goes when they are emptied", async () => {
    expect(lunchOf(await open())).toEqual(["", ""]);
    expect((await save(LUNCH)).status).toBe(303);
    const today = await studioDayFromNow(0);
    const [first] = await rows();
    expect(await rows()).toEqual([
      { id: first?.id, empleado_id: id, desde: today, hasta: null, de: "14:00", a: "15:00", motivo: "Comida" },
    ]);
    expect((await ana.get(list)).text("main")).toContain("Todos los días, de 2:00 a 3:00 p.m.");
    expect(lunchOf(await open())).toEqual(["14:00", "15:00"]);
    expect((await save({ comida_de: "15:00", comida_a: "16:00" })).status).toBe(303);
    expect(await rows()).toEqual([{ ...first, de: "15:00", a: "16:00" }]);
    expect((await save({ comida_de: "", comida_a: "" })).status).toBe(303);
    expect(await rows()).toEqual([]);
  });

  test("stays as it is when the form is saved unchanged, and so does the record", async () => {
    await createAusencia(id, "2026-01-02", null, { de: "13:30", a: "14:15", motivo: "Siesta" });
    const before = await sql("SELECT * FROM ausencias_susa");
    const lines = () => sql("SELECT accion FROM bitacora_susa WHERE tipo = 'ausencia' ORDER BY created_at");
    const recorded = await lines();
    const page = await open();
    expect(page.text(form)).toContain("dice «Siesta»");
    expect((await page.submit({}, form)).status).toBe(303);
    expect(await sql("SELECT * FROM ausencias_susa")).toEqual(before);
    expect(await lines()).toEqual(recorded);
    await save(LUNCH);
    expect(await lines()).toEqual([...recorded, { accion: "cambio" }]);
    expect(await rows()).toMatchObject([{ desde: "2026-01-02", motivo: "Siesta", de: "14:00" }]);
  });

  test.each([
    [{ comida_de: "14:00", comida_a: "" }, "Escribe las dos horas de la comida, o ninguna."],
    [{ comida_de: "15:00", comida_a: "14:00" }, "La comida acaba después de que empieza."],
    [{ comida_de: "25:00", comida_a: "15:00" }, "Escribe la hora como 10:00 o 18:30."],
  ])("refuses %j beside its field", async (values, sentence) => {
    const page = await save(values);
    expect([page.status, page.alert]).toEqual([400, expect.stringContaining(sentence)]);
    expect(lunchOf(page)[1]).toBe(values.comida_a);
    expect(await rows()).toEqual([]);
  });

  test("is changed one by one among the absences where several pauses repeat, and the form says so", async () => {
    await createAusencia(id, "2026-01-02", null, { de: "14:00", a: "15:00" });
    const opened = await open();
    await createAusencia(id, "2026-01-02", null, { de: "17:00", a: "17:15" });
    const page = await open();
    expect(page.text(form)).toContain("Hay varias pausas que se repiten todos los días.");
    expect(page.values(form)).not.toHaveProperty("comida_de");
    const before = await sql("SELECT * FROM ausencias_susa ORDER BY id");
    expect((await page.submit({}, form)).status).toBe(303);
    const late = await opened.submit({ comida_de: "13:00", comida_a: "14:00" }, form);
    expect([late.status, await sql("SELECT * FROM ausencias_susa ORDER BY id")]).toEqual([409, before]);
  });

  test("does not touch hours that end, or belong to somebody else", async () => {
    await createAusencia(id, "2026-01-02", await studioDayFromNow(9), { de: "09:00", a: "10:00", motivo: "Curso" });
    await createAusencia(id === null ? EVA : null, "2026-01-02", null, { de: "12:00", a: "13:00" });
    expect(lunchOf(await open())).toEqual(["", ""]);
    await save(LUNCH);
    expect(await rows()).toHaveLength(3);
    await save({ comida_de: "", comida_a: "" });
    expect((await rows()).map(({ de }) => de)).toEqual(["09:00", "12:00"]);
  });

  test("says how many appointments are left in it, and leads to them", async () => {
    const dia = await studioDayFromNow(3);
    const servicio_id = await createServicio();
    await createCita(studioMoment(dia, "14:30", ZONA), { empleado_id: EVA, servicio_id });
    const saved = await save(LUNCH);
    const [comida] = await rows();
    expect([saved.status, saved.location]).toEqual([303, `${list}/${comida?.id}/citas`]);
    expect((await ana.get(saved.location ?? "")).flash).toContain("1 cita a la hora de la comida.");
  });

  test("asks about a lunch that two people changed, and keeps one that only another changed", async () => {
    const [mine, hers, third] = [await open(), await open(), await open()];
    expect((await hers.submit(LUNCH, form)).status).toBe(303);
    const conflict = await mine.submit({ comida_de: "12:00", comida_a: "13:00" }, form);
    expect(conflict.status).toBe(409);
    expect(conflict.text("section[aria-labelledby=versiones]")).toMatch(/Comida, de.*12:00.*14:00/);
    expect((await third.submit({}, form)).status).toBe(303);
    expect(await rows()).toMatchObject([{ de: "14:00", a: "15:00" }]);
    expect((await conflict.submit({}, form)).status).toBe(303);
    expect(await rows()).toMatchObject([{ de: "12:00", a: "13:00" }]);
  });
});

test("nobody is free at lunch", async () => {
  const servicio = await createServicio({ duracion_minutos: 60 });
  await (await ana.get("/admin/configuracion/general")).submit(LUNCH, "#general-horario");
  const offered = async () => {
    const page = await site.visitor().get(`/servicio/${servicio}?dias=mas`);
    return page.texts(".slots dd a");
  };
  expect((await offered()).filter((clock) => /^(1:15|1:30|1:45|2:\d\d) p\.m\./.test(clock ?? ""))).toEqual([]);
});
