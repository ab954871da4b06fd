import { beforeEach, describe, expect, test } from "vitest";
import type { Page } from "../../../support/browser";
import { createCita } from "../../../support/factories";
import { testFormContract } from "../../../support/form-contract";
import { countOf, sql, sqlValue } from "../../../support/test-database";
import { startSiteForFile } from "../../start-site";

const site = await startSiteForFile();
const ana = await site.staff();
// Clients with the same phone would add a duplicate notice, which ficha.test.ts tests.
beforeEach(() => sql("DELETE FROM clientes_susa"));

const WHOLE = {
  nombre: "Íñigo Ñandú Peña",
  telefono: "044 222 123 4567",
  correo: "inigo@ejemplo.mx",
  edad: "34",
  ocupacion: "Maestra",
  estado_civil: "Casada",
  servicio: "Diseño de cejas",
  medicina: "Paracetamol",
  enfermedades: "Alergia al látex\r\ny al polen",
  alerta: "Látex",
};

async function create(values: Record<string, string> = WHOLE): Promise<string> {
  const saved = await ana.submit("/admin/clientes/nuevo", values);
  expect(saved.status).toBe(303);
  return String(await sqlValue("SELECT id FROM clientes_susa ORDER BY created_at DESC LIMIT 1"));
}

testFormContract(
  {
    path: "/admin/clientes",
    table: "clientes_susa",
    whole: { ...WHOLE, enfermedades: "Alergia al látex\ny al polen" },
    normalized: { telefono: "222 123 4567" },
    required: { nombre: "Escribe el nombre." },
    optional: ["correo", "telefono", "edad", "ocupacion", "estado_civil", "medicina", "enfermedades", "alerta", "servicio"],
    invalid: [
      ["edad", "-1"],
      ["edad", "121"],
      ["edad", "1e309"],
      ["edad", "30.5"],
      ["nombre", "x".repeat(121)],
      ["nombre", "con\0nulo"],
      ["nombre", "\u200b\u200b"],
      ["medicina", "x".repeat(2001)],
      ["alerta", "x".repeat(41)],
      ["correo", "no es correo"],
      ["correo", `${"x".repeat(250)}@ejemplo.mx`],
    ],
    textField: "nombre",
    edits: {
      telefono: "55 1111 2222",
      correo: "",
      edad: "35",
      ocupacion: "Doctora",
      estado_civil: "",
      servicio: "Pestañas",
      medicina: "",
      enfermedades: "Ninguna",
    },
    messages: { created: "Cliente creado", updated: "Cliente actualizado", deleted: "Cliente eliminado" },
    question: "¿Estás segura de que quieres eliminar a Íñigo Ñandú Peña?",
    screen: "ficha",
  },
  () => ana,
);

describe("the list of clients", () => {
  test("finds names, e-mails and phones, regardless of accents and case", async () => {
    await create();
    for (const q of ["inigo", "nandú íñigo", "INIGO@EJEMPLO", "222 123", "2221234567"]) {
      const page = await ana.get(`/admin/clientes?q=${encodeURIComponent(q)}`);
      expect(page.text(), q).toContain("1 clienta");
    }
    await create({ nombre: "Søren O’Neill Weiß Pen\u0303a" });
    for (const q of ["soren", "O’NEILL", "weiß", "Pen\u0303a o'neill", "peña weiss"]) {
      const page = await ana.get(`/admin/clientes?q=${encodeURIComponent(q)}`);
      expect(page.text(), q).toContain("1 clienta");
    }
    const noMatch = await ana.get("/admin/clientes?q=%25");
    expect(noMatch.text()).toContain("Nada coincide");
    expect(noMatch.status).toBe(200);
  });
});

describe("the letters over the list", () => {
  const NAMES = ["Zoé", "ñoña", "Ñandú", "Álvaro", "ana", "Núria", "nora", "Óscar", "3 Hermanas", "Ωmega", "a"];
  const names = (page: Page) => page.texts("main li.card h2");
  beforeEach(() => sql("INSERT INTO clientes_susa (nombre, telefono) SELECT n, '22' FROM unnest($1::text[]) n", [NAMES]));

  test("are those with which a name begins: without accents, ñ by itself, no signs or figures", async () => {
    const page = await ana.get("/admin/clientes");
    expect(page.texts("nav[aria-label='Por letra'] a")).toEqual(["Todas", "A", "N", "Ñ", "O", "Z"]);
    expect(page.texts("nav[aria-label='Por letra'] [aria-current]")).toEqual(["Todas"]);
    expect(page.hrefs("nav[aria-label='Por letra'] a")[3]).toBe("/admin/clientes?letra=%C3%91");
  });

  test("show the names with one, by name, and how many they are", async () => {
    for (const [letra, found] of Object.entries({
      A: ["a", "Álvaro", "ana"],
      N: ["nora", "Núria"],
      Ñ: ["Ñandú", "ñoña"],
      Z: ["Zoé"],
      B: [],
    })) {
      const page = await ana.get(`/admin/clientes?letra=${encodeURIComponent(letra)}`);
      expect(names(page), letra).toEqual(found);
      expect(page.text("main header"), letra).toContain(`con la ${letra}`);
    }
    expect((await ana.get("/admin/clientes?letra=B")).text()).toContain("Quitar la búsqueda y los filtros");
  });

  test("go from page to page, and a search leaves them", async () => {
    await sql("INSERT INTO clientes_susa (nombre) SELECT 'Mar ' || lpad(n::text, 3, '0') FROM generate_series(1, 101) n");
    const page = await ana.get("/admin/clientes?letra=M&pagina=2");
    expect(names(page)).toEqual(Array.from({ length: 50 }, (_, n) => `Mar ${String(n + 51).padStart(3, "0")}`));
    expect(page.hrefs("a[rel=prev], a[rel=next]")).toEqual([
      "/admin/clientes?letra=M&pagina=1",
      "/admin/clientes?letra=M&pagina=3",
    ]);
    expect(page.all("form[role=search] [name=letra]")).toEqual([]);
    expect(page.text("main")).toContain("Descargar la lista de todas");
  });

  test("use the index on the name", async () => {
    await sql("INSERT INTO clientes_susa (nombre) SELECT 'Mar ' || n FROM generate_series(1, 3000) n");
    await sql("ANALYZE clientes_susa");
    const plan = await sql<{ "QUERY PLAN": string }>(
      "EXPLAIN SELECT id FROM clientes_susa WHERE nombre >= 'z' AND nombre < 'α' ORDER BY nombre, id LIMIT 50",
    );
    expect(plan.map((line) => line["QUERY PLAN"]).join("\n")).toContain("clientes_nombre");
  });
});

describe("the client editor", () => {
  const openFolds = (page: Page) => page.texts("dialog details[open] > summary");

  test("folds what is optional, unless it holds a value or an error", async () => {
    expect(openFolds(await ana.get("/admin/clientes/nuevo"))).toEqual([]);
    const bad = await ana.submit("/admin/clientes/nuevo", { nombre: "Lucía", edad: "mil" });
    expect([bad.status, openFolds(bad)]).toEqual([400, ["Más datos"]]);
    expect(openFolds(await ana.get(`/admin/clientes/${await create({ nombre: "Lucía", medicina: "Hierro" })}`))).toEqual([
      "Notas de salud",
    ]);
    expect(openFolds(await ana.get(`/admin/clientes/${await create({ nombre: "Lucía", telefono: "222 123 4567" })}`))).toEqual(
      [],
    );
  });

  test("stores health notes encrypted", async () => {
    await create();
    for (const column of ["medicina", "enfermedades", "alerta"])
      expect(await sqlValue(`SELECT ${column} FROM clientes_susa`), column).toMatch(/^v2\.[\w.+/=-]+$/);
  });

  test("does not report a difference of format as a conflict", async () => {
    const id = await create({ nombre: "Con teléfono", telefono: "222 123 4567", medicina: "Una\r\nal día" });
    const mine = await ana.get(`/admin/clientes/${id}`);
    await ana.submit(`/admin/clientes/${id}`, { telefono: "55 1111 2222", edad: "31" });
    const saved = await mine.submit({ telefono: "(222) 123-4567", medicina: " Una\r\nal día ", edad: " 31" });
    expect(saved.status).toBe(303);
    expect((await ana.get(`/admin/clientes/${id}`)).values()).toMatchObject({
      telefono: "55 1111 2222",
      medicina: "Una\nal día",
      edad: "31",
    });
  });
});

test("a card of the list edits, and under its fold deletes, and both lead back to the list as it was", async () => {
  const id = await create({ nombre: "Íñigo Ñandú", servicio: "Diseño de cejas", telefono: "222 123 4567" });
  const list = await ana.get("/admin/clientes?q=nandu");
  expect(list.text("main li.card")).toContain("Le interesa: Diseño de cejas");
  expect(list.hrefs("main li.card details a")).toEqual([
    `/admin/clientes/${id}?q=nandu`,
    `/admin/clientes/${id}/eliminar?q=nandu`,
  ]);
  expect(list.texts("main li.card summary")).toEqual(["Más acciones para Íñigo Ñandú"]);
  const edit = list.href("main li.card a.button");
  expect(edit).toBe(`/admin/clientes/${id}?q=nandu`);
  expect((await (await ana.get(edit)).submit({ edad: "40" })).location).toBe("/admin/clientes?q=nandu");
  const deleted = await ana.submit(`/admin/clientes/${id}/eliminar?q=nandu`, {}, "dialog form");
  expect(deleted.location).toBe("/admin/clientes?q=nandu");
});

test("deleting a client keeps her appointments", async () => {
  const id = await create();
  await createCita(new Date(), { cliente_id: id });
  await ana.submit(`/admin/clientes/${id}/eliminar`, {}, "dialog form");
  expect([await countOf("clientes_susa"), await countOf("citas_susa", "cliente_id IS NULL")]).toEqual([0, 1]);
});
