import { beforeEach, describe, expect, test } from "vitest";
import { MAX_SEARCH_LENGTH } from "~/limits";
import type { Page } from "../../support/browser";
import { createDemoConfiguracion, createServicio } from "../../support/factories";
import { emptyTables, sql, withoutTable } from "../../support/test-database";
import { startSiteForFile } from "../start-site";

const site = await startSiteForFile();
const eva = site.visitor();

beforeEach(async () => {
  await emptyTables("servicios_susa", "configuracion_susa");
  await createDemoConfiguracion();
  await createServicio({ nombre: "Diseño de cejas", descripcion: "Con hilo y pinza." });
  await createServicio({ nombre: "Uñas acrílicas", categoria: "manicura", precio: 650 });
  await createServicio({ nombre: "Manicura con gelish", categoria: "manicura", precio: 380 });
  await createServicio({ nombre: "Masaje relajante", categoria: "masajes", activo: false });
});

const names = (page: Page) => page.texts(".prices a");
const search = (q: string) => eva.get(`/precios?${new URLSearchParams({ q })}`);

describe("the price list", () => {
  test("has every active service by category, with its price and minutes", async () => {
    const page = await eva.get("/precios");
    expect(page.texts(".prices h2")).toEqual(["Cejas", "Manicura"]);
    expect(names(page)).toEqual(["Diseño de cejas", "Manicura con gelish", "Uñas acrílicas"]);
    expect(page.text(".prices li")).toContain("Diseño de cejas 60 min$350.00");
    expect(page.hrefs(".index a")).toEqual(["#cejas", "#manicura"]);
    expect(page.texts("section.prices[id]")).toHaveLength(2);
    expect([page.text("search button"), page.all("main .button:not(.button-quiet)")]).toEqual(["Buscar", []]);
    expect(page.document.querySelector("form[action='/precios']:not([method]) input[name=q]")).not.toBeNull();
  });

  test("finds by typing, without regard to accents, case, order or a plural", async () => {
    for (const [typed, found] of [
      ["CEJA", ["Diseño de cejas"]],
      ["cejas diseno", ["Diseño de cejas"]],
      ["  acrilica ", ["Uñas acrílicas"]],
      ["unas", ["Manicura con gelish", "Uñas acrílicas"]],
      ["manicure", ["Manicura con gelish", "Uñas acrílicas"]],
      ["hilo", ["Diseño de cejas"]],
    ] as const)
      expect(names(await search(typed)), typed).toEqual(found);
  });

  test("finds a service by what people call it, and guesses nothing", async () => {
    for (const [nombre, categoria] of [
      ["Laminado de cejas", "cejas"],
      ["Lifting de pestañas", "pestañas"],
      ["Retiro de gelish", "manicura"],
      ["Pedicura spa", "pedicura"],
      ["Lifting facial", "faciales"],
      ["Masaje con piedras calientes", "masajes"],
      ["Hidratación de labios", "faciales"],
      ["Depilación de labio", "depilación"],
      ["Depilación de media pierna", "depilación"],
    ] as const)
      await createServicio({ nombre, categoria, descripcion: "En una hora." });
    const nails = ["Manicura con gelish", "Pedicura spa", "Retiro de gelish", "Uñas acrílicas"];
    const hairs = ["Depilación de labio", "Depilación de media pierna"];
    for (const [typed, found] of [
      ["acrílico", ["Uñas acrílicas"]],
      ["rizado", ["Lifting de pestañas"]],
      ["Rizar las pestañas", ["Lifting de pestañas"]],
      ["enchinado", ["Lifting de pestañas"]],
      ["lash lift", ["Lifting de pestañas"]],
      ["planchado de cejas", ["Laminado de cejas"]],
      ["bigote", ["Depilación de labio"]],
      ["gelich", ["Manicura con gelish", "Retiro de gelish"]],
      ["uñas de gel", ["Manicura con gelish", "Retiro de gelish"]],
      ["quitar gelish", ["Retiro de gelish"]],
      ["wax", hairs],
      ["depilado", hairs],
      ["depilar", hairs],
      ["pies", ["Pedicura spa"]],
      ["uñas", nails],
      ["manos", nails.filter((nombre) => nombre !== "Pedicura spa")],
      ["relleno", []],
    ] as const)
      expect(names(await search(typed)).sort(), typed).toEqual(found);
    await sql("DELETE FROM servicios_susa WHERE categoria IN ('manicura', 'pedicura')");
    expect(names(await search("uñas")), "not the article una").toEqual([]);
  });

  test("offers no search over nothing, but the way to Home", async () => {
    await sql("DELETE FROM servicios_susa");
    const page = await eva.get("/precios");
    expect([page.all("search").length, page.text(".empty p")]).toEqual([0, "Estamos preparando nuestra lista de precios."]);
    expect(page.hrefs("main a")).toEqual(["/"]);
  });

  test("says when it finds nothing, and offers to ask by WhatsApp", async () => {
    const page = await search("<b>masaje</b>");
    expect(page.text()).toContain("No encontramos «<b>masaje</b>»");
    expect(decodeURIComponent(page.href("main a[href^='https://wa.me/']"))).toContain("¿Hacen <b>masaje</b>?");
    expect(page.document.querySelector("meta[name=robots]")?.getAttribute("content")).toBe("noindex");
  });

  test("reads no more than a short search", async () => {
    const page = await search(`cejas ${"x".repeat(9_000)}`);
    expect(page.status).toBe(200);
    expect(page.document.querySelector("input[name=q]")?.getAttribute("value")).toHaveLength(MAX_SEARCH_LENGTH);
    expect((await search("🌸".repeat(70))).status).toBe(200);
  });

  test("offers no invented telephone in a new studio", async () => {
    await sql("DELETE FROM configuracion_susa");
    const page = await search("botox");
    expect(page.text()).toContain("No encontramos «botox»");
    expect(page.hrefs("main a")).toEqual(["/precios"]);
  });

  test("answers with its last copy, which is not kept, when it cannot be read", async () => {
    await search("");
    const page = await withoutTable("servicios_susa", () => search("sin lista"));
    expect([page.status, names(page)]).toEqual([200, ["Diseño de cejas", "Manicura con gelish", "Uñas acrílicas"]]);
    expect(page.headers["cache-control"]).toBe("no-store");
  });
});
