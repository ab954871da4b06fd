import { randomUUID } from "node:crypto";
import { beforeAll, describe, expect, test } from "vitest";
import { decrypt } from "~/database/encryption.server";
import { startSiteForFile } from "../routes/start-site";
import type { Visitor } from "../support/browser";
import { sql } from "../support/test-database";
import {
  fillTables,
  fingerprint,
  firstOfEachRoute,
  ID,
  listAdminAddresses,
  PRODUCT,
  type Right,
  SUPPLY,
} from "./admin-addresses";

// The right of each address, written down here and not read from the routes.
const RIGHTS: [RegExp, Right][] = [
  [/^\/admin\/(caja|ingresos|egresos|reportes|ventas\/por-cobrar)/, "dinero"],
  [/^\/admin\/(inventario|proveedores)/, "inventario"],
  [/^\/admin\/(servicios|galeria|testimonios|configuracion\/beneficios)/, "catalogo"],
  [/^\/admin\/(empleados|comisiones|cuentas|clientes\.csv|clientes\/importar|traer|clientes\/[^/]+\/fusionar)/, "propietaria"],
  [/^\/admin\/configuracion\/seguridad($|\?|\/contrasena|\/sesiones)/, "agenda"],
  [/^\/admin\/configuracion\/./, "propietaria"],
  [/^\/admin/, "agenda"],
];
const rightOf = (path: string): Right => RIGHTS.find(([pattern]) => pattern.test(path))?.[1] ?? "propietaria";

// What each right alone may show: a marker in every private column. What only the program reads is for no account.
const MARKS: Record<Right, string> = {
  agenda: "Abierto",
  salud: "MARCA-DE-SALUD",
  dinero: "MARCA-DE-DINERO",
  inventario: "MARCA-DE-INVENTARIO",
  catalogo: "MARCA-DE-CATALOGO",
  propietaria: "MARCA-DE-LA-DUENA",
  nadie: "MARCA-DE-NADIE",
};

type Columns = Record<string, string[]>;

const PRIVATE: Record<Exclude<Right, "agenda">, Columns> = {
  salud: { clientes_susa: ["medicina", "enfermedades", "alerta"] },
  dinero: {
    cortes_susa: ["motivo"],
    egresos_susa: ["descripcion", "comprobante_url"],
    ingresos_susa: ["descripcion"],
  },
  inventario: {
    inventario_susa: ["nombre", "descripcion", "categoria", "proveedor"],
    proveedores_susa: ["nombre", "contacto", "telefono", "email", "direccion", "productos_servicios", "notas"],
    movimientos_inventario_susa: ["item_nombre", "motivo"],
  },
  catalogo: {
    servicios_susa: ["descripcion"],
    service_images_susa: ["image_url", "alt_text", "archivo_nombre"],
    testimonios_susa: ["nombre", "testimonio"],
  },
  propietaria: {
    empleados_susa: ["email", "telefono", "especialidades"],
    ausencias_susa: ["motivo"],
    liquidaciones_susa: ["ajuste_motivo"],
    plantillas_susa: ["texto"],
    bitacora_susa: ["campos", "registro_id", "origen"],
  },
  nadie: {
    cuentas_susa: ["password_hash"],
    sesiones_susa: ["agente"],
    calendarios_susa: ["digest", "sobre"],
    enlaces_acceso_susa: ["digest"],
    envios_pendientes_susa: ["sobre"],
    importaciones_susa: ["sobre", "respuestas"],
  },
};

// Columns that the agenda or a public page shows, and those without anything that somebody said.
const OPEN: Columns = {
  apariencia_susa: ["acento"],
  archivos_susa: ["nombre", "url"],
  cambios_cita_susa: ["detalle"],
  citas_susa: ["notas", "descuento_motivo"],
  clientes_susa: ["nombre", "correo", "telefono", "ocupacion", "estado_civil", "servicio"],
  codigos_susa: ["codigo"],
  configuracion_susa: [
    ...["nombre", "ciudad", "direccion", "telefono", "whatsapp", "instagram_url", "facebook_url", "zona_horaria", "mapa_url"],
    ...[
      "hero_titulo",
      "hero_texto",
      "biografia",
      "frase",
      "frase_autora",
      "dibujos_ocultos",
      "politica",
      "resena_url",
      "aviso_privacidad",
    ],
  ],
  cuentas_susa: ["email"],
  empleados_susa: ["nombre", "apellido"],
  esperas_susa: ["nota"],
  form_tokens_susa: ["digest"],
  instalacion_susa: ["llave", "almacen"],
  liquidaciones_susa: ["empleado_nombre"],
  login_tries_susa: ["key"],
  propinas_susa: ["empleado_nombre"],
  servicios_susa: ["nombre"],
  sesiones_susa: ["id"],
  venta_lineas_susa: ["item_nombre"],
};

const ACCOUNTS: Record<string, string[]> = {
  "the agenda alone": [],
  "the preset for specialists": ["salud_propias"],
  "the preset for the front desk": ["salud", "dinero", "inventario", "catalogo"],
  "health notes alone": ["salud"],
  "money alone": ["dinero"],
  "stock alone": ["inventario"],
  "the catalogue alone": ["catalogo"],
};

const site = await startSiteForFile({ SIGNUP: "open" });
const owner = await site.staff("duena@ejemplo.mx");
const visitors: Record<string, Visitor> = {};
let addresses: string[];
/** The first address of each route. */
let screens: string[];

beforeAll(async () => {
  for (const [n, [name, permisos]] of Object.entries(ACCOUNTS).entries()) {
    visitors[name] = await site.staff(`personal${n}@ejemplo.mx`);
    await sql("UPDATE cuentas_susa SET permisos = $1::permiso[] WHERE email = $2", [permisos, `personal${n}@ejemplo.mx`]);
  }
  await fillTables((right) => MARKS[right]);
  const listed = listAdminAddresses(site);
  addresses = listed.map(({ path }) => path);
  screens = firstOfEachRoute(listed).map(({ path }) => path);
});

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
        const mark = MARKS[right as Right];
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

/** More of a product than there are, for the screens that sell: only who may count the stock is told how many. */
const TOO_MANY = {
  monto: "99999999.00",
  "productos[0].item_id": PRODUCT.id,
  "productos[0].precio": "98.00",
  "productos[0].cantidad": "9999",
};

const isCounted = (html: string) => /615[,&]?243|\b7,243\b|:7243\b/.test(html);

const withData = (path: string) => [path, `${path}${path.includes("?") ? "&" : "?"}_data=@`];

describe.each(Object.entries(ACCOUNTS))("an account with %s", (name, permisos) => {
  const visitor = () => visitors[name] as Visitor;
  const isOpen = (path: string) => rightOf(path) === "agenda" || permisos.includes(rightOf(path));
  const foreign = () => Object.entries(MARKS).flatMap(([right, mark]) => (["agenda", ...permisos].includes(right) ? [] : [mark]));

  async function expectClosed(paths: string[]): Promise<void> {
    const before = await fingerprint("bitacora_susa");
    const closed = paths.filter((path) => !isOpen(path));
    expect(closed.length).toBeGreaterThan(20);
    for (const address of closed) {
      const [page, answer] = await Promise.all([visitor().send(address), visitor().post(address, body())]);
      expect([address, page.status]).toEqual([address, 403]);
      // 405: the address takes no POST.
      expect([403, 405], address).toContain(answer.status);
    }
    expect(await fingerprint("bitacora_susa")).toEqual(before);
    const page = await visitor().send(closed[0] ?? "");
    expect(page.text("h1")).toBe("Tu cuenta no puede ver esta página");
    expect(page.html).toContain('href="/admin"');
  }

  async function expectNothingBeyond(paths: string[]): Promise<void> {
    const open = paths.filter(isOpen);
    expect(open.length).toBeGreaterThan(20);
    for (const address of open) {
      const page = await visitor().send(address);
      expect(page.status, address).not.toBe(403);
      expect(page.status, address).toBeLessThan(500);
      for (const mark of foreign()) expect(page.html.includes(mark), `${mark} at ${address}`).toBe(false);
      const hasStock = isCounted(page.html);
      if (!permisos.includes("inventario")) expect(hasStock, `the stock at ${address}`).toBe(false);
      else if (/citas\/[0-9a-f-]+\/detalle$/.test(address)) expect(hasStock, `no stock at ${address}`).toBe(true);
      if (/citas\/[0-9a-f-]+\/(completar|detalle)$/.test(address)) expect(page.html, address).toContain(SUPPLY.nombre);
      const links = [...page.html.matchAll(/(?:href|action)="(\/admin[^"#?]*)/g)].map(([, link]) => String(link));
      expect(
        links.filter((link) => !isOpen(link)),
        address,
      ).toEqual([]);
    }
  }

  // In the gate each screen is asked for once by every account that says which right it needs: that without any, and that with
  // one. How it is asked for does not depend on the account, and the guard knows the route and not the record.
  const isSingle = ["money alone", "stock alone", "the catalogue alone"].includes(name);
  const isBare = permisos.length === 0;

  test(
    "is answered 403 by every screen beyond its rights, also as a POST, which changes nothing",
    {
      tags: isBare || isSingle ? [] : ["slow"],
    },
    () => expectClosed(isBare ? screens.flatMap(withData) : screens),
  );

  test("is answered 403 by every address beyond its rights, also as a POST, which changes nothing", { tags: ["slow"] }, () =>
    expectClosed(addresses.flatMap(withData)),
  );

  test("reads nothing beyond its rights on the screens that it may open, and is offered no link beyond them", () =>
    expectNothingBeyond(isBare ? screens.flatMap(withData) : screens));

  test("reads nothing beyond its rights at any address that it may open", { tags: ["slow"] }, () =>
    expectNothingBeyond(addresses.flatMap(withData)),
  );

  // Last, because some of it is written. What is deleted would be missing to the next account. In the gate those with the fewest
  // and the most rights write: what the page around an answer shows, the others have read.
  test("is told nothing beyond its rights by the answer to a form, refused or saved", {
    tags: isBare || name === "the preset for the front desk" ? [] : ["slow"],
  }, async () => {
    const answers: string[] = [];
    for (const address of addresses.filter((path) => isOpen(path) && !path.endsWith("/eliminar"))) {
      const sells = /\/(ventas\/nueva|completar)$/.test(address);
      const answer = await visitor().post(address, sells ? { ...body(), ...TOO_MANY } : body());
      expect(answer.status, address).toBeLessThan(500);
      const pages = answer.location === null ? [answer] : [answer, await visitor().get(answer.location)];
      for (const { html } of pages) {
        for (const mark of foreign()) expect(html.includes(mark), `${mark} in the answer of ${address}`).toBe(false);
        if (!permisos.includes("inventario")) expect(isCounted(html), `the stock in the answer of ${address}`).toBe(false);
        answers.push(html);
      }
    }
    expect(answers.some((html) => html.includes("No alcanza lo que hay de"))).toBe(!permisos.includes("inventario"));
    expect(answers.some(isCounted)).toBe(permisos.includes("inventario"));
  });
});

test("the owner sees every marker but those of nobody", async () => {
  const paths = ["clientes", "ingresos", "inventario", "testimonios", "empleados"].map((section) => `/admin/${section}/${ID}`);
  const pages = await Promise.all(paths.map((path) => owner.send(path)));
  const { agenda, nadie, ...marks } = MARKS;
  for (const [n, mark] of Object.values(marks).entries()) expect(pages[n]?.html, mark).toContain(mark);
  for (const page of pages) expect(page.html).not.toContain(nadie);
});
