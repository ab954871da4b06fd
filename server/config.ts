import { createHmac } from "node:crypto";
import { existsSync, readFileSync, realpathSync } from "node:fs";
import { basename, dirname, join, resolve, sep } from "node:path";
import { secretsSchema, settingsSchema } from "~/env.server";
import { readOrCreateSecret } from "./secret-file";
import { StartError } from "./start-error";

export type Config = {
  port: number;
  host: string;
  publicUrl: URL;
  /** The host names that are served; every other one gets 421. */
  allowedHosts: ReadonlySet<string>;
  /** Whether localhost and IP addresses are served too: only if neither PUBLIC_URL nor ALLOWED_HOSTS is set. */
  allowLocalHosts: boolean;
  dataDir: string;
  /** Undefined for the embedded PostgreSQL. */
  databaseUrl: string | undefined;
  /** The connections to the database that this server may keep. */
  databasePool: number;
  /** How many proxies are in front. */
  trustProxy: number;
  /** The token for /metrics; undefined if there are no metrics. */
  metricsToken: string | undefined;
};

// What may be given as the path of a file with it (`DATA_KEY_FILE`), as the secrets of containers are.
export const MAY_BE_FILES = [
  "SESSION_SECRET",
  "DATA_KEY",
  "DATA_KEY_PREVIOUS",
  "DATABASE_URL",
  "CLOUDINARY_URL",
  "METRICS_TOKEN",
];

/** Adds the variables of `.env` in the current folder, if there is one, to those that the process was given, which win. */
export function loadEnvFile(): void {
  if (existsSync(".env")) process.loadEnvFile(".env");
}

/**
 * Reads the configuration from `env` and fills in the defaults; secrets are generated once and stored in DATA_DIR. Also writes
 * the result to `env`, where the application reads it (app/env.server.ts). Throws StartError if a value is invalid or unsafe.
 */
export function readConfig(env: NodeJS.ProcessEnv): Config {
  for (const name of MAY_BE_FILES) readFromFile(env, name);
  // The driver verifies the certificate with each of these, unless it is told otherwise, and prints seven lines about the others.
  if (env.DATABASE_URL && !env.DATABASE_URL.includes("uselibpqcompat"))
    env.DATABASE_URL = env.DATABASE_URL.replace(/([?&]sslmode=)(prefer|require|verify-ca)(?=&|$)/, "$1verify-full");
  const read = settingsSchema.safeParse(env);
  if (!read.success) throw new StartError(read.error.issues[0]?.message ?? "");
  const { PORT, HOST, PUBLIC_URL, ALLOWED_HOSTS, DATA_DIR, DATABASE_URL, DATABASE_POOL, SIGNUP, TRUST_PROXY, METRICS_TOKEN } =
    read.data;
  requireUnserved("DATA_DIR", DATA_DIR, ["public"]);
  requireUnserved("BACKUP_DIR", read.data.BACKUP_DIR, ["public", join(DATA_DIR, "uploads")]);
  const publicUrl = new URL(PUBLIC_URL ?? `http://localhost:${PORT}`);
  const SESSION_SECRET = env.SESSION_SECRET || storedSecret("SESSION_SECRET", DATA_DIR, DATABASE_URL);
  Object.assign(env, {
    DATA_DIR,
    SIGNUP,
    PUBLIC_URL: publicUrl.origin,
    SESSION_SECRET,
    DATA_KEY: env.DATA_KEY || storedSecret("DATA_KEY", DATA_DIR, DATABASE_URL),
    EMBEDDED_POSTGRES: DATABASE_URL === undefined ? "si" : "",
    // Derived from the secret, so every container has the same code without storing it.
    SETUP_CODE: createHmac("sha256", SESSION_SECRET).update("setup-code").digest("hex").slice(0, 12),
  });
  const secrets = secretsSchema.safeParse(env);
  if (!secrets.success) throw new StartError(secrets.error.issues[0]?.message ?? "");
  return {
    port: PORT,
    host: HOST,
    publicUrl,
    allowedHosts: new Set(ALLOWED_HOSTS.length > 0 ? ALLOWED_HOSTS : [publicUrl.hostname]),
    allowLocalHosts: ALLOWED_HOSTS.length === 0 && PUBLIC_URL === undefined,
    dataDir: DATA_DIR,
    databaseUrl: DATABASE_URL,
    databasePool: DATABASE_POOL,
    trustProxy: TRUST_PROXY,
    metricsToken: METRICS_TOKEN,
  };
}

/** Throws StartError for a folder below one of those `served`, from which anybody could download its files by their names. */
function requireUnserved(name: string, folder: string | undefined, served: string[]): void {
  if (folder === undefined) return;
  const path = realPath(folder) + sep;
  const found = served.find((parent) => path.startsWith(realPath(parent) + sep));
  if (found) throw new StartError(`${name} está dentro de ${found}, que cualquiera puede descargar: elige una carpeta aparte.`);
}

/** The absolute path of a folder without symbolic links, also of one that does not exist yet. */
function realPath(folder: string): string {
  const path = resolve(folder);
  try {
    return realpathSync(path);
  } catch {
    return dirname(path) === path ? path : join(realPath(dirname(path)), basename(path));
  }
}

function readFromFile(env: NodeJS.ProcessEnv, name: string): void {
  const file = env[`${name}_FILE`];
  if (!file) return;
  if (env[name]) throw new StartError(`Hay dos valores de ${name}: deja solo ${name} o solo ${name}_FILE.`);
  try {
    env[name] = readFileSync(file, "utf8").trim();
    delete env[`${name}_FILE`];
  } catch (error) {
    throw new StartError(`No se puede leer el archivo que dice ${name}_FILE (${(error as NodeJS.ErrnoException).code}).`);
  }
}

function storedSecret(name: string, dataDir: string, databaseUrl: string | undefined): string {
  // Containers that share a database must share their secrets, so these cannot be generated here.
  if (databaseUrl !== undefined) {
    throw new StartError(
      `Con DATABASE_URL hay que dar también ${name}: 32 o más caracteres al azar, los mismos en cada servidor.`,
    );
  }
  return readOrCreateSecret(dataDir, name.toLowerCase().replace("_", "-"));
}
