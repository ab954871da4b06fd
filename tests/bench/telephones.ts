import { randomUUID } from "node:crypto";
import pg from "pg";
import { startPostgres } from "../../server/postgres/embedded-postgres";
import { copyOf, makeData, median, openStudio } from "./studio";

const EACH = 1_000;

/**
 * Prints how long the site takes to answer a booking with the telephone of a client and with an unknown one, in turns, and whether
 * anything else of the answers differs. Between two of them the appointment is deleted, so that both find the same agenda.
 */
export async function compareTelephones(): Promise<void> {
  const dataDir = copyOf(await makeData(1));
  const postgres = await startPostgres(dataDir);
  const database = new pg.Client({ connectionString: postgres.url });
  await database.connect();
  const known = (n: number) => `222 300 ${String(n).padStart(4, "0")}`;
  const unknown = (n: number) => `222 400 ${String(n).padStart(4, "0")}`;
  await database.query(
    `INSERT INTO clientes_susa (nombre, telefono)
    SELECT 'Clienta ' || n, '+52222300' || lpad(n::text, 4, '0') FROM generate_series(0, ${EACH - 1}) AS n`,
  );
  const studio = await openStudio({ DATA_DIR: dataDir, DATABASE_URL: postgres.url, TRUST_PROXY: "1" });
  const path = await findHour(studio.port);
  let requests = 0;

  async function book(telefono: string) {
    const n = requests++;
    const began = performance.now();
    const response = await fetch(`http://127.0.0.1:${studio.port}${path}`, {
      method: "POST",
      body: new URLSearchParams({ token: randomUUID(), nombre: "Lucía Peña", telefono }),
      headers: { "sec-fetch-site": "same-origin", "x-forwarded-for": `10.${n >> 12}.${(n >> 4) & 255}.${(n & 15) + 1}` },
      redirect: "manual",
    });
    const body = await response.text();
    const ms = performance.now() - began;
    const location = response.headers.get("location") ?? "";
    const shape = [response.status, location.replace(/[\w-]{38}$/, "…"), body.length, [...response.headers.keys()].join()].join(
      " ",
    );
    await database.query("DELETE FROM citas_susa WHERE apartada_hasta IS NOT NULL");
    return { ms, shape };
  }

  await database.query("DELETE FROM citas_susa WHERE apartada_hasta IS NOT NULL");
  for (let n = 0; n < 50; n++) await book(`222 500 ${String(n).padStart(4, "0")}`);
  const times = { known: [] as number[], unknown: [] as number[] };
  const shapes = { known: new Set<string>(), unknown: new Set<string>() };
  for (let n = 0; n < EACH; n++) {
    const both = [["known", known(n)] as const, ["unknown", unknown(n)] as const];
    for (const [kind, telefono] of n % 2 === 0 ? both : both.toReversed()) {
      const { ms, shape } = await book(telefono);
      times[kind].push(ms);
      shapes[kind].add(shape);
    }
  }
  const [one, other] = [median(times.known), median(times.unknown)];
  console.log("| telephone | answers | median |\n|---|---|---|");
  console.log(`| known | ${[...shapes.known].join(", ")} | ${one.toFixed(1)} ms |`);
  console.log(`| unknown | ${[...shapes.unknown].join(", ")} | ${other.toFixed(1)} ms |`);
  console.log(`\nunknown / known: ${(other / one).toFixed(3)}, ${EACH} of each in turns`);
  await studio.stop();
  await database.end();
  await postgres.stop();
}

/** The path of the page that books the first hour of the first service that offers one. */
async function findHour(port: number): Promise<string> {
  const read = async (path: string) => (await fetch(`http://127.0.0.1:${port}${path}`)).text();
  const services = (await read("/precios")).matchAll(/\/servicio\/[0-9a-f-]{36}/g);
  for (const [service] of services) {
    const [path] = /\/reservar\/\w+/.exec(await read(`${service}?dias=mas`)) ?? [];
    if (path) return path;
  }
  throw new Error("no service offers an hour");
}
