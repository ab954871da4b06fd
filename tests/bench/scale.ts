// `npm run bench:scale`, after a build: times the admin pages over the demo and over a hundred times its rows, with sequential
// alternating requests. A report without pass or fail.

import { type ChildProcess, spawn } from "node:child_process";
import { once } from "node:events";
import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import pg from "pg";
import { ESTUDIO } from "~/content/estudio";
import { studioDay } from "~/format/dates";
import { addDays } from "~/format/days.server";
import { migrate } from "../../server/migrate";
import { startPostgres } from "../../server/postgres/embedded-postgres";
import { Visitor } from "../support/browser";
import { freePort } from "../support/port";
import { loadScale } from "./scale-load";

const ROUNDS = 21;
const SECRET = "x".repeat(40);

/** The median times of a page over the demo and over the large studio, in milliseconds. */
export type Figure = { page: string; path: string; demo: number; large: number };

type Studio = { visitor: Visitor; url: string };

/** Lists the pages with their paths in a studio, which differ for the last page of a list. */
async function listPages({ url }: Studio): Promise<[page: string, path: string][]> {
  const client = new pg.Client({ connectionString: url });
  await client.connect();
  const { rows } = await client.query<
    Record<"clientes" | "citas" | "ingresos" | "egresos" | "mes" | "cliente" | "item", string>
  >(`
    SELECT (SELECT ceil(count(*) / 50.0) FROM clientes_susa) AS clientes, (SELECT ceil(count(*) / 16.0) FROM citas_susa) AS citas,
      (SELECT ceil(count(*) / 50.0) FROM ingresos_susa) AS ingresos, (SELECT ceil(count(*) / 50.0) FROM egresos_susa) AS egresos,
      (SELECT cliente_id FROM citas_susa GROUP BY 1 ORDER BY count(*) DESC, 1 LIMIT 1) AS cliente,
      (SELECT id FROM inventario_susa ORDER BY nombre, id LIMIT 1) AS item,
      to_char(now() - interval '3 months', 'YYYY-MM') AS mes`);
  await client.end();
  const { clientes, citas, ingresos, egresos, mes, cliente, item } = rows[0] ?? {};
  const hoy = studioDay(new Date(), ESTUDIO.zona_horaria);
  const middle = (last = "1") => Math.ceil(Number(last) / 2);
  return [
    ["Dashboard", "/admin"],
    ["Citas, hoy", "/admin/citas"],
    ["Citas, próximas", "/admin/citas?cuando=proximas"],
    ["Citas, todas", "/admin/citas?cuando=todas"],
    ["Citas, página de en medio", `/admin/citas?cuando=todas&pagina=${middle(citas)}`],
    ["Citas, última página", `/admin/citas?cuando=todas&pagina=${citas}`],
    ["Citas, canceladas", "/admin/citas?cuando=todas&estado=cancelada"],
    ["Citas, de una clienta", "/admin/citas?cuando=todas&q=jazmin+pena"],
    ["Agenda del día", "/admin/citas?vista=dia"],
    ["Agenda de la semana", `/admin/citas?vista=semana&dia=${addDays(hoy, 7)}`],
    ["Clientes", "/admin/clientes"],
    ["Clientes, página de en medio", `/admin/clientes?pagina=${middle(clientes)}`],
    ["Clientes, última página", `/admin/clientes?pagina=${clientes}`],
    ["Clientes, búsqueda", "/admin/clientes?q=jazmin+pena"],
    ["Clientes, búsqueda de un nombre", "/admin/clientes?q=jazmin"],
    ["Ficha", `/admin/clientes/${cliente}/ficha`],
    ["Inventario", "/admin/inventario"],
    ["Inventario, movimientos", "/admin/inventario?movimientos=si"],
    ["Inventario, movimientos de un item", `/admin/inventario?movimientos=${item}`],
    ["Ingresos", "/admin/ingresos"],
    ["Ingresos, página de en medio", `/admin/ingresos?pagina=${middle(ingresos)}`],
    ["Ingresos, última página", `/admin/ingresos?pagina=${ingresos}`],
    ["Ingresos, un mes", `/admin/ingresos?mes=${mes}`],
    ["Ingresos, con tarjeta", "/admin/ingresos?metodo=tarjeta"],
    ["Ingresos, búsqueda", "/admin/ingresos?q=microblading"],
    ["Egresos", "/admin/egresos"],
    ["Egresos, última página", `/admin/egresos?pagina=${egresos}`],
    ["Egresos, una categoría", "/admin/egresos?categoria=Productos"],
    ["Reporte del mes", "/admin/reportes"],
    ["Reporte de un mes pasado", `/admin/reportes?mes=${mes}`],
    ["Reporte de un año", `/admin/reportes?anio=${hoy.slice(0, 4)}`],
    ["Reporte de cinco años", `/admin/reportes?desde=${addDays(hoy, -1826)}&hasta=${hoy}`],
    ["Cuadre", "/admin/reportes/cuadre"],
    ["Base de Datos", "/admin/configuracion/base-de-datos"],
    ["Nueva Cita", "/admin/citas/nueva"],
    ["Recordatorios", "/admin/citas/recordatorios"],
  ];
}

/** Requests each page from both studios alternately and gives the medians. */
export async function measurePages(demo: Studio, large: Studio, rounds = ROUNDS): Promise<Figure[]> {
  const paths = new Map(await listPages(demo));
  const figures: Figure[] = [];
  for (const [page, path] of await listPages(large)) {
    const times: Record<"demo" | "large", number[]> = { demo: [], large: [] };
    for (let round = -3; round < rounds; round++) {
      for (const [name, studio, address] of [
        ["demo", demo, paths.get(page) ?? path],
        ["large", large, path],
      ] as const) {
        const began = performance.now();
        const { status } = await studio.visitor.send(address);
        if (status !== 200) throw new Error(`${page}: ${address} answered ${status}`);
        if (round >= 0) times[name].push(performance.now() - began);
      }
    }
    figures.push({ page, path, demo: median(times.demo), large: median(times.large) });
  }
  return figures;
}

function median(times: number[]): number {
  return times.sort((a, b) => a - b)[Math.floor(times.length / 2)] ?? 0;
}

/** Formats a row of the report's table. */
export function formatFigure({ page, demo, large }: Figure): string {
  return `| ${page} | ${demo.toFixed(1)} | ${large.toFixed(1)} | ${(large / demo).toFixed(2)} |`;
}

/** Starts the built server over a database and signs in. */
export async function openStudio(url: string, dataDir: string, cwd = "."): Promise<Studio & { end: () => Promise<void> }> {
  const port = await freePort();
  const child: ChildProcess = spawn(process.execPath, ["--enable-source-maps", "build/server.js"], {
    cwd,
    env: {
      PATH: process.env.PATH,
      HOME: process.env.HOME,
      NODE_ENV: "production",
      MALLOC_ARENA_MAX: "1",
      PORT: String(port),
      HOST: "127.0.0.1",
      DATABASE_URL: url,
      DATA_DIR: dataDir,
      SESSION_SECRET: SECRET,
      DATA_KEY: SECRET,
      SIGNUP: "open",
    },
    stdio: ["ignore", "pipe", "inherit"],
  });
  await new Promise<void>((ready, fail) => {
    child.stdout?.on("data", (text: Buffer) => /lista/.test(String(text)) && ready());
    child.once("exit", (code) => fail(new Error(`the server ended with ${code}`)));
  });
  const visitor = new Visitor(port);
  // The first account is the owner, so the owner's pages are measured too.
  const page = await visitor.get("/auth?modo=registro");
  await page.submit({ email: "ana@ejemplo.mx", password: "una contraseña larga" });
  return {
    visitor,
    url,
    end: async () => {
      child.removeAllListeners("exit");
      child.kill("SIGTERM");
      await once(child, "exit");
    },
  };
}

/** Creates both studios, measures them, and removes them. */
export async function runScale(say: (line: string) => void = () => undefined): Promise<Figure[]> {
  const dataDir = mkdtempSync(join(tmpdir(), "susa-escala-"));
  process.env.DATA_KEY = SECRET;
  // Imported after DATA_KEY is set, because the module reads the key when it loads.
  const { loadDemo } = await import("../../prisma/demo");
  const postgres = await startPostgres(dataDir);
  try {
    const make = async (name: string) => {
      const client = new pg.Client({ connectionString: postgres.url });
      await client.connect();
      await client.query(`CREATE DATABASE ${name}`);
      await client.end();
      const url = postgres.url.replace(/\/postgres$/, `/${name}`);
      await migrate(url);
      await loadDemo(url, dataDir);
      return url;
    };
    const [demoUrl, largeUrl] = [await make("demo"), await make("grande")];
    const began = performance.now();
    await loadScale(largeUrl);
    say(`A hundred times the demo, loaded in ${((performance.now() - began) / 1000).toFixed(0)} s.\n`);
    const demo = await openStudio(demoUrl, dataDir);
    const large = await openStudio(largeUrl, dataDir);
    const figures = await measurePages(demo, large);
    await demo.end();
    await large.end();
    return figures;
  } finally {
    await postgres.stop();
    rmSync(dataDir, { recursive: true, force: true });
  }
}

if (process.argv[1] === fileURLToPath(import.meta.url)) {
  const figures = await runScale(console.log);
  console.log(["| Page | Demo, ms | 100 times, ms | Times |", "|---|---:|---:|---:|", ...figures.map(formatFigure)].join("\n"));
}
