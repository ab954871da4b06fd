import type pg from "pg";
import { ENCRYPTED_COLUMNS, type EncryptedColumn, readEncrypted } from "./encrypted-columns.server";
import { decrypt, encrypt, keyFingerprints, PRESENT_PREFIX } from "./encryption.server";
import { PostgresClient } from "./postgres-client.server";

// Few, because a stored file may have three megabytes.
const BATCH = 20;

/** What a change of keys did: the values it encrypted again, and those that neither key opens. */
export type Changed = { written: number; unreadable: number };

/**
 * Encrypts every value at `url` again that does not have the present key, in one transaction. No server may be running with the
 * old key: it would go on writing with it. What neither key opens stays as it is; `check` is told how many before the COMMIT, and
 * may throw.
 */
export async function changeKey(url: string, check: (unreadable: number) => void = () => undefined): Promise<Changed> {
  const client = new PostgresClient({ connectionString: url });
  await client.connect();
  try {
    const tables = [...new Set(ENCRYPTED_COLUMNS.map(({ table }) => table))];
    // The rows say the same as before: nothing is recorded, and who is editing one of them is not told that it changed.
    await client.query(`BEGIN; LOCK TABLE ${tables.join(", ")} IN SHARE ROW EXCLUSIVE MODE;
      SET LOCAL susa.keep_version = 'on'; SET LOCAL susa.record = 'off'`);
    const changed: Changed = { written: 0, unreadable: 0 };
    for (const place of ENCRYPTED_COLUMNS) await changeColumn(client, place, changed);
    check(changed.unreadable);
    await client.query("UPDATE instalacion_susa SET llave = $1", [keyFingerprints().present]);
    await client.query("COMMIT");
    return changed;
  } finally {
    // Rolls back what was not committed.
    await client.end();
  }
}

/** Encrypts the values of one place again and counts them in `changed`. */
async function changeColumn(client: pg.Client, place: EncryptedColumn, changed: Changed): Promise<void> {
  const { table, key, column, path } = place;
  const value = readEncrypted(place);
  const assign = path ? `${column} = jsonb_set(${column}, '${path}', to_jsonb($1::text))` : `${column} = $1`;
  // Smaller than every id.
  let last = "00000000-0000-0000-0000-000000000000";
  for (;;) {
    const { rows } = await client.query<{ id: string; text: string }>(
      `SELECT ${key} AS id, ${value} AS text FROM ${table} WHERE ${value} NOT LIKE $1 AND ${key} > $2 ORDER BY ${key} LIMIT ${BATCH}`,
      [`${PRESENT_PREFIX}%`, last],
    );
    if (rows.length === 0) return;
    last = rows.at(-1)?.id ?? last;
    for (const { id, text } of rows) {
      const again = encryptAgain(text);
      if (again === null) changed.unreadable++;
      else changed.written += (await client.query(`UPDATE ${table} SET ${assign} WHERE ${key} = $2`, [again, id])).rowCount ?? 0;
    }
  }
}

function encryptAgain(text: string): string | null {
  try {
    return encrypt(decrypt(text));
  } catch {
    return null;
  }
}
