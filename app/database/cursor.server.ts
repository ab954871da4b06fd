import { env } from "~/env.server";
import type { Prisma } from "~/generated/client";
import { PostgresClient } from "./postgres-client.server";
import { CURSOR_BATCH_MS, CURSOR_MS, CURSOR_PAUSE_MS, OWN_CONNECTION_MS } from "./timeouts.server";

const ROWS = 500;

/** The columns of a row, as text. */
export type Cells = (string | null)[];

/** The rows of one statement from one snapshot. `read` gives the next batch, empty at the end. */
export type Cursor<Row extends Cells> = { read: () => Promise<Row[]>; close: () => void };

/**
 * Opens a cursor over a SELECT on its own connection: Prisma would load a whole table into memory, and a slow reader would keep
 * one of the pool's connections. Throws when nothing can be read.
 */
export async function openCursor<Row extends Cells = Cells>(select: Prisma.Sql): Promise<Cursor<Row>> {
  const client = new PostgresClient({
    connectionString: env().DATABASE_URL,
    connectionTimeoutMillis: OWN_CONNECTION_MS,
    query_timeout: CURSOR_BATCH_MS,
  });
  const end = () => {
    clearTimeout(deadline);
    // In the middle of a statement this cuts the connection, which ends the transaction.
    client.end().catch(() => undefined);
  };
  const deadline = setTimeout(end, CURSOR_MS).unref();
  // Rows as arrays of unparsed texts make half as much garbage as objects with parsed values.
  const fetchNext = { text: `FETCH ${ROWS} FROM filas`, rowMode: "array" as const, types: { getTypeParser: () => String } };
  const fetchBatch = async () => (await client.query<Row>(fetchNext)).rows;
  try {
    await client.connect();
    await client.query(`BEGIN ISOLATION LEVEL REPEATABLE READ READ ONLY;
      SET LOCAL DateStyle = 'ISO'; SET LOCAL cursor_tuple_fraction = 1;
      SET LOCAL idle_in_transaction_session_timeout = ${CURSOR_PAUSE_MS}`);
    await client.query({ text: `DECLARE filas NO SCROLL CURSOR FOR ${select.text}`, values: select.values });
    let first: Row[] | null = await fetchBatch();
    return {
      async read() {
        const rows = first ?? (await fetchBatch());
        first = null;
        return rows;
      },
      close: end,
    };
  } catch (error) {
    end();
    throw error;
  }
}
