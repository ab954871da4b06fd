import type pg from "pg";
import { ENCRYPTED_COLUMNS, type EncryptedColumn, readEncrypted } from "./encrypted-columns.server";
import { decrypt, encrypt, PRESENT_PREFIX } from "./encryption.server";

// Few, because a stored file may have three megabytes, and because a client is locked until her batch is written.
const BATCH = 20;

type Value = { id: string; text: string };

/** What a change of keys did: the values it encrypted again, and those that neither key opens. */
export type Changed = { written: number; unreadable: number };

/** What one look at every value did; `lost` are those that the application changed meanwhile. */
type Pass = Changed & { lost: number };

/**
 * Encrypts every value again that does not have the present key, in small transactions, until none is left that can be read.
 * May be interrupted and repeated, and the application may go on writing: a value that it changed meanwhile stays as it is and
 * is looked at again.
 */
export async function changeKey(client: pg.Client): Promise<Changed> {
  let written = 0;
  for (;;) {
    const pass: Pass = { written: 0, unreadable: 0, lost: 0 };
    for (const column of ENCRYPTED_COLUMNS) await changeColumn(client, column, pass);
    written += pass.written;
    if (pass.written + pass.lost === 0) return { written, unreadable: pass.unreadable };
  }
}

/** Encrypts the values of a column again and adds what it did to `pass`. */
async function changeColumn(client: pg.Client, place: EncryptedColumn, pass: Pass): Promise<void> {
  const { table, key, column, path } = place;
  const value = readEncrypted(place);
  const assign = path ? `${column} = jsonb_set(${column}, '${path}', to_jsonb($1::text))` : `${column} = $1`;
  // Smaller than every id.
  let last = "00000000-0000-0000-0000-000000000000";
  for (;;) {
    const { rows } = await client.query<Value>(
      `SELECT ${key} AS id, ${value} AS text FROM ${table} WHERE ${value} NOT LIKE $1 AND ${key} > $2 ORDER BY ${key} LIMIT ${BATCH}`,
      [`${PRESENT_PREFIX}%`, last],
    );
    if (rows.length === 0) return;
    last = rows.at(-1)?.id ?? last;
    await client.query("BEGIN");
    // The rows say the same as before: nothing is recorded, and who is editing one of them is not told that it changed.
    await client.query("SET LOCAL susa.keep_version = 'on'; SET LOCAL susa.record = 'off'");
    for (const { id, text } of rows) {
      const again = encryptAgain(text);
      const update = `UPDATE ${table} SET ${assign} WHERE ${key} = $2 AND ${value} = $3`;
      if (again === null) pass.unreadable++;
      else if ((await client.query(update, [again, id, text])).rowCount) pass.written++;
      else pass.lost++;
    }
    await client.query("COMMIT");
  }
}

function encryptAgain(text: string): string | null {
  try {
    return encrypt(decrypt(text));
  } catch {
    return null;
  }
}
