import { readdirSync } from "node:fs";
import { afterAll, beforeAll, describe, expect, test, vi } from "vitest";
import { type Site, startSite, type Visitor } from "../../../support/browser";
import { insertRow } from "../../../support/factories";
import { sql } from "../../../support/test-database";

const PATH = "/admin/configuracion";

let site: Site;
let ana: Visitor;
let luz: Visitor;

beforeAll(async () => {
  site = await startSite({ SIGNUP: "open" });
  await site.stopAvifs();
  ana = await site.staff();
  luz = await site.staff();
});
afterAll(() => site.close());

const fact = async (label: string, path = PATH) =>
  (await ana.get(path))
    .all("main dl > div")
    .find((item) => item.querySelector("dt")?.textContent === label)
    ?.querySelector("dd")?.textContent;

const newest = () =>
  readdirSync("prisma/migrations")
    .filter((name) => /^\d/.test(name))
    .sort()
    .at(-1);

describe("the Configuración page", () => {
  test("links all cards for the owner, and for staff what their rights open", async () => {
    const cards = (page: { all: (selector: string) => Element[] }) =>
      page
        .all("main li.card")
        .map((card) => [card.querySelector("h2")?.textContent, card.querySelector("a")?.getAttribute("href")]);
    const all = cards(await ana.get(PATH));
    expect(all).toEqual([
      ["General", `${PATH}/general`],
      ["Notificaciones", `${PATH}/notificaciones`],
      ["Seguridad", `${PATH}/seguridad`],
      ["Base de Datos", `${PATH}/base-de-datos`],
      ["Apariencia", `${PATH}/apariencia`],
      ["Integración", `${PATH}/integracion`],
      ["Beneficios", `${PATH}/beneficios`],
      ["Bitácora", `${PATH}/bitacora`],
      ["Papelera", `${PATH}/papelera`],
    ]);
    for (const [, href] of all) expect((await ana.send(String(href))).status, String(href)).toBe(200);
    const hers = cards(await luz.get(PATH));
    expect(hers.map(([title]) => title)).toEqual(["Seguridad", "Beneficios"]);
    for (const [title, href] of all)
      expect((await luz.send(String(href))).status, String(title)).toBe(/Seguridad|Beneficios/.test(String(title)) ? 200 : 403);
    expect((await ana.get(PATH)).text()).not.toContain("Próximamente");
  });

  test("shows the current state of the system", async () => {
    expect(await fact("Base de datos")).toMatch(/^Base de datos conectada · PostgreSQL \d+/);
    expect(await fact("Autenticación")).toBe("Autenticación activa · cualquiera puede registrarse");
    expect(await fact("Imágenes")).toBe("En el disco");
    expect(await fact("Última migración")).toMatch(new RegExp(`^${newest()} · \\d\\d/\\d\\d/\\d{4}$`));
    expect(await fact("Imágenes por aligerar (AVIF)")).toBe("Ninguna");
    await insertRow("archivos_susa", { nombre: "1-1", url: "/uploads/a.webp", width: 1, height: 1 });
    expect(await fact("Imágenes por aligerar (AVIF)")).toBe("1 en espera");
    expect(await fact("Datos del estudio")).toBe("De ejemplo: cámbialos en General");
    const general = await ana.get(`${PATH}/general`);
    await general.submit({ telefono: "+52 222 123 4567", direccion: "Calle 5, Puebla" });
    expect(await fact("Datos del estudio")).toBe("Propios");
  });

  test("answers 503 when the database cannot be read", async () => {
    await sql("ALTER TABLE _prisma_migrations RENAME TO perdida");
    try {
      const page = await ana.get(PATH);
      expect(page.status).toBe(503);
      expect(page.text("main")).toContain("La base de datos no responde.");
    } finally {
      await sql("ALTER TABLE perdida RENAME TO _prisma_migrations");
      expect(console.error).toHaveBeenCalled();
      vi.mocked(console.error).mockClear();
    }
  });
});

describe("the Base de Datos page", () => {
  const BD = `${PATH}/base-de-datos`;

  test("shows version, size, uptime and row counts, and never the connection URL", async () => {
    const [server] = await sql<{ server_version: string }>("SHOW server_version");
    expect(await fact("Servidor", BD)).toBe(`PostgreSQL ${server?.server_version.split(" ")[0]}`);
    expect(await fact("Tamaño", BD)).toMatch(/^\d+(\.\d)? MB$/);
    expect(await fact("Funciona desde", BD)).toMatch(/^\d\d\/\d\d\/\d{4}, \d+:\d\d [ap]\.m\.$/);
    expect(await fact("Última migración", BD)).toContain(newest());
    expect(await fact("Dónde está", BD)).toContain("Propia: en el servidor que dice DATABASE_URL");
    const before = await fact("Clientes", BD);
    await sql("INSERT INTO clientes_susa (nombre) SELECT 'Clienta ' || n FROM generate_series(1, 1234) n");
    expect([before, await fact("Clientes", BD), await fact("Cuentas del equipo", BD)]).toEqual(["0", "1,234", "2"]);
    const page = await ana.get(BD);
    expect(page.html).not.toMatch(/postgres(ql)?:\/\/|127\.0\.0\.1/);
    expect(page.all('form[action="/admin/configuracion/exportar"]').length).toBe(1);
  });

  test("identifies the embedded database", async () => {
    process.env.EMBEDDED_POSTGRES = "si";
    try {
      expect(await fact("Dónde está", BD)).toContain("Incluida");
    } finally {
      process.env.EMBEDDED_POSTGRES = "";
    }
  });
});
