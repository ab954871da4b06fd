import { db } from "~/database/client.server";
import { keyedDigest } from "~/database/digest.server";
import { ipGroups } from "~/format/ip-address";
import { Prisma } from "~/generated/client";
import {
  DAY_MS,
  LINK_MISS_WINDOW_MS,
  MAX_LINK_MISSES_PER_ADDRESS,
  MAX_SIGN_INS_IN_ALL,
  MAX_SIGN_INS_PER_ACCOUNT,
  MAX_SIGN_INS_PER_ADDRESS,
  MAX_SIGN_UPS_PER_ADDRESS,
  MAX_SOLICITUDES_PER_ADDRESS,
  MAX_SOLICITUDES_PER_PHONE,
  SIGN_IN_WINDOW_MS,
  SIGN_UP_WINDOW_MS,
  SOLICITUDES_WINDOW_MS,
} from "~/limits";

/**
 * Who tries a password. A browser that has signed in to the account before, or a session of it, counts alone, so that strangers
 * cannot use up its attempts. Anybody else counts for the address and, when signing in, for the account.
 */
export type Trier = { browser: string } | { session: string } | { address: string; email?: string };

type Counter = { key: string; max: number; windowMs: number };

/**
 * Counts an attempt before the password is checked, so that concurrent attempts are all counted. Gives the seconds to wait when
 * a counter is over its limit of a window (app/limits.ts), otherwise 0; and whether it is the first one that has to wait.
 */
export async function countTry(trier: Trier): Promise<{ wait: number; isFirst: boolean }> {
  const counted = await Promise.all(countersOf(trier).map(increment));
  return { wait: Math.max(...counted.map(({ wait }) => wait)), isFirst: counted.some(({ isFirst }) => isFirst) };
}

/**
 * After a right password, forgives the wrong ones of its browser, session or account, and takes the attempt back from its address.
 * All attempts together keep their own limit.
 */
export async function resetTries(trier: Trier): Promise<void> {
  const name = nameOf(trier);
  if (name !== null) await db.loginTry.deleteMany({ where: { key: wrongOnes(name).key } });
  if ("address" in trier) await takeBack(addressCounter(trier.address));
}

/** Counts a sign-up for its address. Gives the seconds to wait when there were too many, otherwise 0. */
export async function countSignUp(address: string): Promise<number> {
  return (await increment(signUpCounter(address))).wait;
}

/** Counts a request for an invalid link of an appointment for its address. Gives the seconds to wait when there were too many, otherwise 0. */
export async function countLinkMiss(address: string): Promise<number> {
  const key = keyedDigest(`enlace de cita ${network(address)}`);
  return (await increment({ key, max: MAX_LINK_MISSES_PER_ADDRESS, windowMs: LINK_MISS_WINDOW_MS })).wait;
}

/** Counts a try to book on the site for the network of its address and for the telephone, as it is dialled; whether either had too many. */
export async function countSolicitud(address: string, phone: string): Promise<boolean> {
  const counted = await Promise.all(solicitudCounters(address, phone).map(increment));
  return counted.some(({ wait }) => wait > 0);
}

/** Undoes the count of a try whose form was sent twice. */
export async function uncountSolicitud(address: string, phone: string): Promise<void> {
  await Promise.all(solicitudCounters(address, phone).map(takeBack));
}

/** Undoes the count of a sign-up whose form was sent before. */
export function uncountSignUp(address: string): Promise<void> {
  return takeBack(signUpCounter(address));
}

async function takeBack({ key }: Counter): Promise<void> {
  await db.loginTry.updateMany({ where: { key, tries: { gt: 0 } }, data: { tries: { decrement: 1 } } });
}

/** Deletes the counters whose window is over. */
export const PURGE_LOGIN_TRIES = "DELETE FROM login_tries_susa WHERE ends_at < now()";

async function increment({ key, max, windowMs }: Counter) {
  const endsAt = Prisma.sql`now() + ${windowMs} * interval '1 millisecond'`;
  const [row] = await db.$queryRaw<{ tries: number; wait: number }[]>`
    INSERT INTO login_tries_susa AS t (key, tries, ends_at) VALUES (${key}, 1, ${endsAt})
    ON CONFLICT (key) DO UPDATE SET
      tries = CASE WHEN t.ends_at <= now() THEN 1 ELSE t.tries + 1 END,
      ends_at = CASE WHEN t.ends_at <= now() THEN ${endsAt} ELSE t.ends_at END
    RETURNING tries, ceil(extract(epoch FROM ends_at - now()))::int AS wait`;
  const { tries, wait } = row ?? { tries: 0, wait: 0 };
  return { wait: tries > max ? Math.max(1, wait) : 0, isFirst: tries === max + 1 };
}

function solicitudCounters(address: string, phone: string): Counter[] {
  const from = keyedDigest(`solicitud desde ${network(address)}`);
  return [
    { key: from, max: MAX_SOLICITUDES_PER_ADDRESS, windowMs: SOLICITUDES_WINDOW_MS },
    { key: keyedDigest(`solicitud de ${phone}`), max: MAX_SOLICITUDES_PER_PHONE, windowMs: DAY_MS },
  ];
}

function countersOf(trier: Trier): Counter[] {
  const name = nameOf(trier);
  const own = name === null ? [] : [wrongOnes(name), signInCounter(`todas ${name}`, MAX_SIGN_INS_IN_ALL)];
  return "address" in trier ? [addressCounter(trier.address), ...own] : own;
}

function nameOf(trier: Trier): string | null {
  if ("browser" in trier) return `navegador ${trier.browser}`;
  if ("session" in trier) return `sesión ${trier.session}`;
  return trier.email === undefined ? null : `cuenta ${trier.email}`;
}

const wrongOnes = (name: string) => signInCounter(name, MAX_SIGN_INS_PER_ACCOUNT);

const addressCounter = (address: string) => signInCounter(`dirección ${network(address)}`, MAX_SIGN_INS_PER_ADDRESS);

function signInCounter(name: string, max: number): Counter {
  return { key: keyedDigest(name), max, windowMs: SIGN_IN_WINDOW_MS };
}

function signUpCounter(address: string): Counter {
  return { key: keyedDigest(`registro ${network(address)}`), max: MAX_SIGN_UPS_PER_ADDRESS, windowMs: SIGN_UP_WINDOW_MS };
}

/** What an address counts as: a household or provider usually has a whole /64 of IPv6, so these count by their first four groups. */
function network(address: string): string {
  return ipGroups(address, 4, 4).join(address.includes(":") ? ":" : ".");
}
