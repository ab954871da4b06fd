import { beforeEach, describe, expect, test } from "vitest";
import { sql, sqlValue } from "../../../support/test-database";
import { startSiteForFile } from "../../start-site";

const PATH = "/admin/configuracion/notificaciones";

const site = await startSiteForFile();
const ana = await site.staff();
beforeEach(() => sql("DELETE FROM plantillas_susa"));

const editor = (tipo = "confirmar") => ana.get(`${PATH}/${tipo}`);
const status = async () => (await ana.get(PATH)).flash;
const stored = () => sqlValue("SELECT texto FROM plantillas_susa");

test("the list shows the messages filled with a sample client", async () => {
  const page = await ana.get(PATH);
  const ofCitas = ["Confirmar", "Recordar", "Reagendar", "Cómo llegar", "Dar las gracias"];
  expect(page.texts("main li h2")).toEqual([...ofCitas, "Invitar a volver", "Avisar de un horario"]);
  expect(page.text("main li")).toMatch(/Hola, Lucía\. .*Susa.*Diseño de cejas.*a las 10:30 a\.m\./);
  expect(page.text()).not.toContain("{");
});

test("a text of the owner's own is offered the line with the link, which she sees before she saves it", async () => {
  expect((await ana.get(PATH)).hrefs("main li a[href*=agregar]")).toEqual([]);
  await sql("INSERT INTO plantillas_susa (tipo, texto) VALUES ('recordar', 'Te esperamos, {nombre}.'), ('gracias', 'Gracias')");
  const page = await ana.get(PATH);
  expect(page.hrefs("main li a[href*=agregar]")).toEqual([`${PATH}/recordar?agregar=1`]);
  expect(page.text("main li:nth-child(2)")).toContain("Falta el enlace a su cita · Agregarlo");
  const offered = await ana.get(`${PATH}/recordar?agregar=1`);
  expect(offered.values().texto).toBe("Te esperamos, {nombre}.\nConfírmala o cámbiala aquí: {enlace}");
  expect((await ana.get(`${PATH}/recordar`)).values().texto).toBe("Te esperamos, {nombre}.");
  expect((await offered.submit()).status).toBe(303);
  expect((await ana.get(PATH)).text("main ul")).not.toContain("Falta");
  await sql(
    "INSERT INTO configuracion_susa (nombre, ciudad, zona_horaria, horario, resena_url) SELECT 'Susa', 'Puebla', 'UTC', horario, 'https://g.page/r/x' FROM (VALUES ('[null,null,null,null,null,null,null]'::jsonb)) AS dias (horario)",
  );
  expect((await ana.get(PATH)).hrefs("main li a[href*=agregar]")).toEqual([`${PATH}/gracias?agregar=1`]);
  await sql("DELETE FROM configuracion_susa");
});

describe("what clients can do with their link", () => {
  beforeEach(() => sql("DELETE FROM configuracion_susa"));
  const form = () => ana.get(`${PATH}/enlace`);
  const saved = () => sqlValue("SELECT to_json(ARRAY[cita_horas::text, politica, resena_url]) FROM configuracion_susa");

  test("is nothing but confirming until the owner says until when, and is saved and shown", async () => {
    expect((await ana.get(PATH)).text("section:has(#enlace)")).toContain("Para cambiarla o cancelarla te escribe por WhatsApp.");
    const values = { cita_horas: "12", politica: "Avísanos con tiempo.", resena_url: "g.page/r/CXabc/review" };
    expect((await (await form()).submit(values)).location).toBe(PATH);
    expect(await saved()).toEqual(["12", "Avísanos con tiempo.", "https://g.page/r/CXabc/review"]);
    expect((await ana.get(PATH)).text("section:has(#enlace)")).toContain("La cambia o la cancela sola hasta 12 horas antes.");
    expect((await form()).values()).toMatchObject({ ...values, resena_url: "https://g.page/r/CXabc/review" });
    expect((await (await form()).submit({ cita_horas: "", politica: "", resena_url: "" })).status).toBe(303);
    expect(await saved()).toEqual([null, null, null]);
  });

  test.each([
    ["cita_horas", "169", "Escribe un número de horas, de 0 a 168."],
    ["cita_horas", "-1", "Escribe un número de horas, de 0 a 168."],
    ["politica", "x".repeat(601), "Escribe 600 caracteres o menos."],
    [
      "resena_url",
      "https://www.tripadvisor.com.mx/x",
      "Ese enlace es de tripadvisor.com.mx. Pega el enlace que da Google en «Pedir reseñas», como https://g.page/r/…/review",
    ],
    [
      "resena_url",
      "https://google.com.malo.mx/r",
      "Ese enlace es de google.com.malo.mx. Pega el enlace que da Google en «Pedir reseñas», como https://g.page/r/…/review",
    ],
    ["resena_url", "mi estudio", "Pega el enlace que da Google en «Pedir reseñas», como https://g.page/r/…/review"],
  ])("%s %j is refused with its sentence, and every value is kept", async (field, value, sentence) => {
    const typed = { cita_horas: "24", politica: "Mi política", resena_url: "", [field]: value };
    const refused = await (await form()).submit(typed);
    expect([refused.status, refused.text(`#enlace-${field}-error`)]).toEqual([400, sentence]);
    expect(refused.values()).toMatchObject(typed);
    expect(await saved()).toBeUndefined();
  });

  test("the links that Google gives are taken, however they are pasted", async () => {
    for (const [pasted, stored] of [
      ["https://g.page/r/CXabc_d-1/review", "https://g.page/r/CXabc_d-1/review"],
      [
        "https://search.google.com/local/writereview?placeid=ChIJ123",
        "https://search.google.com/local/writereview?placeid=ChIJ123",
      ],
      ["Déjanos tu reseña en https://maps.app.goo.gl/AbC123. ¡Gracias!", "https://maps.app.goo.gl/AbC123"],
      ["https://www.google.com.mx/maps/place/Susa", "https://www.google.com.mx/maps/place/Susa"],
      ["goo.gl/maps/xyz", "https://goo.gl/maps/xyz"],
      ["  https://share.google/abc  ", "https://share.google/abc"],
    ] as const) {
      expect((await (await form()).submit({ resena_url: pasted })).status, pasted).toBe(303);
      expect(await sqlValue("SELECT resena_url FROM configuracion_susa")).toBe(stored);
    }
  });

  test("an edit of what somebody else changed meanwhile is not lost", async () => {
    await (await form()).submit({ politica: "Uno" });
    const mine = await form();
    await (await form()).submit({ politica: "Dos" });
    const conflict = await mine.submit({ politica: "Tres" });
    expect([conflict.status, conflict.values().politica]).toEqual([409, "Tres"]);
    const merged = await form();
    await (await form()).submit({ cita_horas: "6" });
    expect((await merged.submit({ politica: "Cuatro" })).status).toBe(303);
    expect(await saved()).toEqual(["6", "Cuatro", null]);
  });
});

describe("a message", () => {
  test("is saved, confirmed and shown in the list from then on, with its markup as text", async () => {
    const saved = await (await editor()).submit({ texto: "¡Hola, {nombre}! <b>{servicio}</b>\n{hora}" });
    expect([saved.status, saved.location]).toEqual([303, PATH]);
    expect(await status()).toBe("Mensaje guardado");
    expect((await ana.get(PATH)).text("main li")).toContain("¡Hola, Lucía! <b>Diseño de cejas</b> 10:30 a.m.");
    expect((await editor()).values().texto).toBe("¡Hola, {nombre}! <b>{servicio}</b>\n{hora}");
    expect((await editor("recordar")).values().texto).toContain("Te recordamos");
  });

  test("explains its placeholders, and rejects unknown ones with the list of valid ones", async () => {
    const page = await editor();
    for (const place of [
      "{nombre}",
      "{servicio}",
      "{dia}",
      "{hora}",
      "{estudio}",
      "{direccion}",
      "{mapa}",
      "{enlace}",
      "{resena}",
    ])
      expect(page.text("dl")).toContain(place);
    for (const place of ["{telefono}", "{}", "{toString}", "{medicina}"]) {
      const rejected = await page.submit({ texto: `Hola, {nombre} ${place}` });
      expect(rejected.status).toBe(400);
      expect(rejected.text("#mensaje-texto-error")).toBe(
        `${place} no se puede completar. Usa {nombre}, {servicio}, {dia}, {hora}, {estudio}, {direccion}, {mapa}, {enlace} o {resena}.`,
      );
      expect(rejected.values().texto).toBe(`Hola, {nombre} ${place}`);
    }
    for (const texto of ["", "  ", "x".repeat(1001)]) expect((await page.submit({ texto })).status).toBe(400);
    expect(await stored()).toBeUndefined();
  });

  test("can be previewed with a button, which writes nothing", async () => {
    const page = await editor();
    const shown = await page.submit({ texto: "Hola, {nombre}: {dia}", ver: "si" });
    expect(shown.status).toBe(200);
    expect(shown.text('main form [role="status"]')).toMatch(/^Así se leeHola, Lucía: \S+ \d+ de \S+$/);
    expect(shown.values()).toMatchObject({ texto: "Hola, {nombre}: {dia}", updated_at: "" });
    expect(await stored()).toBeUndefined();
    expect((await shown.submit()).status).toBe(303);
    expect(await stored()).toBe("Hola, {nombre}: {dia}");
    expect((await (await editor()).submit({ texto: "{otro}", ver: "si" })).status).toBe(400);
  });

  test("can be reset to its default text once it was changed", async () => {
    const original = (await editor()).values().texto;
    expect((await editor()).text()).not.toContain("Usar el texto original");
    await (await editor()).submit({ texto: "Otro" });
    const page = await editor();
    expect(page.text("details")).toContain("Usar el texto original");
    expect((await page.submit({ texto: "{nada}", original: "si" })).status).toBe(303);
    expect((await editor()).values().texto).toBe(original);
    expect((await editor()).text()).not.toContain("Usar el texto original");
  });

  test("of an unknown type answers 404", async () => {
    for (const tipo of ["otro", "toString", "Confirmar"]) {
      expect((await ana.send(`${PATH}/${tipo}`)).status).toBe(404);
      expect((await ana.post(`${PATH}/${tipo}`, { texto: "x" })).status).toBe(404);
    }
  });
});
