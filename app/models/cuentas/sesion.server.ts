import { randomBytes } from "node:crypto";
import { db, type Transaction } from "~/database/client.server";
import { keyedDigest, sha256 } from "~/database/digest.server";
import { type IdempotencyKey, WriteRejection, writeOnce } from "~/database/idempotency.server";
import { env } from "~/env.server";
import type { Cuenta } from "~/generated/client";

const HOUR = 3_600_000;
const IDLE = 12 * HOUR;
const WHOLE = 7 * 24 * HOUR;

/** Opens a session of an account, with what the browser says of itself, and gives its secret, which only the cookie keeps. */
export async function createSesion(cuenta_id: string, agent: string | null): Promise<string> {
  const secret = randomBytes(32).toString("base64url");
  const agente =
    agent
      ?.replace(/\p{C}+/gu, " ")
      .trim()
      .slice(0, 200)
      .trim() || null;
  await db.sesion.create({ data: { id: sha256(secret), cuenta_id, agente } });
  return secret;
}

/** Lists the open sessions of an account, the last used first; `isThis` is the one whose secret this is. */
export async function listSesiones(cuenta_id: string, secret: string | null, now = new Date()) {
  const rows = await db.sesion.findMany({
    where: {
      cuenta_id,
      last_used_at: { gt: new Date(now.getTime() - IDLE) },
      created_at: { gt: new Date(now.getTime() - WHOLE) },
    },
    orderBy: [{ last_used_at: "desc" }, { created_at: "desc" }],
  });
  return rows.map(({ id, agente, created_at, last_used_at }) => ({
    name: nameOf(id),
    agente,
    created_at,
    last_used_at,
    isThis: secret !== null && id === sha256(secret),
  }));
}

/** Ends the session of an account that has this name; `missing` when there is none. */
export function deleteSesionByName(cuenta_id: string, name: string | undefined, key: IdempotencyKey) {
  return writeOnce<number, "missing">(key, async (transaction) => {
    const rows = await transaction.sesion.findMany({ where: { cuenta_id }, select: { id: true } });
    const { count } = await transaction.sesion.deleteMany({
      where: { id: { in: rows.map(({ id }) => id).filter((id) => nameOf(id) === name) } },
    });
    if (count === 0) throw new WriteRejection("missing");
    return count;
  });
}

/** Ends all sessions of an account but the one whose secret this is. */
export function deleteOtherSesiones(cuenta_id: string, secret: string, key: IdempotencyKey) {
  return writeOnce<number>(key, (transaction) => endOthers(transaction, cuenta_id, secret));
}

/** The same, as part of another write; gives how many there were. */
export async function endOthers(transaction: Transaction, cuenta_id: string, secret: string): Promise<number> {
  return (await transaction.sesion.deleteMany({ where: { cuenta_id, id: { not: sha256(secret) } } })).count;
}

export type CuentaOfSesion = Pick<Cuenta, "id" | "email" | "rol" | "estado">;

/** Gives the account of a live session, or null; each use (noted once a minute) keeps it alive for 12 hours, 7 days at most. */
export async function findCuentaOfSesion(secret: string, now = new Date()): Promise<CuentaOfSesion | null> {
  const before = (milliseconds: number) => new Date(now.getTime() - milliseconds);
  const [cuenta] = await db.$queryRaw<CuentaOfSesion[]>`
    WITH viva AS (
      SELECT sesion.id AS sesion_id, last_used_at, cuenta.id, email, rol, estado
      FROM sesiones_susa sesion JOIN cuentas_susa cuenta ON cuenta.id = cuenta_id
      WHERE sesion.id = ${sha256(secret)} AND estado <> 'desactivada'
        AND last_used_at > ${before(IDLE)}::timestamptz AND sesion.created_at > ${before(WHOLE)}::timestamptz
    ), usada AS (
      UPDATE sesiones_susa SET last_used_at = ${now}::timestamptz FROM viva
      WHERE sesiones_susa.id = sesion_id AND viva.last_used_at < ${before(60_000)}::timestamptz
    )
    SELECT id, email, rol, estado FROM viva`;
  return cuenta ?? null;
}

/** Gives the id of the active account whose session ended by time, or null: signing out and shutting out leave no session. */
export async function findCuentaIdOfExpiredSesion(secret: string, now = new Date()): Promise<string | null> {
  const sesion = await db.sesion.findFirst({
    where: {
      id: sha256(secret),
      OR: [{ last_used_at: { lte: new Date(now.getTime() - IDLE) } }, { created_at: { lte: new Date(now.getTime() - WHOLE) } }],
      cuenta: { estado: "activa" },
    },
    select: { cuenta_id: true },
  });
  return sesion?.cuenta_id ?? null;
}

/**
 * Deletes the sessions that began more than 8 days ago: they have expired before, but what is sent on them then is still kept
 * for their account (docs/decisions/0025).
 */
export const PURGE_SESIONES = "DELETE FROM sesiones_susa WHERE created_at < now() - interval '8 days'";

/** Ends a session. */
export async function deleteSesion(secret: string): Promise<void> {
  await db.sesion.deleteMany({ where: { id: sha256(secret) } });
}

// What a page may call a session: from it nobody finds the id, and from the id nobody finds the secret.
function nameOf(id: string): string {
  return keyedDigest(`sesión ${id}`).slice(0, 24);
}
