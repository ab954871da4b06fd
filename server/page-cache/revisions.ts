import { Socket } from "node:net";
import pg from "pg";

/**
 * Two counters that the database advances whenever public pages would change: `publica` (catalogue, settings) and `agenda`
 * (appointments). Compare them for equality only.
 */
export type Revisions = { publica: string; agenda: string };

export type RevisionReader = {
  /** The revisions, read after this call; null if the database does not answer in time. Never throws. */
  read: () => Promise<Revisions | null>;
  /** Whether the last read failed or timed out, and no connection has succeeded since. */
  isDatabaseUnavailable: () => boolean;
  close: () => Promise<void>;
};

const QUERY = {
  // With a name, the driver makes it a prepared statement.
  name: "revisiones",
  text: `SELECT sum(revision) FILTER (WHERE tema = 'publica')::text AS publica,
    sum(revision) FILTER (WHERE tema = 'agenda')::text AS agenda FROM revisiones_susa`,
};

// Short, so that a visitor gets the fallback copy within a second.
const READ_TIMEOUT_MS = 700;
const CONNECTION_TIMEOUT_MS = 3_000;
const MAX_RETRY_DELAY_MS = 1_000;

type Connection = { client: pg.Client; socket: Socket };

/**
 * Reads the revisions over a dedicated connection, opened at the first read and reopened until it succeeds. Concurrent calls
 * are batched: calls in the same tick share a query, and calls during a query share the next one, so each gets a value
 * younger than the call.
 */
export function revisionReader(
  url: string,
  log: (sentence: string) => void = console.warn,
  readTimeoutMs = READ_TIMEOUT_MS,
): RevisionReader {
  let isUnavailable = false;
  let isClosed = false;
  let active: Connection | undefined;
  let currentRead: Promise<Revisions | null> | undefined;
  let nextRead: Promise<Revisions | null> | undefined;
  let connecting: Promise<Connection> | undefined;

  function setUnavailable(value: boolean): void {
    if (isUnavailable === value || isClosed) return;
    isUnavailable = value;
    log(
      isUnavailable
        ? "La base de datos no contesta: las páginas públicas se sirven de su última copia."
        : "La base de datos contesta otra vez.",
    );
  }

  async function connectWithRetry(): Promise<Connection> {
    for (let delay = 50; !isClosed; delay = Math.min(MAX_RETRY_DELAY_MS, delay * 2)) {
      const connection = createConnection(url);
      const timeout = setTimeout(() => connection.socket.destroy(), CONNECTION_TIMEOUT_MS);
      try {
        await connection.client.connect();
        await connection.client.query(QUERY);
        connection.client.once("end", () => replace(connection));
        active = connection;
        setUnavailable(false);
        return connection;
      } catch {
        connection.socket.destroy();
        await new Promise((resolve) => setTimeout(resolve, delay).unref());
      } finally {
        clearTimeout(timeout);
      }
    }
    throw new Error("The reader is closed.");
  }

  function replace(connection: Connection): void {
    if (active !== connection) return;
    active = undefined;
    connection.socket.destroy();
    startConnecting();
  }

  function startConnecting(): Promise<Connection> {
    connecting = connectWithRetry();
    connecting.catch(() => undefined);
    return connecting;
  }

  async function queryRevisions(): Promise<Revisions> {
    for (;;) {
      const connection = active ?? (await (connecting ?? startConnecting()));
      try {
        const [revisions] = (await connection.client.query<Revisions>(QUERY)).rows;
        if (!revisions) throw new Error("The query has one row.");
        setUnavailable(false);
        return revisions;
      } catch {
        replace(connection);
      }
    }
  }

  async function queryWithTimeout(): Promise<Revisions | null> {
    let timer: NodeJS.Timeout | undefined;
    const timeout = new Promise<null>((resolve) => {
      // If the event loop was blocked past the timeout, the answer may already be in the socket: let it be read first.
      timer = setTimeout(() => setImmediate(() => setImmediate(resolve, null)), readTimeoutMs);
    });
    const revisions = await Promise.race([queryRevisions().catch(() => null), timeout]);
    clearTimeout(timer);
    if (revisions === null) {
      setUnavailable(true);
      const silent = active;
      // The answer may still come; a connection that stays silent for longer is replaced.
      setTimeout(() => isUnavailable && silent && replace(silent), CONNECTION_TIMEOUT_MS).unref();
    }
    return revisions;
  }

  function startRead(): Promise<Revisions | null> {
    const read = queryWithTimeout();
    currentRead = read;
    void read.then(() => {
      if (currentRead === read) currentRead = undefined;
    });
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
      await active?.client.end().catch(() => undefined);
      await connecting?.then(({ client }) => client.end()).catch(() => undefined);
    },
  };
}

const endOfTick = () => new Promise<unknown>((resolve) => setImmediate(resolve));

function createConnection(url: string): Connection {
  const socket = new Socket();
  const client = new pg.Client({
    connectionString: url,
    keepAlive: true,
    stream: () => socket,
  });
  // Errors are handled by the `end` event that follows them.
  client.on("error", () => undefined);
  return { client, socket };
}
