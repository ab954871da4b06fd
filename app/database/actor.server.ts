import type { Transaction } from "./client.server";

/** Who acts: an account, or null for a stranger, and the network of the address the request came from. */
export type Actor = { cuenta_id: string | null; origen: string | null };

/** Tells the database who acts in this transaction: its triggers write the record of who did what (docs/decisions/0050). */
export async function actAs(transaction: Pick<Transaction, "$executeRaw">, { cuenta_id, origen }: Actor): Promise<void> {
  await transaction.$executeRaw`
    SELECT set_config('susa.account', ${cuenta_id ?? ""}, true), set_config('susa.origin', ${origen ?? ""}, true)`;
}

/** Runs a write without a line of the record for each row, because the caller records it as one act. Gives its result. */
export async function withoutLines<T>(transaction: Pick<Transaction, "$executeRaw">, write: () => Promise<T>): Promise<T> {
  await transaction.$executeRaw`SELECT set_config('susa.record', 'off', true)`;
  const result = await write();
  await transaction.$executeRaw`SELECT set_config('susa.record', '', true)`;
  return result;
}
