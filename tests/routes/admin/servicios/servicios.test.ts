import { afterAll, beforeAll, beforeEach, describe, expect, test } from "vitest";
import { type Page, type Site, startSite, type Visitor } from "../../../support/browser";
import { testFormContract } from "../../../support/form-contract";
import { sql, withoutTable } from "../../../support/test-database";

const MARIANA = "11111111-1111-4111-8111-111111111111";

let site: Site;
let ana: Visitor;

beforeAll(async () => {
  site = await startSite();
  ana = await site.staff();
});
afterAll(() => site.close());
beforeEach(() =>
  sql("INSERT INTO empleados_susa (id, nombre, apellido) VALUES ($1, 'Mariana', 'Núñez') ON CONFLICT DO NOTHING", [MARIANA]),
);

const WHOLE = {
  nombre: "Diseño de cejas",
  descripcion: "Con hilo\ny pinza",
  precio: "$1,450.5",
  duracion_minutos: "45",
  limpieza_minutos: "15",
  retoque_semanas: "4",
  categoria: "pestañas",
  empleado_id: MARIANA,
  "insumos[0].nombre": "Henna",
  "insumos[0].cantidad": "2",
  "insumos[1].nombre": "Hilo «fino»",
  "insumos[1].cantidad": "1",
};

testFormContract(
  {
    path: "/admin/servicios",
    table: "servicios_susa",
    whole: WHOLE,
    normalized: { precio: "1450.50" },
    required: {
      nombre: "Escribe el nombre del servicio.",
      precio: "Escribe el precio.",
      categoria: "Elige una categoría de la lista.",
    },
    optional: ["descripcion", "empleado_id", "retoque_semanas"],
    invalid: [
      ["nombre", "x".repeat(121)],
      ["nombre", "con\0nulo"],
      ["descripcion", "x".repeat(4001)],
      ["precio", "-1"],
      ["precio", "12.345"],
      ["precio", "10000000000"],
      ["precio", "1e3"],
      ["duracion_minutos", "0"],
      ["duracion_minutos", "1441"],
      ["duracion_minutos", "30.5"],
      ["duracion_minutos", "una hora"],
      ["limpieza_minutos", "241"],
      ["limpieza_minutos", "-5"],
      ["limpieza_minutos", "7.5"],
      ["retoque_semanas", "0"],
      ["retoque_semanas", "105"],
      ["retoque_semanas", "pronto"],
      ["categoria", "pestanas"],
      ["categoria", "toString"],
      ["empleado_id", "nadie"],
      ["empleado_id", "00000000-0000-4000-8000-000000000000"],
      ["insumos[0].cantidad", "0"],
      ["insumos[0].cantidad", "1.5"],
      ["insumos[0].cantidad", "-3"],
      ["insumos[0].cantidad", "10000"],
      ["insumos[0].cantidad", "dos"],
      ["insumos[1].nombre", "x".repeat(121)],
      ["insumos[1].nombre", "a\0b"],
      ["insumos[50].nombre", "Uno de más"],
    ],
    textField: "nombre",
    messages: { created: "Servicio creado", updated: "Servicio actualizado", deleted: "Servicio desactivado" },
    question: "¿Estás segura de que quieres eliminar el servicio Diseño de cejas?",
    softDelete: true,
  },
  () => ana,
);

async function add(nombre: string, values: Record<string, unknown> = {}): Promise<string> {
  const row = { nombre, precio: 100, categoria: "cejas", ...values };
  const [made] = await sql<{ id: string }>(
    `INSERT INTO servicios_susa (${Object.keys(row)}) VALUES (${Object.keys(row).map((_, n) => `$${n + 1}`)}) RETURNING id`,
    Object.values(row),
  );
  return String(made?.id);
}

const names = (page: Page) => page.all("main li h2").map((name) => name.textContent);
const list = async (query = "") => names(await ana.get(`/admin/servicios${query}`));
const saved = async (id: string) =>
  (await sql<Record<string, unknown>>("SELECT * FROM servicios_susa WHERE id = $1", [id]))[0] ?? {};

describe("the list of services", () => {
  beforeEach(() => sql("DELETE FROM servicios_susa"));

  test("shows an empty state with a link to the first record", async () => {
    const page = await ana.get("/admin/servicios");
    expect(page.text()).toContain("No hay servicios registrados");
    expect(page.all('a[href="/admin/servicios/nuevo"]').length).toBe(2);
  });

  test("shows the active ones by name, and filters by category, status and words", async () => {
    await add("Ñoquis de cera", { categoria: "depilación" });
    await add("Nube", { categoria: "pestañas", descripcion: "Algodón" });
    await add("oleo");
    await add("Ido", { categoria: "pestañas", activo: false });
    expect(await list()).toEqual(["Nube", "Ñoquis de cera", "oleo"]);
    expect(await list(`?categoria=${encodeURIComponent("pestañas")}`)).toEqual(["Nube"]);
    expect(await list(`?categoria=${encodeURIComponent("depilación")}`)).toEqual(["Ñoquis de cera"]);
    expect(await list("?estado=desactivados")).toEqual(["Ido"]);
    expect(await list(`?estado=todos&categoria=${encodeURIComponent("pestañas")}`)).toEqual(["Ido", "Nube"]);
    expect(await list("?q=ALGODON")).toEqual(["Nube"]);
    expect(await list("?categoria=pestanas&estado=otro")).toEqual(["Nube", "Ñoquis de cera", "oleo"]);
    const noMatches = await ana.get("/admin/servicios?q=nada");
    expect(noMatches.text()).toContain("Nada coincide con lo que buscas");
    const chosen = await ana.get(`/admin/servicios?estado=todos&categoria=${encodeURIComponent("pestañas")}`);
    expect(chosen.values("form[role=search]")).toEqual({ q: "", categoria: "pestañas", estado: "todos" });
    expect(chosen.text()).toContain("2 servicios");
  });

  test("shows category, price, duration, specialist, description and supplies of each service", async () => {
    await add("Laminado", {
      precio: "1450.50",
      duracion_minutos: 75,
      categoria: "depilación",
      empleado_id: MARIANA,
      descripcion: "Con <cuidado>",
      insumos: JSON.stringify([
        { nombre: "Henna", cantidad: 2 },
        { nombre: "Hilo", cantidad: 1 },
      ]),
    });
    const page = await ana.get("/admin/servicios");
    const card = page.text("main li");
    for (const part of [
      "Depilación",
      "$1,450.50",
      "75 min",
      "Con Mariana Núñez",
      "Con <cuidado>",
      "2 insumos: 2 × Henna, 1 × Hilo",
    ])
      expect(card).toContain(part);
    expect(card).not.toContain("Desactivado");
  });

  test("shows fifty rows per page and keeps its filters from page to page", async () => {
    await sql(
      "INSERT INTO servicios_susa (nombre, precio, categoria, activo) SELECT 'S' || lpad(n::text, 3, '0'), 1, 'cejas', false FROM generate_series(1, 101) n",
    );
    const page = await ana.get("/admin/servicios?estado=desactivados&categoria=cejas&pagina=2");
    expect(names(page)).toEqual(Array.from({ length: 50 }, (_, n) => `S${String(n + 51).padStart(3, "0")}`));
    expect(page.text()).toContain("101 servicios");
    expect(page.all("a[rel=next]").map((link) => link.getAttribute("href"))).toEqual([
      "/admin/servicios?estado=desactivados&categoria=cejas&pagina=3",
    ]);
  });

  test("answers 503 with an error message when it cannot be read", async () => {
    const page = await withoutTable("servicios_susa", () => ana.get("/admin/servicios"));
    expect(page.status).toBe(503);
    expect(page.text("main [role=alert]:not(:empty)")).toBe("ErrorNo se pudieron cargar los servicios");
  });
});

describe("a service", () => {
  const onPublicPage = async () => (await site.visitor().get("/")).text("body").includes("Cera única");
  const flash = async () => (await ana.get("/admin/servicios")).text('main [role="status"]');

  test("that is deleted leaves the site but keeps its row, and can be reactivated", async () => {
    const id = await add("Cera única");
    expect(await onPublicPage()).toBe(true);
    const before = await saved(id);
    await (await ana.get(`/admin/servicios/${id}/eliminar`)).submit({}, "dialog form");
    expect(await flash()).toBe("Servicio desactivado");
    expect(await onPublicPage()).toBe(false);
    expect(await list("?q=cera+unica")).toEqual([]);

    const page = await ana.get("/admin/servicios?q=cera+unica&estado=desactivados");
    expect(page.text("main li")).toContain("Desactivado");
    expect(page.all(`a[href*="/${id}/eliminar"]`)).toEqual([]);
    const back = await page.submit({}, `form[action^="/admin/servicios/${id}/activo"]`);
    expect([back.status, back.location]).toEqual([303, "/admin/servicios?q=cera+unica&estado=desactivados"]);
    expect(await flash()).toBe("Servicio actualizadoVuelve a ofrecerse en el sitio.");
    expect(await onPublicPage()).toBe(true);
    const { updated_at, ...rest } = await saved(id);
    expect({ ...rest, updated_at: before.updated_at }).toEqual(before);
  });

  test("that is inactive stays inactive when it is edited, and the editor says so", async () => {
    const id = await add("Guardado", { activo: false });
    const page = await ana.get(`/admin/servicios/${id}`);
    expect(page.text("dialog")).toContain("Está desactivado");
    expect((await page.submit({ precio: "5" })).status).toBe(303);
    expect(await saved(id)).toMatchObject({ activo: false, precio: "5.00" });
  });

  test("ends in the status that the button sent, however often it is sent, and an invalid status changes nothing", async () => {
    const id = await add("Veinte veces", { activo: false });
    const form = `form[action^="/admin/servicios/${id}/activo"]`;
    const [one, two] = [await ana.get("/admin/servicios?estado=todos"), await ana.get("/admin/servicios?estado=todos")];
    for (const wanted of ["", "true", "quizás"]) {
      await two.submit({ activo: wanted }, form);
      expect((await ana.get("/admin/servicios")).text("main [role=alert]:not(:empty)")).toContain("El envío llegó incompleto");
    }
    expect((await saved(id)).activo).toBe(false);
    await Promise.all(Array.from({ length: 20 }, () => one.submit({}, form)));
    await two.submit({}, form);
    expect((await saved(id)).activo).toBe(true);
    const gone = await ana.post("/admin/servicios/00000000-0000-4000-8000-000000000000/activo", one.values(form));
    expect(gone.status).toBe(303);
    expect((await ana.get("/admin/servicios")).text("main [role=alert]:not(:empty)")).toContain("Ese registro ya no existe");
  });
});

describe("the specialist of a service", () => {
  const options = (page: Page) => page.all('select[name="empleado_id"] option').map((option) => option.textContent);

  test("is one of the active ones by name, or the current one even if she is inactive", async () => {
    await sql("DELETE FROM empleados_susa WHERE id <> $1", [MARIANA]);
    await sql(
      "INSERT INTO empleados_susa (nombre, apellido, activo) VALUES ('Zoe', 'Áviles', true), ('Íñiga', 'Paz', true), ('Lejos', 'Ida', false)",
    );
    expect(options(await ana.get("/admin/servicios/nuevo"))).toEqual([
      "Sin especialista",
      "Íñiga Paz",
      "Mariana Núñez",
      "Zoe Áviles",
    ]);
    const id = await add("De quien se fue", { empleado_id: MARIANA });
    await sql("UPDATE empleados_susa SET activo = false WHERE id = $1", [MARIANA]);
    const page = await ana.get(`/admin/servicios/${id}`);
    expect(options(page)).toEqual(["Sin especialista", "Íñiga Paz", "Mariana Núñez (inactivo)", "Zoe Áviles"]);
    expect((await page.submit({ precio: "7" })).status).toBe(303);
    expect(await saved(id)).toMatchObject({ precio: "7.00", empleado_id: MARIANA });
    await sql("UPDATE empleados_susa SET activo = true WHERE id = $1", [MARIANA]);
  });

  test("deleted meanwhile is reported beside the field, and her id is not shown", async () => {
    const [other] = await sql<{ id: string }>(
      "INSERT INTO empleados_susa (nombre, apellido) VALUES ('Fugaz', 'Paz') RETURNING id",
    );
    const page = await ana.get("/admin/servicios/nuevo");
    await sql("DELETE FROM empleados_susa WHERE id = $1", [other?.id]);
    const refused = await page.submit({ ...WHOLE, empleado_id: String(other?.id) });
    expect(refused.status).toBe(400);
    expect(refused.text('[role="alert"]:not(:empty)')).toContain("Esa especialista ya no está. Elige otra, o ninguna.");
    expect(options(refused)).toContain("Especialista que ya no está");
    expect(refused.text("dialog")).not.toContain(String(other?.id));
    expect((await refused.submit({ empleado_id: "" })).status).toBe(303);
  });

  test("is named in a conflict, with the supplies of both versions in words", async () => {
    const id = await add("De dos", { insumos: JSON.stringify([{ nombre: "Henna", cantidad: 2 }]) });
    const mine = await ana.get(`/admin/servicios/${id}`);
    await (await ana.get(`/admin/servicios/${id}`)).submit({ descripcion: "La de ella" });
    const conflict = await mine.submit({
      empleado_id: MARIANA,
      precio: "$100",
      "insumos[1].nombre": "Hilo",
      "insumos[1].cantidad": "",
    });
    expect(conflict.status).toBe(409);
    const both = "section[aria-labelledby=versiones]";
    expect(conflict.all(`${both} dt`).map((label) => label.textContent)).toEqual(["Especialista", "Descripción", "Insumos"]);
    expect(conflict.text(both)).toContain("Lo que escribiste: Mariana Núñez");
    expect(conflict.text(both)).toContain("Guardado ahora: 2 × HennaLo que escribiste: 2 × Henna 1 × Hilo");
  });
});

describe("the supplies of a service", () => {
  const rows = (page: Page) => {
    const values = page.values();
    return Array.from({ length: 60 }, (_, n) => n)
      .filter((n) => `insumos[${n}].nombre` in values)
      .map((n) => `${values[`insumos[${n}].nombre`]}|${values[`insumos[${n}].cantidad`]}`);
  };

  test("without a name are dropped, without a quantity count as one, and can all be removed", async () => {
    const page = await ana.get("/admin/servicios/nuevo");
    const done = await page.submit({
      ...WHOLE,
      nombre: "Con huecos",
      "insumos[0].cantidad": "",
      "insumos[1].nombre": "  ",
      "insumos[1].cantidad": "3",
      "insumos[2].nombre": "",
      "insumos[2].cantidad": "",
      "insumos[3].nombre": " Cera ",
      "insumos[3].cantidad": " 4 ",
    });
    expect(done.status).toBe(303);
    const [row] = await sql<{ id: string; insumos: unknown }>(
      "SELECT id, insumos FROM servicios_susa WHERE nombre = 'Con huecos'",
    );
    expect(row?.insumos).toEqual([
      { nombre: "Henna", cantidad: 1 },
      { nombre: "Cera", cantidad: 4 },
    ]);
    const editor = await ana.get(`/admin/servicios/${row?.id}`);
    expect(rows(editor)).toEqual(["Henna|1", "Cera|4"]);
    await editor.submit({ "insumos[0].nombre": "", "insumos[1].nombre": "" });
    expect((await saved(String(row?.id))).insumos).toEqual([]);
  });

  test("gain and lose a row without validation, writing or losing a value, and the form keeps its key", async () => {
    const before = await sql("SELECT count(*) FROM servicios_susa");
    const page = await ana.get("/admin/servicios/nuevo?q=ce");
    expect(rows(page)).toEqual([]);
    const typed = { nombre: "", precio: "mucho", descripcion: "Con\nlíneas", categoria: "masajes" };
    const one = await page.submit({ ...typed, intent: "add-row" });
    const two = await one.submit({ "insumos[0].nombre": "Henna", "insumos[0].cantidad": "x", intent: "add-row" });
    const three = await two.submit({ "insumos[1].nombre": "Hilo", "insumos[1].cantidad": "5", intent: "add-row" });
    expect(rows(three)).toEqual(["Henna|x", "Hilo|5", "|"]);
    const less = await three.submit({ intent: "remove-row:0" });
    expect(rows(less)).toEqual(["Hilo|5", "|"]);
    for (const answer of [one, two, three, less]) {
      expect(answer.status).toBe(200);
      expect(answer.values()).toMatchObject(typed);
      expect(answer.all('[role="alert"]:not(:empty), [aria-invalid="true"]')).toEqual([]);
      expect(answer.all('dialog a[href="/admin/servicios?q=ce"]').length).toBe(2);
    }
    expect(await sql("SELECT count(*) FROM servicios_susa")).toEqual(before);
    const done = await less.submit({ nombre: "Con filas", precio: "10", token: String(page.values().token) });
    expect([done.status, done.location]).toEqual([303, "/admin/servicios?q=ce"]);
    expect(await sql("SELECT insumos FROM servicios_susa WHERE nombre = 'Con filas'")).toEqual([
      { insumos: [{ nombre: "Hilo", cantidad: 5 }] },
    ]);
  });

  test("move the focus to the new row, or to the button for another one", async () => {
    const page = await ana.get("/admin/servicios/nuevo");
    expect(page.all("[autofocus]")).toEqual([]);
    const one = await page.submit({ intent: "add-row" });
    expect(one.all("[autofocus]").map((field) => field.getAttribute("name"))).toEqual(["insumos[0].nombre"]);
    const none = await one.submit({ intent: "remove-row:0" });
    expect(none.all("[autofocus]").map((button) => button.textContent)).toEqual(["Agregar insumo"]);
  });

  test("are not changed by Enter: the first button of the form saves", async () => {
    const id = await add("Con Enter", { insumos: JSON.stringify([{ nombre: "Henna", cantidad: 2 }]) });
    const page = await ana.get(`/admin/servicios/${id}`);
    const buttons = page.all("dialog form button");
    expect(buttons[0]?.hasAttribute("name")).toBe(false);
    expect(
      buttons.filter((button) => button.getAttribute("name") === "intent" && !button.hasAttribute("formnovalidate")),
    ).toEqual([]);
  });

  test("gain a row without losing the version, so that a conflict is still detected", async () => {
    const id = await add("Con filas y dos personas");
    const mine = await ana.get(`/admin/servicios/${id}`);
    await (await ana.get(`/admin/servicios/${id}`)).submit({ precio: "1" });
    const more = await mine.submit({ intent: "add-row" });
    expect((await more.submit({ precio: "2" })).status).toBe(409);
    expect((await saved(id)).precio).toBe("1.00");
  });

  test("are at most fifty: there is no button for another row, and a request for one is rejected", async () => {
    const fifty = Object.fromEntries(Array.from({ length: 50 }, (_, n) => [`insumos[${n}].nombre`, `Insumo ${n}`]));
    const page = await (await ana.get("/admin/servicios/nuevo")).submit({ ...fifty, intent: "remove-row:0" });
    expect(rows(page).length).toBe(49);
    const full = await page.submit({ intent: "add-row" });
    expect(full.all('button[value="add-row"]')).toEqual([]);
    const over = await full.submit({ intent: "add-row" });
    expect(over.text('[role="alert"]:not(:empty)')).toContain("Escribe 50 insumos o menos.");
    expect((await full.submit({ ...WHOLE, ...fifty, nombre: "Cincuenta" })).status).toBe(303);
  });

  test("suggest the names of the inventory items", async () => {
    await sql("INSERT INTO inventario_susa (nombre) VALUES ('Ñame'), ('Nuez'), ('Ñame')");
    const page = await (await ana.get("/admin/servicios/nuevo")).submit({ intent: "add-row" });
    const offered = page.all("datalist").map((offer) => [...offer.querySelectorAll("option")].map(({ value }) => value));
    expect(offered).toEqual([["Nuez", "Ñame"]]);
    expect(page.document.querySelector('[name="insumos[0].nombre"]')?.getAttribute("list")).toBe(page.all("datalist")[0]?.id);
  });

  test("in an unexpected form are rejected with a page, never a 500", async () => {
    const form = { ...(await ana.get("/admin/servicios/nuevo")).values(), ...WHOLE };
    const before = await sql("SELECT count(*) FROM servicios_susa");
    const {
      "insumos[0].nombre": _,
      "insumos[0].cantidad": __,
      "insumos[1].nombre": ___,
      "insumos[1].cantidad": ____,
      ...bare
    } = form;
    const bodies: Record<string, string>[] = [
      { ...form, intent: "remove-row" },
      { ...form, intent: "remove-row:-1" },
      { ...form, intent: "remove-row:1e3" },
      { ...bare, insumos: "x" },
      { ...bare, insumos: "x", intent: "remove-row:0" },
      { ...bare, insumos: "x", intent: "add-row" },
      { ...bare, "insumos.x": "1", intent: "remove-row:0" },
      { ...bare, "insumos.nombre": "1", intent: "add-row" },
      { ...bare, "insumos.length": "9", intent: "remove-row:0" },
      { ...bare, "insumos[].nombre": "1", intent: "remove-row:0" },
      { ...bare, "insumos[0]": "1" },
      { ...bare, "insumos[0].nombre.a": "1" },
      { ...bare, "insumos[0].nombre[2]": "1" },
      { ...bare, "insumos[0]": "1", "insumos[0].nombre": "1" },
      { ...bare, insumos: "1", "insumos[0].nombre": "1" },
      { ...bare, "insumos[999].nombre": "1" },
      { ...form, __intent__: '{"type":"insert","payload":{"name":"insumos"}}' },
      { ...form, intent: "add-row", __state__: "{" },
    ];
    for (const body of bodies) {
      const page = await ana.post("/admin/servicios/nuevo", body);
      expect(page.status, JSON.stringify(body)).toBeGreaterThanOrEqual(400);
      expect(page.status, JSON.stringify(body)).toBeLessThan(500);
      expect(page.html).not.toMatch(/\bat .+:\d+:\d+|prisma|ZodError|invalid input/i);
    }
    for (const intent of ["remove-row:7", "remove-row:999"])
      expect((await ana.post("/admin/servicios/nuevo", { ...form, intent })).status).toBe(200);
    expect(await sql("SELECT count(*) FROM servicios_susa")).toEqual(before);
  });
});

test("an empty cleanup time is stored as zero minutes", async () => {
  await (await ana.get("/admin/servicios/nuevo")).submit({ ...WHOLE, nombre: "Sin limpieza", limpieza_minutos: " " });
  expect(await sql("SELECT limpieza_minutos, retoque_semanas FROM servicios_susa WHERE nombre = 'Sin limpieza'")).toEqual([
    { limpieza_minutos: 0, retoque_semanas: 4 },
  ]);
});

test("a price of zero is accepted", async () => {
  await (await ana.get("/admin/servicios/nuevo")).submit({ ...WHOLE, nombre: "De cortesía", precio: "0", duracion_minutos: "" });
  expect(await sql("SELECT precio, duracion_minutos, activo FROM servicios_susa WHERE nombre = 'De cortesía'")).toEqual([
    { precio: "0.00", duracion_minutos: 60, activo: true },
  ]);
});
