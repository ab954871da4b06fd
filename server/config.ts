import { createHmac, randomBytes } from "node:crypto";
import { chmodSync, existsSync, mkdirSync, readFileSync, writeFileSync } from "node:fs";
import { resolve } from "node:path";

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

/** Stops the start. Its message is printed alone: one sentence that says what to set. */
export class StartError extends Error {}

/**
 * Reads the configuration from `env` and fills in the defaults; secrets are generated once and stored in DATA_DIR. Also
 * writes the result to `env`, where the application reads SESSION_SECRET, DATA_KEY, DATA_DIR, PUBLIC_URL, SIGNUP,
 * SETUP_CODE and EMBEDDED_POSTGRES ("si" or empty). Throws StartError if a value is invalid or unsafe.
 */
export function readConfig(env: NodeJS.ProcessEnv): Config {
  const port = readInteger(env, "PORT", 3000, 65535);
  const isPublicUrlSet = Boolean(env.PUBLIC_URL);
  const publicUrl = parsePublicUrl(env.PUBLIC_URL || `http://localhost:${port}`);
  const dataDir = resolve(env.DATA_DIR || "data");
  env.DATA_DIR = dataDir;
  const databaseUrl = env.DATABASE_URL || undefined;
  if (databaseUrl !== undefined && !/^postgres(ql)?:\/\//.test(databaseUrl)) {
    throw new StartError("DATABASE_URL debe empezar con postgresql:// o quedar vacía para usar la base de datos incluida.");
  }
  if (env.CLOUDINARY_URL && !isCloudinaryUrl(env.CLOUDINARY_URL)) {
    throw new StartError(
      "CLOUDINARY_URL debe ser como cloudinary://clave:secreto@nube, o quedar vacía para guardar las imágenes en DATA_DIR.",
    );
  }
  env.EMBEDDED_POSTGRES = databaseUrl === undefined ? "si" : "";
  env.SIGNUP ||= "approval";
  if (!["open", "approval", "closed"].includes(env.SIGNUP)) {
    throw new StartError("SIGNUP debe ser open, approval o closed.");
  }
  env.SESSION_SECRET ||= storedSecret("SESSION_SECRET", dataDir, databaseUrl);
  env.DATA_KEY ||= storedSecret("DATA_KEY", dataDir, databaseUrl);
  for (const name of ["SESSION_SECRET", "DATA_KEY"]) {
    if ((env[name] ?? "").length < 32) throw new StartError(`${name} debe tener al menos 32 caracteres al azar.`);
  }
  env.PUBLIC_URL = publicUrl.origin;
  env.DATA_DIR = dataDir;
  // Derived from the secret, so every container has the same code without storing it.
  env.SETUP_CODE = createHmac("sha256", env.SESSION_SECRET).update("setup-code").digest("hex").slice(0, 12);

  const listedHosts = (env.ALLOWED_HOSTS ?? "")
    .split(",")
    .map((host) => host.trim().toLowerCase())
    .filter(Boolean);
  return {
    port,
    host: env.HOST || "0.0.0.0",
    publicUrl,
    allowedHosts: new Set(listedHosts.length > 0 ? listedHosts : [publicUrl.hostname]),
    allowLocalHosts: listedHosts.length === 0 && !isPublicUrlSet,
    dataDir,
    databaseUrl,
    trustProxy: readInteger(env, "TRUST_PROXY", 0, 20),
  };
}

function readInteger(env: NodeJS.ProcessEnv, name: string, defaultValue: number, max: number): number {
  const text = env[name] || String(defaultValue);
  if (!/^\d{1,5}$/.test(text) || Number(text) > max) throw new StartError(`${name} debe ser un número entero de 0 a ${max}.`);
  return Number(text);
}

function parsePublicUrl(text: string): URL {
  const url = URL.canParse(text) ? new URL(text) : undefined;
  if (!url || !/^https?:$/.test(url.protocol) || url.pathname !== "/" || url.search || url.hash || url.username) {
    throw new StartError("PUBLIC_URL debe ser una dirección como https://mi-estudio.mx, sin ruta.");
  }
  return url;
}

function isCloudinaryUrl(text: string): boolean {
  const url = URL.canParse(text) ? new URL(text) : undefined;
  return url?.protocol === "cloudinary:" && url.username !== "" && url.password !== "" && /^[\w-]+$/.test(url.hostname);
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

/** Returns the random secret stored in `dataDir/name` (mode 600); generates it the first time. */
export function readOrCreateSecret(dataDir: string, name: string): string {
  const file = resolve(dataDir, name);
  try {
    mkdirSync(dataDir, { recursive: true });
    // "wx" fails if the file exists: two servers that start at the same time use the same secret.
    if (!existsSync(file)) writeFileSync(file, randomBytes(32).toString("base64url"), { flag: "wx", mode: 0o600 });
  } catch {
    if (!existsSync(file)) {
      throw new StartError(`No se puede escribir en ${dataDir}: da permiso de escritura o elige otra carpeta con DATA_DIR.`);
    }
  }
  chmodSync(file, 0o600);
  return readFileSync(file, "utf8").trim();
}
