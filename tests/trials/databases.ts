import { join } from "node:path";
import { query } from "../support/program";
import { createDatabase, newFolder, runAsPostgres, runPostgres, startPostgres, urlOf } from "./programs";
import {
  countOk,
  demoStudio,
  type Env,
  isRefused,
  type Result,
  type Server,
  signUp,
  startServer,
  statusOf,
  type Trials,
  tryServer,
} from "./studio";

const EXTENSIONS = ["unaccent", "btree_gist", "pg_trgm"];

/** As Supabase does: the extensions have a schema of their own, and only sometimes the search path has it. */
async function startsWithOwnSchema(setting?: (database: string) => string): Promise<Result> {
  const database = await createDatabase();
  const create = EXTENSIONS.map((name) => `CREATE EXTENSION ${name} SCHEMA extensions`);
  await query(await urlOf(database), "CREATE SCHEMA extensions", "GRANT USAGE ON SCHEMA extensions TO susa", ...create);
  if (setting) await query(await urlOf(database), setting(database));
  const server = await tryServer({ DATABASE_URL: await urlOf(database, "susa") });
  await query(await urlOf(database), "ALTER ROLE susa RESET search_path");
  if (!server.isReady) return [false, server.program.stderr.trim().slice(0, 140)];
  const owner = await signUp(server.port);
  const saved = await owner.submit("/admin/clientes/nuevo", { nombre: "Íñigo Núñez" });
  const found = (await owner.get("/admin/clientes?q=inigo+nunez")).html.includes("Íñigo Núñez");
  return [saved.status === 303 && found, `ready, saved ${saved.status}, ${found ? "found" : "not found"} without accents`];
}

/** A start in the cluster whose role has these limits, undone after it. */
async function withRole(setting: string, undo: string, run: () => Promise<Result>): Promise<Result> {
  const superuser = await urlOf("postgres");
  await query(superuser, `ALTER ROLE susa ${setting}`);
  return run().finally(() => query(superuser, `ALTER ROLE susa ${undo}`));
}

/** With few connections the server either says so in one line, or answers twelve lists at once. */
async function worksWithLimit(limit: number, pool?: number): Promise<Result> {
  const { DATABASE_URL, dataDir } = await demoStudio();
  const env: Env = { DATABASE_URL, DATA_DIR: dataDir, ...(pool ? { DATABASE_POOL: String(pool) } : {}) };
  return withRole(`CONNECTION LIMIT ${limit}`, "CONNECTION LIMIT -1", async () => {
    const server = await tryServer(env, 12_000);
    const isFitting = pool ? limit >= 3 : limit >= 6;
    if (!server.isReady) {
      const lines = server.program.stderr.trim().split("\n");
      return [!isFitting && lines.length === 1 && lines[0] !== "", `not ready: ${lines[0]?.slice(0, 120)}`];
    }
    return answersLists(server).catch((error: Error): Result => [false, `ready, but ${error.message.slice(0, 120)}`]);
  });
}

async function answersLists({ port }: Server): Promise<Result> {
  const owner = await signUp(port);
  const [lists, health] = await Promise.all([countOk([owner], "/admin/clientes", 12), statusOf(owner.send("/salud"))]);
  const dashboard = (await owner.get("/admin")).status;
  const pass = lists === 12 && health === 200 && dashboard === 200;
  return [pass, `ready, ${lists} of 12 lists at once, /salud ${health}, /admin ${dashboard}`];
}

const limits: Trials = Object.fromEntries(
  [1, 2, 3, 4, 6, 8].flatMap((limit): [string, () => Promise<Result>][] => [
    [`role with a limit of ${limit}, DATABASE_POOL not set`, () => worksWithLimit(limit)],
    [`role with a limit of ${limit}, DATABASE_POOL=${limit}`, () => worksWithLimit(limit, limit)],
  ]),
);

/** A certificate for 127.0.0.1 that signs itself, which makes it its own CA. */
function createCertificate(): { certificate: string; settings: Record<string, string> } {
  const folder = newFolder();
  const [certificate, key] = [join(folder, "server.crt"), join(folder, "server.key")];
  const subject = ["-subj", "/CN=127.0.0.1", "-addext", "subjectAltName=IP:127.0.0.1"];
  runAsPostgres("openssl", "req", "-x509", "-nodes", "-days", "2", ...subject, "-keyout", key, "-out", certificate);
  return { certificate, settings: { ssl: "on", ssl_cert_file: certificate, ssl_key_file: key } };
}

/** A PostgreSQL that only answers over TLS, with a database of `susa`. */
async function startTlsPostgres() {
  const { certificate, settings } = createCertificate();
  const postgres = await startPostgres(settings, "hostssl");
  await query(postgres.url("postgres", "postgres"), "CREATE DATABASE estudio OWNER susa");
  return { url: postgres.url("estudio"), certificate };
}

/** A start on the demo studio after `statements` ran in its database. */
async function demoAfter(...statements: ((database: string) => string)[]): Promise<Env> {
  const { database, DATABASE_URL, dataDir } = await demoStudio();
  await query(await urlOf(database), ...statements.map((statement) => statement(database)));
  return { DATABASE_URL, DATA_DIR: dataDir };
}

const insertMigration = (name: string) =>
  `INSERT INTO _prisma_migrations (id, checksum, migration_name, finished_at) VALUES (gen_random_uuid(), repeat('0', 64), '${name}', now())`;

export const trials: Trials = {
  "extensions in their own schema, no search_path": () => startsWithOwnSchema(),
  "extensions in their own schema, search_path of the role": () =>
    startsWithOwnSchema(() => `ALTER ROLE susa SET search_path = "$user", public, extensions`),
  "extensions in their own schema, search_path of the database": () =>
    startsWithOwnSchema((database) => `ALTER DATABASE ${database} SET search_path = "$user", public, extensions`),

  "role without CREATE in public": async () => {
    const database = await createDatabase("OWNER postgres");
    await query(await urlOf(database), ...EXTENSIONS.map((name) => `CREATE EXTENSION ${name}`));
    return isRefused({ DATABASE_URL: await urlOf(database, "susa") }, /permiso|derecho|CREATE|dueñ|propietari/i);
  },
  "read-only database": async () => {
    const database = await createDatabase();
    await query(await urlOf(database), `ALTER DATABASE ${database} SET default_transaction_read_only = on`);
    return isRefused({ DATABASE_URL: await urlOf(database, "susa") }, /lectura/i);
  },
  "a standby": async () => {
    const { database } = await demoStudio();
    const folder = join(newFolder(), "data");
    runAsPostgres("pg_basebackup", "-d", await urlOf("postgres"), "-D", folder, "-R", "-c", "fast");
    const standby = await runPostgres(folder);
    return isRefused({ DATABASE_URL: standby.url(database) }, /lectura/i);
  },
  "wrong password": async () => {
    const DATABASE_URL = await urlOf(await createDatabase(), "con_clave:la%20mala");
    return isRefused({ DATABASE_URL }, /contraseña/i);
  },
  "no such database": async () => isRefused({ DATABASE_URL: await urlOf("ninguna", "susa") }, /existe|hay ninguna/i),

  "TLS required, plain URL": async () => isRefused({ DATABASE_URL: (await startTlsPostgres()).url }, /TLS|SSL|cifrad/i),
  "sslmode=require with an own CA": async () =>
    isRefused({ DATABASE_URL: `${(await startTlsPostgres()).url}?sslmode=require` }, /certificado|sslrootcert/i),
  "sslmode=verify-full with the file of an own CA": async () => {
    const { url, certificate } = await startTlsPostgres();
    const { isReady, program } = await tryServer({ DATABASE_URL: `${url}?sslmode=verify-full&sslrootcert=${certificate}` });
    return [isReady && program.stderr === "", isReady ? "ready" : program.stderr.slice(0, 120)];
  },
  "server without TLS, sslmode=require": async () =>
    isRefused({ DATABASE_URL: `${await urlOf(await createDatabase(), "susa")}?sslmode=require` }, /TLS|SSL|cifrad/i),
  "the file of sslrootcert is missing": async () =>
    isRefused({ DATABASE_URL: `${(await startTlsPostgres()).url}?sslmode=verify-full&sslrootcert=/no/hay.crt` }, /hay\.crt/),

  "database with encoding LATIN1": async () => {
    const database = await createDatabase("OWNER susa ENCODING LATIN1 LOCALE 'C' TEMPLATE template0");
    return isRefused({ DATABASE_URL: await urlOf(database, "susa") }, /UTF-?8/i);
  },
  "statement_timeout of 25 ms on the database": async () => {
    const database = await createDatabase();
    await query(await urlOf(database), `ALTER DATABASE ${database} SET statement_timeout = '25ms'`);
    const { isReady, program } = await tryServer({ DATABASE_URL: await urlOf(database, "susa") }, 20_000);
    return [isReady, isReady ? "ready" : program.stderr.slice(0, 120)];
  },
  "statement_timeout of 25 ms on the role": () =>
    withRole("SET statement_timeout = '25ms'", "RESET statement_timeout", async () => {
      const { isReady, program } = await tryServer({ DATABASE_URL: await urlOf(await createDatabase(), "susa") }, 20_000);
      return [isReady, isReady ? "ready" : program.stderr.slice(0, 120)];
    }),

  "schema newer than the program": async () =>
    isRefused(await demoAfter(() => insertMigration("20990101000000_later")), /versi[oó]n|nuev/i),
  "schema newer, but compatible": async () => {
    const { isReady, program } = await tryServer(await demoAfter(() => insertMigration("20990101000000_later_compatible")));
    return [isReady, isReady ? "ready" : program.stderr.slice(0, 120)];
  },
  "another DATA_KEY than the database's": async () => {
    const { DATABASE_URL, dataDir } = await demoStudio();
    const env = { DATABASE_URL, DATA_DIR: dataDir };
    const first = await startServer(env);
    await (await signUp(first.port)).submit("/admin/clientes/nuevo", { nombre: "Ana", medicina: "Paracetamol" });
    await first.program.stop();
    await (await startServer(env)).program.stop();
    return isRefused({ ...env, DATA_KEY: "una clave que no es la del estudio, también larga" }, /DATA_KEY/);
  },
  ...limits,
};
