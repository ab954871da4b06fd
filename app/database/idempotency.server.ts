import { Prisma } from "~/generated/client";
import { logError, logLines } from "~/log.server";
import { type Actor, actAs } from "./actor.server";
import { clientFor, db, type Transaction } from "./client.server";
import { RETRY_DEADLOCK_MS, RETRY_LOCKED_MS, RETRY_LOST_MS, TRANSACTION_MS } from "./timeouts.server";

/**
 * Identifies one submission of a form: the id its page was rendered with, a keyed digest of its values, and who sent it. Null when
 * the form came without one: the write then does nothing and answers `missing_key`.
 */
export type IdempotencyKey = { id: string; digest: string; actor?: Actor } | null;

/**
 * Thrown by a write that the record's current state does not allow: rolls everything back, the key included, and becomes the
 * outcome.
 */
export class WriteRejection<Reason extends string> extends Error {
  constructor(readonly reason: Reason) {
    super(reason);
  }
}

/**
 * The database became unreachable and stayed so; `isUnknown` when a COMMIT got no answer. Sent again, the form is still written
 * once.
 */
export class DatabaseUnavailable extends Error {
  constructor(readonly isUnknown: boolean) {
    super("the database is unavailable");
  }
}

export type WriteResult<T, Reason extends string> =
  | { outcome: "written"; result: T }
  /** The same submission came before: nothing was written now, and this is the result of the first time. */
  | { outcome: "repeated"; result: T }
  /** The key was used before with other values: nothing was written. */
  | { outcome: "reused" }
  /** The database rejected the write, which is logged: nothing was written. */
  | { outcome: "failed" }
  /** A sum or a number is larger than its column holds: nothing was written. */
  | { outcome: "too_large" }
  /** The form came without a key: nothing was written. */
  | { outcome: "missing_key" }
  | { outcome: Reason };

/** Whether the write happened: now, or when the same submission came before. */
export function isOk<T, Reason extends string>(
  written: WriteResult<T, Reason>,
): written is Extract<WriteResult<T, Reason>, { result: T }> {
  return written.outcome === "written" || written.outcome === "repeated";
}

// PostgreSQL aborts one side of a deadlock, and a connection may be lost before the answer to its COMMIT arrives. On a retry the
// write finds the other one's rows, or its own key already used.
function retryLimit(error: unknown): number {
  if (isConnectionLost(error)) return RETRY_LOST_MS;
  if (isLocked(error)) return RETRY_LOCKED_MS;
  // On a busy machine each attempt waits long for PostgreSQL to notice one.
  return isDeadlock(error) ? RETRY_DEADLOCK_MS : 0;
}
// Exponential backoff with jitter, so that two writes that collided do not collide again.
const pause = (tries: number) => new Promise((resolve) => setTimeout(resolve, Math.min(1_000, 60 * 2 ** tries) * Math.random()));

/**
 * Runs `write` in a transaction that also stores the form's key, so that a form writes once however often it arrives. `write`
 * may throw a WriteRejection, which becomes the outcome, and is retried after a deadlock or a lost connection; `result` must be
 * plain JSON (usually the record's id). Throws only DatabaseUnavailable, and violations of a unique or exclusion constraint.
 */
export async function writeOnce<T extends Prisma.InputJsonValue, Reason extends string = never>(
  key: IdempotencyKey,
  write: (transaction: Transaction) => Promise<T>,
  ms = TRANSACTION_MS,
): Promise<WriteResult<T, Reason>> {
  if (!key) return { outcome: "missing_key" };
  const startedAt = Date.now();
  let isLost = false;
  let isUnknown = false;
  for (let tries = 1; ; tries++) {
    let isCommitting = false;
    try {
      const { lines = "", ...written } = await tryOnce(key, write, ms, () => {
        isCommitting = true;
      });
      logLines(lines);
      return written;
    } catch (error) {
      if (error instanceof WriteRejection) return { outcome: error.reason as Reason };
      if (databaseCode(error) === "22003") return { outcome: "too_large" };
      if (isUniqueViolation(error) || isExclusionViolation(error)) throw error;
      const isLostNow = isConnectionLost(error);
      isLost ||= isLostNow;
      isUnknown ||= isLostNow && isCommitting;
      const elapsed = Date.now() - startedAt;
      if (elapsed < retryLimit(error)) {
        await pause(tries);
        continue;
      }
      logError("write", error);
      if (isLost || isLocked(error)) throw new DatabaseUnavailable(isUnknown);
      return { outcome: "failed" };
    }
  }
}

function tryOnce<T extends Prisma.InputJsonValue>(
  key: NonNullable<IdempotencyKey>,
  write: (transaction: Transaction) => Promise<T>,
  ms: number,
  onCommit: () => void,
) {
  return clientFor(ms).$transaction(
    async (transaction): Promise<WriteResult<T, never> & { lines?: string }> => {
      if (key.actor) await actAs(transaction, key.actor);
      // The same key in another transaction waits here until that one has ended.
      const inserted = await transaction.$executeRaw`
        INSERT INTO form_tokens_susa (id, digest, result) VALUES (${key.id}::uuid, ${key.digest}, 'null') ON CONFLICT (id) DO NOTHING`;
      if (inserted === 0)
        return resultOfUsedKey<T>(await transaction.formToken.findUniqueOrThrow({ where: { id: key.id } }), key);
      const result = await write(transaction);
      const [row] = await transaction.$queryRaw<{ lines: string | null }[]>`
        UPDATE form_tokens_susa SET result = ${JSON.stringify(result)}::jsonb WHERE id = ${key.id}::uuid
        RETURNING (
          SELECT string_agg(to_json(linea)::text, E'\\n' ORDER BY orden) FROM bitacora_susa linea
          WHERE created_at >= date_trunc('milliseconds', now()) AND xmin = pg_current_xact_id()::xid
        ) AS lines`;
      onCommit();
      return { outcome: "written", result, lines: row?.lines ?? "" };
    },
    { timeout: ms },
  );
}

/** The result of an earlier submission with this key, or null: lets a repeated write skip expensive preparation. */
export async function findWriteResult<T extends Prisma.InputJsonValue>(
  key: IdempotencyKey,
): Promise<WriteResult<T, never> | null> {
  if (!key) return { outcome: "missing_key" };
  const used = await db.formToken.findUnique({ where: { id: key.id } });
  return used && resultOfUsedKey<T>(used, key);
}

/** Deletes the keys of forms sent more than 30 days ago. */
export const PURGE_FORM_TOKENS = "DELETE FROM form_tokens_susa WHERE created_at < now() - interval '30 days'";

function resultOfUsedKey<T>(used: { digest: string; result: unknown }, key: NonNullable<IdempotencyKey>) {
  return used.digest === key.digest
    ? ({ outcome: "repeated", result: used.result as T } as const)
    : ({ outcome: "reused" } as const);
}

/** Whether a unique constraint rejected the row. */
export function isUniqueViolation(error: unknown): boolean {
  return (error instanceof Prisma.PrismaClientKnownRequestError && error.code === "P2002") || databaseCode(error) === "23505";
}

/** Whether the exclusion constraint of the agenda rejected the row, because a specialist would have two appointments at once. */
export function isExclusionViolation(error: unknown): boolean {
  return databaseCode(error) === "23P01";
}

/** Whether a table or a column of the statement is missing, or may not be read. */
export function isUnreadable(error: unknown): boolean {
  return /^42(P01|703|501)$/.test(databaseCode(error) ?? "");
}

// Error codes of sockets and of name resolution.
const NETWORK_ERRORS = /^E(CONNREFUSED|CONNRESET|PIPE|TIMEDOUT|HOSTUNREACH|NETUNREACH|AI_AGAIN)$|^ENOTFOUND$/;

/** Whether an error comes from the database or the connection to it, and not from this program. */
export function isDatabaseError(error: unknown): boolean {
  return (
    error instanceof DatabaseUnavailable ||
    isConnectionLost(error) ||
    (error instanceof Error && /^(PrismaClient|DriverAdapterError)/.test(error.name))
  );
}

/** Whether the connection failed or was lost: the driver reports that, not Prisma. */
function isConnectionLost(error: unknown): boolean {
  if (!(error instanceof Error)) return false;
  const code = databaseCode(error) ?? String((error as { code?: unknown }).code ?? "");
  if (/^(P1|57P|53300)/.test(code) || NETWORK_ERRORS.test(code)) return true;
  return !(error instanceof Prisma.PrismaClientKnownRequestError) && /\b(connection|connect|read timeout)\b/i.test(error.message);
}

function isDeadlock(error: unknown): boolean {
  if (error instanceof Prisma.PrismaClientKnownRequestError && error.code === "P2034") return true;
  return databaseCode(error) === "40P01";
}

/** Whether another transaction kept a row locked for too long. */
function isLocked(error: unknown): boolean {
  return databaseCode(error) === "55P03";
}

/**
 * PostgreSQL's error code as the adapter passes it on: Prisma has no code for an exclusion constraint, and reports P2010 for
 * any failure of raw SQL.
 */
function databaseCode(error: unknown): string | undefined {
  if (!(error instanceof Prisma.PrismaClientKnownRequestError)) return undefined;
  const { cause } = (error.meta?.driverAdapterError ?? {}) as { cause?: { originalCode?: string } };
  return cause?.originalCode;
}

/** The name of the foreign key that rejected a row; null when something else did. */
export function violatedForeignKey(error: unknown): string | null {
  if (!(error instanceof Prisma.PrismaClientKnownRequestError) || error.code !== "P2003") return null;
  const { cause } = (error.meta?.driverAdapterError ?? {}) as { cause?: { constraint?: { index?: string } } };
  return cause?.constraint?.index ?? null;
}
