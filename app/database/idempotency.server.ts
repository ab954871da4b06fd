import { Prisma } from "~/generated/client";
import { logError } from "~/log.server";
import { allowLong, db, type Transaction } from "./client.server";
import { databaseAnswers } from "./connection.server";
import { AWAY_WRITE_MS, RETRY_WRITE_MS, TRANSACTION_MS } from "./deadlines.server";

/** A form as it came in: the one-use id it was rendered with, and a keyed digest of the values it sends. */
export type FormSeal = { id: string; digest: string };

/** A write that was refused because of what the record is by now; rolls back everything, the token included. */
export class Refusal<Reason extends string> extends Error {
  constructor(readonly reason: Reason) {
    super(reason);
  }
}

/** The database went away and did not come back in time; `isUnknown` when a COMMIT got no answer. Sent again, the form is written once. */
export class DatabaseAway extends Error {
  constructor(readonly isUnknown: boolean) {
    super("the database is away");
  }
}

export type Written<T, Reason extends string> =
  | { outcome: "written"; result: T }
  /** The same form with the same values came before: nothing was done now, and this is what it gave then. */
  | { outcome: "repeated"; result: T }
  /** The form had been used already, with other values: nothing was done. */
  | { outcome: "reused" }
  /** The database refused; logged, nothing was done. */
  | { outcome: "failed" }
  | { outcome: Reason };

/** Whether what a form asked for is done: now, or when the same form came before. */
export function isDone<T, Reason extends string>(
  written: Written<T, Reason>,
): written is Extract<Written<T, Reason>, { result: T }> {
  return written.outcome === "written" || written.outcome === "repeated";
}

// PostgreSQL ends one of those who wait for each other, and a connection may be lost with the answer to its COMMIT. Begun
// again, a write finds what another has done, or that it was done itself.
const MAX_TRIES = { lost: 4, deadlock: 8 };
// Writes that met once would meet again: each waits for another while, twice as long with each try.
const deadlockPause = (tries: number) => 60 * 2 ** tries * Math.random();

/**
 * Runs `write` in a transaction that also uses up the form's token, so that however often a form arrives it writes once.
 * `write` may throw a Refusal, which becomes the outcome, and may run again after a deadlock or a lost connection; `result`
 * must be plain JSON (usually the record's id). Throws only DatabaseAway, what a unique constraint refused, or the one that
 * keeps two appointments apart.
 */
export async function writeOnce<T extends Prisma.InputJsonValue, Reason extends string = never>(
  seal: FormSeal,
  write: (transaction: Transaction) => Promise<T>,
  ms = TRANSACTION_MS,
): Promise<Written<T, Reason>> {
  const begun = Date.now();
  let isLost = false;
  let isUnknown = false;
  for (let tries = 1; ; tries++) {
    let isCommitting = false;
    try {
      return await tryOnce(seal, write, ms, () => {
        isCommitting = true;
      });
    } catch (error) {
      if (error instanceof Refusal) return { outcome: error.reason as Reason };
      if (isTaken(error) || isOverlap(error)) throw error;
      const isAway = isConnectionLost(error);
      isLost ||= isAway;
      isUnknown ||= isAway && isCommitting;
      const passed = Date.now() - begun;
      const max = isAway ? MAX_TRIES.lost : isDeadlock(error) ? MAX_TRIES.deadlock : 0;
      if (tries < max && passed < RETRY_WRITE_MS) {
        await new Promise((resolve) => setTimeout(resolve, isAway ? 400 * tries * Math.random() : deadlockPause(tries)));
        if (await databaseAnswers(AWAY_WRITE_MS - passed)) continue;
      }
      logError("write", error);
      if (isLost) throw new DatabaseAway(isUnknown);
      return { outcome: "failed" };
    }
  }
}

function tryOnce<T extends Prisma.InputJsonValue>(
  seal: FormSeal,
  write: (transaction: Transaction) => Promise<T>,
  ms: number,
  onCommit: () => void,
) {
  return db.$transaction(
    async (transaction): Promise<Written<T, never>> => {
      await allowLong(transaction, ms);
      // A second arrival waits here until the first one's transaction has ended.
      const taken = await transaction.$executeRaw`
        INSERT INTO form_tokens_susa (id, digest, result) VALUES (${seal.id}::uuid, ${seal.digest}, 'null') ON CONFLICT (id) DO NOTHING`;
      if (taken === 0) return usedAs<T>(await transaction.formToken.findUniqueOrThrow({ where: { id: seal.id } }), seal);
      const result = await write(transaction);
      await transaction.formToken.update({ where: { id: seal.id }, data: { result } });
      onCommit();
      return { outcome: "written", result };
    },
    { timeout: ms },
  );
}

/** What became of a form that came before, or null: for a write that takes long before its transaction begins. */
export async function findUse<T extends Prisma.InputJsonValue>(seal: FormSeal): Promise<Written<T, never> | null> {
  const used = await db.formToken.findUnique({ where: { id: seal.id } });
  return used && usedAs<T>(used, seal);
}

function usedAs<T>(used: { digest: string; result: unknown }, seal: FormSeal) {
  return used.digest === seal.digest
    ? ({ outcome: "repeated", result: used.result as T } as const)
    : ({ outcome: "reused" } as const);
}

/** Whether an error says that a unique constraint refused the row: what to make of that, only the caller knows. */
export function isTaken(error: unknown): boolean {
  return error instanceof Prisma.PrismaClientKnownRequestError && error.code === "P2002";
}

/** Whether an error says that a place of the agenda is taken: one specialist, two appointments at a time. */
export function isOverlap(error: unknown): boolean {
  return databaseCode(error) === "23P01";
}

// What a socket, or a name that leads to none, ends with.
const CUT = /^E(CONNREFUSED|CONNRESET|PIPE|TIMEDOUT|HOSTUNREACH|NETUNREACH|AI_AGAIN)$|^ENOTFOUND$/;

/** Whether an error comes from the database or from the way to it, and not from the program. */
export function isDatabaseError(error: unknown): boolean {
  return (
    error instanceof DatabaseAway ||
    isConnectionLost(error) ||
    (error instanceof Error && /^(PrismaClient|DriverAdapterError)/.test(error.name))
  );
}

/** Whether the database could not be reached, was shut down, or went away in the middle: of that its driver speaks, not Prisma. */
function isConnectionLost(error: unknown): boolean {
  if (!(error instanceof Error)) return false;
  const code = databaseCode(error) ?? String((error as { code?: unknown }).code ?? "");
  if (/^(P1|57P)/.test(code) || CUT.test(code)) return true;
  return !(error instanceof Prisma.PrismaClientKnownRequestError) && /\b(connection|connect)\b/i.test(error.message);
}

function isDeadlock(error: unknown): boolean {
  if (error instanceof Prisma.PrismaClientKnownRequestError && error.code === "P2034") return true;
  return databaseCode(error) === "40P01";
}

/**
 * PostgreSQL's own code, as the adapter passes it on: Prisma has none for an exclusion constraint, and of a statement that
 * was written by hand it says P2010, whatever refused it.
 */
function databaseCode(error: unknown): string | undefined {
  if (!(error instanceof Prisma.PrismaClientKnownRequestError)) return undefined;
  const { cause } = (error.meta?.driverAdapterError ?? {}) as { cause?: { originalCode?: string } };
  return cause?.originalCode;
}

/** The foreign key that refused a row, because what it names is gone; null when it was something else. */
export function brokenKey(error: unknown): string | null {
  if (!(error instanceof Prisma.PrismaClientKnownRequestError) || error.code !== "P2003") return null;
  const { cause } = (error.meta?.driverAdapterError ?? {}) as { cause?: { constraint?: { index?: string } } };
  return cause?.constraint?.index ?? null;
}
