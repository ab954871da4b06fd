import { Socket } from "node:net";
import { PrismaPg } from "@prisma/adapter-pg";
import pg from "pg";
import { env } from "~/env.server";
import { readInUtc, writeInUtc } from "./moments.server";
import { CONNECTION_MS, LOCK_MS, POOL_MS, QUERY_MS } from "./timeouts.server";

/**
 * The driver adapter over a pool of `max` connections: no query waits longer than `ms` for its answer, and timestamps mean the
 * same in every session.
 */
export class TimedPg extends PrismaPg {
  constructor({ max, ms }: { max: number; ms: number }) {
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
      onConnect: (client) => prepareSession(client, ms),
    });
  }

  override async connect() {
    const adapter = inUtc(await super.connect());
    const startTransaction = adapter.startTransaction.bind(adapter);
    adapter.startTransaction = async (level) => inUtc(await startTransaction(level));
    return adapter;
  }
}

/** A socket that closes when the database has not answered the start of the connection in time. */
function socketWithTimeout(): Socket {
  const socket = new Socket();
  const timer = setTimeout(() => socket.destroy(), CONNECTION_MS);
  for (const event of ["data", "close"]) socket.once(event, () => clearTimeout(timer));
  return socket;
}

// Set by a statement, because a pooler drops settings given in the address or the startup message. PostgreSQL itself ends a slow
// statement before the driver does, so that the connection stays. random_page_cost: the default assumes a spinning disk and
// prefers a full scan to an index.
async function prepareSession(client: pg.ClientBase, ms: number): Promise<void> {
  // Looked up at each call, because tests replace it to count queries.
  const query = (...[statement, ...rest]: unknown[]) =>
    Reflect.apply(pg.Client.prototype.query, client, [readInUtc(statement), ...rest]);
  Object.assign(client, { query });
  await client.query(
    `SET DateStyle = 'ISO'; SET statement_timeout = ${ms - 200}; SET lock_timeout = ${ms > QUERY_MS ? 0 : LOCK_MS}; SET random_page_cost = 1.1`,
  );
}

function inUtc<Adapter extends Pick<Awaited<ReturnType<PrismaPg["connect"]>>, "queryRaw" | "executeRaw">>(
  adapter: Adapter,
): Adapter {
  const queryRaw = adapter.queryRaw.bind(adapter);
  const executeRaw = adapter.executeRaw.bind(adapter);
  adapter.queryRaw = (query) => queryRaw(writeInUtc(query));
  adapter.executeRaw = (query) => executeRaw(writeInUtc(query));
  return adapter;
}
