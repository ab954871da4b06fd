import { afterAll, beforeAll, beforeEach, describe, expect, test } from "vitest";
import { formatDate, formatTime } from "~/format/dates";
import { type Page, type Site, startSite, type Visitor } from "../../../support/browser";
import { testFormContract } from "../../../support/form-contract";
import { sql, whileRejecting, withoutTable } from "../../../support/test-database";

let site: Site;
let ana: Visitor;

beforeAll(async () => {
  site = await startSite();
  ana = await site.staff("ana@ejemplo.mx");
});
afterAll(() => site.close());

const LIST = "/admin/inventario";

const WHOLE = {
  nombre: "Cera de Ñandú",
  descripcion: "Lata de 1 kg\ncon tapa",
  cantidad: "12",
  minimo: "5",
  precio_unitario: "$1,260.5",
  categoria: "Depilación",
  proveedor: "Ceras La Supuesta",
};

testFormContract(
  {
    path: LIST,
    table: "inventario_susa",
    whole: WHOLE,
    normalized: { precio_unitario: "1260.50" },
    required: { nombre: "Escribe el nombre del item.", cantidad: "Escribe cuántas hay con un número entero, de 0 a 1,000,000." },
    optional: ["descripcion", "categoria", "proveedor"],
    invalid: [
      ["nombre", "x".repeat(121)],
      ["nombre", "\u200b"],
      ["nombre", "con\0nulo"],
      ["descripcion", "x".repeat(4001)],
      ["categoria", "x".repeat(121)],
      ["cantidad", "-1"],
      ["cantidad", "1.5"],
      ["cantidad", "NaN"],
      ["cantidad", "1e309"],
      ["cantidad", "1000001"],
      ["cantidad", "9999999999"],
      ["cantidad", "-9999999999"],
      ["minimo", "-1"],
      ["minimo", "3000000000"],
      ["precio_unitario", "-1"],
      ["precio_unitario", "1.234"],
      ["precio_unitario", "10000000000"],
    ],
    textField: "nombre",
    messages: {
      created: "Item creado exitosamente",
      updated: "Item actualizado exitosamente",
      deleted: "Item eliminado exitosamente",
      notSaved: "Error al guardar item. La tabla de inventario puede necesitar ser creada.",
      notDeleted: "Error al eliminar item",
    },
    question: "¿Estás segura de que quieres eliminar Cera de Ñandú?",
  },
  () => ana,
);

type Movimiento = { tipo: string; cantidad: number; item_nombre: string; motivo: string | null; email: string | null };

const clear = () => sql("DELETE FROM inventario_susa").then(() => sql("DELETE FROM movimientos_inventario_susa"));

/** Inserts an item with its first movement, as the application leaves it. */
async function add(values: Record<string, unknown> = {}): Promise<string> {
  const row: Record<string, unknown> = { nombre: "Hilo", cantidad: 10, ...values };
  const [made] = await sql<{ id: string }>(
    `WITH item AS (INSERT INTO inventario_susa (${Object.keys(row)}) VALUES (${Object.keys(row).map((_, n) => `$${n + 1}`)}) RETURNING *),
       movimiento AS (INSERT INTO movimientos_inventario_susa (tipo, cantidad, item_id, item_nombre, created_at)
         SELECT (CASE WHEN cantidad > 0 THEN 'entrada' ELSE 'salida' END)::tipo_movimiento, abs(cantidad), id, nombre, now() - interval '1 day'
         FROM item WHERE cantidad <> 0)
     SELECT id FROM item`,
    Object.values(row),
  );
  return String(made?.id);
}

const stock = async (id: string) =>
  (await sql<{ cantidad: number }>("SELECT cantidad FROM inventario_susa WHERE id = $1", [id]))[0]?.cantidad;

/** The movements written since `add`, oldest first. */
const movimientos = () =>
  sql<Movimiento>(
    `SELECT tipo, m.cantidad, item_nombre, motivo, email FROM movimientos_inventario_susa m LEFT JOIN cuentas_susa c ON c.id = cuenta_id
     WHERE m.created_at > now() - interval '1 hour' ORDER BY m.created_at, m.cantidad`,
  );

const move = async (id: string, values: Record<string, string>, query = "") =>
  (await ana.get(`${LIST}/${id}/movimiento${query}`)).submit(values);
const edit = async (id: string, values: Record<string, string>) => (await ana.get(`${LIST}/${id}`)).submit(values);
const flash = async () => (await ana.get(LIST)).text('main [role="status"]');

/** The error message of a field, which the error summary must repeat. */
function fieldError(page: Page, name: string): string {
  const field = page.document.querySelector(`form[id] [name=${name}]`);
  const message = page.document.getElementById(String(field?.getAttribute("aria-describedby")?.split(" ")[0]));
  expect(page.all('[role="alert"] a').map((link) => link.textContent)).toContain(message?.textContent);
  return message?.textContent ?? "";
}

beforeEach(clear);

test("the movements of every item add up to its quantity after any sequence of operations", async () => {
  const id = await add({ cantidad: 7 });
  await (await ana.get(`${LIST}/nuevo`)).submit({ ...WHOLE, cantidad: "30" });
  await edit(id, { cantidad: "4", nombre: "Hilo fino" });
  await move(id, { tipo: "entrada", cantidad: "6" });
  await move(id, { tipo: "salida", cantidad: "9" });
  await move(id, { tipo: "salida", cantidad: "2" });
  const items = await sql(
    `SELECT i.nombre, i.cantidad, sum(CASE tipo WHEN 'entrada' THEN m.cantidad ELSE -m.cantidad END)::int AS suma
     FROM inventario_susa i LEFT JOIN movimientos_inventario_susa m ON m.item_id = i.id GROUP BY i.id ORDER BY i.nombre`,
  );
  expect(items).toEqual([
    { nombre: "Cera de Ñandú", cantidad: 30, suma: 30 },
    { nombre: "Hilo fino", cantidad: 1, suma: 1 },
  ]);
});

describe("the editor", () => {
  test("records the quantity of a new item as its first movement, and no movement for zero", async () => {
    await (await ana.get(`${LIST}/nuevo`)).submit(WHOLE);
    await (await ana.get(`${LIST}/nuevo`)).submit({ ...WHOLE, cantidad: "0" });
    expect(await movimientos()).toEqual([
      { tipo: "entrada", cantidad: 12, item_nombre: "Cera de Ñandú", motivo: "Existencia inicial", email: "ana@ejemplo.mx" },
    ]);
  });

  test("starts with zeros, and stores an empty minimum or price as zero", async () => {
    const page = await ana.get(`${LIST}/nuevo`);
    expect(page.values()).toMatchObject({ cantidad: "0", minimo: "0", precio_unitario: "0.00" });
    expect((await page.submit({ nombre: "Sin nada más", minimo: "", precio_unitario: "" })).status).toBe(303);
    expect(await sql("SELECT cantidad, minimo, precio_unitario FROM inventario_susa")).toEqual([
      { cantidad: 0, minimo: 0, precio_unitario: "0.00" },
    ]);
  });

  test("records a changed quantity as a movement of the difference, under the item's new name", async () => {
    const id = await add();
    await edit(id, { cantidad: "4" });
    await edit(id, { cantidad: "15", nombre: "Hilo fino" });
    await edit(id, { minimo: "3" });
    const ajuste = { motivo: "Ajuste al editar", email: "ana@ejemplo.mx" };
    expect(await movimientos()).toEqual([
      { tipo: "salida", cantidad: 6, item_nombre: "Hilo", ...ajuste },
      { tipo: "entrada", cantidad: 11, item_nombre: "Hilo fino", ...ajuste },
    ]);
    expect(await stock(id)).toBe(15);
  });

  test("keeps a negative quantity or replaces it with a valid one, but rejects another negative one", async () => {
    const id = await add({ cantidad: -3 });
    expect((await ana.get(`${LIST}/${id}`)).values().cantidad).toBe("-3");
    expect((await edit(id, { minimo: "2" })).status).toBe(303);
    expect(await movimientos()).toEqual([]);
    for (const cantidad of ["-2", "-4"]) {
      const refused = await edit(id, { cantidad, nombre: "Que no se guarda" });
      expect(refused.status).toBe(400);
      expect(fieldError(refused, "cantidad")).toBe("Escribe cuántas hay con un número entero, de 0 a 1,000,000.");
      expect(refused.values()).toMatchObject({ cantidad, nombre: "Que no se guarda" });
    }
    expect(await sql("SELECT nombre, cantidad FROM inventario_susa")).toEqual([{ nombre: "Hilo", cantidad: -3 }]);
    expect((await edit(id, { cantidad: "5" })).status).toBe(303);
    expect(await movimientos()).toMatchObject([{ tipo: "entrada", cantidad: 8 }]);
  });

  test("rejects a stale edit after a movement and shows both quantities", async () => {
    const id = await add();
    const page = await ana.get(`${LIST}/${id}`);
    await move(id, { tipo: "salida", cantidad: "3" });
    const conflict = await page.submit({ cantidad: "20" });
    expect(conflict.status).toBe(409);
    expect(conflict.text("section[aria-labelledby=versiones]")).toMatch(/Cantidad ?Guardado ahora: 7 ?Lo que escribiste: 20/);
    expect(await stock(id)).toBe(7);
    expect((await conflict.submit()).status).toBe(303);
    expect(await stock(id)).toBe(20);
    expect(await movimientos()).toMatchObject([{ cantidad: 3 }, { tipo: "entrada", cantidad: 13 }]);
  });

  test("writes neither the item nor its movement when the database rejects one of them", async () => {
    const id = await add();
    const [blank, page] = [await ana.get(`${LIST}/nuevo`), await ana.get(`${LIST}/${id}`)];
    await whileRejecting("movimientos_inventario_susa", async () => {
      expect((await blank.submit(WHOLE)).status).toBe(503);
      expect((await page.submit({ cantidad: "3", nombre: "Otro" })).status).toBe(503);
    });
    expect(await sql("SELECT nombre, cantidad FROM inventario_susa")).toEqual([{ nombre: "Hilo", cantidad: 10 }]);
  });

  test("suggests the existing categories and the active suppliers, once each", async () => {
    await sql("DELETE FROM proveedores_susa");
    await sql(
      "INSERT INTO proveedores_susa (nombre, activo) VALUES ('Ñu', true), ('Nube', true), ('Nube', true), ('Ido', false)",
    );
    for (const categoria of ["Uñas", "Ácidos", "Uñas", null]) await add({ categoria });
    const page = await ana.get(`${LIST}/nuevo`);
    const offered = (name: string) => page.all(`#item-${name}-sugerencias option`).map((option) => option.getAttribute("value"));
    expect(offered("proveedor")).toEqual(["Nube", "Ñu"]);
    expect(offered("categoria")).toEqual(["Ácidos", "Uñas"]);
  });
});

describe("the form for entrada and salida", () => {
  test("changes the stock, records item, reason and account, and says the new quantity", async () => {
    const id = await add({ nombre: "Hilo <b>" });
    const entrada = await move(id, { cantidad: "1500", motivo: " Compra " }, "?q=hilo&existencias=bajas&movimientos=si");
    expect([entrada.status, entrada.location]).toEqual([303, `${LIST}?q=hilo&existencias=bajas&movimientos=si`]);
    expect(await flash()).toBe("Entrada registradaQuedan 1,510 de Hilo <b>.");
    expect((await move(id, { tipo: "salida", cantidad: "1510", motivo: "" })).status).toBe(303);
    expect(await flash()).toBe("Salida registradaQuedan 0 de Hilo <b>.");
    expect(await movimientos()).toEqual([
      { tipo: "entrada", cantidad: 1500, item_nombre: "Hilo <b>", motivo: "Compra", email: "ana@ejemplo.mx" },
      { tipo: "salida", cantidad: 1510, item_nombre: "Hilo <b>", motivo: null, email: "ana@ejemplo.mx" },
    ]);
  });

  test("rejects a salida larger than the stock, with an error message beside the field and the values kept", async () => {
    const id = await add({ cantidad: 1200 });
    const refused = await move(id, { tipo: "salida", cantidad: "1201", motivo: "Merma" });
    expect(refused.status).toBe(400);
    expect(fieldError(refused, "cantidad")).toBe("No hay existencias suficientes: quedan 1,200.");
    expect(refused.values()).toMatchObject({ tipo: "salida", cantidad: "1201", motivo: "Merma" });
    expect([await stock(id), await movimientos()]).toEqual([1200, []]);
    expect((await refused.submit({ cantidad: "1200" })).status).toBe(303);
    expect(await stock(id)).toBe(0);
  });

  test("rejects a salida from a negative stock and accepts an entrada", async () => {
    const id = await add({ cantidad: -3 });
    expect(fieldError(await move(id, { tipo: "salida", cantidad: "1" }), "cantidad")).toBe(
      "No hay existencias suficientes: quedan -3.",
    );
    expect((await move(id, { cantidad: "2" })).status).toBe(303);
    expect(await stock(id)).toBe(-1);
  });

  test("rejects a movement beyond the maximum stock, even if the stored quantity is already above it", async () => {
    const id = await add({ cantidad: 999_999 });
    expect((await move(id, { cantidad: "1" })).status).toBe(303);
    const refused = await move(id, { cantidad: "1" });
    expect(refused.status).toBe(400);
    expect(fieldError(refused, "cantidad")).toBe("No caben más de 1,000,000: quedan 1,000,000.");
    await sql("UPDATE inventario_susa SET cantidad = 2147483647");
    expect((await move(id, { cantidad: "1" })).status).toBe(400);
    expect((await move(id, { tipo: "salida", cantidad: "1000000" })).status).toBe(303);
    expect(await stock(id)).toBe(2_146_483_647);
  });

  test("lets twenty different salidas at once take exactly what is in stock", async () => {
    const id = await add();
    const forms = await Promise.all(Array.from({ length: 20 }, () => ana.get(`${LIST}/${id}/movimiento`)));
    const answers = await Promise.all(forms.map((page, n) => page.submit({ tipo: "salida", cantidad: "1", motivo: `Uso ${n}` })));
    expect(answers.map(({ status }) => status).sort()).toEqual([...Array(10).fill(303), ...Array(10).fill(400)]);
    for (const refused of answers.filter(({ status }) => status === 400))
      expect(fieldError(refused, "cantidad")).toBe("No hay existencias suficientes: quedan 0.");
    expect(await stock(id)).toBe(0);
    expect((await movimientos()).length).toBe(10);
  });

  test("counts twenty different entradas at once, and one entrada sent twenty times only once", async () => {
    const id = await add();
    const forms = await Promise.all(Array.from({ length: 20 }, () => ana.get(`${LIST}/${id}/movimiento`)));
    await Promise.all(forms.map((page) => page.submit({ cantidad: "2" })));
    expect(await stock(id)).toBe(50);
    const page = await ana.get(`${LIST}/${id}/movimiento`);
    const answers = await Promise.all(Array.from({ length: 20 }, () => page.submit({ cantidad: "1" })));
    expect(new Set(answers.map(({ status, location }) => `${status} ${location}`))).toEqual(new Set([`303 ${LIST}`]));
    expect(await stock(id)).toBe(51);
    expect((await movimientos()).length).toBe(21);
  });

  test.each([
    ["cantidad", "0"],
    ["cantidad", "-1"],
    ["cantidad", ""],
    ["cantidad", "1.5"],
    ["cantidad", "dos"],
    ["cantidad", "1e309"],
    ["cantidad", "1000001"],
    ["tipo", "robo"],
    ["tipo", ""],
    ["motivo", "x".repeat(301)],
    ["motivo", "con\0nulo"],
  ])("rejects %s = %j and keeps the other values", async (name, value) => {
    const id = await add();
    const refused = await move(id, { cantidad: "1", motivo: "Compra", [name]: value });
    expect(refused.status).toBe(400);
    expect(fieldError(refused, name)).not.toBe("");
    if (name !== "motivo") expect(refused.values()).toMatchObject({ motivo: "Compra" });
    expect([await stock(id), await movimientos()]).toEqual([10, []]);
  });

  test("keeps every typed value when its key is reused or missing, the database fails or the item is deleted", async () => {
    const id = await add();
    const page = await ana.get(`${LIST}/${id}/movimiento`);
    const values: Record<string, string> = { ...page.values(), cantidad: "2", motivo: "Lo que <escribí>" };
    expect((await page.submit(values)).status).toBe(303);
    const reused = await page.submit({ ...values, cantidad: "3" });
    expect([reused.status, reused.values().cantidad]).toEqual([409, "3"]);
    const { token, ...withoutKey } = values;
    const answer = await ana.post(`${LIST}/${id}/movimiento`, withoutKey);
    expect([answer.status, answer.values().motivo]).toEqual([400, "Lo que <escribí>"]);
    const other = await ana.get(`${LIST}/${id}/movimiento`);
    const failed = await whileRejecting("movimientos_inventario_susa", () => other.submit({ cantidad: "4" }));
    expect([failed.status, failed.values().cantidad]).toEqual([503, "4"]);
    expect(failed.text('[role="alert"]:not(:empty)')).toContain("No se pudo guardar el movimiento");
    expect(await stock(id)).toBe(12);
    await sql("DELETE FROM inventario_susa WHERE id = $1", [id]);
    const gone = await other.submit({ cantidad: "4", motivo: "Lo que <escribí>" });
    expect(gone.status).toBe(404);
    expect(gone.text("section")).toContain("Lo que <escribí>");
    for (const unknownId of ["abc", "00000000-0000-4000-8000-000000000000"]) {
      expect((await ana.get(`${LIST}/${unknownId}/movimiento`)).status).toBe(404);
      expect((await ana.post(`${LIST}/${unknownId}/movimiento`, values)).status).toBe(404);
    }
  });
});

describe("the list of items", () => {
  const names = async (query = "") => (await ana.get(LIST + query)).all("main li h2").map((name) => name.textContent);

  test("shows an empty state with a link to the first record", async () => {
    const page = await ana.get(LIST);
    expect(page.text()).toContain("No hay items en el inventario");
    expect(page.text()).toContain("0 items · $0.00 en existencias");
    expect(page.all(`a[href="${LIST}/nuevo"]`).length).toBe(2);
  });

  test("shows the newest first, and combines search, category and low stock", async () => {
    await add({ nombre: "Henna", categoria: "Cejas", cantidad: 1, minimo: 3, created_at: "2026-01-01" });
    await add({ nombre: "Tinte", categoria: "Cejas", descripcion: "castaño", cantidad: 4, minimo: 3, created_at: "2026-01-02" });
    await add({ nombre: "Lima", categoria: "Uñas", proveedor: "Ñandú", cantidad: 3, minimo: 3, created_at: "2026-01-03" });
    await add({ nombre: "Bata", cantidad: 0, created_at: "2026-01-04" });
    expect(await names()).toEqual(["Bata", "Lima", "Tinte", "Henna"]);
    expect(await names("?q=NANDU")).toEqual(["Lima"]);
    expect(await names("?q=CEJAS+casta%C3%B1o")).toEqual(["Tinte"]);
    expect(await names("?categoria=Cejas")).toEqual(["Tinte", "Henna"]);
    expect(await names("?existencias=bajas")).toEqual(["Bata", "Lima", "Henna"]);
    expect(await names("?existencias=bajas&categoria=Cejas&q=h")).toEqual(["Henna"]);
    expect(await names("?categoria=Ninguna&existencias=muchas")).toHaveLength(4);
    const options = (await ana.get(`${LIST}?categoria=Cejas`)).all("#filtro-categoria option");
    expect(options.map((option) => [option.textContent, option.hasAttribute("selected")])).toEqual([
      ["Todas", false],
      ["Cejas", true],
      ["Uñas", false],
    ]);
    const noMatches = await ana.get(`${LIST}?categoria=Cejas&q=%25`);
    expect(noMatches.text()).toContain("Nada coincide con lo que buscas");
    expect(noMatches.text()).toContain("0 items");
  });

  test("counts and values all filtered items to the cent, not only those of the page", async () => {
    await sql(
      "INSERT INTO inventario_susa (nombre, categoria, cantidad, minimo, precio_unitario) SELECT 'I' || n, CASE WHEN n <= 60 THEN 'A' END, n, 10, 0.10 FROM generate_series(1, 101) n",
    );
    const header = async (query = "") => (await ana.get(LIST + query)).text("main header");
    expect(await header("?pagina=2")).toContain("101 items · $515.10 en existencias");
    expect(await header("?categoria=A")).toContain("60 items · $183.00 en existencias");
    expect(await header("?categoria=A&existencias=bajas")).toContain("10 items · $5.50 en existencias");
    expect(await header("?q=i7&existencias=bajas")).toContain("1 item · $0.70 en existencias");
    await sql(
      "INSERT INTO inventario_susa (nombre, cantidad, precio_unitario) VALUES ('Caro', 2147483647, 9999999999.99), ('Debe', -3, 1)",
    );
    expect(await header("?q=caro")).toContain("$21,474,836,469,978,525,163.53");
    expect(await header("?q=debe")).toContain("-$3.00");
    const page = await ana.get(`${LIST}?categoria=A&movimientos=si&pagina=2`);
    expect(page.all("main li h2").length).toBe(10);
    expect(page.all("a[rel=prev]").map((link) => link.getAttribute("href"))).toEqual([
      `${LIST}?categoria=A&movimientos=si&pagina=1`,
    ]);
  });

  test("marks low stock with words, not only with color", async () => {
    const cases: [cantidad: number, minimo: number, said: string][] = [
      [1234, 5, "Hay 1,234mínimo 5"],
      [6, 5, "Hay 6mínimo 5"],
      [5, 5, "Hay 5mínimo 5Existencias bajas"],
      [0, 0, "Hay 0mínimo 0Agotado"],
      [-3, 0, "Hay -3mínimo 0Agotado"],
    ];
    for (const [cantidad, minimo, said] of cases) {
      await clear();
      await add({ cantidad, minimo, precio_unitario: 1234.5 });
      const page = await ana.get(LIST);
      expect(page.text("main li")).toContain(said);
      expect(page.text("main li")).toContain("$1,234.50");
      expect(page.all("main li p.text-bad").length).toBe(cantidad < 0 ? 1 : 0);
    }
  });

  test("answers 503 with an error message when items or movements cannot be read", async () => {
    for (const [table, query] of [
      ["inventario_susa", ""],
      ["movimientos_inventario_susa", "?movimientos=si"],
    ] as const) {
      const page = await withoutTable(table, () => ana.get(LIST + query));
      expect(page.status).toBe(503);
      expect(page.text("main [role=alert]:not(:empty)")).toBe("ErrorNo se pudo cargar el inventario");
    }
  });
});

describe("the panel of movements", () => {
  const PANEL = "section[aria-labelledby=movimientos]";
  const rows = (page: Page) => page.all(`${PANEL} li`).map((row) => row.textContent?.replace(/\s+/g, " ").trim());
  const toggle = (page: Page) => page.document.querySelector("main header a");

  test("opens and closes by its URL, which keeps the filters, and stays open during a search", async () => {
    await add({ categoria: "Cejas" });
    const closed = await ana.get(`${LIST}?categoria=Cejas`);
    expect(closed.all(PANEL)).toEqual([]);
    expect(toggle(closed)?.textContent).toBe("Ver Movimientos");
    const open = await ana.get(String(toggle(closed)?.getAttribute("href")));
    expect(rows(open).length).toBe(1);
    expect(open.values("form[role=search]")).toEqual({ q: "", categoria: "Cejas", existencias: "", movimientos: "si" });
    expect(open.all(`a[href="${LIST}/nuevo?categoria=Cejas&movimientos=si"]`).length).toBe(1);
    expect([toggle(open)?.textContent, toggle(open)?.getAttribute("href")]).toEqual([
      "Ocultar Movimientos",
      `${LIST}?categoria=Cejas`,
    ]);
  });

  test("shows time in the studio's zone, type, quantity, reason and account, and keeps the name of a deleted item", async () => {
    const id = await add({ nombre: "Hilo <i>" });
    await move(id, { tipo: "salida", cantidad: "2", motivo: "Uso en <cabina>" });
    await edit(id, { nombre: "Hilo fino" });
    await (await ana.get(`${LIST}/${id}/eliminar`)).submit({}, `form[action^="${LIST}/${id}/eliminar"]`);
    const moments = await sql<{ created_at: Date }>(
      "SELECT created_at FROM movimientos_inventario_susa ORDER BY created_at DESC",
    );
    const [salida, entrada] = moments.map(
      ({ created_at: at }) => `${formatDate(at, "America/Mexico_City")}, ${formatTime(at, "America/Mexico_City")}`,
    );
    expect(rows(await ana.get(`${LIST}?movimientos=si`))).toEqual([
      `${salida}Salida−2Hilo <i>Uso en <cabina> · ana@ejemplo.mx`,
      `${entrada}Entrada+10Hilo <i>Sin cuenta`,
    ]);
  });

  test("shows the latest fifty of all items, or of the item of one card", async () => {
    const [hilo, cera] = [await add({ nombre: "Hilo", cantidad: 0 }), await add({ nombre: "Cera", cantidad: 0 })];
    await sql(
      "INSERT INTO movimientos_inventario_susa (tipo, cantidad, item_id, item_nombre, created_at) SELECT 'entrada', n, CASE WHEN n % 2 = 0 THEN $1::uuid ELSE $2::uuid END, 'I', now() - n * interval '1 hour' FROM generate_series(1, 120) n",
      [hilo, cera],
    );
    const quantities = (page: Page) => page.all(`${PANEL} li p span:last-child`).map((span) => span.textContent);
    const all = await ana.get(`${LIST}?movimientos=si`);
    expect(quantities(all)).toEqual(Array.from({ length: 50 }, (_, n) => `+${n + 1}`));
    const link = all.all("main li a").find((a) => a.textContent === "Movimientos de Cera");
    const one = await ana.get(String(link?.getAttribute("href")));
    expect(quantities(one)).toEqual(Array.from({ length: 50 }, (_, n) => `+${2 * n + 1}`));
    expect(one.text(`${PANEL} a`)).toBe("Ver los de todos los items");
    await sql("DELETE FROM movimientos_inventario_susa WHERE item_id = $1", [hilo]);
    expect((await ana.get(`${LIST}?movimientos=${hilo}`)).text(PANEL)).toMatch(
      /^Movimientos de Hilo.*Todavía no hay movimientos.$/,
    );
    // An unknown or deleted item has no panel.
    for (const unknownId of ["lo-que-sea", "00000000-0000-4000-8000-000000000000", ""]) {
      const page = await ana.get(`${LIST}?movimientos=${unknownId}`);
      expect([page.text(PANEL), page.text("main a")], unknownId).toEqual(["", "Ver Movimientos"]);
    }
  });
});
