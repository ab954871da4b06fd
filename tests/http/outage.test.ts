import { afterAll, afterEach, beforeEach, describe, expect, test, vi } from "vitest";
import { startSiteForFile } from "../routes/start-site";
import type { Page } from "../support/browser";
import { createCita, createCliente, createDemoConfiguracion, createServicio, createTestimonio } from "../support/factories";
import { type Fault, tcpProxyTo } from "../support/tcp-proxy";
import { emptyTables, sql } from "../support/test-database";

// What the proxy does with every statement after the one that reads the session.
let afterSession: Fault;
const directUrl = process.env.DATABASE_URL ?? "";
const proxy = await tcpProxyTo(directUrl, (sent) => {
  // A statement without a transaction travels together with the BEGIN that sets its limits.
  const statement = sent.toString("latin1").replace(/^Q[\s\S]{4}BEGIN;[^\0]*\0/, "");
  return /^[PQ]/.test(statement) && !statement.includes("sesiones_susa") ? afterSession : undefined;
});

const SERVICIO = "30000000-0000-4000-8000-000000000001";
const CLIENTE = "30000000-0000-4000-8000-000000000002";
const CITA = "30000000-0000-4000-8000-000000000003";

afterAll(proxy.close);
// Enough connections for all the forms at once: one that waits too long for a connection is answered otherwise.
const site = await startSiteForFile({ DATABASE_URL: proxy.url, DATABASE_POOL: "40" });
process.env.DATABASE_URL = directUrl;
const ana = await site.staff("ana@ejemplo.mx");
await createServicio({ id: SERVICIO });
await createDemoConfiguracion();
await createTestimonio();

beforeEach(async () => {
  await emptyTables("clientes_susa", "citas_susa", "ausencias_susa");
  await createCliente({ id: CLIENTE, nombre: "Eva Sol" });
  await createCita("2099-05-05T18:00Z", { id: CITA, cliente_id: CLIENTE, servicio_id: SERVICIO });
});
afterEach(async () => {
  afterSession = undefined;
  await proxy.heal();
  await vi.waitFor(async () => expect((await ana.get("/admin/citas/nueva")).status).toBe(200), 60_000);
  const logged = vi.mocked(console.error).mock.calls.map(([line]) => JSON.parse(String(line)).where);
  expect(logged.filter((line) => !/^(read$|write$|sign-in$|GET routes|POST routes)/.test(line))).toEqual([]);
  vi.mocked(console.error).mockClear();
});

/** One form of every section: its path, the typed values, and its selector when the page has several. */
const FORMS: [path: string, typed: Record<string, string>, selector?: string][] = [
  ["/admin/clientes/nuevo", { nombre: 'Lucía "Luz" <b>', medicina: "Una\nal día" }],
  // `propuesto`: the form has already proposed who does the service, and nobody was ticked.
  ["/admin/servicios/nuevo", { nombre: "Diseño", precio: "120", categoria: "cejas", duracion_minutos: "45", propuesto: "on" }],
  ["/admin/empleados/nuevo", { nombre: "Íñigo", apellido: "Peña", hace: SERVICIO }],
  ["/admin/inventario/nuevo", { nombre: "Cera", cantidad: "12", precio_unitario: "10" }],
  ["/admin/proveedores/nuevo", { nombre: "Ceras Ñandú", notas: "Solo\nefectivo" }],
  ["/admin/testimonios/nuevo", { nombre: "Fernanda", testimonio: "Salí feliz.\nY volví.", rating: "4" }],
  ["/admin/ingresos/nuevo", { monto: "10.50", fecha: "2026-11-01", metodo_pago: "tarjeta", descripcion: "Tinte" }],
  ["/admin/egresos/nuevo", { monto: "10.50", fecha: "2026-11-01", metodo_pago: "efectivo", descripcion: "Renta" }],
  ["/admin/citas/nueva", { cliente_nombre: "Ana Luz", "servicios[0].servicio_id": SERVICIO, fecha: "2099-03-03", hora: "11:00" }],
  ["/admin/configuracion/general", { nombre: "Estudio Ñandú" }, "#general-estudio"],
  ["/admin/configuracion/notificaciones/recordar", { texto: "Hola, {nombre}" }],
  ["/admin/configuracion/dias-cerrados/nuevo", { desde: "2099-12-24", hasta: "2099-12-24", motivo: "Navidad" }],
  [`/admin/citas/${CITA}/notas`, { notas: "Trae\nreferencia" }],
  [`/admin/citas/${CITA}/detalle`, {}, `form[action*="/estado"]`],
  [`/admin/clientes/${CLIENTE}/eliminar`, {}, `form[action*="/eliminar"]`],
  ["/admin/testimonios", {}, `form[action*="/visible"]`],
];

const RESTORED_FORM = 'form:has([name="token"]):not([action="/salir"])';

// The tables in which the forms above insert one row each.
const TABLES_WITH_NEW_ROW = [
  "servicios",
  "empleados",
  "inventario",
  "proveedores",
  "testimonios",
  "ingresos",
  "egresos",
  "ausencias",
];
const counts = async () =>
  (
    await sql<Record<string, string>>(
      `SELECT ${TABLES_WITH_NEW_ROW.map((name) => `(SELECT count(*) FROM ${name}_susa) AS ${name}`).join()}`,
    )
  ).flatMap((row) => Object.values(row).map(Number));

const PAGES = ["", "/citas", "/clientes", "/servicios", "/inventario", "/ingresos", "/reportes", "/configuracion/general"];

/** Tests what a person sees while the database fails in this way; `isSessionRead` if only after the session was read. */
function testOutage(breakDatabase: () => unknown, { isSessionRead }: { isSessionRead: boolean }): void {
  test("every form comes back with all values and its key, and can be sent again later", async () => {
    const pages = await Promise.all(FORMS.map(([path]) => ana.get(path)));
    const sent = FORMS.map(([, typed, selector], index) => ({ ...pages[index]?.values(selector), ...typed }));
    const countsBefore = await counts();
    await breakDatabase();
    const answers = await Promise.all(
      FORMS.map(([, typed, selector], index): Promise<Page> => (pages[index] as Page).submit(typed, selector)),
    );
    for (const [index, [path]] of FORMS.entries()) {
      const answer = answers[index] as Page;
      expect(answer.status, path).toBe(503);
      expect(answer.html, path).toContain('lang="es-MX"');
      expect(answer.alert, path).toMatch(/^Error.*Tus datos siguen aquí: espera un momento y envíalos otra vez\./);
      expect(answer.values(RESTORED_FORM), path).toEqual(sent[index]);
    }
    afterSession = undefined;
    await proxy.heal();
    await vi.waitFor(async () => expect((await ana.get("/admin/citas/nueva")).status).toBe(200), 60_000);
    // Each form twice: the restored form has the key of the first submission. A browser sends line breaks as CRLF.
    for (const [index, [path]] of FORMS.entries()) {
      const page = answers[index] as Page;
      const values = Object.entries(page.values(RESTORED_FORM)).map(([name, value]) => [name, value.replaceAll("\n", "\r\n")]);
      const once = await page.submit({}, RESTORED_FORM);
      const twice = await page.submit(Object.fromEntries(values), RESTORED_FORM);
      expect([once.status, twice.status], `${path} ${once.text("[role=alert]:not(:empty)")}`).toEqual([303, 303]);
    }
    expect(await counts()).toEqual(countsBefore.map((count) => count + 1));
  });

  test("every admin page shows an error in Spanish with a link to itself", async () => {
    await breakDatabase();
    const answers = await Promise.all(PAGES.map((page) => ana.get(`/admin${page}?q=a`)));
    for (const answer of answers) {
      expect([answer.path, answer.status, answer.text("main h1")]).toEqual([answer.path, 503, "Error"]);
      expect(answer.html).toContain('lang="es-MX"');
      const links = answer.all("main a").map((link) => [link.textContent, link.getAttribute("href")]);
      expect(links).toContainEqual(["Volver a intentar", answer.path]);
      expect(answer.html).not.toMatch(/prisma|ECONN|\bat .+:\d+:\d+/i);
    }
  });

  test("the sign-in form comes back with the e-mail and without the password", async () => {
    await breakDatabase();
    const luz = site.visitor();
    const [signInPage, dashboard, espera, file] = await Promise.all([
      luz.get("/auth"),
      ana.send("/dashboard"),
      ana.send("/auth/espera"),
      ana.send("/admin/clientes.csv"),
    ]);
    expect([signInPage.status, Object.keys(signInPage.values())]).toEqual([200, ["token", "email", "password"]]);
    const typed = { email: "luz@ejemplo.mx", password: "una contraseña larga" };
    for (const address of ["/auth", "/auth?modo=registro"]) {
      const answer = await luz.post(address, { ...signInPage.values(), ...typed });
      expect([answer.status, answer.values().email, answer.values().password], address).toEqual([503, typed.email, ""]);
      expect(answer.alert, address).toContain("Espera un momento y vuelve a intentarlo");
      expect(answer.html).not.toContain(typed.password);
    }
    if (isSessionRead) return;
    for (const page of [dashboard, espera, file]) {
      expect([page.path, page.status]).toEqual([page.path, 503]);
      expect(page.text("a")).toBe("Volver a intentar");
      expect(page.html).toContain('lang="es-MX"');
    }
  });
}

describe("while the database refuses connections", () => {
  testOutage(() => proxy.refuse(), { isSessionRead: false });
});

describe("while the database", { tags: ["slow"] }, () => {
  describe("hangs", () => {
    testOutage(() => proxy.hang(), { isSessionRead: false });
  });

  describe.each<[how: string, fault: Fault]>([
    ["drops the connection", "lost"],
    ["hangs", "hangs"],
  ])("%s after the session was read", (_, fault) => {
    testOutage(
      () => {
        afterSession = fault;
      },
      { isSessionRead: true },
    );
  });
});
