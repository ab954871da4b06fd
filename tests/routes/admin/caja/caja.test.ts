import { beforeEach, describe, expect, test } from "vitest";
import type { Page } from "../../../support/browser";
import { createEmpleado, createPropina, insertRow } from "../../../support/factories";
import { countOf, emptyTables, sql, sqlColumn, sqlValue, withoutTable } from "../../../support/test-database";
import { startSiteForFile } from "../../start-site";

const site = await startSiteForFile();
const ana = await site.staff("ana@ejemplo.mx");
const CORTE = "/admin/caja/corte";

beforeEach(() => emptyTables());

/** An amount in the ledger, as the models write it. */
async function move(monto: number, columns: Record<string, unknown> = {}): Promise<void> {
  const row = { monto, fecha: "2026-11-21", metodo_pago: "efectivo" };
  const registro_id = await insertRow("ingresos_susa", row);
  await insertRow("asientos_susa", { libro: "ingreso", registro_id, ...row, ...columns });
}

/** Makes a cut through the screen: what is expected, or the first one. */
async function cut(contado: string, typed: Record<string, string> = {}): Promise<Page> {
  return (await ana.submit(CORTE, { contado, retiro: typed.retiro ?? "" })).submit(typed);
}

const money = (page: Page, list = "main dl") => page.texts(`${list} > div`);
const kept = ({ contado, retiro, motivo }: Record<string, string>) => ({ contado, retiro, motivo });
const cortes = () =>
  sqlColumn<string>("SELECT concat_ws(' ', esperado, contado, retiro, motivo) FROM cortes_susa ORDER BY numero");

describe("the first step", () => {
  test("says nothing of what is expected, in any byte of the page, of its data or of its headers", async () => {
    await cut("1000");
    await move(7351.62);
    await move(1000.01, { libro: "egreso" });
    const esperado = "735161";
    const open = [await ana.get(CORTE), await ana.send(`${CORTE}?_data=@`), await ana.send(`${CORTE}?_data=routes/admin/layout`)];
    const refused = [
      await ana.submit(CORTE, { contado: "", retiro: "" }),
      await ana.submit(CORTE, { contado: "5", retiro: "6" }),
    ];
    for (const page of [...open, ...refused]) {
      const bytes = `${JSON.stringify(page.headers)} ${page.html}`;
      // The same digits, however they are grouped.
      expect(bytes.replace(/[\s,._\u00a0]/g, "")).not.toContain(esperado);
      for (const part of ["7,351", "8,351", "351.6"]) expect(bytes, page.path).not.toContain(part);
    }
    expect(open.map(({ status }) => status)).toEqual([200, 200, 200]);
    expect(refused.map(({ status }) => status)).toEqual([400, 400]);
    expect(money(open[0] as Page)).toEqual([]);
    expect((await ana.submit(CORTE, { contado: "5" })).html).toContain("$7,351.61");
  });

  test.each([
    ["", "", "contado", "Escribe el monto."],
    ["-1", "", "contado", "El monto"],
    ["mucho", "", "contado", ""],
    ["10,000,000,000", "", "contado", ""],
    ["100", "-5", "retiro", ""],
    ["100", "100.01", "retiro", "No puedes sacar más de lo que contaste."],
  ])("refuses a count of %j with %j taken out at its field, and keeps both", async (contado, retiro, field, message) => {
    const page = await ana.submit(CORTE, { contado, retiro });
    expect([page.status, kept(page.values())]).toEqual([400, { contado, retiro, motivo: undefined }]);
    expect(page.alert).toContain("Revisa");
    const refused = page.document.querySelector('[aria-invalid="true"]');
    expect(refused?.getAttribute("name")).toBe(field);
    expect(page.alert).toContain(message);
    expect(await countOf("cortes_susa")).toBe(0);
  });
});

describe("the second step", () => {
  test("shows what was expected, the difference and what the terminal should say, and saves nothing yet", async () => {
    await cut("500");
    const empleado_id = await createEmpleado();
    await move(350);
    await move(680, { metodo_pago: "tarjeta" });
    await move(30, { libro: "egreso" });
    for (const [monto, metodo_pago] of [
      [50, "efectivo"],
      [70, "tarjeta"],
    ] as const) {
      const tip = { monto, metodo_pago, fecha: "2026-11-21" };
      const registro_id = await createPropina({ ...tip, empleado_id });
      await insertRow("asientos_susa", { libro: "propina", registro_id, ...tip });
    }
    const page = await ana.submit(CORTE, { contado: "860", retiro: "800" });
    expect([page.status, page.text("main .badge")]).toEqual([200, "Faltan $10.00"]);
    expect(page.texts("main dt")).toEqual([
      "Quedó del corte anterior",
      "Cobros en efectivo",
      "Propinas en efectivo",
      "Egresos en efectivo",
      "Esperábamos",
      "Contaste",
      "Retiros",
      "Se queda en la caja",
      "Tarjetade ellos $70.00 de propina",
      "Transferencia",
    ]);
    expect(page.texts("main dd").map((text) => text.replace(/^−menos /, "−"))).toEqual([
      "$500.00",
      "$350.00",
      "$50.00",
      "−$30.00",
      "$870.00",
      "$860.00",
      "−$800.00",
      "$60.00",
      "$750.00",
      "$0.00",
    ]);
    expect(page.text(`label[for="${page.document.querySelector("[name=motivo]")?.id}"]`)).toContain("¿Por qué falta?");
    expect(await countOf("cortes_susa")).toBe(1);
  });

  test("asks for no reason when nothing is missing, and counts alone the first time", async () => {
    await move(350);
    const first = await ana.submit(CORTE, { contado: "900", retiro: "" });
    expect(first.text("main")).toContain("Es tu primer corte: desde aquí empieza la cuenta.");
    expect(first.text("main")).not.toContain("350.00");
    expect((await first.submit()).location).toMatch(/^\/admin\/caja\/cortes\/[0-9a-f-]{36}$/);
    const second = await ana.submit(CORTE, { contado: "900", retiro: "" });
    expect([second.text("main .badge"), second.document.querySelector("[name=motivo]")]).toEqual(["Cuadra", null]);
    expect((await second.submit()).status).toBe(303);
    expect(await cortes()).toEqual(["900.00 900.00 0.00", "900.00 900.00 0.00"]);
  });

  test("goes back to the count with what was typed", async () => {
    const page = await ana.submit(CORTE, { contado: "900.50", retiro: "100" });
    const again = await page.submit({ intent: "recount", motivo: "Una tanda" });
    expect([again.status, again.text("main h2"), kept(again.values())]).toEqual([
      200,
      "Cuenta el efectivo",
      { contado: "900.50", retiro: "100.00", motivo: "Una tanda" },
    ]);
    expect(await countOf("cortes_susa")).toBe(0);
  });

  test("closes the till, says how much stays in it, and shows the cut", async () => {
    await cut("500");
    await move(350);
    const closed = await cut("840", { motivo: "Faltó cambio", retiro: "340" });
    const page = await ana.get(String(closed.location));
    const numero = await sqlValue("SELECT max(numero) FROM cortes_susa");
    expect(page.flash).toBe(`Caja cerradaCorte ${numero}. Se quedan $500.00 en la caja.`);
    expect(page.text("h1")).toBe(`Corte ${numero}`);
    expect(page.text("main article")).toContain("Motivo: Faltó cambio");
    expect(page.text("main article")).toContain("Lo hizo ana@ejemplo.mx");
    expect(page.texts("main article dt").slice(0, 6)).toEqual([
      "Quedó del corte anterior",
      "Cobros en efectivo",
      "Esperábamos",
      "Se contaron",
      "Faltan",
      "Se sacaron",
    ]);
    const list = await ana.get("/admin/caja");
    expect(list.texts("main li").map((text) => text.replace(/ \d\d\/.*/, ""))).toHaveLength(2);
    expect(list.text("main li")).toContain("Faltan $10.00$840.00");
    expect(list.text("main li")).toContain("se sacaron $340.00Faltó cambio");
    expect(list.text("main p.card")).toContain("se quedaron $500.00 en la caja. Desde entonces no se ha movido dinero.");
  });

  test("needs a reason for a difference, and keeps the count", async () => {
    await cut("500");
    const page = await ana.submit(CORTE, { contado: "490", retiro: "90" });
    const refused = await page.submit({ motivo: "  " });
    expect([refused.status, refused.alert]).toEqual([400, expect.stringContaining("Escribe por qué falta o sobra.")]);
    expect(kept(refused.values())).toMatchObject({ contado: "490.00", retiro: "90.00" });
    expect(refused.document.querySelector('[aria-invalid="true"]')?.getAttribute("name")).toBe("motivo");
    expect(refused.text("main .badge")).toBe("Faltan $10.00");
    expect((await refused.submit({ motivo: "Una tanda" })).status).toBe(303);
    expect(await cortes()).toEqual(["500.00 500.00 0.00", "500.00 490.00 90.00 Una tanda"]);
  });

  test("answers 409 with the new figure when money moved meanwhile, and keeps count and reason", async () => {
    await cut("500");
    const page = await ana.submit(CORTE, { contado: "490", retiro: "90" });
    await move(40);
    const stale = await page.submit({ motivo: "Una tanda" });
    expect([stale.status, kept(stale.values())]).toEqual([409, { contado: "490.00", retiro: "90.00", motivo: "Una tanda" }]);
    expect(stale.alert).toContain("Mientras contabas se movió dinero de la caja.");
    expect([stale.text("main .badge"), stale.text("main")]).toEqual([
      "Faltan $50.00",
      expect.stringContaining("Esperábamos$540.00"),
    ]);
    expect((await stale.submit()).status).toBe(303);
    expect((await cortes())[1]).toBe("540.00 490.00 90.00 Una tanda");
  });

  test("answers 409 when somebody else made a cut meanwhile", async () => {
    await cut("500");
    const page = await ana.submit(CORTE, { contado: "500" });
    await cut("500");
    const stale = await page.submit();
    expect([stale.status, await countOf("cortes_susa")]).toEqual([409, 2]);
  });

  test("leads to the same cut when it is sent three times at once", async () => {
    const page = await ana.submit(CORTE, { contado: "500" });
    const answers = await page.submitThrice();
    expect(answers).toEqual([`303 /admin/caja/cortes/${await sqlValue("SELECT id FROM cortes_susa")}`]);
    expect(await countOf("cortes_susa")).toBe(1);
  });

  test("refuses figures that it did not show", async () => {
    await cut("500");
    await move(40);
    const page = await ana.submit(CORTE, { contado: "500" });
    const forged = await page.submit({ esperado: "500.00", motivo: "x" });
    expect([forged.status, await countOf("cortes_susa")]).toEqual([409, 1]);
  });

  test.each(["1", "2"])("gives step %s back with what was typed while the database is away", async (step) => {
    await cut("500");
    const typed = { contado: "490.00", retiro: "90.00" };
    const page = step === "1" ? await ana.get(CORTE) : await ana.submit(CORTE, typed);
    const motivo: Record<string, string> = step === "1" ? {} : { motivo: "Una tanda" };
    const away = await withoutTable("cortes_susa", () => page.submit({ ...typed, ...motivo }));
    expect(away.status).toBe(503);
    expect(away.values("main form")).toMatchObject({ ...typed, ...motivo });
    const again = await away.submit({}, "main form");
    expect(again.status).toBe(step === "1" ? 200 : 303);
  });

  test.each(["1", "2"])("gives step %s back after the session has expired", async (step) => {
    await cut("500");
    const typed = { contado: "490.00", retiro: "90.00" };
    const page = step === "1" ? await ana.get(CORTE) : await ana.submit(CORTE, typed);
    await sql("UPDATE sesiones_susa SET last_used_at = now() - interval '13 hours'");
    const expired = await page.submit({ ...typed, ...(step === "1" ? {} : { motivo: "Una tanda" }) });
    expect(expired.location).toContain("/auth");
    const signedIn = await (await ana.get(String(expired.location))).submit({
      email: "ana@ejemplo.mx",
      password: "una contraseña larga",
    });
    const restored = await ana.get(String(signedIn.location));
    expect(restored.text("main")).toContain("Tu sesión había terminado.");
    expect(kept(restored.values())).toEqual({ ...typed, motivo: step === "1" ? undefined : "Una tanda" });
    expect((await restored.submit()).values().motivo).toBe(step === "1" ? "" : "Una tanda");
    expect(await countOf("cortes_susa")).toBe(1);
  });
});

describe("the till", () => {
  test("offers the first cut, and later says how much was moved since the last one, but not what", async () => {
    const empty = await ana.get("/admin/caja");
    expect(empty.text("main .empty-state")).toContain("Todavía no hay cortes");
    expect(empty.hrefs("main a")).toContain("/admin/caja/corte");
    await cut("500");
    await move(7351.62);
    await move(20);
    const page = await ana.get("/admin/caja");
    expect(page.text("main p.card")).toContain("Desde entonces hubo 2 movimientos de dinero.");
    expect(page.html).not.toMatch(/7,?351|7,?371|7,?8\d1/);
    expect(page.hrefs("main a")).toEqual(expect.arrayContaining(["/admin/ventas/por-cobrar", "/admin/comisiones"]));
  });

  test("lists fifty cuts a page, latest first", async () => {
    await sql("INSERT INTO cortes_susa (hasta, esperado, contado) SELECT 0, n, n FROM generate_series(1, 51) n");
    const [first, second] = [await ana.get("/admin/caja"), await ana.get("/admin/caja?pagina=2")];
    expect([first.all("main li").length, second.all("main li").length]).toEqual([50, 1]);
    expect(first.text("main li")).toContain("$51.00");
    expect(second.text("main li")).toContain("$1.00");
  });

  test("shows neither a cut nor a page that does not exist", async () => {
    for (const id of ["11111111-1111-4111-8111-111111111111", "nuevo"])
      expect((await ana.send(`/admin/caja/cortes/${id}`)).status).toBe(404);
  });

  test("shows the first cut without sums, and one whose account is gone without a name", async () => {
    await move(350);
    const first = String((await cut("900")).location);
    await sql("UPDATE cortes_susa SET cuenta_id = NULL");
    const page = await ana.get(first);
    expect(page.text("main article")).toContain("Fue el primer corte: desde aquí empieza la cuenta.");
    expect(page.text("main article")).not.toContain("Lo hizo");
    expect(page.html).not.toContain("350.00");
  });
});
