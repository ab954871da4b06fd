import { PrismaClient } from "~/generated/client";
import { WatchedPg } from "./connection.server";
import { BEGIN_MS, STATEMENT_MS, TRANSACTION_MS } from "./timeouts.server";

/** The only database client. Only models import it. */
export const db = new PrismaClient({
  adapter: new WatchedPg(),
  transactionOptions: { maxWait: BEGIN_MS, timeout: TRANSACTION_MS },
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

export type Transaction = Omit<typeof db, "$connect" | "$disconnect" | "$on" | "$transaction" | "$extends">;

/** Runs several reads on one snapshot of the database (REPEATABLE READ), in at most `ms` milliseconds. */
export function inSnapshot<T>(read: (transaction: Transaction) => Promise<T>, ms = TRANSACTION_MS): Promise<T> {
  return db.$transaction(
    async (transaction) => {
      await extendStatementTimeout(transaction, ms);
      return read(transaction);
    },
    { isolationLevel: "RepeatableRead", timeout: ms },
  );
}

/** Raises the statement timeout of a transaction to `ms`, the time its whole transaction has. */
export async function extendStatementTimeout(transaction: Transaction, ms: number): Promise<void> {
  if (ms > STATEMENT_MS) await transaction.$executeRawUnsafe(`SET LOCAL statement_timeout = ${ms}`);
}

/**
 * Checks that a timestamp comes back from the database as it was sent and that PostgreSQL computes the same instant. Gives
 * null, or the sentence that says what to configure.
 */
export async function checkMoments(reader: Pick<Transaction, "$queryRaw"> = db): Promise<string | null> {
  const instant = new Date("2026-07-01T05:30:00.123Z");
  const [row] = await reader.$queryRaw<{ back: Date; computed: string }[]>`
    SELECT ${instant}::timestamptz AS back, (extract(epoch FROM ${instant}::timestamptz) * 1000)::bigint::text AS computed`;
  if (row?.back.getTime() === instant.getTime() && row.computed === String(instant.getTime())) return null;
  return "La base de datos devuelve otra hora que la que se guarda: quita de DATABASE_URL lo que cambie DateStyle o TimeZone, o conéctate sin intermediarios.";
}
