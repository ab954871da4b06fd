import { readdirSync } from "node:fs";
import { describe, expect, test } from "vitest";
import { createDemoConfiguracion } from "../../../support/factories";
import { sql, sqlValue, withoutTable } from "../../../support/test-database";
import { startSiteForFile } from "../../start-site";

const PATH = "/admin/configuracion";
const INSTALLATION = `${PATH}/instalacion`;

const site = await startSiteForFile({ SIGNUP: "open" });
const ana = await site.staff();
const luz = await site.staff();

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
      page.all("main li").map((card) => [card.querySelector("h3")?.textContent, card.querySelector("a")?.getAttribute("href")]);
    const all = cards(await ana.get(PATH));
    expect(all).toEqual([
      ["General", `${PATH}/general`],
      ["Apariencia", `${PATH}/apariencia`],
      ["Textos del sitio", `${PATH}/textos`],
      ["Categorías y dibujos", `${PATH}/categorias`],
      ["Beneficios", `${PATH}/beneficios`],
      ["Seguridad", `${PATH}/seguridad`],
      ["Notificaciones", `${PATH}/notificaciones`],
      ["Citas en línea", `${PATH}/citas-en-linea`],
      ["Integración", `${PATH}/integracion`],
      ["Traer mis hojas", "/admin/traer"],
      ["Base de Datos", `${PATH}/base-de-datos`],
      ["Papelera", `${PATH}/papelera`],
      ["Bitácora", `${PATH}/bitacora`],
    ]);
    for (const [, href] of all) expect((await ana.send(String(href))).status, String(href)).toBe(200);
    const hers = cards(await luz.get(PATH));
    expect(hers.map(([title]) => title)).toEqual(["Beneficios", "Seguridad"]);
    for (const [title, href] of all)
      expect((await luz.send(String(href))).status, String(title)).toBe(/Seguridad|Beneficios/.test(String(title)) ? 200 : 403);
    expect((await ana.get(PATH)).text()).not.toContain("Próximamente");
  });

  test("shows the current state of the system", async () => {
    expect(await fact("Base de datos")).toBe("Base de datos conectada");
    expect(await fact("Autenticación")).toBe("Autenticación activa");
  });

  test("warns the owner above all that anyone can sign up", async () => {
    const warning = /^Configuración\s*Cualquiera puede crear una cuenta y entrar\..*Ver las cuentas\s*Tu sitio/;
    expect((await ana.get(PATH)).text("main")).toMatch(warning);
    expect((await luz.get(PATH)).text("main")).not.toContain("Cualquiera");
  });

  test("says first what the studio's own facts lack, and beside the accounts how many wait", async () => {
    const first = async () => (await ana.get(PATH)).texts("main li")[0];
    expect(await first()).toContain("Te falta poner tu dirección, tu WhatsApp y tu horario");
    await createDemoConfiguracion();
    expect(await first()).toContain("Tiene datos de ejemplo: cámbialos por los tuyos");
    const general = await ana.get(`${PATH}/general`);
    await general.submit({ direccion: "Calle 5, Puebla" }, "#general-estudio");
    await ana.submit(`${PATH}/general`, { telefono: "+52 222 123 4567", whatsapp: "222 123 4567" }, "#general-estudio");
    expect(await first()).toBe("GeneralNombre, contacto, horario y días cerrados");
    await sql(
      "INSERT INTO cuentas_susa (email, password_hash, estado, rol) VALUES ('eva@ejemplo.mx', 'x', 'pendiente', 'personal')",
    );
    expect((await ana.get(PATH)).text("main")).toContain("Una cuenta espera que la apruebes");
    expect((await luz.get(PATH)).text("main")).not.toContain("espera");
    await sql("DELETE FROM cuentas_susa WHERE email = 'eva@ejemplo.mx'");
  });

  test("keeps what only a technician understands on one page, linked at its foot for the owner", async () => {
    const words = /DATA_DIR|DATA_KEY|SIGNUP|DATABASE_URL|CLOUDINARY_URL|PUBLIC_URL|npm|AVIF|PostgreSQL|[Mm]igración|Node/;
    const cards = (await ana.get(PATH)).hrefs("main li a");
    for (const path of [PATH, ...cards]) expect([path, words.exec((await ana.get(path)).text("main"))]).toEqual([path, null]);
    expect((await ana.get(PATH)).texts(`main a[href="${INSTALLATION}"]`)).toEqual(["Para quien instaló Susa"]);
    expect((await luz.get(PATH)).all(`main a[href="${INSTALLATION}"]`)).toEqual([]);
    expect((await luz.send(INSTALLATION)).status).toBe(403);
  });
});

describe("the page for who installed the program", () => {
  const of = (label: string) => fact(label, INSTALLATION);

  test("shows version, size, uptime, migration, and variables, and never the connection URL", async () => {
    const version = await sqlValue<string>("SHOW server_version");
    expect(await of("Servidor")).toBe(`PostgreSQL ${version?.split(" ")[0]}`);
    expect(await of("Tamaño")).toMatch(/^\d+(\.\d)? MB$/);
    expect(await of("Funciona desde")).toMatch(/^\d\d\/\d\d\/\d{4}, \d+:\d\d [ap]\.m\.$/);
    expect(await of("Última migración")).toContain(newest());
    expect(await of("Dónde está")).toBe("Propia: en el servidor que dice DATABASE_URL");
    expect(await of("Cuentas nuevas (SIGNUP)")).toBe("open");
    const page = await ana.get(INSTALLATION);
    expect(page.html).not.toMatch(/postgres(ql)?:\/\/|127\.0\.0\.1/);
    expect(page.text("main")).toContain("npm run restore -- archivo.zip");
  });

  test("says how old the last nightly backup is, or how to turn it on", async () => {
    const label = "Respaldo de cada noche";
    expect(await of(label)).toBe("Apagado: para encenderlo, escribe en BACKUP_DIR la carpeta donde guardarlo");
    process.env.BACKUP_DIR = "/respaldos";
    expect(await of(label)).toBe("Todavía no hay ninguno");
    await sql("UPDATE instalacion_susa SET respaldo_hecho = now() - interval '5 hours 59 minutes'");
    expect(await of(label)).toBe("El último se hizo hace 5 horas");
  });

  test("identifies the embedded database", async () => {
    process.env.EMBEDDED_POSTGRES = "si";
    try {
      expect(await of("Dónde está")).toContain("Incluida");
    } finally {
      process.env.EMBEDDED_POSTGRES = "";
    }
  });

  test("answers 503 when the database cannot be read", async () => {
    const page = await withoutTable("_prisma_migrations", () => ana.get(INSTALLATION));
    expect(page.status).toBe(503);
    expect(page.text("main")).toContain("No se pudo consultar la base de datos.");
  });
});

describe("the Base de Datos page", () => {
  const BD = `${PATH}/base-de-datos`;

  test("shows what is stored, and offers the export", async () => {
    const before = await fact("Clientas", BD);
    await sql("INSERT INTO clientes_susa (nombre) SELECT 'Clienta ' || n FROM generate_series(1, 1234) n");
    expect([before, await fact("Clientas", BD), await fact("Cuentas del equipo", BD)]).toEqual(["0", "1,234", "2"]);
    expect(await fact("Ocupan", BD)).toMatch(/^\d+(\.\d)? MB$/);
    expect((await ana.get(BD)).all('form[action="/admin/configuracion/exportar"]').length).toBe(1);
  });
});
