// `npm run first-day`, after a build, on Linux: an owner's first day on an empty studio, on a phone, with and without JavaScript. Counts
// what each part takes, a press, a typed value, a chosen file or option being one action each, and prints it.
import pg from "pg";
import { type Browser, chromium, type Page } from "playwright";
import { startPostgres } from "../../server/postgres/embedded-postgres";
import { findChromium } from "../chromium";
import { photograph } from "../support/pictures";
import { workbookOf } from "../support/sheets";
import { cleanUp, newFolder, openStudio, type Studio } from "./studio";
import { Thumb } from "./thumb";

const PHONE = { width: 390, height: 844 };
/** What all parts together may take. */
const MOST = 40;
const XLSX = "application/vnd.openxmlformats-officedocument.spreadsheetml.sheet";

const rows = <Row>(count: number, one: (n: number) => Row): Row[] => Array.from({ length: count }, (_, n) => one(n + 1));
const DAYS = ["Lunes", "Martes", "Miércoles", "Jueves", "Viernes", "Sábado"];

const NAMES = ["Gelish", "Henna", "Microblading", "Pedicura spa", "Masaje relajante", "Limpieza facial"];
const nameOf = (n: number) => NAMES[n - 1] ?? `Servicio ${n}`;

/** Her notebook, as she keeps it: one workbook with a sheet for each list. */
const LISTS = {
  Equipo: [["Nombre", "Puesto", ...DAYS], ...rows(6, (n) => [`Especialista${n} Paz`, "Manicura", ...DAYS.map(() => "10 a 6")])],
  Precios: [
    ["Servicio", "Categoría", "Precio", "Minutos", "Quién lo hace"],
    ...rows(31, (n) => [nameOf(n), "manicura", 250, 60, `Especialista${(n % 6) + 1}, Especialista1`]),
  ],
  Clientas: [["Nombre", "Celular"], ...rows(300, (n) => [`Clienta Número ${n}`, 2_380_000_000 + n])],
};

type Day = { thumb: Thumb; page: Page; studio: Studio; query: (sql: string) => Promise<unknown> };
type Part = { name: string; run: (day: Day) => Promise<void> };

const step = (page: Page, title: string) => page.getByRole("region", { name: "Para empezar" }).getByRole("link", { name: title });
const button = (page: Page, name: string | RegExp) => page.getByRole("button", { name }).filter({ visible: true }).first();
const link = (page: Page, name: string | RegExp) => page.getByRole("link", { name }).filter({ visible: true }).first();
const said = (page: Page, words: string | RegExp) =>
  page.getByRole("main").getByRole("status").getByText(words).first().waitFor();
const picture = async (name: string) => ({ name, mimeType: "image/jpeg", buffer: await photograph(1600, 1200 + name.length, 1) });

/** Each begins on the list of the first steps, to which the one before it has led back. */
const PARTS: Part[] = [
  {
    name: "Name and contact",
    run: async ({ thumb, page }) => {
      await thumb.tap(step(page, "Tu nombre y tu contacto"));
      await thumb.type(page.getByLabel("Nombre del estudio"), "Uñas Lola");
      await thumb.type(page.getByLabel("WhatsApp"), "238 123 4567");
      await thumb.type(page.getByLabel("Dirección"), "Calle 5 número 10, Centro");
      await thumb.type(page.getByLabel("Ciudad"), "Tehuacán");
      await thumb.tap(button(page, /^Guardar cambios/));
      await said(page, "Configuración guardada");
    },
  },
  {
    name: "Hours, with lunch",
    run: async ({ thumb, page }) => {
      await thumb.tap(step(page, "Tu horario"));
      await thumb.type(page.getByLabel("De qué hora es la comida"), "14:00");
      await thumb.type(page.getByLabel("A qué hora acaba la comida"), "15:00");
      await thumb.tap(button(page, /^Guardar cambios/));
      await said(page, "Configuración guardada");
    },
  },
  {
    name: "Logo",
    run: async ({ thumb, page }) => {
      await thumb.tap(step(page, "Tu logotipo"));
      await thumb.choose(page.getByLabel("Archivo de imagen"), await picture("logo.jpg"));
      await thumb.tap(button(page, "Guardar"));
      await said(page, "Logotipo guardado");
    },
  },
  {
    name: "First picture",
    run: async ({ thumb, page }) => {
      await thumb.tap(step(page, "Tu foto de portada"));
      await thumb.choose(page.getByLabel("Archivo de imagen"), await picture("portada.jpg"));
      await thumb.tap(button(page, "Guardar"));
      await said(page, "Portada guardada");
    },
  },
  {
    name: "6 specialists with their hours, 31 services with who does them, 300 clients",
    run: async ({ thumb, page }) => {
      await thumb.tap(step(page, "Tus clientas"));
      await thumb.choose(page.getByLabel("Archivos"), { name: "mi negocio.xlsx", mimeType: XLSX, buffer: workbookOf(LISTS) });
      await thumb.tap(button(page, "Revisar"));
      await thumb.tap(button(page, /^Traer 6 especialistas, 31 servicios y 300 clientas/));
      await said(page, "Listo, ya está aquí");
      await thumb.tap(link(page, "Dashboard"));
    },
  },
  {
    name: "12 works",
    run: async ({ thumb, page }) => {
      await thumb.tap(step(page, "Tus fotos"));
      await thumb.tap(link(page, "Subir varias"));
      const files = Array.from({ length: 12 }, (_, n) => picture(`${nameOf((n % 6) + 1)} (${n}).jpg`));
      await thumb.choose(page.getByLabel("Archivos de imagen"), ...(await Promise.all(files)));
      await thumb.tap(button(page, /^Subir /));
      await said(page, "Se han subido 12 imágenes");
      await thumb.tap(button(page, "Guardar"));
      await said(page, "12 fotos ya están en su servicio");
      await page.goto("/admin");
    },
  },
  {
    name: "First appointment, of a new client",
    run: async ({ thumb, page }) => {
      await thumb.tap(step(page, "Tu primera cita"));
      await thumb.type(page.getByLabel("Teléfono o nombre"), "238 765 4321");
      await thumb.tap(button(page, "Buscar"));
      await thumb.type(page.getByLabel("Nombre de la clienta"), "Eva Sol");
      const servicio = page.getByLabel("Servicio", { exact: true });
      const options = await servicio.locator("option").allTextContents();
      await thumb.pick(servicio, options.find((label) => label.startsWith("Gelish")) ?? options[1] ?? "");
      await thumb.tap(button(page, /^Ver horas/));
      await thumb.tap(button(page, /^\d+:\d\d.* con /));
      await said(page, "Cita creada");
    },
  },
  {
    name: "First charge, of a visit that is over",
    run: async ({ thumb, page, query }) => {
      await query("UPDATE citas_susa SET fecha_hora = now() - interval '2 hours', fin = now() - interval '1 hour'");
      await page.goto("/admin");
      const fold = page.locator("summary", { hasText: /^(Completar|Falta cobrar) 1 cita/ });
      if ((await fold.count()) > 0) await thumb.tap(fold);
      await thumb.tap(link(page, /^Completar|^Cobrar/));
      await thumb.tap(button(page, /^Completar cita|^Cobrar/));
      await said(page, /completada/);
    },
  },
];

async function spendDay(browser: Browser, hasScripts: boolean): Promise<number[]> {
  const dataDir = newFolder();
  const postgres = await startPostgres(dataDir);
  const studio = await openStudio({ DATA_DIR: dataDir, DATABASE_URL: postgres.url });
  const client = new pg.Client({ connectionString: postgres.url });
  await client.connect();
  const baseURL = `http://localhost:${studio.port}`;
  const context = await browser.newContext({ baseURL, viewport: PHONE, javaScriptEnabled: hasScripts });
  await context.addCookies([...studio.owner.cookies].map(([name, value]) => ({ name, value, url: baseURL })));
  const page = await context.newPage();
  await page.goto("/admin");
  const counts: number[] = [];
  for (const { name, run } of PARTS) {
    const thumb = new Thumb(page, hasScripts);
    await run({ thumb, page, studio, query: (sql) => client.query(sql) }).catch((cause) => {
      throw new Error(`${name}, ${hasScripts ? "with" : "without"} JavaScript: ${page.url()}`, { cause });
    });
    counts.push(thumb.taps + thumb.values);
  }
  await context.close();
  await client.end();
  await studio.stop();
  await postgres.stop();
  return counts;
}

const sum = (counts: number[]) => counts.reduce((all, count) => all + count, 0);

for (const signal of ["SIGINT", "SIGTERM"] as const) process.once(signal, () => cleanUp().finally(() => process.exit(1)));

const browser = await chromium.launch({ executablePath: findChromium(), args: ["--no-sandbox", "--disable-quic"] });
try {
  const [withJs, withoutJs] = [await spendDay(browser, true), await spendDay(browser, false)];
  console.log("| Part | With JavaScript | Without |\n|---|---:|---:|");
  for (const [index, { name }] of PARTS.entries()) console.log(`| ${name} | ${withJs[index]} | ${withoutJs[index]} |`);
  console.log(`| All of it, at most ${MOST} | ${sum(withJs)} | ${sum(withoutJs)} |`);
  process.exitCode = Math.max(sum(withJs), sum(withoutJs)) > MOST ? 1 : 0;
} finally {
  await browser.close();
  await cleanUp();
}
// Connections that are kept open would keep the process.
process.exit();
