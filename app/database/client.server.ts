import { PrismaPg } from "@prisma/adapter-pg";
import { env } from "~/env.server";
import { PrismaClient } from "~/generated/client";
import { PatientPool } from "./connection.server";
import { LONG_TRANSACTION_MS, QUERY_MS, TRANSACTION_MS } from "./timeouts.server";

// Of the connections of a server, one is the page cache's (server/page-cache/revisions.ts).
const { DATABASE_POOL } = env();
const LONG_CONNECTIONS = Math.floor(DATABASE_POOL / 3);

const pool = new PatientPool(DATABASE_POOL - 1 - LONG_CONNECTIONS, QUERY_MS);
const longPool = new PatientPool(LONG_CONNECTIONS, LONG_TRANSACTION_MS);

const createClient = (own: PatientPool, timeout: number) =>
  new PrismaClient({
    adapter: new PrismaPg(own, { disposeExternalPool: true }),
    // The pool limits the wait for a connection.
    transactionOptions: { maxWait: timeout, timeout },
    errorFormat: "minimal",
    omit: {
      cliente: { busqueda: true },
      empleado: { busqueda: true },
      servicio: { busqueda: true },
      imagenServicio: { busqueda: true },
      item: { busqueda: true },
      proveedor: { busqueda: true },
      testimonio: { busqueda: true },
      ingreso: { busqueda: true },
      egreso: { busqueda: true },
    },
  });

/** The database client of pages and forms. Only models import it. */
export const db = createClient(pool, TRANSACTION_MS);

/** The client of what takes long by its nature: imports, merges, the trash, Cuadre, reports. */
export const longDb = createClient(longPool, LONG_TRANSACTION_MS);

/** The client whose queries may take as long as a transaction of `ms`. */
export const clientFor = (ms: number) => (ms > TRANSACTION_MS ? longDb : db);

export type Transaction = Omit<typeof db, "$connect" | "$disconnect" | "$on" | "$transaction" | "$extends">;

/** Runs several reads on one snapshot of the database (REPEATABLE READ), in at most `ms` milliseconds. */
export function inSnapshot<T>(read: (transaction: Transaction) => Promise<T>, ms = TRANSACTION_MS): Promise<T> {
  return clientFor(ms).$transaction(read, { isolationLevel: "RepeatableRead", timeout: ms });
}

/** For the metrics: the connections of each pool in use and idle, and the queries that wait for one. */
export const poolFacts = () =>
  Object.entries({ pages: pool, long: longPool }).map(([name, { totalCount, idleCount, waitingCount }]) => ({
    pool: name,
    used: totalCount - idleCount,
    idle: idleCount,
    waiting: waitingCount,
  }));

/** Whether the database answers pages, or all connections are busy answering. Never throws. */
export async function answers(): Promise<boolean> {
  if (pool.isBusy()) return true;
  return db.$queryRaw`SELECT 1`.then(
    () => true,
    () => false,
  );
}
