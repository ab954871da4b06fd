import { db } from "~/database/client.server";
import { keyedDigest } from "~/database/digest.server";

const PER_ACCOUNT = 10;
const PER_ADDRESS = 30;

/**
 * Counts a try to sign in against the account and the address it comes from, before the password is looked at, so that
 * tries sent together are all counted. Gives the seconds to wait when either has had its share of the three minutes
 * (10 per account, 30 per address), otherwise 0. A try without an account (a sign-up) counts for the address alone.
 */
export async function countTry(address: string, email?: string): Promise<number> {
  const waits = await Promise.all([
    hit(addressKey(address), PER_ADDRESS),
    ...(email === undefined ? [] : [hit(accountKey(email), PER_ACCOUNT)]),
  ]);
  return Math.max(...waits);
}

/** Takes a try back: whoever knew the password was not guessing. */
export async function forgiveTry(address: string, email?: string): Promise<void> {
  await db.loginTry.updateMany({ where: { key: addressKey(address), tries: { gt: 0 } }, data: { tries: { decrement: 1 } } });
  if (email !== undefined) await db.loginTry.deleteMany({ where: { key: accountKey(email) } });
}

/** Deletes the counters whose three minutes are over. */
export const PURGE_LOGIN_TRIES = "DELETE FROM login_tries_susa WHERE ends_at < now()";

async function hit(key: string, most: number): Promise<number> {
  const [row] = await db.$queryRaw<{ tries: number; wait: number }[]>`
    INSERT INTO login_tries_susa AS t (key, tries, ends_at) VALUES (${key}, 1, now() + interval '3 minutes')
    ON CONFLICT (key) DO UPDATE SET
      tries = CASE WHEN t.ends_at <= now() THEN 1 ELSE t.tries + 1 END,
      ends_at = CASE WHEN t.ends_at <= now() THEN now() + interval '3 minutes' ELSE t.ends_at END
    RETURNING tries, ceil(extract(epoch FROM ends_at - now()))::int AS wait`;
  return row && row.tries > most ? Math.max(1, row.wait) : 0;
}

const accountKey = (email: string) => keyedDigest(`cuenta ${email}`);
// One household or provider hands out a whole /64: an IPv6 address counts by its first half.
const addressKey = (address: string) => keyedDigest(`dirección ${address.includes(":") ? firstHalf(address) : address}`);

function firstHalf(address: string): string {
  const [head = "", tail] = address.split("::");
  const left = head.split(":").filter(Boolean);
  const right = tail?.split(":").filter(Boolean) ?? [];
  return [...left, ...Array<string>(Math.max(0, 8 - left.length - right.length)).fill("0"), ...right].slice(0, 4).join(":");
}
