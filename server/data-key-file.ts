import { randomBytes } from "node:crypto";
import { closeSync, existsSync, fsyncSync, openSync, readFileSync, renameSync, writeFileSync } from "node:fs";
import { join } from "node:path";

// DATA_KEY as a file of DATA_DIR, and beside it, while it is being changed, the key that older values still have.
const FILE = "data-key";
const PREVIOUS_FILE = "data-key.previous";

/** The key before the change that is under way in `dataDir`, or undefined. */
export function storedPreviousKey(dataDir: string): string | undefined {
  const file = join(dataDir, PREVIOUS_FILE);
  return existsSync(file) ? readFileSync(file, "utf8").trim() : undefined;
}

/**
 * Puts a new key into `dataDir` and keeps the present one beside it; goes on with a change that was interrupted. At every moment
 * both files are whole, and no key is lost: the old one is written beside first. Gives the two keys.
 */
export function replaceStoredKey(dataDir: string): { present: string; previous: string } {
  const present = readFileSync(join(dataDir, FILE), "utf8").trim();
  const previous = storedPreviousKey(dataDir);
  if (previous !== undefined && previous !== present) return { present, previous };
  const next = randomBytes(32).toString("base64url");
  writeWhole(dataDir, PREVIOUS_FILE, present);
  writeWhole(dataDir, FILE, next);
  return { present: next, previous: present };
}

/** Sets the previous key aside, which nothing reads any more, and gives the name of its file. */
export function setAsidePreviousKey(dataDir: string, fingerprint: string): string {
  const name = `data-key.${fingerprint.slice(0, 8)}`;
  renameSync(join(dataDir, PREVIOUS_FILE), join(dataDir, name));
  syncFolder(dataDir);
  return name;
}

function writeWhole(dataDir: string, name: string, text: string): void {
  const partial = join(dataDir, `${name}.part`);
  writeFileSync(partial, text, { mode: 0o600, flush: true });
  renameSync(partial, join(dataDir, name));
  syncFolder(dataDir);
}

// A rename is only on disk once its folder is.
function syncFolder(folder: string): void {
  const handle = openSync(folder, "r");
  fsyncSync(handle);
  closeSync(handle);
}
