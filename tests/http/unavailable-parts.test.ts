import { beforeAll, beforeEach, describe, expect, test, vi } from "vitest";
import { encrypt } from "~/database/encryption.server";
import { startSiteForFile } from "../routes/start-site";
import { createCita, createCliente, createEmpleado, createServicio } from "../support/factories";
import { sql, sqlValue, withoutTable } from "../support/test-database";

const site = await startSiteForFile();
const ana = await site.staff("ana@ejemplo.mx");
let cliente_id = "";
let ficha = "";
beforeAll(async () => {
  cliente_id = await createCliente({ nombre: "Eva Sol", telefono: "2221234567" });
  await createCliente({ nombre: "Eva S.", telefono: "2221234567" });
  await createServicio({ nombre: "Cejas" });
  ficha = `/admin/clientes/${cliente_id}/ficha`;
});
// Today and this month, also for a test that runs after midnight.
beforeEach(async () => {
  await sql("DELETE FROM citas_susa; DELETE FROM ingresos_susa");
  await sql("INSERT INTO citas_susa (cliente_id, fecha_hora, fin) VALUES ($1, now(), now() + interval '1 hour')", [cliente_id]);
  await sql("INSERT INTO ingresos_susa (fecha, monto) VALUES (now(), 1234.5)");
});

/** Gives a page rendered without a table, and the sentences shown in place of its unavailable parts. */
async function unavailableParts(path: string, table: string) {
  const page = await withoutTable(table, () => ana.get(path));
  expect(page.status, `${path} without ${table}`).toBe(200);
  for (const link of page.all('main [role="status"] a[href]').filter((link) => link.textContent === "Volver a intentar"))
    expect(link.getAttribute("href")).toBe(path);
  const missing = page
    .all('main p[role="status"]')
    .map((part) => (part.textContent ?? "").replace(/\s+/g, " "))
    .filter((text) => text.endsWith("Volver a intentar"));
  return { page, sentences: missing.map((text) => text.replace(" Volver a intentar", "")) };
}

describe("the dashboard replaces only the cards whose read fails", () => {
  test("without inventario_susa", async () => {
    const { sentences } = await unavailableParts("/admin", "inventario_susa");
    expect(sentences).toEqual(["No se pudo revisar el inventario."]);
  });

  const figures = { clientes: "2", citas: "1", ingresos: "$1,234.50", servicios: "1" };

  test.each([
    ["egresos_susa", ["No se pudo cargar el rendimiento del año."], figures],
    [
      "ingresos_susa",
      ["No se pudo cargar el rendimiento del año.", "No se pudieron sumar los ingresos del mes."],
      { ...figures, ingresos: undefined },
    ],
    [
      "empleados_susa",
      ["No se pudieron cargar las citas de hoy.", "No se pudieron contar las citas de hoy."],
      { ...figures, citas: undefined },
    ],
    [
      "citas_susa",
      ["No se pudieron cargar las citas de hoy.", "No se pudieron contar las citas de hoy."],
      { ...figures, citas: undefined },
    ],
  ])("without %s", async (table, missing, shown) => {
    const { page, sentences } = await unavailableParts("/admin", table);
    expect(sentences).toEqual(missing);
    const [clientes, citas, ingresos, servicios] = page.texts("dl dd");
    for (const [text, value] of [
      [clientes, shown.clientes],
      [citas, shown.citas],
      [ingresos, shown.ingresos],
      [servicios, shown.servicios],
    ]) {
      if (value === undefined) expect(text).toContain("Volver a intentar");
      else expect(text).toBe(value);
    }
    expect(page.text("section[aria-labelledby=accesos]")).toContain("Testimonios");
    expect(page.text("section[aria-labelledby=citas-de-hoy]").includes("Eva Sol")).toBe(shown.citas !== undefined);
  });

  test("without clientes_susa and without servicios_susa", async () => {
    const clientes = await unavailableParts("/admin", "clientes_susa");
    expect(clientes.sentences).toEqual([
      "No se pudieron cargar las citas de hoy.",
      "No se pudo contar a las clientas.",
      "No se pudieron contar las citas de hoy.",
    ]);
    expect(clientes.page.text("dl")).toContain("Servicios Activos1");
    const servicios = await unavailableParts("/admin", "servicios_susa");
    expect(servicios.sentences).toContain("No se pudieron contar los servicios.");
    expect(servicios.page.text("dl")).toContain("Total Clientes2");
  });
});

test.each([
  ["movimientos_inventario_susa", ["insumos"], 3],
  ["egresos_susa", ["resumen", "metodos", "serie", "categorias"], 0],
  ["citas_susa", ["resumen", "especialistas", "descuentos", "servicios", "citas", "clientes", "suben", "proyecciones"], 3],
])("the reports replace only the tables whose read fails, without %s", async (table, missing, figures) => {
  const { page } = await unavailableParts("/admin/reportes", table);
  const unavailable = page
    .all("section[aria-labelledby]:has(p[role=status])")
    .map((section) => section.getAttribute("aria-labelledby"));
  expect(unavailable).toEqual(missing);
  expect(page.all("main dl:not([aria-labelledby=resumen] dl) > *").length).toBe(figures);
  for (const section of page.all("section[aria-labelledby]:has(h2[id]):not(:has(p[role=status]))"))
    expect(section.textContent, section.getAttribute("aria-labelledby") ?? "").not.toContain("No se pudo");
});

test("a client's record replaces only the cards whose read fails", async () => {
  const { page, sentences } = await unavailableParts(ficha, "citas_susa");
  expect(sentences).toEqual([
    "No se pudo cargar su próxima cita.",
    "No se pudo cargar el resumen de sus visitas.",
    "No se pudo cargar su historial.",
  ]);
  expect(page.text("h1")).toBe("Eva Sol");
  expect(page.text("section[aria-labelledby=otras-fichas]")).toContain("Eva S.");
  expect(page.text("main header")).toContain("222 123 4567");
  const empleados = await unavailableParts(ficha, "empleados_susa");
  expect(empleados.sentences).toEqual(["No se pudo cargar su próxima cita.", "No se pudo cargar su historial."]);
  expect(empleados.page.text("main header")).toContain("Clienta desde el ");
});

describe("without empleados_susa an account", () => {
  const email = "luz@ejemplo.mx";

  test("signs in, and opens the screens that do not need it", async () => {
    await site.staff(email);
    const visitor = site.visitor();
    const signIn = await visitor.get("/auth");
    const [answer, list, refused] = await withoutTable("empleados_susa", async () => [
      await signIn.submit({ email, password: "una contraseña larga" }),
      await visitor.get("/admin/clientes"),
      await ana.get("/admin/empleados"),
    ]);
    expect([answer?.status, answer?.location]).toEqual([303, "/admin"]);
    expect([list?.status, list?.texts("main li.card").length]).toEqual([200, 2]);
    expect([refused?.status, refused?.alert]).toEqual([503, "ErrorError al cargar empleados"]);
  });

  test("sees what it sees without a specialist, and never more", async () => {
    const luz = await site.staff("especialista@ejemplo.mx");
    const cuenta_id = await sqlValue("SELECT id FROM cuentas_susa WHERE email = 'especialista@ejemplo.mx'");
    await sql("UPDATE cuentas_susa SET permisos = '{salud_propias}' WHERE id = $1", [cuenta_id]);
    await sql("UPDATE clientes_susa SET alerta = $1 WHERE id = $2", [encrypt("Látex"), cliente_id]);
    const alerta = async () => (await luz.get(ficha)).texts("h1 + .alerta");
    const empleado_id = await createEmpleado({ cuenta_id });
    await createCita("2026-11-20T18:00Z", { cliente_id, empleado_id });
    expect(await alerta()).toEqual(["Alerta: Látex"]);
    expect(await withoutTable("empleados_susa", alerta)).toEqual([]);

    // Of a single specialist who is another's, with the column missing that says whose.
    await sql("UPDATE empleados_susa SET cuenta_id = NULL");
    expect(await alerta()).toEqual([]);
    await sql("ALTER TABLE empleados_susa RENAME cuenta_id TO perdida");
    expect(await alerta()).toEqual([]);
    await sql("ALTER TABLE empleados_susa RENAME perdida TO cuenta_id");
    vi.mocked(console.error).mockClear();
  });
});
