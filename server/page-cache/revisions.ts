import { PostgresPool } from "~/database/postgres-client.server";
import { log } from "~/log.server";

/**
 * Two counters that the database advances whenever public pages would change: `publica` (catalogue, settings) and `agenda`
 * (appointments). Compare them for equality only.
 */
export type Revisions = { publica: string; agenda: string };

export type RevisionReader = {
  /**
   * The revisions, read after this call, with every price in force whose day has come; null if the database does not answer in time.
   * Never throws.
   */
  read: () => Promise<Revisions | null>;
  /** Whether the last read failed or timed out. */
  isDatabaseUnavailable: () => boolean;
  close: () => Promise<void>;
};

const QUERY = `SELECT sum(revision) FILTER (WHERE tema = 'publica')::text AS publica,
  sum(revision) FILTER (WHERE tema = 'agenda')::text AS agenda,
  EXISTS (SELECT FROM precios_susa WHERE desde <= studio_day($1)) AS "isPriceDue" FROM revisiones_susa`;

// Short, so that a visitor gets the fallback copy within a second.
const READ_TIMEOUT_MS = 700;
// Once for each planned day; longer, because somebody may be saving one of the services.
const APPLY_TIMEOUT_MS = 5_000;
const RETRY_MS = 250;

/**
 * Reads the revisions over a connection of its own, so that full pools do not delay public pages. Calls in the same tick share a
 * query, and calls during a query share the next one, so each gets a value younger than the call. During an outage it asks again
 * every `RETRY_MS`, and `read` gives null at once.
 */
export function revisionReader(
  url: string,
  say: (sentence: string) => void = (sentence) => log.warn(sentence),
  readTimeoutMs = READ_TIMEOUT_MS,
): RevisionReader {
  const pool = new PostgresPool({
    connectionString: url,
    max: 1,
    idleTimeoutMillis: 0,
    connectionTimeoutMillis: readTimeoutMs,
    query_timeout: readTimeoutMs,
    keepAlive: true,
  });
  let isUnavailable = false;
  let isClosed = false;
  let currentRead: Promise<Revisions | null> | undefined;
  let nextRead: Promise<Revisions | null> | undefined;

  function setUnavailable(value: boolean): void {
    if (isUnavailable === value || isClosed) return;
    isUnavailable = value;
    say(
      isUnavailable
        ? "La base de datos no contesta: las páginas públicas se sirven de su última copia."
        : "La base de datos contesta otra vez.",
    );
  }

  async function query(): Promise<Revisions | null> {
    const revisions = await readWithPrices().catch(() => null);
    setUnavailable(revisions === null);
    if (revisions === null && !isClosed) setTimeout(query, RETRY_MS).unref();
    return revisions;
  }

  // The one place where planned prices come into force (docs/decisions/0018): before each answer that could show one.
  async function readWithPrices(): Promise<Revisions | null> {
    const now = new Date();
    const read = () => pool.query<Revisions & { isPriceDue: boolean }>(QUERY, [now]);
    let [row] = (await read()).rows;
    if (row?.isPriceDue) {
      const apply = { text: "SELECT apply_precios($1)", values: [now], query_timeout: APPLY_TIMEOUT_MS };
      await pool.query(apply);
      [row] = (await read()).rows;
    }
    return row ? { publica: row.publica, agenda: row.agenda } : null;
  }

  function startRead(): Promise<Revisions | null> {
    const read = query().finally(() => {
      if (currentRead === read) currentRead = undefined;
    });
    currentRead = read;
    return read;
  }

  return {
    read() {
      if (isUnavailable) return Promise.resolve(null);
      nextRead ??= (currentRead ?? endOfTick()).then(() => {
        nextRead = undefined;
        return isUnavailable ? null : startRead();
      });
      return nextRead;
    },
    isDatabaseUnavailable: () => isUnavailable,
    async close() {
      isClosed = true;
      await pool.end();
    },
  };
}

const endOfTick = () => new Promise<unknown>((resolve) => setImmediate(resolve));
