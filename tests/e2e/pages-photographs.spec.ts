import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { Visitor } from "../support/browser";
import { type BuiltServer, startBuiltServer } from "../support/built-server";
import { loadPhotographs } from "../support/photographs";
import { examine, first, type Screen } from "./screens";
import { expect, test } from "./session";

// The public pages of a studio with photographs of real size, on a server of its own, because they would change the other screens.
// Making and uploading them takes minutes. `SCREENS=1` also takes the pictures.
test.skip(!process.env.TEST_ALL && !process.env.SCREENS, "takes minutes");
test.use({ viewport: { width: 390, height: 844 }, bypassCSP: true });

let folder = "";
let server: BuiltServer | undefined;
let origin = "";

test.beforeAll(async () => {
  test.setTimeout(20 * 60_000);
  folder = mkdtempSync(join(tmpdir(), "susa-fotos-"));
  server = await startBuiltServer({ DATA_DIR: join(folder, "datos"), SIGNUP: "open", DATABASE_URL: "" }, "--demo");
  origin = `http://127.0.0.1:${server.port}`;
  const owner = new Visitor(server.port);
  await (await owner.get("/auth?modo=registro")).submit({ email: "fotos@ejemplo.mx", password: "una contraseña larga" });
  await loadPhotographs(owner);
});

test.afterAll(async () => {
  await server?.stop();
  rmSync(folder, { recursive: true, force: true });
});

const SCREENS: Screen[] = [
  { name: "fotos-inicio", path: "/" },
  { name: "fotos-galeria", path: "/gallery" },
  { name: "fotos-servicio", path: "/", prepare: first(/\/servicio\//) },
  { name: "fotos-nosotros", path: "/about" },
];

for (const { path, ...screen } of SCREENS)
  test(screen.name, ({ page }) => examine(page, { ...screen, path: `${origin}${path}` }, [390, 768, 1280, 1920]));

test("the columns of the gallery end within a picture of each other", async ({ page }) => {
  for (const width of [390, 768, 1280]) {
    await page.setViewportSize({ width, height: 900 });
    await page.goto(`${origin}/gallery`);
    const { ends, height } = await page
      .locator(".works")
      .first()
      .evaluate((list) => {
        const works = [...list.querySelectorAll("li")].map((work) => work.getBoundingClientRect());
        const lefts = [...new Set(works.map(({ left }) => Math.round(left)))];
        const ends = lefts.map((at) =>
          Math.max(...works.filter(({ left }) => Math.round(left) === at).map(({ bottom }) => bottom)),
        );
        return { ends, height: Math.max(...works.map((work) => work.height)) };
      });
    expect(ends).toHaveLength({ 390: 2, 768: 3, 1280: 4 }[width] ?? 0);
    expect(Math.max(...ends) - Math.min(...ends), `${width}: ${ends}`).toBeLessThanOrEqual(height);
  }
});

test("the gallery begins with the photographs", async ({ page }) => {
  await page.goto(`${origin}/gallery`);
  await expect(page.locator(".caption").first()).toBeVisible();
  const pictures = await page.locator(".works img").evaluateAll((all) => all.map((image) => image.getAttribute("src") ?? ""));
  expect(pictures.slice(0, 12).filter((url) => url.startsWith("/uploads/"))).toHaveLength(12);
});
