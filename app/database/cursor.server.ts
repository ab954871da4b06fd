import pg from "pg";
import { env } from "~/env.server";
import type { Prisma } from "~/generated/client";

const ROWS = 500;

/** What a row says, column by column. */
export type Cells = (string | null)[];

/** How long a cursor may take for one batch of rows, wait for the client that takes them, and stay open as a whole. */
const LIMITS_MS = { batch: 30_000, pause: 360_000, whole: 1_800_000 };

/** The rows of one statement as they all stood at one moment, each as its texts. `read` gives the next ones, none at the end. */
export type Cursor<Row extends Cells> = { read: () => Promise<Row[]>; close: () => void };

/**
 * Opens a cursor over what a statement selects, on a connection that is its own and ends with it: Prisma holds a whole table
 * at once, and a slow reader would hold one of the connections that everybody shares. Throws when nothing can be read.
 */
export async function openCursor<Row extends Cells = Cells>(select: Prisma.Sql): Promise<Cursor<Row>> {
  const client = new pg.Client({
    connectionString: env().DATABASE_URL,
    connectionTimeoutMillis: 15_000,
    query_timeout: LIMITS_MS.batch,
  });
  // What is lost between two batches shows in the next one.
  client.on("error", () => undefined);
  const end = () => {
    clearTimeout(cut);
    // In the middle of a statement this cuts the connection, and with it the transaction.
    client.end().catch(() => undefined);
  };
  const cut = setTimeout(end, LIMITS_MS.whole).unref();
  // As PostgreSQL writes them: an object for each row, and a value for each cell, would be twice the garbage.
  const next = { text: `FETCH ${ROWS} FROM filas`, rowMode: "array" as const, types: { getTypeParser: () => String } };
  const fetch = async () => (await client.query<Row>(next)).rows;
  try {
    await client.connect();
    await client.query(`BEGIN ISOLATION LEVEL REPEATABLE READ READ ONLY;
      SET LOCAL DateStyle = 'ISO'; SET LOCAL cursor_tuple_fraction = 1;
      SET LOCAL idle_in_transaction_session_timeout = ${LIMITS_MS.pause}`);
    await client.query({ text: `DECLARE filas NO SCROLL CURSOR FOR ${select.text}`, values: select.values });
    let first: Row[] | null = await fetch();
    return {
      async read() {
        const rows = first ?? (await fetch());
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
