import { randomBytes } from "node:crypto";
import { db, type Transaction } from "~/database/client.server";
import { keyedDigest, sha256 } from "~/database/digest.server";
import { type IdempotencyKey, isUnreadable, WriteRejection, writeOnce } from "~/database/idempotency.server";
import { type Cuenta, Prisma } from "~/generated/client";
import { MAX_SESSIONS_PER_ACCOUNT, MINUTE_MS, SESSION_IDLE_MS, SESSION_MAX_AGE_MS, SESSION_ROW_LIFETIME_MS } from "~/limits";
import { logError } from "~/log.server";

/**
 * Creates a session of an account with the browser's User-Agent, and gives its secret, which is stored only in the cookie. Of too
 * many sessions the least recently used end.
 */
export async function createSesion(cuenta_id: string, agent: string | null): Promise<string> {
  const secret = randomBytes(32).toString("base64url");
  const agente =
    agent
      ?.replace(/\p{C}+/gu, " ")
      .trim()
      .slice(0, 200)
      .trim() || null;
  await db.sesion.create({ data: { id: sha256(secret), cuenta_id, agente } });
  const surplus = await db.sesion.findMany({
    where: { cuenta_id },
    orderBy: [{ last_used_at: "desc" }, { created_at: "desc" }],
    skip: MAX_SESSIONS_PER_ACCOUNT,
    select: { id: true },
  });
  await db.sesion.deleteMany({ where: { id: { in: surplus.map(({ id }) => id) } } });
  return secret;
}

/** Lists the live sessions of an account, the last used first; `isThis` marks the one with this secret. */
export async function listSesiones(cuenta_id: string, secret: string | null, now = new Date()) {
  const rows = await db.sesion.findMany({
    where: {
      cuenta_id,
      last_used_at: { gt: new Date(now.getTime() - SESSION_IDLE_MS) },
      created_at: { gt: new Date(now.getTime() - SESSION_MAX_AGE_MS) },
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

/** Ends the session of an account with this public name; `missing` when it does not exist. */
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

/** Ends all sessions of an account except the one with this secret. */
export function deleteOtherSesiones(cuenta_id: string, secret: string, key: IdempotencyKey) {
  return writeOnce<number>(key, (transaction) => deleteOthers(transaction, cuenta_id, secret));
}

/** The same inside another write; gives how many sessions ended. */
export async function deleteOthers(transaction: Transaction, cuenta_id: string, secret: string): Promise<number> {
  return (await transaction.sesion.deleteMany({ where: { cuenta_id, id: { not: sha256(secret) } } })).count;
}

export type CuentaOfSesion = Pick<Cuenta, "id" | "email" | "rol" | "estado" | "permisos"> & { empleado_id: string | null };

/**
 * Gives the account of a live session, or null. Each use (recorded at most once a minute) extends it by SESSION_IDLE_MS, up to
 * SESSION_MAX_AGE_MS in all. While the employees cannot be read, the account is no specialist, so it sees less and never more.
 */
export async function findCuentaOfSesion(secret: string, now = new Date()): Promise<CuentaOfSesion | null> {
  const ago = (milliseconds: number) => new Date(now.getTime() - milliseconds);
  const find = (empleado_id: Prisma.Sql) => db.$queryRaw<CuentaOfSesion[]>`
    WITH live AS (
      SELECT sesion.id AS sesion_id, last_used_at, cuenta.id, cuenta.email, rol, estado, permisos, ${empleado_id} AS empleado_id
      FROM sesiones_susa sesion JOIN cuentas_susa cuenta ON cuenta.id = sesion.cuenta_id
      WHERE sesion.id = ${sha256(secret)} AND estado <> 'desactivada'
        AND last_used_at > ${ago(SESSION_IDLE_MS)}::timestamptz AND sesion.created_at > ${ago(SESSION_MAX_AGE_MS)}::timestamptz
    ), used AS (
      UPDATE sesiones_susa SET last_used_at = ${now}::timestamptz FROM live
      WHERE sesiones_susa.id = sesion_id AND live.last_used_at < ${ago(MINUTE_MS)}::timestamptz
    )
    SELECT id, email, rol, estado, permisos::text[], empleado_id FROM live`;
  const own = Prisma.sql`(SELECT empleado.id FROM empleados_susa empleado WHERE empleado.cuenta_id = cuenta.id)`;
  const [cuenta] = await find(own).catch((error) => {
    if (!isUnreadable(error)) throw error;
    logError("read", error);
    return find(Prisma.sql`NULL::uuid`);
  });
  return cuenta ?? null;
}

/**
 * Gives the id of the active account whose session expired by time, or null. Signing out and deactivation delete the session,
 * so they never match.
 */
export async function findCuentaIdOfExpiredSesion(secret: string, now = new Date()): Promise<string | null> {
  const sesion = await db.sesion.findFirst({
    where: {
      id: sha256(secret),
      OR: [
        { last_used_at: { lte: new Date(now.getTime() - SESSION_IDLE_MS) } },
        { created_at: { lte: new Date(now.getTime() - SESSION_MAX_AGE_MS) } },
      ],
      cuenta: { estado: "activa" },
    },
    select: { cuenta_id: true },
  });
  return sesion?.cuenta_id ?? null;
}

/**
 * Deletes sessions a day after the latest moment at which they can expire: a form sent on an expired session is still kept for
 * its account (docs/decisions/0045).
 */
export const PURGE_SESIONES = `DELETE FROM sesiones_susa WHERE created_at < now() - interval '${SESSION_ROW_LIFETIME_MS} milliseconds'`;

/** Deletes a session. */
export async function deleteSesion(secret: string): Promise<void> {
  await db.sesion.deleteMany({ where: { id: sha256(secret) } });
}

// The name of a session on pages: the id cannot be derived from it, nor the secret from the id.
function nameOf(id: string): string {
  return keyedDigest(`sesión ${id}`).slice(0, 24);
}
