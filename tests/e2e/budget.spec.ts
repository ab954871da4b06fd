import type { APIRequestContext } from "@playwright/test";
import { expect, OWNER, test } from "./session";

const KB = 1024;

test.describe("the home page", () => {
  test("is at most 16 KB of compressed HTML and CSS, with no script but its JSON-LD", async ({ request }) => {
    // Content-Length is the compressed size; Playwright decompresses the body.
    const response = await request.get("/", { headers: { "accept-encoding": "br" } });
    const html = await response.text();
    const size = Number(response.headers()["content-length"]);
    expect(response.headers()["content-encoding"]).toBe("br");
    expect(size).toBeLessThanOrEqual(16 * KB);
    expect(size).toBeGreaterThan(3 * KB);
    expect(html).toContain("<style>");
    expect(html).not.toMatch(/<link[^>]+stylesheet/);
    expect([...html.matchAll(/<script([^>]*)>/g)].map(([, attributes]) => attributes?.trim())).toEqual([
      'type="application/ld+json"',
    ]);
  });

  test("is at most eight screens of a phone", async ({ page }) => {
    await page.setViewportSize({ width: 390, height: 844 });
    await page.goto("/");
    await page.evaluate(() => document.fonts.ready);
    expect(await page.evaluate(() => document.documentElement.scrollHeight)).toBeLessThanOrEqual(8 * 844);
  });

  test("paints its text before any other resource arrives, and requests nothing from other hosts", async ({ page, baseURL }) => {
    const requested: string[] = [];
    await page.route("**/*", (route) => {
      requested.push(route.request().url());
      // Only the document is answered; requests for fonts, drawings and icons stay pending.
      return route.request().resourceType() === "document" ? route.continue() : undefined;
    });
    await page.goto("/", { waitUntil: "commit" });
    await expect(page.getByRole("heading", { level: 1 })).toBeVisible();
    await page.waitForFunction(() => performance.getEntriesByName("first-contentful-paint").length > 0);
    expect(requested.filter((url) => !url.startsWith(String(baseURL)))).toEqual([]);
  });
});

test.describe("the back-office", () => {
  test.use({ storageState: OWNER.state });

  for (const path of [
    "/admin",
    "/admin/citas",
    "/admin/citas?vista=semana",
    "/admin/citas/nueva",
    "/admin/ventas/nueva",
    "/admin/ventas/por-cobrar",
    "/admin/clientes",
    "/admin/clientes/nuevo",
    "/admin/traer",
    "/admin/servicios/nuevo",
    "/admin/empleados/nuevo",
    "/admin/inventario/nuevo",
    "/admin/proveedores/nuevo",
    "/admin/testimonios/nuevo",
    "/admin/galeria/nueva",
    "/admin/ingresos/nuevo",
    "/admin/egresos/nuevo",
    "/admin/reportes",
    "/admin/reportes/cuadre",
    "/admin/configuracion",
    "/admin/configuracion/general",
    "/admin/configuracion/apariencia",
    "/admin/configuracion/notificaciones",
    "/admin/configuracion/seguridad",
  ]) {
    test(`${path} takes at most 112 KB of compressed JavaScript`, async ({ request }) => {
      const bytes = await weighScripts(request, path);
      expect(bytes).toBeLessThanOrEqual(112 * KB);
      expect(bytes).toBeGreaterThan(30 * KB);
    });
  }

  for (const [what, list, href] of [
    ["the page that completes a visit", "/admin/citas?cuando=proximas", /\/admin\/citas\/[0-9a-f-]{36}\/completar/],
    ["the nota of a sale", "/admin/ingresos", /\/admin\/ventas\/[0-9a-f-]{36}/],
  ] as const) {
    test(`${what} takes at most 112 KB of compressed JavaScript`, async ({ request }) => {
      const [path = ""] = href.exec(await (await request.get(list)).text()) ?? [];
      const bytes = await weighScripts(request, path);
      expect(bytes).toBeLessThanOrEqual(112 * KB);
      expect(bytes).toBeGreaterThan(30 * KB);
    });
  }
});

/** Gives the compressed bytes of all scripts that a page names: it preloads those that its scripts import. */
async function weighScripts(request: APIRequestContext, path: string): Promise<number> {
  const html = await (await request.get(path)).text();
  const urls = new Set(html.match(/\/build\/[^"']+\.js/g));
  const sizes = await Promise.all(
    [...urls].map(async (url) => {
      const response = await request.get(url, { headers: { "accept-encoding": "br" } });
      return Number(response.headers()["content-length"]);
    }),
  );
  return sizes.reduce((sum, size) => sum + size, 0);
}
