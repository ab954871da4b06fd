import { randomBytes } from "node:crypto";
import { db, type Transaction } from "~/database/client.server";
import { keyedDigest, sha256 } from "~/database/digest.server";
import { isId } from "~/database/fields.server";
import { findWriteResult, type IdempotencyKey, isOk, WriteRejection, writeOnce } from "~/database/idempotency.server";
import type { Cuenta } from "~/generated/client";
import { ACCESS_LINK_MS } from "~/limits";
import { record } from "./bitacora.server";
import { hashPassword, isPasswordOf } from "./password-hash.server";

/** The account that a link belongs to. */
export type CuentaOfEnlace = { id: string; email: string };

/** The path of the page that a link with this secret opens. */
export const pathOfEnlace = (secret: string) => `/auth/acceso/${secret}`;

/**
 * Makes the access link of an active account, which replaces the one before, and gives its secret with the account's e-mail. The
 * secret is derived from `seed`, the form's token, which is stored nowhere: a form sent twice gives the same link twice. It is
 * null when that link was used meanwhile. Outcome `owner` for the owner's account: with her session left open, anybody could
 * take it over.
 */
export async function createEnlace(cuenta_id: string | undefined, seed: string, key: IdempotencyKey) {
  const secret = Buffer.from(keyedDigest(`enlace de acceso ${seed} ${cuenta_id}`), "hex").toString("base64url");
  const written = await writeOnce<string, "missing" | "owner" | "inactive">(key, async (transaction) => {
    // Locked, so that the account is not deactivated or handed over before the link is stored.
    const [cuenta] = isId(cuenta_id)
      ? await transaction.$queryRaw<Pick<Cuenta, "id" | "email" | "rol" | "estado">[]>`
          SELECT id, email, rol, estado FROM cuentas_susa WHERE id = ${cuenta_id}::uuid FOR UPDATE`
      : [];
    if (!cuenta) throw new WriteRejection("missing");
    if (cuenta.rol === "propietaria") throw new WriteRejection("owner");
    if (cuenta.estado !== "activa") throw new WriteRejection("inactive");
    await replaceEnlace(transaction, cuenta.id, secret);
    await record(transaction, { accion: "enlace", tipo: "cuenta", registro_id: cuenta.id });
    return cuenta.email;
  });
  if (!isOk(written)) return written;
  const isLive = (await findEnlace(secret)) !== null;
  return { ...written, result: { email: written.result, secret: isLive ? secret : null } };
}

/** Makes the access link of the owner, for the command on the server. Gives its secret; null when there is no owner yet. */
export async function createEnlaceOfOwner(): Promise<string | null> {
  const owner = await db.cuenta.findFirst({ where: { rol: "propietaria" }, select: { id: true } });
  if (!owner) return null;
  const secret = randomBytes(32).toString("base64url");
  await db.$transaction(async (transaction) => {
    await replaceEnlace(transaction, owner.id, secret);
    await record(transaction, { accion: "enlace", tipo: "cuenta", registro_id: owner.id });
  });
  return secret;
}

async function replaceEnlace(transaction: Transaction, cuenta_id: string, secret: string): Promise<void> {
  const data = { digest: sha256(secret), created_at: new Date() };
  await transaction.enlaceAcceso.upsert({ where: { cuenta_id }, create: { cuenta_id, ...data }, update: data });
}

/** Deletes the access link of an account, if it has one. */
export async function deleteEnlace(transaction: Transaction, cuenta_id: string): Promise<void> {
  await transaction.enlaceAcceso.deleteMany({ where: { cuenta_id } });
}

/** The account of a link that was made within 24 hours and not used; null without one, or if the account is deactivated. */
export async function findEnlace(secret: string): Promise<CuentaOfEnlace | null> {
  return db.cuenta.findFirst({ where: ofLiveEnlace(secret), select: { id: true, email: true } });
}

const ofLiveEnlace = (secret: string) => ({
  estado: { not: "desactivada" as const },
  enlace: { digest: sha256(secret), created_at: { gt: new Date(Date.now() - ACCESS_LINK_MS) } },
});

/**
 * Uses a link: sets the password of its account, ends all the account's sessions, and gives the account. Outcome `expired` for a
 * link that does not work any more. Throws LineFull.
 */
export async function redeemEnlace(secret: string, password: string, key: IdempotencyKey) {
  if (!key) return { outcome: "missing_key" } as const;
  if (!(await findEnlace(secret))) {
    const used = await findWriteResult<CuentaOfEnlace>(key);
    return used?.outcome === "repeated" && (await hasPassword(used.result.id, password))
      ? used
      : ({ outcome: "expired" } as const);
  }
  const password_hash = await hashPassword(password, true);
  const written = await writeOnce<CuentaOfEnlace, "expired">(key, async (transaction) => {
    const cuenta = await transaction.cuenta.findFirst({ where: ofLiveEnlace(secret), select: { id: true, email: true } });
    // Of two who use it at once, one deletes it.
    const { count } = await transaction.enlaceAcceso.deleteMany({ where: { digest: sha256(secret) } });
    if (!cuenta || count === 0) throw new WriteRejection("expired");
    await transaction.cuenta.update({ where: { id: cuenta.id }, data: { password_hash } });
    await transaction.sesion.deleteMany({ where: { cuenta_id: cuenta.id } });
    await record(transaction, { accion: "contrasena", tipo: "cuenta", registro_id: cuenta.id, campos: ["enlace"] });
    return cuenta;
  });
  // Passwords are not part of the form's digest: a repeated form signs in only with the one that it set.
  const isSame = written.outcome !== "repeated" || (await hasPassword(written.result.id, password));
  return isSame ? written : ({ outcome: "expired" } as const);
}

async function hasPassword(id: string, password: string): Promise<boolean> {
  const cuenta = await db.cuenta.findUnique({ where: { id }, select: { password_hash: true, estado: true } });
  return cuenta !== null && cuenta.estado !== "desactivada" && isPasswordOf(cuenta.password_hash, password, true);
}

/** Deletes the links whose time is over. */
export const PURGE_ENLACES = `DELETE FROM enlaces_acceso_susa WHERE created_at < now() - interval '${ACCESS_LINK_MS} milliseconds'`;
