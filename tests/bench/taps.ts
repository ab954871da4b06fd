// `npm run taps`, after a build, on Linux: does the jobs of the counter on a phone, with and without JavaScript, counts the presses
// and the typed values of each, and writes them to docs/taps.md with the height of the booking form. Fails when a job takes more
// than asked. Another job is another entry of JOBS.
import { writeFileSync } from "node:fs";
import pg from "pg";
import { type Browser, chromium, type Locator, type Page } from "playwright";
import { ZONAS } from "../../app/content/estudio";
import { studioDay } from "../../app/format/dates";
import { addDays, weekday } from "../../app/format/days.server";
import { studioClock } from "../../app/format/zone.server";
import { startPostgres } from "../../server/postgres/embedded-postgres";
import { findChromium } from "../chromium";
import { cleanUp, type Data, makeData, type Studio, startStudio } from "./studio";

const PHONE = { width: 390, height: 844 };
const MAX_HEIGHT = 1270;

// Where it is earliest: a client who walks in finds a free hour today whenever this runs.
const now = new Date();
const ZONA = Object.keys(ZONAS).toSorted((one, other) => studioClock(now, one).localeCompare(studioClock(now, other)))[0] ?? "";
const TODAY = studioDay(now, ZONA);
const TOMORROW = addDays(TODAY, 1);

/** What the jobs are about: a regular client, two appointments to move with their days, and one to complete and its client. */
type Facts = {
  cliente: string;
  telefono: string;
  citas: { id: string; dia: string }[];
  visitante: string;
  atendida: string;
};

/** Presses and types on a page, and counts both. */
class Thumb {
  taps = 0;
  values = 0;

  constructor(
    readonly page: Page,
    private readonly hasScripts: boolean,
  ) {}

  async tap(target: Locator): Promise<void> {
    this.taps++;
    await target.waitFor();
    // Without scripts nothing would ever wake this wait.
    if (this.hasScripts) await isReady(this.page);
    await target.click();
  }

  async type(target: Locator, value: string): Promise<void> {
    this.values++;
    await target.fill(value);
  }
}

type Job = {
  name: string;
  /** The most taps and values that it may take. */
  asked: [taps: number, values: number];
  /** The page that it begins on. */
  from: (facts: Facts) => string;
  /** What is done on that page before the count begins. */
  before?: (page: Page) => Promise<void>;
  run: (thumb: Thumb, facts: Facts) => Promise<void>;
};

const AGENDA = `/admin/citas?vista=dia&dia=${TOMORROW}`;

const JOBS: Job[] = [
  {
    name: "Known client by telephone, from a gap of the day",
    asked: [4, 1],
    from: () => AGENDA,
    run: async (thumb, { telefono, cliente }) => {
      await thumb.tap(link(thumb.page, /^Agendar a las? /));
      await findClient(thumb, telefono);
      await bookFirstHour(thumb, cliente);
    },
  },
  {
    name: "Known client, from the list",
    asked: [4, 1],
    from: () => "/admin/citas",
    run: async (thumb, { telefono, cliente }) => {
      await thumb.tap(link(thumb.page, "Nueva Cita"));
      await findClient(thumb, telefono);
      await bookFirstHour(thumb, cliente);
    },
  },
  {
    name: "New client",
    asked: [4, 2],
    from: () => AGENDA,
    run: async (thumb) => {
      const { page } = thumb;
      await thumb.tap(link(page, /^Agendar a las? /));
      await thumb.type(page.getByLabel("Teléfono o nombre"), "55 0000 9999");
      await thumb.tap(button(page, "Buscar"));
      await thumb.type(page.getByLabel("Nombre de la clienta"), "Clienta Nueva");
      await bookFirstHour(thumb, "Clienta Nueva");
    },
  },
  {
    name: "Walk-in, now",
    asked: [3, 1],
    from: () => "/admin/citas",
    run: async (thumb) => {
      await thumb.tap(link(thumb.page, "Llegó sin cita"));
      await thumb.type(thumb.page.getByLabel("Nombre o teléfono"), "Clienta de Paso");
      await bookFirstHour(thumb, "Clienta de Paso");
    },
  },
  {
    name: "Move, same specialist",
    asked: [3, 0],
    from: ({ citas: [cita] }) => agendaOf(cita),
    run: (thumb, { citas: [cita] }) => move(thumb, cita),
  },
  {
    name: "Move, and tell her",
    asked: [4, 0],
    from: ({ citas: [, cita] }) => agendaOf(cita),
    run: async (thumb, { citas: [, cita] }) => {
      await move(thumb, cita);
      await thumb.tap(button(thumb.page, "Avisar por WhatsApp"));
      await link(thumb.page, "Abrir en WhatsApp").waitFor();
    },
  },
  {
    name: "Next visit, when she pays",
    asked: [1, 0],
    from: ({ atendida }) => `/admin/citas/${atendida}/completar`,
    before: async (page) => {
      await button(page, "Completar").click();
      await page.getByRole("heading", { name: "Próxima visita" }).waitFor();
    },
    run: async (thumb, { visitante }) => pressHour(thumb, visitante),
  },
];

const button = (page: Page, name: string | RegExp) => page.getByRole("button", { name }).first();
const link = (page: Page, name: string | RegExp) => page.getByRole("link", { name }).filter({ visible: true }).first();
const flash = (page: Page) => page.getByRole("main").getByRole("status").first();

type Cita = Facts["citas"][number] | undefined;

const agendaOf = (cita: Cita) => `/admin/citas?vista=dia&dia=${cita?.dia}`;

/** Finds a client by her telephone, and waits until the form offers what she usually has. */
async function findClient(thumb: Thumb, telefono: string): Promise<void> {
  await thumb.type(thumb.page.getByLabel("Teléfono o nombre"), telefono);
  await thumb.tap(button(thumb.page, "Buscar"));
  await thumb.page.getByText("Lo de siempre").waitFor();
}

/** Chooses the first service that is offered and the first hour. */
async function bookFirstHour(thumb: Thumb, cliente: string): Promise<void> {
  await thumb.tap(button(thumb.page, / min · /));
  await pressHour(thumb, cliente);
}

/** Presses the first hour, and checks that the appointment is there at that hour and with that client. */
async function pressHour(thumb: Thumb, cliente: string): Promise<void> {
  const { page } = thumb;
  const hour = button(page, / con /);
  const hora = ((await hour.textContent()) ?? "").replace(/ con.*/, "").trim();
  await thumb.tap(hour);
  await flash(page).getByText("Cita creada").waitFor();
  const quedo = (await flash(page).textContent()) ?? "";
  const cita = await link(page, "Ver la cita").getAttribute("href");
  await page.goto(cita ?? "");
  const shown = (await page.getByRole("main").textContent()) ?? "";
  if (!(hora === "Ahora" || quedo.includes(hora)) || !shown.includes(cliente))
    throw new Error(`${hora} for ${cliente} was not booked: ${quedo} ${shown}`);
}

/** Opens an appointment on the agenda and moves it to the first hour of another. */
async function move(thumb: Thumb, cita: Cita): Promise<void> {
  const { page } = thumb;
  await thumb.tap(page.locator(`a[href*="${cita?.id}"]`).filter({ visible: true }).first());
  await thumb.tap(link(page, /^Mover/));
  const hour = button(page, / con /);
  const hora = ((await hour.textContent()) ?? "").replace(/ con.*/, "").trim();
  await thumb.tap(hour);
  await flash(page).getByText("Cita movida").waitFor();
  if (!(await flash(page).textContent())?.includes(hora)) throw new Error(`it did not move to ${hora}`);
}

/** Waits until scripts have taken the page over, and until a form's answer lets the next one through. */
async function isReady(page: Page): Promise<void> {
  await page.waitForFunction(() => !("__remixContext" in window) || history.scrollRestoration === "manual");
  await page.evaluate(() => new Promise((done) => requestAnimationFrame(() => requestAnimationFrame(() => setTimeout(done)))));
}

/** Opens the studio today for as long as it takes, without absences, and chooses what the jobs are about. */
async function prepare({ dataDir, ids }: Data): Promise<Facts> {
  const postgres = await startPostgres(dataDir);
  const client = new pg.Client({ connectionString: postgres.url });
  await client.connect();
  const horario = Array.from({ length: 7 }, (_, day) =>
    day === weekday(TODAY) ? { abre: "00:00", cierra: "23:59" } : { abre: "10:00", cierra: "18:00" },
  );
  await client.query("DELETE FROM ausencias_susa");
  await client.query("UPDATE empleados_susa SET horario = NULL");
  await client.query("UPDATE configuracion_susa SET zona_horaria = $1, horario = $2", [ZONA, JSON.stringify(horario)]);
  const { rows } = await client.query<Facts>(
    `WITH siguiente AS (
        SELECT id, to_char(fecha_hora AT TIME ZONE $2, 'YYYY-MM-DD') AS dia FROM citas_susa
        WHERE fecha_hora > now() + interval '1 day' AND estado IN ('programada', 'confirmada') AND empleado_id IS NOT NULL
        ORDER BY fecha_hora, id LIMIT 2
      ), visitante AS (
        SELECT id, nombre FROM clientes_susa k
        WHERE NOT EXISTS (SELECT FROM citas_susa WHERE cliente_id = k.id AND fecha_hora > now()) ORDER BY nombre, id LIMIT 1
      ), atendida AS (
        INSERT INTO citas_susa (cliente_id, servicio_id, fecha_hora, fin, estado)
        SELECT visitante.id, s.id, now() - interval '1 hour', now(), 'confirmada' FROM visitante, servicios_susa s
        WHERE s.activo AND s.retoque_semanas > 0 ORDER BY s.nombre LIMIT 1 RETURNING id
      )
      SELECT k.nombre AS cliente, k.telefono, (SELECT json_agg(siguiente) FROM siguiente) AS citas,
        visitante.nombre AS visitante, atendida.id AS atendida
      FROM clientes_susa k, visitante, atendida WHERE k.id = $1`,
    [ids.cliente, ZONA],
  );
  await client.end();
  await postgres.stop();
  const [facts] = rows;
  if (!facts) throw new Error("the demo has nothing to try the jobs on");
  return facts;
}

type Count = [taps: number, values: number];

/** Does every job in a browser, and measures the booking form at first and with its hours. */
async function work(browser: Browser, { port, owner }: Studio, facts: Facts, javaScriptEnabled: boolean) {
  const baseURL = `http://127.0.0.1:${port}`;
  const context = await browser.newContext({ baseURL, javaScriptEnabled, viewport: PHONE, locale: "es-MX" });
  await context.addCookies([...owner.cookies].map(([name, value]) => ({ name, value, url: baseURL })));
  const page = await context.newPage();
  const counts: Count[] = [];
  for (const { name, from, before, run } of JOBS) {
    const thumb = new Thumb(page, javaScriptEnabled);
    await page.goto(from(facts));
    await before?.(page);
    await run(thumb, facts).catch((cause: unknown) => {
      throw new Error(`${name}, ${javaScriptEnabled ? "with" : "without"} JavaScript: ${page.url()}`, { cause });
    });
    counts.push([thumb.taps, thumb.values]);
  }
  const height = () => page.locator("dialog").evaluate(({ scrollHeight }) => scrollHeight);
  await page.goto(`/admin/citas/nueva?fecha=${TOMORROW}`);
  const first = await height();
  const thumb = new Thumb(page, javaScriptEnabled);
  await findClient(thumb, facts.telefono);
  await thumb.tap(button(page, / min · /));
  await button(page, / con /).waitFor();
  const heights = [first, await height()];
  await context.close();
  return { counts, heights };
}

const text = ([taps, values]: Count) => `${taps} + ${values}`;

// An interrupted run leaves no server behind.
for (const signal of ["SIGINT", "SIGTERM"] as const) process.once(signal, () => cleanUp().finally(() => process.exit(1)));

const browser = await chromium.launch({ executablePath: findChromium(), args: ["--no-sandbox", "--disable-quic"] });
try {
  const data = await makeData(1);
  const facts = await prepare(data);
  const [withJs, withoutJs] = [
    await work(browser, await startStudio(data), facts, true),
    await work(browser, await startStudio(data), facts, false),
  ];
  const rows = JOBS.map(({ name, asked }, index) => {
    const done = [withJs, withoutJs].map(({ counts }): Count => counts[index] ?? [Number.NaN, Number.NaN]);
    const isTooMuch = done.some(([taps, values]) => !(taps <= asked[0] && values <= asked[1]));
    return { isTooMuch, line: `| ${name} | ${done.map(text).join(" | ")} | ${text(asked)} |` };
  });
  const looks = ["First look", "With the hours of a client who was found"].map((name, index) => {
    const heights = [withJs, withoutJs].map(({ heights }) => heights[index] ?? Number.NaN);
    const isTooMuch = heights.some((height) => !(height <= MAX_HEIGHT));
    return { isTooMuch, line: `| ${name} | ${heights.join(" | ")} | ${MAX_HEIGHT.toLocaleString("en")} |` };
  });
  writeFileSync(
    "docs/taps.md",
    `# Taps

What the jobs of the counter take on a phone of ${PHONE.width} px, written by \`npm run taps\` (\`tests/bench/taps.ts\`), which does each in a
browser, counts, and fails when one takes more than asked. Taps + values: a tap is a press on a link, a button, a radio, a checkbox
or a summary, or Enter, and a native select is two; a value is a typed text, or a picked date or hour. Each begins on the agenda, the
next visit on the page that follows completing the appointment. Telling her ends where her message is ready to be opened in WhatsApp.

| Job | With JavaScript | Without | Asked, at most |
|---|---:|---:|---:|
${rows.map(({ line }) => line).join("\n")}

Height of Nueva Cita in pixels, where a screen has ${PHONE.height}:

| | With JavaScript | Without | Asked, at most |
|---|---:|---:|---:|
${looks.map(({ line }) => line).join("\n")}
`,
  );
  const tooMuch = [...rows, ...looks].filter(({ isTooMuch }) => isTooMuch);
  for (const { line } of tooMuch) console.error(`More than asked: ${line}`);
  process.exitCode = tooMuch.length > 0 ? 1 : 0;
} finally {
  await browser.close();
  await cleanUp();
}
// Connections that are kept open would keep the process.
process.exit();
