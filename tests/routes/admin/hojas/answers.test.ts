import { randomUUID } from "node:crypto";
import { beforeEach, describe, expect, test } from "vitest";
import type { Page } from "../../../support/browser";
import { createConfiguracion } from "../../../support/factories";
import { workbookOf } from "../../../support/sheets";
import { emptyTables, sql, sqlColumn, sqlValue } from "../../../support/test-database";
import { ana, counts, IMPORT_FORM, IMPORTAR, names, preview, runImport, sendFiles } from "./bring-form";

// What she answers in the preview: it can always be answered, is kept, and is what is written.

const TABLES = ["empleados_susa", "servicios_susa", "clientes_susa", "citas_susa"];
beforeEach(async () => {
  await emptyTables(...TABLES, "configuracion_susa");
  await createConfiguracion();
});

type Rows = (string | number)[][];

async function choose(sheets: Record<string, Rows>): Promise<Page> {
  const { token = "" } = (await ana.get(IMPORTAR)).values();
  const chosen = await sendFiles(token, [{ filename: "libro.xlsx", content: workbookOf(sheets) }]);
  expect([chosen.status, chosen.alert]).toEqual([303, ""]);
  return ana.get(String(chosen.location));
}
const see = async (page: Page, answers: Record<string, string>) =>
  ana.get(String((await page.submit({ intent: "ver", ...answers }, IMPORT_FORM)).location));
const questions = (page: Page) => page.texts("section[aria-labelledby=preguntas] label[for]");
const hoja = (page: Page, n = 0) => page.text(`section[aria-labelledby=hoja-${n}]`);
const option = (page: Page, name: string, label: string) =>
  page
    .all(`select[name="${name}"] option`)
    .find(({ textContent }) => textContent === label)
    ?.getAttribute("value") ?? "";

describe("a column of notes", () => {
  test("without any text is not asked, and keeps nothing from being brought", async () => {
    for (const list of ["Nombre,Teléfono,Notas\nEva,2221234567,\n", "First Name,Notes,Phone 1 - Value\nAna,,2221234568\n"]) {
      const page = await preview(list);
      expect(questions(page)).toEqual([]);
      expect(await runImport(page)).toBe("Listo, ya está aquíSe agregaron: 1 clienta.");
    }
    expect(await names()).toEqual(["Ana", "Eva"]);
  });

  test("of several sheets is asked once, and can be brought elsewhere for one of them", async () => {
    const rows = (who: string): Rows => [
      ["Nombre", "Notas"],
      [who, "Látex"],
    ];
    const page = await choose({ Uno: rows("Eva"), Dos: rows("Ana"), Tres: rows("Luz") });
    expect(questions(page)).toEqual(["¿Qué hacemos con «Notas»?"]);
    const shown = await see(page, { h0_c1: "enfermedades", h2_c1: "nada" });
    expect([hoja(shown, 1), hoja(shown, 2)]).toEqual([
      expect.stringContaining("Enfermedades o alergias de «Notas»"),
      expect.stringContaining("No se traen: «Notas»."),
    ]);
    await runImport(shown);
    const noted = "SELECT nombre FROM clientes_susa WHERE enfermedades IS NOT NULL ORDER BY nombre";
    expect(await sqlColumn(noted)).toEqual(["Ana", "Eva"]);
  });
});

describe("what a sheet is", () => {
  test("can be answered with any kind: what lacks is said, and another answer is taken", async () => {
    const page = await preview("Nombre,Teléfono\nEva Sol,2221234567\n");
    const team = await see(page, { h0_clase: "equipo" });
    expect(team.text("section[aria-labelledby=nuevas]")).toContain("Traer 1 especialista");
    const agenda = await see(team, { h0_clase: "citas" });
    expect([agenda.status, hoja(agenda)]).toEqual([
      200,
      expect.stringContaining("Para traer citas no encontramos la columna «Fecha». Arriba dice «Nombre», «Teléfono»."),
    ]);
    expect(agenda.values(IMPORT_FORM).h0_clase).toBe("citas");
    const left = await see(agenda, { h0_clase: "nada" });
    expect(hoja(left)).toContain("No se trae.");
    expect(await runImport(await see(left, { h0_clase: "clientes" }))).toContain("Se agregaron: 1 clienta.");
  });

  test("can be answered although its columns lack one of the kind: its rows are corrected", async () => {
    const page = await see(await preview("Nombre,Teléfono\nGelish,\n"), { h0_clase: "servicios" });
    expect([page.status, counts(page)]).toEqual([200, [0, 0, 1]]);
  });
});

describe("a specialist of the same sheets", () => {
  const BOOK = {
    Equipo: [
      ["Nombre", "Puesto"],
      ["Ana Ruiz", "Cejas"],
    ],
    Servicios: [
      ["Servicio", "Categoría", "Precio", "Minutos", "Quién"],
      ["Henna", "Cejas", 200, 30, "Anita"],
    ],
    Agenda: [
      ["Fecha", "Hora", "Cliente", "Servicio", "Atiende"],
      ["05/12/2099", "10:00", "Eva Sol", "Jena", "Anita"],
    ],
  };

  test("and a service of them can be the answer, which is kept and written", async () => {
    const page = await choose(BOOK);
    const [who = "", what = ""] = page
      .all("section[aria-labelledby=preguntas] select")
      .map((one) => String(one.getAttribute("name")));
    const someone = option(page, who, "Ana Ruiz");
    const known = await see(page, { [who]: someone });
    expect(known.values(IMPORT_FORM)[who]).toBe(someone);
    const shown = await see(known, { [what]: option(known, what, "Henna") });
    expect([shown.values(IMPORT_FORM)[who], counts(shown)]).toEqual([someone, [4, 0, 0]]);
    await runImport(shown);
    expect(
      await sql(`SELECT s.nombre AS servicio, e.nombre, e.apellido FROM citas_susa c
        JOIN servicios_susa s ON s.id = c.servicio_id JOIN empleados_susa e ON e.id = c.empleado_id
        JOIN servicios_empleados_susa q ON q.servicio_id = s.id AND q.empleado_id = e.id`),
    ).toEqual([{ servicio: "Henna", nombre: "Ana", apellido: "Ruiz" }]);
  });

  test("who is no longer brought is asked again, and her rows wait", async () => {
    const page = await choose(BOOK);
    const [who = ""] = page.all("section[aria-labelledby=preguntas] select").map((one) => String(one.getAttribute("name")));
    const answered = await see(page, { [who]: option(page, who, "Ana Ruiz") });
    const without = await see(answered, { h0_clase: "nada" });
    expect(without.values(IMPORT_FORM)[who]).toBe("");
    const refused = await ana.get(String((await without.submit({}, IMPORT_FORM)).location));
    expect([refused.alert, await sqlValue("SELECT count(*)::int FROM servicios_susa")]).toEqual([
      expect.stringContaining("Falta una respuesta"),
      0,
    ]);
  });

  test("who is to be added needs her surname", async () => {
    const page = await choose({ Servicios: BOOK.Servicios });
    const [who = ""] = page.all("section[aria-labelledby=preguntas] select").map((one) => String(one.getAttribute("name")));
    const unnamed = await see(page, { [who]: "crear" });
    expect([unnamed.values(IMPORT_FORM)[who], counts(unnamed)]).toEqual(["crear", [0, 0, 0]]);
    expect(unnamed.document.querySelector(`[name="${who}_apellido"]`)?.hasAttribute("required")).toBe(true);
    const named = await see(unnamed, { [`${who}_apellido`]: "Cruz" });
    await runImport(named);
    expect(await sqlColumn("SELECT nombre || ' ' || apellido FROM empleados_susa")).toEqual(["Anita Cruz"]);
  });
});

describe("many questions", () => {
  test("a year of weeks can be answered, and a column of one of them changed", async () => {
    const heads = ["Fecha", "Hora", "Cliente", "Teléfono", "Servicio", "Atiende", "Precio", "Duración", "Estado"];
    const week = (n: number): Rows => [heads, ["05/12/2020", "10:00", `Eva ${n}`, 2221234567, "Cejas", "Ana", 1, 30, "ok"]];
    const book = Object.fromEntries(Array.from({ length: 52 }, (_, n): [string, Rows] => [`Semana ${n + 1}`, week(n)]));
    const page = await choose({ ...book, Clientas: [["Nombre"], ["Eva Sol"]] });
    const fields = Object.keys(page.values(IMPORT_FORM));
    expect(fields.length).toBeLessThan(200);
    const opened = await page.submit({ intent: "hoja-7" }, IMPORT_FORM);
    expect([opened.status, opened.location]).toEqual([303, `${page.path}?hoja=7#hoja-7`]);
    const week8 = await ana.get(`${page.path}?hoja=7`);
    expect(week8.document.querySelector("details[open] select[name=h7_c8]")).not.toBeNull();
    const shown = await see(week8, { h7_c8: "nada" });
    expect(hoja(shown, 7)).toContain("No se traen: «Estado».");
    expect(await runImport(shown)).toContain("Se agregaron: 1 clienta.");
  });

  test("more sheets than sixty are refused in words", async () => {
    const book = Object.fromEntries(Array.from({ length: 61 }, (_, n): [string, Rows] => [`H${n}`, [["Nombre"], [`Eva ${n}`]]]));
    const { token = "" } = (await ana.get(IMPORTAR)).values();
    const refused = await sendFiles(token, [{ filename: "libro.xlsx", content: workbookOf(book) }]);
    expect([refused.status, refused.alert]).toEqual([400, expect.stringContaining("Son más de 60 hojas.")]);
  });

  test("a hundred words are asked at once, and the others when these are answered", async () => {
    const services = Array.from({ length: 130 }, (_, n) => [`Servicio ${n}`, `Rara ${n}`, 100, 30]);
    const page = await choose({ Servicios: [["Servicio", "Categoría", "Precio", "Minutos"], ...services] });
    const asked = page.all("section[aria-labelledby=preguntas] select").map((one) => String(one.getAttribute("name")));
    expect([asked.length, page.text("section[aria-labelledby=preguntas]")]).toEqual([
      100,
      expect.stringContaining("Hay 30 palabras más por aclarar"),
    ]);
    const next = await see(page, Object.fromEntries(asked.map((name) => [name, "fuera"])));
    const later = next.all("section[aria-labelledby=preguntas] select").map((one) => String(one.getAttribute("name")));
    expect(later.slice(0, 30).filter((name) => asked.includes(name))).toEqual([]);
    const all = await see(next, Object.fromEntries(later.slice(0, 30).map((name) => [name, "cejas"])));
    expect(await runImport(all)).toContain("30 servicios");
  });

  test("two tabs keep the answers of both", async () => {
    const services = Array.from({ length: 8 }, (_, n) => [`Servicio ${n}`, `Rara ${n}`, 100, 30]);
    const page = await choose({ Servicios: [["Servicio", "Categoría", "Precio", "Minutos"], ...services] });
    const asked = page.all("section[aria-labelledby=preguntas] select").map((one) => String(one.getAttribute("name")));
    await Promise.all(asked.map((name) => page.submit({ token: randomUUID(), intent: "ver", [name]: "cejas" }, IMPORT_FORM)));
    const shown = (await ana.get(page.path)).values(IMPORT_FORM);
    expect(asked.map((name) => shown[name])).toEqual(asked.map(() => "cejas"));
  });

  test("an answer without the token of its form is not kept", async () => {
    const page = await preview("Nombre,Edad\nEva,30\n");
    await page.submit({ token: "", intent: "ver", h0_c1: "nada" }, IMPORT_FORM);
    expect((await ana.get(page.path)).values(IMPORT_FORM).h0_c1).toBe("edad");
  });
});

describe("what was brought", () => {
  test("by two identical imports is listed once", async () => {
    const pages = [await preview("Nombre\nEva\n"), await preview("Nombre\nEva\n")];
    const answers = await Promise.all(pages.map((page) => page.submit({}, IMPORT_FORM)));
    expect(answers.map(({ location }) => location)).toEqual([IMPORTAR, IMPORTAR]);
    const there = await ana.get(IMPORTAR);
    expect(there.texts("section[aria-labelledby=hechas] li").map((line) => line.slice(0, 9))).toEqual(["1 clienta"]);
    expect(await sql("SELECT FROM importaciones_susa")).toHaveLength(1);
  });

  test("is taken back in the order in which it came, whatever came between", async () => {
    const team: Rows = [
      ["Nombre", "Puesto"],
      ["Ana Ruiz", "Cejas"],
    ];
    const services = (price: number, ...more: Rows): Rows => [
      ["Servicio", "Categoría", "Precio", "Minutos", "Quién"],
      ["Henna", "Cejas", price, 30, "Ana"],
      ...more,
    ];
    await runImport(await choose({ Equipo: team }));
    await runImport(await choose({ Servicios: services(200) }));
    await runImport(
      await see(await choose({ Servicios: services(250, ["Lifting", "Cejas", 300, 30, "Ana"]) }), { renovar: "on" }),
    );
    const undo = async (at: number) => {
      const actions = (await ana.get(IMPORTAR)).all('form[action$="/deshacer"]').map((form) => form.getAttribute("action"));
      const done = await (await ana.get(IMPORTAR)).submit({}, `form[action="${actions[at]}"]`);
      return ana.get(String(done.location));
    };
    for (const at of [2, 1]) expect((await undo(at)).alert).toContain("Ya no se puede deshacer");
    for (const _ of [1, 2, 3]) expect((await undo(0)).flash).toContain("Se deshizo");
    expect(await sql("SELECT FROM empleados_susa UNION ALL SELECT FROM servicios_susa")).toEqual([]);
  });
});

test("a name with half a character is brought with a sign in its place", async () => {
  await runImport(
    await choose({
      "Hoja _xD83D_": [
        ["Nombre", "Ocupación"],
        ["Eva _xD83D_ Sol", "Maestra"],
      ],
    }),
  );
  expect(await names()).toEqual(["Eva � Sol"]);
});

test("a text to correct is given whole, in its lines, or not at all", async () => {
  const long = "x".repeat(501);
  const page = await preview(`Nombre,Edad\n"Eva\nSol",30\n${long},30\n${"y".repeat(400)},30\n`);
  const fields = [...page.all("section[aria-labelledby=apartes] textarea, section[aria-labelledby=apartes] input")];
  expect(fields.map((field) => field.textContent || field.getAttribute("value"))).toEqual(["Eva\nSol", "y".repeat(400)]);
  const shown = await see(page, {});
  expect(counts(shown)).toEqual(counts(page));
});
