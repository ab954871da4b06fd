import { existsSync, readFileSync, realpathSync } from "node:fs";
import { join } from "node:path";
import pg from "pg";
import { settingsSchema } from "~/env.server";
import { type Config, loadEnvFile, readConfig } from "../config";
import { readOrCreateSecret } from "../secret-file";
import { StartError } from "../start-error";
import { connect } from "./client";
import { connectWhile } from "./connect";
import { FolderInUse } from "./data-folder";
import { startPostgres } from "./embedded-postgres";
import { programUrl, superuserUrl } from "./roles";
import { isPostmasterOf } from "./stop-orphan";

const CONNECT_TIMEOUT_MS = 10_000;

/** The database of a command, with the configuration it was found by. */
export type OpenDatabase = {
  config: Config;
  url: string;
  /** Connects as the role that may create databases, if any may. */
  adminUrl: string;
  /** Stops the embedded database if this command started it. */
  stop: () => Promise<void>;
};

/**
 * Gives a command the database of the studio, also while a server is running, and sets DATABASE_URL to it: the embedded one of a
 * running server is shared, and otherwise started. Throws StartError where there is none: a command creates no database.
 */
export async function openDatabase(env: NodeJS.ProcessEnv): Promise<OpenDatabase> {
  loadEnvFile();
  const settings = settingsSchema.safeParse(env).data;
  // Before readConfig, which makes new secrets in a folder without any.
  if (settings && !settings.DATABASE_URL && !env.DATABASE_URL_FILE && !existsSync(join(settings.DATA_DIR, "postgres")))
    throw new StartError(`No hay base de datos en ${settings.DATA_DIR}: revisa DATA_DIR o da DATABASE_URL.`);
  const config = readConfig(env);
  const { databaseUrl: url, dataDir } = config;
  const database = url === undefined ? await openEmbedded(dataDir) : { url, adminUrl: url, stop: async () => undefined };
  env.DATABASE_URL = database.url;
  return { config, ...database };
}

async function openEmbedded(dataDir: string): Promise<Omit<OpenDatabase, "config">> {
  try {
    return await startPostgres(dataDir);
  } catch (error) {
    if (!(error instanceof FolderInUse)) throw error;
  }
  const folder = join(realpathSync(dataDir), "postgres");
  const [pid, , , port] = readFileSync(join(folder, "postmaster.pid"), "utf8").split("\n");
  const password = readOrCreateSecret(dataDir, "postgres-password");
  const url = programUrl(password, Number(port));
  const client = await connectWhile(url, () => isPostmasterOf(Number(pid), folder), CONNECT_TIMEOUT_MS);
  if (!(client instanceof pg.Client))
    throw new StartError(`La base de datos de ${folder} no responde: espera un momento y vuelve a intentarlo.`);
  await client.end();
  return { url, adminUrl: superuserUrl(password, Number(port)), stop: async () => undefined };
}

/** Throws StartError while the database at `url` has no tables, which the server makes when it starts. */
export async function requireTables(url: string): Promise<void> {
  const client = await connect(url);
  const { rows } = await client.query("SELECT FROM pg_class WHERE oid = to_regclass('cuentas_susa')").finally(() => client.end());
  if (rows.length === 0) throw new StartError("La base de datos todavía no tiene tablas: arranca primero el servidor.");
}
