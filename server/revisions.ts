import { Socket } from "node:net";
import pg from "pg";

/** How often what public pages show has changed: the catalogue with the studio's facts, and the agenda. Compared, never counted. */
export type Revisions = { publica: string; agenda: string };

export type RevisionReader = {
  /** The revisions as they are after this call, or null while the database does not answer in time. Never throws. */
  read: () => Promise<Revisions | null>;
  /** Whether the database did not answer the last time. */
  isAway: () => boolean;
  close: () => Promise<void>;
};

const QUERY = {
  // A name makes it a prepared statement.
  name: "revisiones",
  text: `SELECT sum(revision) FILTER (WHERE tema = 'publica')::text AS publica,
    sum(revision) FILTER (WHERE tema = 'agenda')::text AS agenda FROM revisiones_susa`,
};

// A kept page is there within a second, whatever the database does.
const DEADLINE_MS = 700;
const HANG_MS = 3_000;
const MAX_PAUSE_MS = 1_000;

type Connection = { client: pg.Client; socket: Socket };

/**
 * Reads the revisions over a connection that does nothing else, made at the first question and again for as long as it takes.
 * Requests that arrive in one turn of the event loop share a question, and those that arrive while one is under way share the
 * next: each gets an answer younger than itself, and the database is asked once for all of them.
 */
export function revisionReader(url: string, log: (sentence: string) => void = console.warn): RevisionReader {
  let away = false;
  let closed = false;
  let live: Connection | undefined;
  let current: Promise<Revisions | null> | undefined;
  let next: Promise<Revisions | null> | undefined;
  let connected: Promise<Connection> | undefined;

  function setAway(value: boolean): void {
    if (away === value || closed) return;
    away = value;
    log(
      away
        ? "La base de datos no contesta: las páginas públicas se sirven de su última copia."
        : "La base de datos contesta otra vez.",
    );
  }

  async function connect(): Promise<Connection> {
    for (let pause = 50; !closed; pause = Math.min(MAX_PAUSE_MS, pause * 2)) {
      const connection = open(url);
      const cut = setTimeout(() => connection.socket.destroy(), HANG_MS);
      try {
        await connection.client.connect();
        await connection.client.query(QUERY);
        connection.client.once("end", () => replace(connection));
        live = connection;
        setAway(false);
        return connection;
      } catch {
        connection.socket.destroy();
        await new Promise((resolve) => setTimeout(resolve, pause).unref());
      } finally {
        clearTimeout(cut);
      }
    }
    throw new Error("The reader is closed.");
  }

  function replace(connection: Connection): void {
    if (live !== connection) return;
    live = undefined;
    connection.socket.destroy();
    begin();
  }

  function begin(): Promise<Connection> {
    connected = connect();
    connected.catch(() => undefined);
    return connected;
  }

  async function ask(): Promise<Revisions> {
    for (;;) {
      const connection = live ?? (await (connected ?? begin()));
      try {
        const [revisions] = (await connection.client.query<Revisions>(QUERY)).rows;
        if (!revisions) throw new Error("The query has one row.");
        setAway(false);
        return revisions;
      } catch {
        replace(connection);
      }
    }
  }

  async function inTime(): Promise<Revisions | null> {
    let timer: NodeJS.Timeout | undefined;
    const late = new Promise<null>((resolve) => {
      // When the event loop was busy for longer than the deadline, the answer may already lie in the socket.
      timer = setTimeout(() => setImmediate(() => setImmediate(resolve, null)), DEADLINE_MS);
    });
    const revisions = await Promise.race([ask().catch(() => null), late]);
    clearTimeout(timer);
    if (revisions === null) {
      setAway(true);
      const silent = live;
      // A connection that says nothing for long is replaced; until then its answer may still come.
      setTimeout(() => away && silent && replace(silent), HANG_MS).unref();
    }
    return revisions;
  }

  function question(): Promise<Revisions | null> {
    const asked = inTime();
    current = asked;
    void asked.then(() => {
      if (current === asked) current = undefined;
    });
    return asked;
  }

  return {
    read() {
      if (away) return Promise.resolve(null);
      next ??= (current ?? endOfTurn()).then(() => {
        next = undefined;
        return away ? null : question();
      });
      return next;
    },
    isAway: () => away,
    async close() {
      closed = true;
      await live?.client.end().catch(() => undefined);
      await connected?.then(({ client }) => client.end()).catch(() => undefined);
    },
  };
}

const endOfTurn = () => new Promise<unknown>((resolve) => setImmediate(resolve));

function open(url: string): Connection {
  const socket = new Socket();
  const client = new pg.Client({
    connectionString: url,
    keepAlive: true,
    stream: () => socket,
  });
  // Its end is what counts.
  client.on("error", () => undefined);
  return { client, socket };
}
