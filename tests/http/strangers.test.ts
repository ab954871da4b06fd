import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { type Page, type RequestOptions, type Site, startSite, type Visitor } from "../support/browser";
import { sql } from "../support/test-database";

const MARK = "MARCA-QUE-NADIE-DEBE-VER";
const ID = "11111111-1111-4111-8111-111111111111";

let site: Site;
let addresses: { id: string; path: string }[];
const visitors: Record<string, Visitor> = {};

beforeAll(async () => {
  site = await startSite({ SIGNUP: "approval" });
  await site.staff(`duena@${MARK.toLowerCase()}.mx`);
  for (const kind of ["waiting", "deactivated"]) visitors[kind] = await site.staff(`${kind}@ejemplo.mx`);
  visitors.stranger = site.visitor();
  // Its session stays: only the status of the account keeps it out.
  await sql("UPDATE cuentas_susa SET estado = 'desactivada' WHERE email = 'deactivated@ejemplo.mx'");
  await fillTables();
  addresses = adminAddresses();
});
afterAll(() => site.close());

/** A row with the marker in every table except the public settings, with the id that the tests request. */
async function fillTables(): Promise<void> {
  const rows: [string, string, unknown[]][] = [
    ["empleados_susa", "nombre, apellido, email", [MARK, MARK, `${MARK}@ejemplo.mx`]],
    ["ausencias_susa", "empleado_id, desde, hasta, motivo", [ID, "2099-12-24", "2099-12-25", MARK]],
    ["servicios_susa", "nombre, descripcion, precio, categoria", [MARK, MARK, 100, "cejas"]],
    ["service_images_susa", "servicio_id, image_url, alt_text", [ID, `https://ejemplo.mx/${MARK}.jpg`, MARK]],
    ["clientes_susa", "nombre, correo", [MARK, `${MARK}@ejemplo.mx`]],
    [
      "citas_susa",
      "cliente_id, servicio_id, fecha_hora, fin, notas",
      [ID, ID, new Date(), new Date(Date.now() + 3_600_000), MARK],
    ],
    ["inventario_susa", "nombre, cantidad", [MARK, 3]],
    ["movimientos_inventario_susa", "tipo, cantidad, item_id, item_nombre", ["entrada", 3, ID, MARK]],
    ["proveedores_susa", "nombre, notas", [MARK, MARK]],
    ["testimonios_susa", "nombre, testimonio", [MARK, MARK]],
    ["ingresos_susa", "monto, fecha, descripcion", [100, new Date(), MARK]],
    ["egresos_susa", "monto, fecha, descripcion", [100, new Date(), MARK]],
    ["cuentas_susa", "email, password_hash, estado", [`otra@${MARK.toLowerCase()}.mx`, "x", "activa"]],
  ];
  for (const [table, names, values] of rows)
    await sql(`INSERT INTO ${table} (id, ${names}) VALUES ('${ID}', ${values.map((_, n) => `$${n + 1}`)})`, values);
}

/** Every address under /admin in the build, with its parameters filled with an id and with `nuevo`. */
function adminAddresses() {
  const { routes } = site.build;
  return Object.values(routes)
    .filter((route) => route !== undefined)
    .filter((route) => /^\/admin(\/|$)/.test(site.pathOf(route.id)))
    .flatMap((route) => {
      const path = site.pathOf(route.id).replace(/\?/g, "");
      const index = route.index ? "?index" : "";
      const filled = [ID, "nuevo"].map((value) => path.replace(/:[^/]+|\*/g, value) + index);
      return [...new Set(filled)].map((address) => ({ id: route.id, path: address }));
    });
}

/** A checksum of every table except those that rejecting a visitor writes to. */
async function fingerprint(): Promise<Record<string, string>> {
  const tables = await sql<{ name: string }>(
    "SELECT table_name AS name FROM information_schema.tables WHERE table_schema = 'public' AND table_name LIKE '%\\_susa' ORDER BY 1",
  );
  const ignoredTables = ["sesiones_susa", "login_tries_susa"];
  const sums: Record<string, string> = {};
  for (const { name } of tables.filter((table) => !ignoredTables.includes(table.name))) {
    const [row] = await sql<{ sum: string }>(
      `SELECT md5(coalesce(string_agg(t::text, E'\\n' ORDER BY t::text), '')) AS sum FROM ${name} t`,
    );
    sums[name] = String(row?.sum);
  }
  return sums;
}

/** The target of a redirect, by HTTP or by Remix's header for data requests. */
function redirectTarget(page: Page): string | undefined {
  const to = page.location ?? page.headers["x-remix-redirect"];
  return typeof to === "string" ? to : undefined;
}

/** Other spellings of the same address. */
const spellings = (path: string) => [
  path,
  path.replace("/admin", "/ADMIN"),
  path.replace("/admin", "/%61dmin"),
  path.replace("/admin", "//admin"),
  path.replace("/admin", "/./admin"),
  path.replace("/admin", "/x/../admin"),
  path.replace("/admin", "/x/%2E%2e/admin"),
  path.replace("/admin", "/\\admin"),
  path.replace("/admin", "/;/admin"),
  path.replace("/admin", "/admin/"),
  path.replace(/(\?|$)/, "/$1"),
];

const BODY = new URLSearchParams({
  token: "22222222-2222-4222-8222-222222222222",
  nombre: "Intrusa",
  estado: "desactivada",
  activo: "false",
  updated_at: "",
  de: "/admin",
}).toString();
const POST: RequestOptions = { method: "POST", headers: { "content-type": "application/x-www-form-urlencoded" }, body: BODY };

test("the list of addresses covers the whole admin area", async () => {
  expect(new Set(addresses.map(({ id }) => id)).size).toBeGreaterThanOrEqual(20);
  for (const path of [
    "/admin?index",
    "/admin/clientes",
    `/admin/clientes/${ID}`,
    "/admin/clientes/nuevo",
    `/admin/clientes/${ID}/eliminar`,
  ])
    expect(addresses.map((address) => address.path)).toContain(path);
  const tables = Object.keys(await fingerprint());
  expect(tables).toContain("clientes_susa");
  expect(tables.length).toBeGreaterThanOrEqual(14);
});

test("an active account sees the marker that visitors must not see", async () => {
  await sql("DELETE FROM login_tries_susa");
  const owner = site.visitor();
  const sesion = await sql<{ id: string }>("SELECT id FROM sesiones_susa");
  expect(sesion.length).toBe(3);
  await sql("UPDATE cuentas_susa SET estado = 'activa' WHERE email = 'waiting@ejemplo.mx'");
  for (const [name, value] of visitors.waiting?.cookies ?? []) owner.cookies.set(name, value);
  try {
    expect((await owner.send("/admin/clientes")).html).toContain(MARK);
    expect((await owner.send(`/admin/clientes/${ID}`)).html).toContain(MARK);
    expect((await owner.send("/admin/clientes?_data=@")).html).toContain(MARK);
  } finally {
    await sql("UPDATE cuentas_susa SET estado = 'pendiente' WHERE email = 'waiting@ejemplo.mx'");
  }
});

describe.each([
  ["stranger", "/auth"],
  ["waiting", "/auth/espera"],
  ["deactivated", "/auth"],
])("a visitor who is %s", (kind, expectedTarget) => {
  /** Sends a request and gives what is wrong with its answer, or null. */
  async function findProblem(path: string, sent?: RequestOptions): Promise<string | null> {
    const visitor = site.visitor();
    for (const [name, value] of visitors[kind]?.cookies ?? []) visitor.cookies.set(name, value);
    const page = await visitor.send(path, sent);
    const to = redirectTarget(page);
    const summary = `${sent?.method ?? "GET"} ${path}: ${page.status} ${to ?? ""}`;
    if (
      page.html.toLowerCase().includes(MARK.toLowerCase()) ||
      JSON.stringify(page.headers).toLowerCase().includes(MARK.toLowerCase())
    )
      return `${summary} tells the marker`;
    if (page.headers["set-cookie"]?.some((line) => line.startsWith("barra="))) return `${summary} sets a cookie`;
    if (to !== undefined) {
      // The expected redirect, or a redirect to the normal spelling, which is requested in turn.
      if (to === expectedTarget) return null;
      return page.status === 301 && /^\/[^/]/.test(to) && sent === undefined ? findProblem(to) : `${summary} is no way out`;
    }
    return page.status >= 400 && page.status < 500 ? null : `${summary} is an answer`;
  }

  test("gets no page and no data and cannot write, in any spelling of the address", async () => {
    const before = await fingerprint();
    const problems: (string | null)[] = [];
    for (const { id, path } of addresses) {
      for (const written of spellings(path)) {
        const data = `${written}${written.includes("?") ? "&" : "?"}_data=${encodeURIComponent(id)}`;
        problems.push(
          ...(await Promise.all([findProblem(written), findProblem(data), findProblem(written, POST), findProblem(data, POST)])),
        );
      }
    }
    expect(problems.filter((line) => line !== null)).toEqual([]);
    expect(problems.length).toBeGreaterThan(20 * 11 * 4);
    expect(await fingerprint()).toEqual(before);
  }, 300_000);

  test("gets no data of an admin route through another admin page or a public page", async () => {
    const problems: (string | null)[] = [];
    for (const { id } of addresses)
      for (const path of ["/", "/auth", "/admin", "/admin/clientes/nuevo", "/dashboard", "/no-existe"]) {
        const data = `${path}?_data=${encodeURIComponent(id)}`;
        const visitor = site.visitor();
        for (const [name, value] of visitors[kind]?.cookies ?? []) visitor.cookies.set(name, value);
        for (const sent of [undefined, POST]) {
          const page = await visitor.send(data, sent);
          if (page.html.includes(MARK)) problems.push(`${data} tells the marker`);
          if (page.status === 200 || page.status >= 500) problems.push(`${data} answers ${page.status}`);
        }
      }
    expect(problems).toEqual([]);
  });

  test("is redirected from every admin address", async () => {
    for (const { path } of addresses) {
      const visitor = site.visitor();
      for (const [name, value] of visitors[kind]?.cookies ?? []) visitor.cookies.set(name, value);
      const page = await visitor.send(path);
      expect([page.status, page.location], path).toEqual([302, expectedTarget]);
      const head = await visitor.send(path, { method: "HEAD" });
      expect([head.status, head.location], path).toEqual([302, expectedTarget]);
    }
  });
});
