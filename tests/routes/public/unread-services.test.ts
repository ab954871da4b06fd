import { beforeEach, describe, expect, test } from "vitest";
import { createDemoConfiguracion, createServicio } from "../../support/factories";
import { emptyTables, withoutTable } from "../../support/test-database";
import { startSiteForFile } from "../start-site";

// In a file of its own: the site has no last copy of a page until its test asks for it.
const site = await startSiteForFile();
const eva = site.visitor();

beforeEach(async () => {
  await emptyTables("servicios_susa", "configuracion_susa");
  await createDemoConfiguracion();
});

describe("while the services cannot be read", () => {
  const unread = (path: string) => withoutTable("servicios_susa", () => eva.get(path));

  test.each([
    ["/precios", "Precios"],
    ["/gallery", "Nuestros Trabajos"],
  ])("%s shows its heading alone and is not cached, and once it has a last copy shows that", async (path, heading) => {
    await createServicio();
    const alone = await unread(path);
    expect([alone.status, alone.headers["cache-control"]]).toEqual([200, "no-store"]);
    expect([alone.text("h1"), alone.all("main :is(form, nav, ul, .empty)")]).toEqual([heading, []]);
    expect(alone.text("footer")).toContain("+52 000 000 0000");
    const whole = await eva.get(path);
    expect(whole.text("main")).toContain("Cejas");
    // The kept page is no longer true then.
    await createServicio({ nombre: "Uñas acrílicas", categoria: "manicura" });
    const copy = await unread(path);
    expect([copy.status, copy.headers["cache-control"], copy.text("main")]).toEqual([200, "no-store", whole.text("main")]);
  });

  test("a page that shows their categories in its sentences is not cached", async () => {
    await createServicio();
    // The server has read what every page shows.
    await eva.get("/");
    const page = await unread("/about");
    expect([page.status, page.headers["cache-control"]]).toEqual([200, "no-store"]);
    expect((await eva.get("/about")).headers["cache-control"]).toContain("public");
  });
});
