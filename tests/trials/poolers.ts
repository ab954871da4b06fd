import { setTimeout as sleep } from "node:timers/promises";
import { Visitor } from "../support/browser";
import { compareIncomes, startCrowd } from "../support/crowd";
import { freePort } from "../support/port";
import { eventually, query } from "../support/program";
import { sharedPostgres, startListening, urlOf, writeConfig } from "./programs";
import {
  at,
  countOk,
  countSaved,
  demoStudio,
  type Env,
  isRefused,
  type Result,
  repeat,
  type Server,
  signUp,
  startServer,
  statusOf,
  type Trials,
  tryServer,
} from "./studio";

/** Puts a PgBouncer before the shared PostgreSQL, with its defaults (20 connections for each database), and the demo behind it. */
async function pooledStudio(mode: "session" | "transaction") {
  const [port, { port: postgresPort }, studio] = [await freePort(), await sharedPostgres(), await demoStudio()];
  const config = `[databases]
* = host=127.0.0.1 port=${postgresPort} user=susa
[pgbouncer]
listen_addr = 127.0.0.1
listen_port = ${port}
unix_socket_dir =
auth_type = any
pool_mode = ${mode}
`;
  const begin = () => startListening("pgbouncer", port, ["-q", file]);
  const file = writeConfig("pgbouncer.ini", config);
  let pooler = await begin();
  /** Kills the pooler, does `meanwhile` without it, and starts it again. */
  const restart = async (meanwhile: () => Promise<void>) => {
    pooler.kill("SIGKILL");
    await pooler.exited;
    await meanwhile();
    pooler = await begin();
  };
  const env: Env = { DATABASE_URL: `postgresql://susa@127.0.0.1:${port}/${studio.database}`, DATA_DIR: studio.dataDir };
  return { env, database: studio.database, restart };
}

/** The owner at each of the servers, signed up at the first. */
async function visitorsOf(servers: Server[]) {
  const owner = await signUp(servers[0]?.port ?? 0);
  return servers.map(({ port }) => at(port, owner));
}

/** Twenty lists for each of three servers at once, then twelve forms. */
async function takesRush(env: Env, database: string): Promise<Result> {
  const servers = [await startServer(env), await startServer(env), await startServer(env)];
  const visitors = await visitorsOf(servers);
  const lists = await countOk(visitors, "/admin/clientes", 60);
  const saved = await countSaved(visitors, await urlOf(database), 12);
  return [lists === 60 && saved === 12, `${lists} of 60 lists at once, ${saved} of 12 forms saved once`];
}

const EDITS = 34;

/** Edits a price again and again, and reads it on three servers as soon as the answer is there. */
async function countOldPrices(servers: Server[], database: string): Promise<Result> {
  const visitors = await visitorsOf(servers);
  const service = "SELECT id FROM servicios_susa WHERE activo ORDER BY nombre LIMIT 1";
  const [row] = await query(await urlOf(database), service);
  const load = Array.from({ length: 6 }, (_, n) =>
    repeat(10, (round) => statusOf(new Visitor(servers[n % 3]?.port ?? 0).get(round % 2 ? "/precios" : "/"))),
  );
  await sleep(4_000);
  let [reads, old] = [0, 0];
  for (let edit = 0; edit < EDITS; edit++) {
    const price = 7_000 + edit;
    const saved = await visitors[0]?.submit(`/admin/servicios/${row?.id}`, { precio: String(price) });
    if (saved?.status !== 303) return [false, `the price was not saved: ${saved?.status}`];
    const shown = `$${price.toLocaleString("es-MX")}`;
    const pages = await Promise.all(servers.map(({ port }) => new Visitor(port).get("/precios")));
    reads += pages.length;
    old += pages.filter(({ html }) => !html.includes(shown)).length;
  }
  await Promise.all(load.map(({ stop }) => stop()));
  return [old === 0 && reads > 100, `${old} of ${reads} reads after an edit are old`];
}

/** Ten outages while four write and four read: the pooler is killed and started again, or the database behind it ends and refuses all connections. */
async function survivesRestarts(): Promise<Result> {
  const { env, database, restart } = await pooledStudio("transaction");
  const { program, port } = await startServer(env);
  const crowd = startCrowd(await signUp(port));
  await new Visitor(port).get("/");
  let kept = 0;
  for (let restarts = 0; restarts < 10; restarts++) {
    const seen = crowd.count();
    await eventually(() => crowd.count() > seen + 20);
    const readKept = async () => {
      kept += (await statusOf(new Visitor(port).get("/"))) === 200 ? 1 : 0;
    };
    if (restarts % 2 === 0) await restart(readKept);
    else await whileRefusing(database, readKept);
    await eventually(async () => (await statusOf(new Visitor(port).get("/salud"))) === 200);
  }
  const acknowledged = await crowd.stop();
  const { lost, doubled } = await compareIncomes(await urlOf(database), acknowledged);
  const isAnswered = [...crowd.answers.keys()].every((answer) => /^(GET 200|POST 303|(GET|POST) 503)$/.test(answer));
  const figure = `${kept} of 10 kept pages, ${acknowledged.length} incomes: ${lost.length} lost, ${doubled.length} doubled; ${JSON.stringify([...crowd.answers])}`;
  return [program.ended === undefined && kept === 10 && isAnswered && lost.length + doubled.length === 0, figure];
}

const RELEASED = 20;

/** Requests that expire while three servers run: each is released once within five minutes, and its hour offered at the next request. */
async function releasesRequests(): Promise<Result> {
  const { env, database } = await pooledStudio("transaction");
  const [url, servers] = [await urlOf(database), await Promise.all([1, 2, 3].map(() => startServer(env)))];
  await query(
    url,
    `UPDATE citas_susa SET apartada_hasta = now() + interval '2 seconds' WHERE id IN (
    SELECT id FROM citas_susa WHERE estado = 'programada' AND fecha_hora BETWEEN now() + interval '1 day' AND now() + interval '12 days'
    ORDER BY fecha_hora LIMIT ${RELEASED})`,
  );
  const [held] = await query(
    url,
    `SELECT servicio_id, empleado_id, count(*) OVER () AS waiting FROM citas_susa
    WHERE apartada_hasta IS NOT NULL AND servicio_id IN (SELECT id FROM servicios_susa WHERE activo) LIMIT 1`,
  );
  const path = `/servicio/${held?.servicio_id}?dias=mas`;
  const visitors = servers.map(({ port }) => new Visitor(port));
  const before = await Promise.all(visitors.map(async (visitor) => (await visitor.get(path)).html));
  const began = Date.now();
  const left = async () =>
    Number((await query(url, "SELECT count(*) AS n FROM citas_susa WHERE apartada_hasta IS NOT NULL"))[0]?.n);
  await eventually(async () => (await left()) === 0, 300_000);
  const seconds = Math.round((Date.now() - began) / 1000);
  const after = await Promise.all(visitors.map(async (visitor) => (await visitor.get(path)).html));
  const renewed = after.filter((html, n) => html !== before[n]).length;
  const [lines] = await query(
    url,
    "SELECT count(*) AS n, count(DISTINCT cita_id) AS citas FROM cambios_cita_susa WHERE accion = 'rechazada'",
  );
  const isOnce = lines?.n === held?.waiting && lines?.n === lines?.citas;
  const figure = `${lines?.n} lines for ${lines?.citas} of ${held?.waiting} requests, after ${seconds} s; ${renewed} of 3 pages renewed`;
  return [isOnce && renewed === 3, figure];
}

async function whileRefusing(database: string, work: () => Promise<void>): Promise<void> {
  const superuser = await urlOf("postgres");
  await query(superuser, `ALTER DATABASE ${database} ALLOW_CONNECTIONS false`);
  await query(superuser, `SELECT pg_terminate_backend(pid) FROM pg_stat_activity WHERE datname = '${database}'`);
  await work();
  await query(superuser, `ALTER DATABASE ${database} ALLOW_CONNECTIONS true`);
}

export const trials: Trials = {
  "transaction mode, ten restarts under load": survivesRestarts,
  "session mode, three servers, a pool of 20": async () => {
    const { env, database } = await pooledStudio("session");
    return takesRush(env, database);
  },
  "session mode, a URL with options": async () => {
    const { env } = await pooledStudio("session");
    return isRefused({ ...env, DATABASE_URL: `${env.DATABASE_URL}?options=-c%20timezone%3DUTC` }, /options|opciones/i);
  },
  "transaction mode, four servers start together": async () => {
    const { env } = await pooledStudio("transaction");
    const [owner] = await visitorsOf([await startServer(env)]);
    if (owner) await countOk([owner], "/admin/clientes", 60);
    const began = Date.now();
    const four = await Promise.all([1, 2, 3, 4].map(() => tryServer(env, 40_000)));
    const ready = four.filter(({ isReady }) => isReady).length;
    return [ready === 4, `${ready} of 4 ready after ${((Date.now() - began) / 1000).toFixed(1)} s`];
  },
  "transaction mode, three servers, prices under load": async () => {
    const { env, database } = await pooledStudio("transaction");
    return countOldPrices([await startServer(env), await startServer(env), await startServer(env)], database);
  },
  "transaction mode, three servers, lists and forms": async () => {
    const { env, database } = await pooledStudio("transaction");
    return takesRush(env, database);
  },
  "transaction mode, three servers release requests": releasesRequests,
  "transaction mode, DateStyle SQL,DMY and a zone": async () => {
    const { env, database } = await pooledStudio("transaction");
    await query(
      await urlOf(database),
      `ALTER DATABASE ${database} SET DateStyle = 'SQL, DMY'`,
      `ALTER DATABASE ${database} SET timezone = 'America/Mexico_City'`,
      "DELETE FROM citas_susa",
    );
    const owner = await signUp((await startServer(env)).port);
    const [{ cliente, servicio } = {}] = await query(
      await urlOf(database),
      "SELECT (SELECT id FROM clientes_susa LIMIT 1) AS cliente, (SELECT id FROM servicios_susa WHERE activo ORDER BY nombre LIMIT 1) AS servicio",
    );
    // A day below 13, which another order of day and month would read as a month.
    const fecha = `${new Date().getFullYear() + 1}-03-04`;
    const form = await owner.get(`/admin/citas/nueva?cliente_id=${cliente}&servicio_id=${servicio}&fecha=${fecha}`);
    const intent = form.all('button[value^="book:"]')[0]?.getAttribute("value") ?? "";
    const answer = await form.submit({ intent });
    const [cita] = await query(
      await urlOf(database),
      "SET DateStyle = 'ISO'",
      "SELECT citas_susa.id, to_char(fecha_hora AT TIME ZONE zona_horaria, 'YYYY-MM-DD HH24:MI') AS moment FROM citas_susa, configuracion_susa",
    );
    const { fecha: day, hora } = (await owner.get(`/admin/citas/${cita?.id}`)).values();
    const pass = answer.status === 303 && day === fecha && `${day} ${hora}` === cita?.moment;
    return [pass, `booked ${fecha} (${intent}), stored ${cita?.moment}, read ${day} ${hora}`];
  },
};
