import { db } from "~/database/client.server";
import { keyedDigest } from "~/database/digest.server";
import { ipGroups } from "~/format/ip-address";
import { Prisma } from "~/generated/client";
import { MAX_SIGN_INS_PER_ACCOUNT, MAX_SIGN_INS_PER_ADDRESS, SIGN_IN_WINDOW_MS } from "~/limits";

/**
 * Counts a sign-in attempt for its account and its address before the password is checked, so that concurrent attempts are all
 * counted. Gives the seconds to wait when either is over its limit of a window (app/limits.ts), otherwise 0. An attempt without an account (a sign-up) counts for the address only.
 */
export async function countTry(address: string, email?: string): Promise<number> {
  const waits = await Promise.all([
    increment(addressKey(address), MAX_SIGN_INS_PER_ADDRESS),
    ...(email === undefined ? [] : [increment(accountKey(email), MAX_SIGN_INS_PER_ACCOUNT)]),
  ]);
  return Math.max(...waits);
}

/** Undoes the count of a successful attempt, and resets the account's counter. */
export async function forgiveTry(address: string, email?: string): Promise<void> {
  await db.loginTry.updateMany({ where: { key: addressKey(address), tries: { gt: 0 } }, data: { tries: { decrement: 1 } } });
  if (email !== undefined) await db.loginTry.deleteMany({ where: { key: accountKey(email) } });
}

/** Deletes the counters whose window is over. */
export const PURGE_LOGIN_TRIES = "DELETE FROM login_tries_susa WHERE ends_at < now()";

async function increment(key: string, max: number): Promise<number> {
  const endsAt = Prisma.sql`now() + ${SIGN_IN_WINDOW_MS} * interval '1 millisecond'`;
  const [row] = await db.$queryRaw<{ tries: number; wait: number }[]>`
    INSERT INTO login_tries_susa AS t (key, tries, ends_at) VALUES (${key}, 1, ${endsAt})
    ON CONFLICT (key) DO UPDATE SET
      tries = CASE WHEN t.ends_at <= now() THEN 1 ELSE t.tries + 1 END,
      ends_at = CASE WHEN t.ends_at <= now() THEN ${endsAt} ELSE t.ends_at END
    RETURNING tries, ceil(extract(epoch FROM ends_at - now()))::int AS wait`;
  return row && row.tries > max ? Math.max(1, row.wait) : 0;
}

const accountKey = (email: string) => keyedDigest(`cuenta ${email}`);
// A household or provider usually has a whole /64, so an IPv6 address counts by its first four groups.
const addressKey = (address: string) =>
  keyedDigest(`dirección ${ipGroups(address, 4, 4).join(address.includes(":") ? ":" : ".")}`);
