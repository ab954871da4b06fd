import { randomBytes } from "node:crypto";
import { chmodSync, existsSync, mkdirSync, readFileSync, writeFileSync } from "node:fs";
import { resolve } from "node:path";
import { StartError } from "./start-error";

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
