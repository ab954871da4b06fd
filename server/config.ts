import { createHmac, randomBytes } from "node:crypto";
import { chmodSync, existsSync, mkdirSync, readFileSync, writeFileSync } from "node:fs";
import { resolve } from "node:path";

export type Config = {
  port: number;
  host: string;
  publicUrl: URL;
  /** Host names that are answered; every other one gets 421. */
  allowedHosts: ReadonlySet<string>;
  /** Whether localhost and IP literals are answered too: only while nobody said which names are ours. */
  allowLocalHosts: boolean;
  dataDir: string;
  databaseUrl: string | undefined;
  trustProxy: number;
};

/** The start stops with this message and nothing else: one sentence that says what to set. */
export class StartError extends Error {}

/**
 * Reads the environment, fills in what may be left out (secrets are made once and kept in DATA_DIR), and leaves the
 * result in `process.env` too, where the application reads SESSION_SECRET, DATA_KEY, DATA_DIR, PUBLIC_URL, SIGNUP,
 * SETUP_CODE and whether the database is the one that comes along (EMBEDDED_POSTGRES).
 * Throws StartError for anything unsafe or unreadable.
 */
export function readConfig(env: NodeJS.ProcessEnv): Config {
  const port = wholeNumber(env, "PORT", 3000, 65535);
  const addressGiven = Boolean(env.PUBLIC_URL);
  const publicUrl = readPublicUrl(env.PUBLIC_URL || `http://localhost:${port}`);
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
  env.SESSION_SECRET ||= keptSecret("SESSION_SECRET", dataDir, databaseUrl);
  env.DATA_KEY ||= keptSecret("DATA_KEY", dataDir, databaseUrl);
  for (const name of ["SESSION_SECRET", "DATA_KEY"]) {
    if ((env[name] ?? "").length < 32) throw new StartError(`${name} debe tener al menos 32 caracteres al azar.`);
  }
  env.PUBLIC_URL = publicUrl.origin;
  env.DATA_DIR = dataDir;
  // The same code in every container of a chain, without storing it anywhere.
  env.SETUP_CODE = createHmac("sha256", env.SESSION_SECRET).update("setup-code").digest("hex").slice(0, 12);

  const named = (env.ALLOWED_HOSTS ?? "")
    .split(",")
    .map((host) => host.trim().toLowerCase())
    .filter(Boolean);
  return {
    port,
    host: env.HOST || "0.0.0.0",
    publicUrl,
    allowedHosts: new Set(named.length > 0 ? named : [publicUrl.hostname]),
    allowLocalHosts: named.length === 0 && !addressGiven,
    dataDir,
    databaseUrl,
    trustProxy: wholeNumber(env, "TRUST_PROXY", 0, 20),
  };
}

function wholeNumber(env: NodeJS.ProcessEnv, name: string, otherwise: number, most: number): number {
  const text = env[name] || String(otherwise);
  if (!/^\d{1,5}$/.test(text) || Number(text) > most) throw new StartError(`${name} debe ser un número entero de 0 a ${most}.`);
  return Number(text);
}

function readPublicUrl(text: string): URL {
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

function keptSecret(name: string, dataDir: string, databaseUrl: string | undefined): string {
  if (databaseUrl !== undefined) {
    throw new StartError(
      `Con DATABASE_URL hay que dar también ${name}: 32 o más caracteres al azar, los mismos en cada servidor.`,
    );
  }
  return keepInFile(dataDir, name.toLowerCase().replace("_", "-"));
}

/** Gives the random secret kept in `dataDir/name` (mode 600), making it the first time. */
export function keepInFile(dataDir: string, name: string): string {
  const file = resolve(dataDir, name);
  try {
    mkdirSync(dataDir, { recursive: true });
    // "wx" so that two servers starting together agree on one secret.
    if (!existsSync(file)) writeFileSync(file, randomBytes(32).toString("base64url"), { flag: "wx", mode: 0o600 });
  } catch {
    if (!existsSync(file)) {
      throw new StartError(`No se puede escribir en ${dataDir}: da permiso de escritura o elige otra carpeta con DATA_DIR.`);
    }
  }
  chmodSync(file, 0o600);
  return readFileSync(file, "utf8").trim();
}
