import { Socket } from "node:net";
import { setTimeout as sleep } from "node:timers/promises";
import pg from "pg";
import { env } from "~/env.server";
import { PostgresPool } from "./postgres-client.server";
import { CONNECTION_MS, LOCK_MS, POOL_MS, QUERY_MS } from "./timeouts.server";

/**
 * A pool of at most `max` connections, whose queries wait at most `ms` milliseconds for their answer. While the database accepts
 * no more connections, it waits for one of its own.
 */
export class PatientPool extends PostgresPool {
  constructor(max: number, ms: number) {
    super({
      connectionString: env().DATABASE_URL ?? "",
      max,
      connectionTimeoutMillis: POOL_MS,
      stream: socketWithTimeout,
      query_timeout: ms,
      keepAlive: true,
      // Only in this mode does the driver close the connection of a query that got no answer; otherwise a transaction would be
      // left open on it, and the next one would begin inside.
      pipeline: true,
      onConnect: (client) => setLimits(client, ms),
    });
  }

  /** How many wait after the database refused another connection. */
  private refused = 0;

  /** Whether all connections are busy, and somebody waits for one. */
  isBusy(): boolean {
    return this.totalCount > 0 && this.waitingCount + this.refused > 0;
  }

  override connect(): Promise<pg.PoolClient>;
  override connect(callback: Callback<pg.PoolClient>): void;
  override connect(callback?: Callback<pg.PoolClient>) {
    const connected = this.connectPatiently();
    if (callback)
      connected.then(
        (client) => callback(undefined, client, client.release),
        (error: Error) => callback(error, undefined, () => undefined),
      );
    return connected;
  }

  private async connectPatiently(): Promise<pg.PoolClient> {
    for (const end = Date.now() + POOL_MS; ; ) {
      try {
        return await super.connect();
      } catch (error) {
        if ((error as { code?: string }).code !== TOO_MANY_CONNECTIONS || Date.now() > end) throw error;
        this.refused++;
        // The next attempt first looks for an idle connection of this pool.
        await sleep(RETRY_FULL_MS);
        this.refused--;
      }
    }
  }
}

const TOO_MANY_CONNECTIONS = "53300";
const RETRY_FULL_MS = 50;

/** A socket that closes when the database has not answered the start of the connection in time. */
function socketWithTimeout(): Socket {
  const socket = new Socket();
  const timer = setTimeout(() => socket.destroy(), CONNECTION_MS);
  for (const event of ["data", "close"]) socket.once(event, () => clearTimeout(timer));
  return socket;
}

type Callback<Result> = (error: Error | undefined, result: Result | undefined, done: pg.PoolClient["release"]) => void;
type Query = (statement: unknown, values?: unknown, callback?: (error: Error | null, result?: unknown) => void) => unknown;

/**
 * Sets zone, format and limits at the beginning of each transaction, and puts a statement that comes without one into its own:
 * behind a pooler, what a session sets is lost, or stays for somebody else. The three statements travel together. The adapter
 * reads and writes timestamps without their zone, as if it were UTC. PostgreSQL itself ends a slow statement before the driver
 * does, so that the connection of a transaction stays. random_page_cost: the default assumes a spinning disk and prefers a full scan to an index.
 */
function setLimits(client: pg.ClientBase, ms: number): void {
  const { stream } = (client as pg.Client).connection;
  const begin = `BEGIN; SET LOCAL TimeZone = 'UTC'; SET LOCAL DateStyle = 'ISO'; SET LOCAL statement_timeout = ${ms - 200};
    SET LOCAL lock_timeout = ${ms > QUERY_MS ? 0 : LOCK_MS}; SET LOCAL random_page_cost = 1.1`;
  // Looked up at each call, because tests replace it to count queries.
  const send: Query = (...args) => Reflect.apply(pg.Client.prototype.query, client, args);
  const query: Query = (statement, values, callback) => {
    if ((statement as { text?: string }).text === "BEGIN") return send(begin);
    // The pool alone gives a callback: its statements come without a transaction.
    if (!callback) return send(statement, values);
    let outcome: { error: Error | null; result?: unknown } = { error: null };
    stream.cork();
    send(begin, undefined, (error) => {
      outcome = { error };
    });
    send(statement, values, (error, result) => {
      outcome = { error: outcome.error ?? error, result };
    });
    send("COMMIT", undefined, (error) => callback(outcome.error ?? error, outcome.result));
    return stream.uncork();
  };
  Object.assign(client, { query });
}
