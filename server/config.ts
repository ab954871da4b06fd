import { createHmac } from "node:crypto";
import { secretsSchema, settingsSchema } from "~/env.server";
import { storedPreviousKey } from "./data-key-file";
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
  /** How many proxies are in front. */
  trustProxy: number;
};

/**
 * Reads the configuration from `env` and fills in the defaults; secrets are generated once and stored in DATA_DIR. Also writes
 * the result to `env`, where the application reads it (app/env.server.ts). Throws StartError if a value is invalid or unsafe.
 */
export function readConfig(env: NodeJS.ProcessEnv): Config {
  const read = settingsSchema.safeParse(env);
  if (!read.success) throw new StartError(read.error.issues[0]?.message ?? "");
  const { PORT, HOST, PUBLIC_URL, ALLOWED_HOSTS, DATA_DIR, DATABASE_URL, SIGNUP, TRUST_PROXY } = read.data;
  const publicUrl = new URL(PUBLIC_URL ?? `http://localhost:${PORT}`);
  const SESSION_SECRET = env.SESSION_SECRET || storedSecret("SESSION_SECRET", DATA_DIR, DATABASE_URL);
  Object.assign(env, {
    DATA_DIR,
    SIGNUP,
    PUBLIC_URL: publicUrl.origin,
    SESSION_SECRET,
    // The two keys come from the same place.
    DATA_KEY_PREVIOUS: (env.DATA_KEY ? env.DATA_KEY_PREVIOUS : storedPreviousKey(DATA_DIR)) ?? "",
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
    trustProxy: TRUST_PROXY,
  };
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
