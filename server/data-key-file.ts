import { randomBytes } from "node:crypto";
import { closeSync, existsSync, fsyncSync, openSync, readFileSync, renameSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { deriveKey, prefixOf } from "~/database/data-key.server";
import { ENCRYPTED_COLUMNS, readEncrypted } from "~/database/encrypted-columns.server";
import { PostgresClient } from "~/database/postgres-client.server";

// DATA_KEY as a file of DATA_DIR; beside it, until the transaction that changes to it has ended, the new one.
const FILE = "data-key";
const NEW_FILE = "data-key.new";

/** Writes a new key beside the present one, on disk when this returns, and gives it. */
export function writeNewKey(dataDir: string): string {
  const secret = randomBytes(32).toString("base64url");
  writeFileSync(join(dataDir, NEW_FILE), secret, { mode: 0o600, flush: true });
  syncFolder(dataDir);
  return secret;
}

/**
 * Sets the old key of `dataDir` aside, which nothing reads any more, and puts the new one in its place. Gives the name of the
 * file with the old one.
 */
export function adoptNewKey(dataDir: string): string {
  const old = readKey(dataDir, FILE) ?? "";
  const aside = `data-key.${deriveKey(old).fingerprint.slice(0, 8)}`;
  // Written before the other is replaced: at every moment no key is lost, and this can be done again.
  writeFileSync(join(dataDir, aside), old, { mode: 0o600, flush: true });
  renameSync(join(dataDir, NEW_FILE), join(dataDir, FILE));
  syncFolder(dataDir);
  return aside;
}

/**
 * After a change of keys that was interrupted: takes the new key if the database at `url` has its values, because then the
 * transaction was committed. Gives the key in `dataDir`, or undefined when there is no new one.
 */
export async function settleNewKey(dataDir: string, url: string): Promise<string | undefined> {
  const secret = readKey(dataDir, NEW_FILE);
  if (secret === undefined) return undefined;
  const client = new PostgresClient({ connectionString: url });
  await client.connect();
  try {
    const anyValue = ENCRYPTED_COLUMNS.map(
      (place) => `EXISTS (SELECT FROM ${place.table} WHERE ${readEncrypted(place)} LIKE $1)`,
    );
    const { rows } = await client.query<{ is_new: boolean }>(`SELECT ${anyValue.join(" OR ")} AS is_new`, [
      `${prefixOf(deriveKey(secret))}%`,
    ]);
    if (rows[0]?.is_new) adoptNewKey(dataDir);
    return readKey(dataDir, FILE);
  } finally {
    await client.end();
  }
}

function readKey(dataDir: string, name: string): string | undefined {
  const file = join(dataDir, name);
  return existsSync(file) ? readFileSync(file, "utf8").trim() : undefined;
}

// A rename is only on disk once its folder is.
function syncFolder(folder: string): void {
  const handle = openSync(folder, "r");
  fsyncSync(handle);
  closeSync(handle);
}
