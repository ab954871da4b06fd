import { expect, test } from "vitest";
import { ESTUDIO } from "~/content/estudio";
import { emptyTables, sql, sqlColumn, sqlValue, studioDayFromNow, withoutTable } from "../../../support/test-database";
import { addCita, addProducto, addVisita, ana, lucia, sell, site } from "./counter";

const PATH = "/admin/ventas/por-cobrar";
const CREDIT = { metodo_pago: "despues", cliente_q: "222 123 4567" };

const centavos = (amount: string) => Number(amount.replace(/[^\d]/g, ""));
const amounts = (page: Awaited<ReturnType<typeof ana.get>>) => page.texts("li > p").map(centavos);
const sum = (all: number[]) => all.reduce((total, each) => total + each, 0);

test("says that nothing is owed, also with open and cancelled appointments and paid and cancelled sales", async () => {
  await addCita(9, 500);
  await addCita(10, 500, { estado: "cancelada" });
  const aceite = await addProducto("Aceite");
  await sell(aceite);
  await ana.submit(await sell(aceite, CREDIT), {}, "main details form");
  const page = await ana.get(PATH);
  expect([page.status, page.text("title"), page.text()]).toEqual([
    200,
    expect.stringContaining("Por cobrar"),
    expect.stringContaining("Todo está cobrado"),
  ]);
  expect([page.text(), page.all("main li h2")]).toEqual([expect.not.stringContaining("$"), []]);
});

test("lists what is owed, the oldest first, whose total is the sum of its rows and of what each page says", async () => {
  const { ids, path } = await addVisita();
  await ana.submit(path, { metodo_pago: "despues", parte_metodo: "tarjeta", parte_monto: "400.10" });
  const old = await addCita(10, 99.99, { dia: "2026-10-01", servicio: "Laminado", estado: "completada" });
  await addCita(16, 700);
  const aceite = await addProducto("Aceite");
  const nota = await sell(aceite, { ...CREDIT, "productos[0].cantidad": "2" });
  await ana.submit(`${nota}/cobrar`, { monto: "120.05" });
  const page = await ana.get(PATH);
  const hoy = (await studioDayFromNow()).split("-").reverse().join("/");
  const days = page.all("li time").map((day) => day.getAttribute("title"));
  const [owed, ago] = [page.texts("li h2 + p"), page.texts("li time")];
  const rows = page
    .texts("li > p")
    .map((amount, index) => `${owed[index]} · ${ago[index]}, del ${days[index]}: ${amount}`.replaceAll("\u00a0", " "));
  // Two are of one day.
  expect([rows[0], ...rows.slice(1, 3).sort(), rows[3]]).toEqual([
    expect.stringMatching(/^Laminado · hace .*, del 01\/10\/2026: \$99\.99$/),
    expect.stringMatching(/^Pestañas · .*, del 21\/11\/2026: \$200\.00$/),
    expect.stringMatching(/^Uñas · .*, del 21\/11\/2026: \$430\.40$/),
    `2 × Aceite · hoy, del ${hoy}: $179.95`,
  ]);
  expect(page.text()).toContain("$910.34");
  expect(page.text()).toContain("4 pendientes");
  const said: number[] = [];
  for (const link of [...[old, ids[1], ids[2]].map((id) => `/admin/citas/${id}/detalle`), nota]) {
    const [, amount = ""] = /(?:Falta cobrar|Queda por pagar) ?(\$[\d,.]+)/.exec((await ana.get(link)).text()) ?? [];
    said.push(centavos(amount));
  }
  expect(said.sort()).toEqual(amounts(page).sort());
  expect(sum(said)).toBe(91034);
});

test("leads to the screen that charges each, and back once it is charged", async () => {
  const cita = await addCita(10, 300, { estado: "completada" });
  const nota = await sell(await addProducto("Aceite"), CREDIT);
  const page = await ana.get(PATH);
  const links = page.all("main li a").filter((link) => link.textContent?.startsWith("Cobrar"));
  expect(links.map((link) => link.textContent)).toEqual([
    "Cobrar a Lucía Peña, Diseño de cejas",
    "Cobrar a Lucía Peña, 1 × Aceite",
  ]);
  const de = `?de=${encodeURIComponent(PATH)}`;
  expect(links.map((link) => link.getAttribute("href"))).toEqual([`/admin/citas/${cita}/completar${de}`, `${nota}/cobrar${de}`]);
  const form = await ana.get(links[0]?.getAttribute("href") ?? "");
  expect([form.text("h1"), form.values().monto]).toEqual(["Cobrar lo que falta", "300.00"]);
  await form.submit();
  const rest = await ana.get(PATH);
  expect([amounts(rest), rest.text()]).toEqual([[15000], expect.stringContaining("1 pendiente")]);
  expect((await ana.submit(`${nota}/cobrar${de}`)).location).toBe(`${nota}${de}`);
  expect((await ana.get(nota + de)).hrefs("main a")).toContain(PATH);
  expect((await ana.get(PATH)).text()).toContain("Todo está cobrado");
});

test("reminds her by WhatsApp of what she owes, where her telephone can be dialled", async () => {
  await addCita(10, 1300.5, { estado: "completada" });
  const link = new URL((await ana.get(PATH)).href('main li a[href^="https://wa.me/"]'));
  expect([link.pathname, link.searchParams.get("text")]).toEqual([
    "/522221234567",
    `Hola, Lucía. Te escribimos de ${ESTUDIO.nombre}: quedaron pendientes $1,300.50 de Diseño de cejas, del 21/11/2026. ¿Cómo prefieres pagarlo? Gracias.`,
  ]);
  await sql("UPDATE clientes_susa SET telefono = '222 12'");
  expect((await ana.get(PATH)).hrefs('a[href*="wa.me"]')).toEqual([]);
  await sql("DELETE FROM clientes_susa");
  const page = await ana.get(PATH);
  expect([page.text("main li h2"), page.hrefs('a[href*="wa.me"]'), amounts(page)]).toEqual(["Clienta eliminada", [], [130050]]);
});

test("has the total of all its pages", async () => {
  const [id] = [await addCita(10, 10.01, { estado: "completada", empleado_id: null })];
  for (let n = 1; n < 75; n++) {
    const cita = await sqlValue<string>(
      "INSERT INTO citas_susa (fecha_hora, fin, precio, estado, cliente_id, servicio_id) SELECT fecha_hora, fin, precio, estado, cliente_id, servicio_id FROM citas_susa WHERE id = $1 RETURNING id",
      [id],
    );
    await sql("INSERT INTO cambios_cita_susa (cita_id, accion, estado) VALUES ($1, 'creada', 'completada')", [cita]);
  }
  const first = await ana.get(PATH);
  expect(first.text()).toContain("$750.75");
  expect(first.text()).toContain("75 pendientes");
  const shown: number[] = amounts(first);
  for (let page = 2; shown.length < 75 && page < 9; page++) shown.push(...amounts(await ana.get(`${PATH}?pagina=${page}`)));
  expect([shown.length, sum(shown)]).toEqual([75, 75075]);
  const beyond = await ana.get(`${PATH}?pagina=900`);
  expect([beyond.status, beyond.text()]).toEqual([200, expect.not.stringContaining("Todo está cobrado")]);
});

test("is only for who may see the money, who is led to it from Ingresos", async () => {
  await addCita(10, 300, { estado: "completada" });
  const luz = await site.staff("luz@ejemplo.mx");
  await sql("UPDATE cuentas_susa SET estado = 'activa', permisos = '{}' WHERE email = 'luz@ejemplo.mx'");
  const page = await luz.get(PATH);
  expect([page.status, page.html]).toEqual([403, expect.not.stringContaining("Diseño de cejas")]);
  expect((await luz.get("/admin/ventas/nueva")).status).toBe(200);
  await sql("UPDATE cuentas_susa SET permisos = '{dinero}' WHERE email = 'luz@ejemplo.mx'");
  expect((await luz.get(PATH)).status).toBe(200);
  expect((await luz.get("/admin/ingresos")).hrefs("main a")).toContain(PATH);
  expect(await sqlColumn("SELECT campos FROM bitacora_susa WHERE accion = 'prohibido'")).toEqual([["dinero"]]);
});

test("says that it could not be read while the database is away", async () => {
  const page = await withoutTable("ventas_susa", () => ana.get(PATH));
  expect([page.status, page.alert]).toEqual([503, expect.stringContaining("No se pudo leer lo que falta por cobrar")]);
});

test("what is taken off it without a payment is shown to the owner: reopened, of a deleted client, a cancelled sale", async () => {
  await emptyTables("por_revisar_susa");
  const shown = async () => (await ana.get("/admin")).texts("section[aria-labelledby=por-revisar] li");
  const id = await addCita(10, 1000);
  await ana.submit(`/admin/citas/${id}/completar`, { metodo_pago: "despues" });
  const nota = await sell(await addProducto("Aceite"), CREDIT);
  await addCita(12, 500, { estado: "completada" });
  expect(await shown()).toEqual([]);

  const page = await ana.get(`/admin/citas/${id}/reabrir`);
  expect(page.text("main form")).toContain("Deja de estar por cobrar lo que debía: $1,000.00.");
  await page.submit({}, "main form");
  expect((await shown())[0]).toMatch(/Cambió una cita · Diseño de cejas.*por cobrar de \$1,000\.00 a nada y estado/s);
  await ana.submit(`/admin/clientes/${lucia}/eliminar`, {}, "form[action*=eliminar]");
  expect((await shown())[0]).toMatch(/Eliminó una clienta.*por cobrar \$650\.00/s);
  expect((await ana.get(PATH)).text()).toContain("$650.00");
  await ana.submit(nota, {}, "main details form");
  expect((await shown())[0]).toMatch(/Canceló una venta de \$150\.00/);
});

test("a tip above the price of its visit is shown to the owner, and one as high as that is not", async () => {
  await emptyTables("por_revisar_susa");
  const tip = async (hora: number, monto: string) => {
    const id = await addCita(hora, 500);
    await ana.submit(`/admin/citas/${id}/completar`, { metodo_pago: "tarjeta", "propinas[0].monto": monto });
    return (await ana.get("/admin")).texts("section[aria-labelledby=por-revisar] li");
  };
  expect(await tip(10, "500")).toEqual([]);
  expect(await tip(12, "500.01")).toEqual([expect.stringMatching(/Agregó una propina de \$500\.01 · Diseño de cejas/)]);
});
