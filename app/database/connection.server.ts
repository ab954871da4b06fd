import type { Socket } from "node:net";
import { setTimeout as pause } from "node:timers/promises";
import { PrismaPg } from "@prisma/adapter-pg";
import pg from "pg";
import { env } from "~/env.server";
import { readInUtc, writeInUtc } from "./moments.server";
import {
  CONNECTION_MS,
  LONG_TRANSACTION_MS,
  REACHABILITY_CHECK_MS,
  REACHABILITY_TIMEOUT_MS,
  RETRY_PAUSE_MS,
  STATEMENT_MS,
} from "./timeouts.server";

// A statement that waits for a locked row looks the same as one that waits for a dead database. A separate connection, opened
// only to ask, tells them apart: docs/decisions/0037-timeouts.md.

const connectionString = env().DATABASE_URL ?? "";

const open = new Set<WatchedClient>();
let isChecking = false;
let outage: Promise<void> | null = null;

/** Waits until the database is reachable, at most `ms`; gives whether it is. Resolves at once unless an outage is known. */
export async function isDatabaseReachable(ms: number): Promise<boolean> {
  await Promise.race([outage, pause(Math.max(ms, 1), undefined, { ref: false })]);
  return outage === null;
}

/** Waits for an answer of the database and checks periodically, over another connection, that the database is reachable. */
async function withReachabilityCheck<T>(answer: Promise<T>): Promise<T> {
  const timer = setInterval(checkReachability, REACHABILITY_CHECK_MS);
  try {
    return await answer;
  } finally {
    clearInterval(timer);
  }
}

async function checkReachability(): Promise<void> {
  if (isChecking || outage !== null) return;
  isChecking = true;
  const before = [...open].map((client) => ({ client, read: client.bytesRead }));
  const busy = await listBusyBackends([...open].map(({ backend }) => backend));
  isChecking = false;
  if (busy !== undefined) {
    for (const client of open) client.abandonIfStuck(busy.includes(client.backend));
    return;
  }
  // On a busy machine a new connection can be slow: any answer on another connection shows that the database is up.
  if (before.some(({ client, read }) => client.bytesRead > read)) return;
  console.error("database: no answer");
  outage = waitUntilReachable();
  // All waiting queries fail now. A destroyed connection is never reused, so no query can read the answer to another one.
  for (const client of open) client.abandon();
}

async function waitUntilReachable(): Promise<void> {
  do await pause(RETRY_PAUSE_MS, undefined, { ref: false });
  while ((await listBusyBackends([])) === undefined);
  outage = null;
  console.log("database: answers again");
}

/** Which of these PostgreSQL backends are busy, asked over a new connection; undefined when no answer comes in time. */
async function listBusyBackends(backends: number[]): Promise<number[] | undefined> {
  const client = new pg.Client({ connectionString });
  // Errors after the answer do not matter.
  client.on("error", () => undefined);
  const answer = client
    .connect()
    .then(() => client.query<{ pid: number }>(SELECT_BUSY, [backends]))
    .then(
      ({ rows }) => rows.map(({ pid }) => pid),
      (error) => (isConnectionRejected(error) ? backends : undefined),
    );
  const busy = await Promise.race([answer, waitInSteps(REACHABILITY_TIMEOUT_MS).then(() => undefined)]);
  client.connection.stream.destroy();
  return busy;
}

const SELECT_BUSY = "SELECT pid FROM pg_stat_activity WHERE pid = ANY($1::int[]) AND coalesce(state, '') NOT LIKE 'idle%'";

// An error of PostgreSQL itself (too many connections) is an answer too, unless it is starting or stopping.
function isConnectionRejected(error: { severity?: string; code?: string }): boolean {
  return error.severity !== undefined && !error.code?.startsWith("57P");
}

/** Waits in small steps, so that an answer that arrived while this process was busy is read before the time is over. */
async function waitInSteps(ms: number): Promise<void> {
  const step = 100;
  for (let left = ms; left > 0; left -= step) await pause(step, undefined, { ref: false });
}

/** A connection of the pool; refuses to connect while the database is known to be unreachable. */
class WatchedClient extends pg.Client {
  /** The PostgreSQL backend at the other end; 0 when a pooler in between hides it. */
  backend = 0;
  /** When the query that has no answer yet was sent, or 0. */
  private waitingSince = 0;
  private lastIdleState = "";

  constructor(config?: pg.ClientConfig) {
    super(config);
    const connect = this.connect.bind(this);
    // Looked up at each call, because tests replace it to count queries.
    const query = (...given: unknown[]) => (pg.Client.prototype.query as (...given: unknown[]) => unknown).apply(this, given);
    this.connect = ((done: (error: Error) => void) => {
      if (outage !== null) return void process.nextTick(done, new Error("no connection: the database is unreachable"));
      open.add(this);
      this.once("end", () => open.delete(this));
      connect(done);
    }) as typeof this.connect;
    this.query = ((statement: unknown, ...rest: unknown[]) => {
      this.waitingSince = performance.now();
      return query(readInUtc(statement), ...rest);
    }) as typeof this.query;
    this.on("drain", () => {
      this.waitingSince = 0;
    });
  }

  /**
   * Abandons the connection when it waits for an answer that will not come: its backend was found idle twice without any byte
   * read in between, or the longest time limit has passed.
   */
  abandonIfStuck(isBusy: boolean): void {
    if (this.waitingSince === 0) return;
    if (performance.now() - this.waitingSince > LONG_TRANSACTION_MS) this.abandon();
    if (isBusy || this.backend === 0) return;
    const state = `${this.waitingSince} ${this.bytesRead}`;
    if (this.lastIdleState === state) this.abandon();
    this.lastIdleState = state;
  }

  get bytesRead(): number {
    return (this.connection.stream as Socket).bytesRead;
  }

  abandon(): void {
    this.connection.stream.destroy();
  }
}

/** The driver adapter: timestamps mean the same in every session, and no query waits for a database that is unreachable. */
export class WatchedPg extends PrismaPg {
  constructor() {
    super({
      connectionString,
      max: 10,
      connectionTimeoutMillis: CONNECTION_MS,
      Client: WatchedClient,
      onConnect: prepareSession,
    });
  }

  override async connect() {
    const adapter = watchAdapter(await super.connect());
    const startTransaction = adapter.startTransaction.bind(adapter);
    adapter.startTransaction = async (level) => watchAdapter(await withReachabilityCheck(startTransaction(level)));
    return adapter;
  }
}

// Set by a statement, because a pooler drops settings given in the address or the startup message. random_page_cost: the
// default assumes a spinning disk and prefers a full scan to an index.
async function prepareSession(client: pg.ClientBase): Promise<void> {
  const text = `SET DateStyle = 'ISO'; SET statement_timeout = ${STATEMENT_MS}; SET random_page_cost = 1.1; SELECT pg_backend_pid() AS pid`;
  // Several statements give several results, although the driver's types say one.
  const results = (await client.query(text)) as unknown as pg.QueryResult<{ pid: number }>[];
  const { processID } = client as unknown as { processID: number | null };
  if (client instanceof WatchedClient && results[3]?.rows[0]?.pid === processID) client.backend = processID ?? 0;
}

function watchAdapter<Adapter extends Pick<Awaited<ReturnType<PrismaPg["connect"]>>, "queryRaw" | "executeRaw">>(
  adapter: Adapter,
): Adapter {
  const queryRaw = adapter.queryRaw.bind(adapter);
  const executeRaw = adapter.executeRaw.bind(adapter);
  adapter.queryRaw = (query) => withReachabilityCheck(queryRaw(writeInUtc(query)));
  adapter.executeRaw = (query) => withReachabilityCheck(executeRaw(writeInUtc(query)));
  return adapter;
}
