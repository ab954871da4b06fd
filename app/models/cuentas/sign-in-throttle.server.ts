import { db } from "~/database/client.server";
import { keyedDigest } from "~/database/digest.server";
import { ipGroups } from "~/format/ip-address";
import { Prisma } from "~/generated/client";
import {
  MAX_SIGN_INS_PER_ACCOUNT,
  MAX_SIGN_INS_PER_ADDRESS,
  MAX_SIGN_UPS_PER_ADDRESS,
  SIGN_IN_WINDOW_MS,
  SIGN_UP_WINDOW_MS,
} from "~/limits";

/**
 * Who tries a password. A browser that has signed in to the account before, or a session of it, counts alone, so that strangers
 * cannot use up its attempts. Anybody else counts for the address and, when signing in, for the account.
 */
export type Trier = { browser: string } | { session: string } | { address: string; email?: string };

/** `isShared` by several accounts: a successful attempt takes back only itself. */
type Counter = { key: string; max: number; windowMs: number; isShared: boolean };

/**
 * Counts an attempt before the password is checked, so that concurrent attempts are all counted. Gives the seconds to wait when
 * a counter is over its limit of a window (app/limits.ts), otherwise 0.
 */
export async function countTry(trier: Trier): Promise<number> {
  return Math.max(...(await Promise.all(countersOf(trier).map(increment))));
}

/** Undoes the count of a successful attempt, and resets the counter of the account, browser or session. */
export async function resetTries(trier: Trier): Promise<void> {
  await Promise.all(countersOf(trier).map(resetCounter));
}

/** Counts a sign-up for its address. Gives the seconds to wait when there were too many, otherwise 0. */
export function countSignUp(address: string): Promise<number> {
  return increment(signUpCounter(address));
}

/** Undoes the count of a sign-up whose form was sent before. */
export function uncountSignUp(address: string): Promise<void> {
  return resetCounter(signUpCounter(address));
}

/** Deletes the counters whose window is over. */
export const PURGE_LOGIN_TRIES = "DELETE FROM login_tries_susa WHERE ends_at < now()";

async function increment({ key, max, windowMs }: Counter): Promise<number> {
  const endsAt = Prisma.sql`now() + ${windowMs} * interval '1 millisecond'`;
  const [row] = await db.$queryRaw<{ tries: number; wait: number }[]>`
    INSERT INTO login_tries_susa AS t (key, tries, ends_at) VALUES (${key}, 1, ${endsAt})
    ON CONFLICT (key) DO UPDATE SET
      tries = CASE WHEN t.ends_at <= now() THEN 1 ELSE t.tries + 1 END,
      ends_at = CASE WHEN t.ends_at <= now() THEN ${endsAt} ELSE t.ends_at END
    RETURNING tries, ceil(extract(epoch FROM ends_at - now()))::int AS wait`;
  return row && row.tries > max ? Math.max(1, row.wait) : 0;
}

async function resetCounter({ key, isShared }: Counter): Promise<void> {
  if (isShared) await db.loginTry.updateMany({ where: { key, tries: { gt: 0 } }, data: { tries: { decrement: 1 } } });
  else await db.loginTry.deleteMany({ where: { key } });
}

function countersOf(trier: Trier): Counter[] {
  if ("browser" in trier) return [ownCounter(`navegador ${trier.browser}`)];
  if ("session" in trier) return [ownCounter(`sesión ${trier.session}`)];
  const { address, email } = trier;
  const shared = {
    key: keyedDigest(`dirección ${network(address)}`),
    max: MAX_SIGN_INS_PER_ADDRESS,
    windowMs: SIGN_IN_WINDOW_MS,
    isShared: true,
  };
  return email === undefined ? [shared] : [shared, ownCounter(`cuenta ${email}`)];
}

function ownCounter(name: string): Counter {
  return { key: keyedDigest(name), max: MAX_SIGN_INS_PER_ACCOUNT, windowMs: SIGN_IN_WINDOW_MS, isShared: false };
}

function signUpCounter(address: string): Counter {
  return {
    key: keyedDigest(`registro ${network(address)}`),
    max: MAX_SIGN_UPS_PER_ADDRESS,
    windowMs: SIGN_UP_WINDOW_MS,
    isShared: true,
  };
}

/** What an address counts as: a household or provider usually has a whole /64 of IPv6, so these count by their first four groups. */
function network(address: string): string {
  return ipGroups(address, 4, 4).join(address.includes(":") ? ":" : ".");
}
