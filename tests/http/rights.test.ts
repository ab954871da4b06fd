import { randomUUID } from "node:crypto";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { type Page, type Site, startSite, type Visitor } from "../support/browser";
import {
  createAusencia,
  createCita,
  createCliente,
  createEgreso,
  createEmpleado,
  createImagen,
  createIngreso,
  createItem,
  createProveedor,
  createServicio,
  createTestimonio,
  insertRow,
} from "../support/factories";
import { sql } from "../support/test-database";

const ID = "11111111-1111-4111-8111-111111111111";

type Right = "agenda" | "dinero" | "inventario" | "catalogo" | "propietaria";

// The right of each address, written down here and not read from the routes.
const RIGHTS: [RegExp, Right][] = [
  [/^\/admin\/(ingresos|egresos|reportes)/, "dinero"],
  [/^\/admin\/(inventario|proveedores)/, "inventario"],
  [/^\/admin\/(servicios|galeria|testimonios|configuracion\/beneficios)/, "catalogo"],
  [/^\/admin\/(empleados|cuentas|clientes\.csv|clientes\/(importar|plantilla\.csv)|clientes\/[^/]+\/fusionar)/, "propietaria"],
  [/^\/admin\/configuracion\/seguridad($|\?|\/contrasena|\/sesiones)/, "agenda"],
  [/^\/admin\/configuracion\/./, "propietaria"],
  [/^\/admin/, "agenda"],
];
const rightOf = (path: string): Right => RIGHTS.find(([pattern]) => pattern.test(path))?.[1] ?? "propietaria";

// What each right alone may show: a marker in the private columns of its tables.
const MARKS: Record<Exclude<Right, "agenda">, string> = {
  dinero: "MARCA-DE-DINERO",
  inventario: "MARCA-DE-INVENTARIO",
  catalogo: "MARCA-DE-CATALOGO",
  propietaria: "MARCA-DE-LA-DUENA",
};

const ACCOUNTS: Record<string, Right[]> = {
  "the agenda alone": [],
  "the preset for specialists": [],
  "the preset for the front desk": ["dinero", "inventario", "catalogo"],
  "money alone": ["dinero"],
  "stock alone": ["inventario"],
  "the catalogue alone": ["catalogo"],
  "everything but money": ["inventario", "catalogo"],
  "everything but stock": ["dinero", "catalogo"],
};

let site: Site;
let owner: Visitor;
const visitors: Record<string, Visitor> = {};
let addresses: string[];
let requests = 0;

beforeAll(async () => {
  site = await startSite({ SIGNUP: "open" });
  owner = await site.staff("duena@ejemplo.mx");
  for (const [n, [name, rights]] of Object.entries(ACCOUNTS).entries()) {
    visitors[name] = await site.staff(`personal${n}@ejemplo.mx`);
    const permisos = name.includes("specialists") ? ["salud_propias"] : rights;
    await sql("UPDATE cuentas_susa SET permisos = $1::permiso[] WHERE email = $2", [permisos, `personal${n}@ejemplo.mx`]);
  }
  await fillTables();
  addresses = Object.values(site.build.routes)
    .filter((route) => route !== undefined)
    .filter((route) => /^\/admin(\/|$)/.test(site.pathOf(route.id)))
    .flatMap((route) => {
      const path = site.pathOf(route.id).replace(/\?/g, "");
      const filled = [ID, "nuevo"].map((value) => path.replace(/:[^/]+|\*/g, value));
      return [...new Set(filled)].map((address) => address + (route.index ? "?index" : ""));
    });
});
afterAll(() => site.close());

async function fillTables(): Promise<void> {
  const id = ID;
  const { dinero, inventario, catalogo, propietaria } = MARKS;
  await createEmpleado({ id, email: `${propietaria}@ejemplo.mx`, telefono: propietaria, especialidades: [propietaria] });
  await createAusencia(ID, "2099-12-24", "2099-12-25", { id, motivo: propietaria });
  await createServicio({ id, descripcion: catalogo });
  await createImagen(null, `https://ejemplo.mx/${catalogo}.jpg`, { id, alt_text: catalogo });
  await createTestimonio({ id, nombre: catalogo, testimonio: catalogo });
  await createCliente({ id });
  await createCita(new Date(), { id, cliente_id: ID, servicio_id: ID });
  await createItem({ id, nombre: inventario, cantidad: 3, proveedor: inventario });
  await createProveedor({ id, nombre: inventario, notas: inventario });
  await createIngreso(new Date().toISOString(), "98765.43", { id, descripcion: dinero });
  await createEgreso(new Date().toISOString(), "98765.43", { id, descripcion: dinero });
  await insertRow("bitacora_susa", { accion: "cambio", tipo: "ingreso", campos: [propietaria] });
  await insertRow("plantillas_susa", { tipo: "gracias", texto: propietaria }).catch(() => undefined);
}

async function fingerprint(): Promise<string> {
  const tables = await sql<{ name: string }>(
    "SELECT table_name AS name FROM information_schema.tables WHERE table_schema = 'public' AND table_name LIKE '%\\_susa' ORDER BY 1",
  );
  const written = ["sesiones_susa", "login_tries_susa", "bitacora_susa"];
  const sums = [];
  for (const { name } of tables.filter((table) => !written.includes(table.name))) {
    const [row] = await sql(`SELECT md5(coalesce(string_agg(t::text, E'\\n' ORDER BY t::text), '')) AS sum FROM ${name} t`);
    sums.push([name, row?.sum]);
  }
  return JSON.stringify(sums);
}

// Fields that some form would accept, so that a screen without its guard would write.
const body = () => ({
  token: randomUUID(),
  nombre: "Intrusa",
  apellido: "Intrusa",
  email: "intrusa@ejemplo.mx",
  telefono: "222 123 4567",
  whatsapp: "522221234567",
  direccion: "Otra calle",
  texto: "Hola {nombre}",
  estado: "desactivada",
  preset: "recepcion",
  activo: "on",
  monto: "1.00",
  precio: "1",
  precio_unitario: "1",
  categoria: "cejas",
  fecha: "2026-01-01",
  metodo_pago: "efectivo",
  descripcion: "Intrusa",
  testimonio: "Intrusa",
  rating: "5",
  cantidad: "1",
  tipo: "entrada",
  desde: "2026-01-01",
  hasta: "2026-01-02",
  de: "/admin",
});

const send = (visitor: Visitor, path: string): Promise<Page> => {
  requests++;
  return visitor.send(path);
};
const dataOf = (path: string) => `${path}${path.includes("?") ? "&" : "?"}_data=@`;

describe.each(Object.entries(ACCOUNTS))("an account with %s", (name, rights) => {
  const visitor = () => visitors[name] as Visitor;
  const isOpen = (path: string) => rightOf(path) === "agenda" || rights.includes(rightOf(path));
  const foreign = () => Object.entries(MARKS).flatMap(([right, mark]) => (rights.includes(right as Right) ? [] : [mark]));

  test("is answered 403 by every address beyond its rights, as a page, as data and as a POST, which change nothing", async () => {
    const before = await fingerprint();
    const closed = addresses.filter((path) => !isOpen(path));
    expect(closed.length).toBeGreaterThan(20);
    for (const path of closed) {
      const page = await send(visitor(), path);
      expect([path, page.status]).toEqual([path, 403]);
      expect((await send(visitor(), dataOf(path))).status, path).toBe(403);
      requests += 2;
      // 405: the address takes no POST.
      expect([403, 405], path).toContain((await visitor().post(path, body())).status);
      expect([403, 405], path).toContain((await visitor().post(dataOf(path), body())).status);
    }
    expect(await fingerprint()).toBe(before);
    const page = await send(visitor(), closed[0] ?? "");
    expect(page.text("h1")).toBe("Tu cuenta no entra aquí");
    expect(page.html).toContain('href="/admin"');
  });

  test("reads nothing beyond its rights on the screens that it may open, and is offered no link beyond them", async () => {
    const open = addresses.filter((path) => isOpen(path));
    expect(open.length).toBeGreaterThan(20);
    for (const path of open) {
      for (const address of [path, dataOf(path)]) {
        const page = await send(visitor(), address);
        expect(page.status, address).not.toBe(403);
        expect(page.status, address).toBeLessThan(500);
        for (const mark of foreign()) expect(page.html.includes(mark), `${mark} at ${address}`).toBe(false);
        const links = [...page.html.matchAll(/(?:href|action)="(\/admin[^"#?]*)/g)].map(([, link]) => String(link));
        expect(
          links.filter((link) => !isOpen(link)),
          address,
        ).toEqual([]);
      }
    }
  });
});

test("the owner sees every marker, and at least 3,000 requests were made", async () => {
  const pages = await Promise.all(
    [`/admin/ingresos/${ID}`, `/admin/inventario/${ID}`, `/admin/testimonios/${ID}`, `/admin/empleados/${ID}`].map((path) =>
      owner.send(path),
    ),
  );
  for (const [n, mark] of Object.values(MARKS).entries()) expect(pages[n]?.html, mark).toContain(mark);
  expect(requests).toBeGreaterThanOrEqual(3000);
});
