import { randomUUID } from "node:crypto";
import { beforeAll, describe, expect, test } from "vitest";
import { decrypt, encrypt } from "~/database/encryption.server";
import { startSiteForFile } from "../routes/start-site";
import type { Visitor } from "../support/browser";
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
import { fingerprint, ID, listAdminAddresses } from "./admin-addresses";

type Right = "agenda" | "salud" | "dinero" | "inventario" | "catalogo" | "propietaria" | "nadie";

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

// What each right alone may show: a marker in every private column. What only the program reads is for no account.
const MARKS: Record<Exclude<Right, "agenda">, string> = {
  salud: "MARCA-DE-SALUD",
  dinero: "MARCA-DE-DINERO",
  inventario: "MARCA-DE-INVENTARIO",
  catalogo: "MARCA-DE-CATALOGO",
  propietaria: "MARCA-DE-LA-DUENA",
  nadie: "MARCA-DE-NADIE",
};

type Columns = Record<string, string[]>;

const PRIVATE: Record<keyof typeof MARKS, Columns> = {
  salud: { clientes_susa: ["medicina", "enfermedades", "alerta"] },
  dinero: { ingresos_susa: ["descripcion"], egresos_susa: ["descripcion", "comprobante_url"] },
  inventario: {
    inventario_susa: ["nombre", "descripcion", "categoria", "proveedor"],
    proveedores_susa: ["nombre", "contacto", "telefono", "email", "direccion", "productos_servicios", "notas"],
    movimientos_inventario_susa: ["item_nombre", "motivo"],
  },
  catalogo: {
    servicios_susa: ["descripcion"],
    service_images_susa: ["image_url", "alt_text"],
    testimonios_susa: ["nombre", "testimonio"],
  },
  propietaria: {
    empleados_susa: ["email", "telefono", "especialidades"],
    ausencias_susa: ["motivo"],
    plantillas_susa: ["texto"],
    bitacora_susa: ["campos", "registro_id", "origen"],
    papelera_susa: ["sobre"],
  },
  nadie: {
    cuentas_susa: ["password_hash"],
    sesiones_susa: ["agente"],
    calendarios_susa: ["digest", "sobre"],
    enlaces_acceso_susa: ["digest"],
    envios_pendientes_susa: ["sobre"],
    importaciones_susa: ["sobre"],
  },
};

// Columns that the agenda or a public page shows, and those without anything that somebody said.
const OPEN: Columns = {
  apariencia_susa: ["acento"],
  archivos_susa: ["nombre", "url"],
  cambios_cita_susa: ["detalle"],
  citas_susa: ["notas"],
  clientes_susa: ["nombre", "correo", "telefono", "ocupacion", "estado_civil", "servicio"],
  codigos_susa: ["codigo"],
  configuracion_susa: [
    ...["nombre", "ciudad", "direccion", "telefono", "whatsapp", "instagram_url", "facebook_url", "zona_horaria", "mapa_url"],
    ...["hero_titulo", "hero_texto", "biografia", "frase", "frase_autora", "dibujos_ocultos"],
  ],
  cuentas_susa: ["email"],
  empleados_susa: ["nombre", "apellido"],
  form_tokens_susa: ["digest"],
  login_tries_susa: ["key"],
  servicios_susa: ["nombre"],
  sesiones_susa: ["id"],
};

const ACCOUNTS: Record<string, string[]> = {
  "the agenda alone": [],
  "the preset for specialists": ["salud_propias"],
  "the preset for the front desk": ["salud", "dinero", "inventario", "catalogo"],
  "health notes alone": ["salud"],
  "money alone": ["dinero"],
  "stock alone": ["inventario"],
  "the catalogue alone": ["catalogo"],
  "everything but money": ["salud", "inventario", "catalogo"],
  "everything but stock": ["salud", "dinero", "catalogo"],
};

const site = await startSiteForFile({ SIGNUP: "open" });
const owner = await site.staff("duena@ejemplo.mx");
const visitors: Record<string, Visitor> = {};
let addresses: string[];

beforeAll(async () => {
  for (const [n, [name, permisos]] of Object.entries(ACCOUNTS).entries()) {
    visitors[name] = await site.staff(`personal${n}@ejemplo.mx`);
    await sql("UPDATE cuentas_susa SET permisos = $1::permiso[] WHERE email = $2", [permisos, `personal${n}@ejemplo.mx`]);
  }
  await fillTables();
  addresses = listAdminAddresses(site).map(({ path }) => path);
});

/** A row in every private table, with the id that the tests request, and its right's marker in each private column. */
async function fillTables(): Promise<void> {
  const id = ID;
  const { salud, dinero, inventario, catalogo, propietaria, nadie } = MARKS;
  const [{ id: staff = "" } = {}] = await sql<{ id: string }>("SELECT id FROM cuentas_susa WHERE rol = 'personal' LIMIT 1");
  await createEmpleado({ id, email: `${propietaria}@ejemplo.mx`, telefono: propietaria, especialidades: [propietaria] });
  await createAusencia(ID, "2099-12-24", "2099-12-25", { id, motivo: propietaria });
  await createServicio({ id, descripcion: catalogo });
  await createImagen(null, `https://ejemplo.mx/${catalogo}.jpg`, { id, alt_text: catalogo });
  await createTestimonio({ id, nombre: catalogo, testimonio: catalogo });
  await createCliente({ id, medicina: encrypt(salud), enfermedades: encrypt(salud), alerta: encrypt(salud) });
  await createCita(new Date(), { id, cliente_id: ID, servicio_id: ID });
  const item = { nombre: inventario, descripcion: inventario, categoria: inventario, proveedor: inventario };
  await createItem({ id, cantidad: 3, ...item });
  await insertRow("movimientos_inventario_susa", {
    ...{ id, tipo: "entrada", cantidad: 3, saldo: 3, item_id: ID, item_nombre: inventario, motivo: inventario },
  });
  const contacto = { contacto: inventario, telefono: inventario, email: `${inventario}@ejemplo.mx`, direccion: inventario };
  await createProveedor({ id, nombre: inventario, ...contacto, productos_servicios: inventario, notas: inventario });
  await createIngreso(new Date().toISOString(), "98765.43", { id, descripcion: dinero });
  const comprobante_url = `https://ejemplo.mx/${dinero}`;
  await createEgreso(new Date().toISOString(), "98765.43", { id, descripcion: dinero, comprobante_url });
  const line = { accion: "cambio", tipo: "servicio", registro_id: propietaria, origen: propietaria, campos: [propietaria] };
  await insertRow("bitacora_susa", line);
  await sql("INSERT INTO plantillas_susa (tipo, texto) VALUES ('gracias', $1)", [propietaria]);
  const sobre = encrypt(JSON.stringify({ fila: { nombre: propietaria }, hijas: {}, enlaces: {}, datos: {} }));
  await insertRow("papelera_susa", { id, tipo: "cliente", registro_id: ID, cuenta_id: staff, sobre });
  await sql("UPDATE cuentas_susa SET password_hash = $1 WHERE email LIKE 'personal%'", [nadie]);
  await sql("INSERT INTO calendarios_susa (empleado_id, digest, sobre) VALUES ($1, $2, $3)", [ID, nadie.padEnd(64, "-"), nadie]);
  await sql("INSERT INTO enlaces_acceso_susa (cuenta_id, digest) VALUES ($1, $2)", [staff, nadie.padEnd(64, "-")]);
  for (const table of ["envios_pendientes_susa", "importaciones_susa"])
    await insertRow(table, { id, cuenta_id: staff, sobre: nadie });
  await sql(
    "INSERT INTO sesiones_susa (id, cuenta_id, agente) VALUES ($1, (SELECT id FROM cuentas_susa WHERE rol = 'propietaria'), $2)",
    [nadie.padEnd(64, "-"), nadie],
  );
}

test("every column of texts is marked as somebody's, or known to be open", async () => {
  const columns = await sql<{ column: string }>(`
    SELECT c.table_name || '.' || c.column_name AS column FROM information_schema.columns c
    WHERE c.table_schema = 'public' AND c.table_name LIKE '%\\_susa' AND c.data_type IN ('text', 'ARRAY') AND c.column_name <> 'busqueda'
      AND c.udt_name <> '_permiso'
    ORDER BY 1`);
  const named = [OPEN, ...Object.values(PRIVATE)].flatMap((tables) =>
    Object.entries(tables).flatMap(([table, names]) => names.map((name) => `${table}.${name}`)),
  );
  expect(named.sort()).toEqual(columns.map(({ column }) => column).sort());
  for (const [right, tables] of Object.entries(PRIVATE))
    for (const [table, names] of Object.entries(tables))
      for (const name of names) {
        const mark = MARKS[right as keyof typeof MARKS];
        const rows = await sql<{ value: string }>(`SELECT ${name}::text AS value FROM ${table} WHERE ${name} IS NOT NULL`);
        const open = (value: string) => (/^v2\./.test(value) ? decrypt(value) : value);
        expect(
          rows.some(({ value }) => open(value).includes(mark)),
          `${table}.${name}`,
        ).toBe(true);
      }
});

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

const dataOf = (path: string) => `${path}${path.includes("?") ? "&" : "?"}_data=@`;

describe.each(Object.entries(ACCOUNTS))("an account with %s", (name, permisos) => {
  const visitor = () => visitors[name] as Visitor;
  const isOpen = (path: string) => rightOf(path) === "agenda" || permisos.includes(rightOf(path));
  const foreign = () => Object.entries(MARKS).flatMap(([right, mark]) => (permisos.includes(right) ? [] : [mark]));

  test("is answered 403 by every address beyond its rights, as a page, as data and as a POST, which change nothing", async () => {
    const before = await fingerprint("bitacora_susa");
    const closed = addresses.filter((path) => !isOpen(path));
    expect(closed.length).toBeGreaterThan(20);
    for (const path of closed) {
      const page = await visitor().send(path);
      expect([path, page.status]).toEqual([path, 403]);
      expect((await visitor().send(dataOf(path))).status, path).toBe(403);
      // 405: the address takes no POST.
      expect([403, 405], path).toContain((await visitor().post(path, body())).status);
      expect([403, 405], path).toContain((await visitor().post(dataOf(path), body())).status);
    }
    expect(await fingerprint("bitacora_susa")).toEqual(before);
    const page = await visitor().send(closed[0] ?? "");
    expect(page.text("h1")).toBe("Tu cuenta no puede ver esta página");
    expect(page.html).toContain('href="/admin"');
  });

  test("reads nothing beyond its rights on the screens that it may open, and is offered no link beyond them", async () => {
    const open = addresses.filter((path) => isOpen(path));
    expect(open.length).toBeGreaterThan(20);
    for (const path of open) {
      for (const address of [path, dataOf(path)]) {
        const page = await visitor().send(address);
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

test("the owner sees every marker but those of nobody", async () => {
  const paths = ["clientes", "ingresos", "inventario", "testimonios", "empleados"].map((section) => `/admin/${section}/${ID}`);
  const pages = await Promise.all(paths.map((path) => owner.send(path)));
  const { nadie, ...marks } = MARKS;
  for (const [n, mark] of Object.values(marks).entries()) expect(pages[n]?.html, mark).toContain(mark);
  for (const page of pages) expect(page.html).not.toContain(nadie);
});
