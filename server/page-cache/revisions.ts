import { PostgresPool } from "~/database/postgres-client.server";
import { log } from "~/log.server";

/**
 * Two counters that the database advances whenever public pages would change: `publica` (catalogue, settings) and `agenda`
 * (appointments). Compare them for equality only.
 */
export type Revisions = { publica: string; agenda: string };

export type RevisionReader = {
  /** The revisions, read after this call; null if the database does not answer in time. Never throws. */
  read: () => Promise<Revisions | null>;
  /** Whether the last read failed or timed out. */
  isDatabaseUnavailable: () => boolean;
  close: () => Promise<void>;
};

const QUERY = `SELECT sum(revision) FILTER (WHERE tema = 'publica')::text AS publica,
  sum(revision) FILTER (WHERE tema = 'agenda')::text AS agenda FROM revisiones_susa`;

// Short, so that a visitor gets the fallback copy within a second.
const READ_TIMEOUT_MS = 700;
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
    const revisions = await pool.query<Revisions>(QUERY).then(
      ({ rows: [row] }) => row ?? null,
      () => null,
    );
    setUnavailable(revisions === null);
    if (revisions === null && !isClosed) setTimeout(query, RETRY_MS).unref();
    return revisions;
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
