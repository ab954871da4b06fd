import { beforeEach, describe, expect, test } from "vitest";
import { emptyTables, sql, withoutTable } from "../../support/test-database";
import { startSiteForFile } from "../start-site";

// What every list of the back-office does alike. What a list shows, filters and searches is tested with its section.

const site = await startSiteForFile();
const ana = await site.staff();

type List = {
  path: string;
  table: string;
  /** What the list says while it is empty. */
  empty: string;
  /** The text of the link to the form for a new record, and of the one in the empty list if it is another. */
  add: string;
  addFirst?: string;
  /** What it says when it cannot be read. */
  error: string;
  /** SQL for the columns of row n of 101, in the list's order, and what its card contains if not the name. */
  row: Record<string, string>;
  card?: (n: number) => string;
  /** A filter that leaves all rows, and how the page counts them. */
  filter: string;
  count: string;
};

const NEWEST_FIRST = "now() - n * interval '1 hour'";
const padded = (n: number) => `R${String(n).padStart(3, "0")}`;
const PADDED = "'R' || lpad(n::text, 3, '0')";

const LISTS: List[] = [
  {
    path: "/admin/clientes",
    table: "clientes_susa",
    empty: "Todavía no hay clientas",
    add: "Nueva clienta",
    error: "No se pudieron cargar los clientes",
    row: { nombre: PADDED, created_at: NEWEST_FIRST },
    filter: "q=r",
    count: "101 clientas",
  },
  {
    path: "/admin/servicios",
    table: "servicios_susa",
    empty: "Todavía no hay servicios",
    add: "Nuevo servicio",
    error: "No se pudieron cargar los servicios",
    row: { nombre: PADDED, precio: "1", categoria: "'cejas'", activo: "false" },
    filter: "categoria=cejas&estado=desactivados",
    count: "101 servicios",
  },
  {
    path: "/admin/empleados",
    table: "empleados_susa",
    empty: "Todavía no hay empleados",
    add: "Nuevo empleado",
    error: "Error al cargar empleados",
    row: { nombre: PADDED, apellido: "'Paz'", activo: "false", created_at: NEWEST_FIRST },
    filter: "activo=no",
    count: "101 empleados",
  },
  {
    path: "/admin/inventario",
    table: "inventario_susa",
    empty: "Todavía no hay artículos",
    add: "Nuevo artículo",
    error: "No se pudo cargar el inventario",
    row: { nombre: PADDED, categoria: "'A'", created_at: NEWEST_FIRST },
    filter: "categoria=A&movimientos=si",
    count: "101 artículos",
  },
  {
    path: "/admin/proveedores",
    table: "proveedores_susa",
    empty: "Todavía no hay proveedores",
    add: "Nuevo proveedor",
    error: "No se pudieron cargar los proveedores",
    row: { nombre: PADDED, activo: "false" },
    filter: "estado=inactivos",
    count: "101 proveedores",
  },
  {
    path: "/admin/testimonios",
    table: "testimonios_susa",
    empty: "Todavía no hay testimonios",
    add: "Nuevo testimonio",
    error: "No se pudieron cargar los testimonios",
    row: { nombre: PADDED, testimonio: "'Feliz'", created_at: NEWEST_FIRST },
    filter: "visible=si",
    count: "101 testimonios",
  },
  {
    path: "/admin/galeria",
    table: "service_images_susa",
    empty: "Todavía no hay imágenes",
    add: "Nueva Imagen",
    error: "No se pudieron cargar las imágenes",
    row: { image_url: "'/art/x.svg'", alt_text: PADDED, display_order: "n" },
    filter: "q=r",
    count: "101 imágenes",
  },
  {
    path: "/admin/ingresos",
    table: "ingresos_susa",
    empty: "No hay ingresos registrados",
    add: "Nuevo Ingreso",
    addFirst: "Registrar primer ingreso",
    error: "No se pudieron cargar los ingresos",
    row: { monto: "n", fecha: "date '2026-11-30' - n" },
    card: (n) => `+$${n}.00`,
    filter: "metodo=efectivo",
    count: "101 ingresos",
  },
  {
    path: "/admin/egresos",
    table: "egresos_susa",
    empty: "No hay egresos registrados",
    add: "Nuevo Egreso",
    addFirst: "Registrar primer egreso",
    error: "No se pudieron cargar los egresos",
    row: { monto: "n", fecha: "date '2026-11-30' - n", descripcion: "'Renta'" },
    card: (n) => `$${n}.00`,
    filter: "metodo=efectivo",
    count: "101 egresos",
  },
];

describe.each(LISTS)(
  "the list at $path",
  ({ path, table, empty, add, addFirst = add, error, row, card = padded, filter, count }) => {
    beforeEach(() => emptyTables(table));

    test("says when it is empty and links to the form for a new record", async () => {
      const page = await ana.get(path);
      expect([page.status, page.text()]).toEqual([200, expect.stringContaining(empty)]);
      expect(page.all("main [role=search]"), "nothing to search").toEqual([]);
      const nothing = await ana.get(`${path}?q=zzz`);
      expect([nothing.all("main [role=search]").length, nothing.text("main")]).toEqual([
        1,
        expect.stringContaining("Nada coincide"),
      ]);
      expect(page.texts(`main a[href^="${path}/nuev"]`)).toEqual([add, addFirst]);
    });

    test("shows fifty rows per page, keeps its filter from page to page, and redirects from past its end", async () => {
      await sql(`INSERT INTO ${table} (${Object.keys(row)}) SELECT ${Object.values(row)} FROM generate_series(1, 101) n`);
      const page = await ana.get(`${path}?${filter}&pagina=2`);
      const cards = page.texts("main li.card");
      expect(cards).toEqual(Array.from({ length: 50 }, (_, n) => expect.stringContaining(card(n + 51))));
      expect([page.text("main header [role=status]"), page.document.title]).toEqual([
        expect.stringContaining(count),
        expect.stringMatching(new RegExp(`^${count} · `)),
      ]);
      expect(page.hrefs("a[rel=prev], a[rel=next]")).toEqual([`${path}?${filter}&pagina=1`, `${path}?${filter}&pagina=3`]);
      expect((await ana.send(`${path}?${filter}&pagina=900`)).location).toBe(`${path}?${filter}&pagina=3`);
      for (const wrong of ["0", "-1", "x", "1e9"]) expect((await ana.get(`${path}?pagina=${wrong}`)).status).toBe(200);
    });

    test("shows each of many rows that sort alike on one page only, whatever is edited meanwhile", async () => {
      await sql(
        `INSERT INTO ${table} (${Object.keys(row)}) SELECT ${Object.values(row)} FROM generate_series(1, 101), (SELECT 1) o (n)`,
      );
      const ids = new Set<string | undefined>();
      for (const pagina of [1, 2, 3]) {
        const page = await ana.get(`${path}?${filter}&pagina=${pagina}`);
        for (const { innerHTML } of page.all("main li.card")) ids.add(/[0-9a-f-]{36}/.exec(innerHTML)?.[0]);
        // An edit moves a row to the end of its table.
        await sql(`UPDATE ${table} SET created_at = created_at WHERE random() < 0.5`);
      }
      expect(ids.size).toBe(101);
    });

    test("answers 503 with an error message when it cannot be read", async () => {
      const page = await withoutTable(table, () => ana.get(path));
      expect([page.status, page.alert]).toEqual([503, `Error${error}`]);
    });
  },
);

test.each(["clientes", "ingresos", "egresos"])(
  "the CSV file of %s redirects to its list while it cannot be read",
  async (name) => {
    const page = await withoutTable(`${name}_susa`, () => ana.send(`/admin/${name}.csv?q=ana`));
    expect(page.location).toBe(`/admin/${name}?q=ana`);
    expect((await ana.get(`/admin/${name}`)).alert).toBe(`ErrorNo se pudieron cargar los ${name}`);
  },
);

const CHOICE = "no es una opción de este filtro. Abre la lista y elige una.";
const DAY = "no es un día. Escríbelo como año-mes-día: 2026-11-21.";
const MONTH = "no es un mes. Escríbelo como año-mes: 2026-11.";

test.each([
  ["/admin/citas?estado=inventada", CHOICE],
  ["/admin/citas?cuando=nunca", CHOICE],
  ["/admin/citas?vista=mes", CHOICE],
  ["/admin/citas?empleado=ana", CHOICE],
  ["/admin/citas?dia=2026-02-30", DAY],
  ["/admin/citas?vista=dia&dia=ma%C3%B1ana", DAY],
  ["/admin/clientes?letra=AB", CHOICE],
  ["/admin/clientes?letra=a", CHOICE],
  ["/admin/servicios?categoria=Cejas", CHOICE],
  ["/admin/servicios?estado=activos", CHOICE],
  ["/admin/empleados?activo=s%C3%AD", CHOICE],
  ["/admin/inventario?existencias=muchas", CHOICE],
  ["/admin/proveedores?estado=__proto__", CHOICE],
  ["/admin/testimonios?visible=true", CHOICE],
  ["/admin/galeria?servicio=otro", CHOICE],
  ["/admin/ingresos?metodo=cheque", CHOICE],
  ["/admin/ingresos?mes=2026-13", MONTH],
  ["/admin/egresos?categoria=Otra", CHOICE],
  ["/admin/configuracion/bitacora?accion=todo", CHOICE],
  ["/admin/configuracion/bitacora?cuenta=1", CHOICE],
])("the unknown filter of %s is said, and nothing is listed as if it were filtered", async (address, sentence) => {
  const url = new URL(`${address}&q=ana&pagina=2`, "http://susa");
  const [name = "", wrong] = [...new URL(address, "http://susa").searchParams].at(-1) ?? [];
  const page = await ana.get(url.pathname + url.search);
  expect([page.status, page.text('main [role="alert"] p'), page.all("main li.card")]).toEqual([
    400,
    `«${wrong}» ${sentence}`,
    [],
  ]);
  url.searchParams.delete(name);
  expect(page.href("main a.button")).toBe(url.pathname + url.search);
});

test.each(["ingresos.csv?mes=noviembre", "egresos.csv?metodo=cheque", "configuracion/bitacora.csv?dia=ayer"])(
  "the file of %s leads to its list, which says what is wrong",
  async (address) => {
    const answer = await ana.send(`/admin/${address}`);
    expect([answer.status, answer.location]).toEqual([303, `/admin/${address.replace(".csv", "")}`]);
  },
);

test("a wrong filter behind an editor loses nothing that is typed in it", async () => {
  const editor = await ana.get("/admin/clientes/nuevo?letra=AB");
  expect(editor.status).toBe(200);
  const refused = await editor.submit({ nombre: "", telefono: "55 4321 0988" });
  expect([refused.status, refused.values().telefono]).toEqual([400, "55 4321 0988"]);
});

test.each([
  ["servicios", "servicios_susa (nombre, precio, categoria, activo) VALUES ('Cejas', 1, 'cejas', false)"],
  ["proveedores", "proveedores_susa (nombre, activo) VALUES ('Aromas', false)"],
])("the filter of %s stays while only what is not active is left", async (section, rows) => {
  await emptyTables(`${section}_susa`);
  await sql(`INSERT INTO ${rows}`);
  expect((await ana.get(`/admin/${section}`)).all("main [role=search] select[name=estado]").length).toBe(1);
});
