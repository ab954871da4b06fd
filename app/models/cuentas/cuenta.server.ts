import { z } from "zod";
import { db } from "~/database/client.server";
import { isId, tooLong } from "~/database/fields.server";
import { findWriteResult, type IdempotencyKey, WriteRejection, writeOnce } from "~/database/idempotency.server";
import { pageOf } from "~/database/paging.server";
import type { EstadoCuenta } from "~/generated/client";
import { record } from "./bitacora.server";
import { deleteEnlace } from "./enlace-acceso.server";
import { hashPassword, isPasswordOf } from "./password-hash.server";
import { PRESETS } from "./permiso.server";
import { deleteOthers } from "./sesion.server";

const DUMMY_HASH = hashPassword("la contraseña de nadie", true);

const PASSWORD_TOO_SHORT = "Escribe una contraseña de al menos 8 caracteres.";
const PASSWORD_TOO_LONG = "La contraseña puede tener hasta 128 caracteres.";

export const credentialsSchema = z.object({
  email: z
    .string({ error: "Escribe tu correo." })
    .trim()
    .toLowerCase()
    .max(254, tooLong(254))
    .pipe(z.email({ error: "Escribe tu correo completo, como nombre@ejemplo.com." })),
  password: z.string({ error: "Escribe tu contraseña." }).max(128, PASSWORD_TOO_LONG),
});

const newPassword = z.string({ error: PASSWORD_TOO_SHORT }).min(8, PASSWORD_TOO_SHORT).max(128, PASSWORD_TOO_LONG);

export const signUpSchema = credentialsSchema.extend({
  password: newPassword,
  codigo: z.string().trim().max(40, "Escribe el código tal como te lo dieron.").optional(),
});

/** The form of an access link. */
export const accessSchema = z.object({ password: newPassword });

/** The form that changes a password. The new one is typed twice, because it cannot be looked up afterwards. */
export const passwordSchema = z
  .object({
    password_actual: z.string({ error: "Escribe tu contraseña actual." }).max(128, PASSWORD_TOO_LONG),
    password_nueva: newPassword,
    password_repetida: z.string({ error: "Escribe otra vez la contraseña nueva." }),
  })
  .refine(({ password_nueva, password_repetida }) => password_nueva === password_repetida, {
    error: "No es igual a la contraseña nueva.",
    path: ["password_repetida"],
  });

export type PasswordValues = z.output<typeof passwordSchema>;

export type Credentials = z.output<typeof credentialsSchema>;

/**
 * Gives the account with these credentials, or null. An unknown e-mail takes as long as a wrong password, so that response
 * times do not reveal which e-mails exist. `isKnown` when the browser has signed in to the account before, which counts for
 * active accounts. Throws LineFull.
 */
export async function findByCredentials({ email, password }: Credentials, isKnown: boolean) {
  const cuenta = await db.cuenta.findUnique({ where: { email } });
  const isFirst = isKnown && cuenta?.estado === "activa";
  const isRight = await isPasswordOf(cuenta?.password_hash ?? (await DUMMY_HASH), password, isFirst);
  return cuenta && isRight && cuenta.estado !== "desactivada" ? cuenta : null;
}

/** Whether an active account has this e-mail. */
export async function isActiveCuenta(email: string): Promise<boolean> {
  return (await db.cuenta.count({ where: { email, estado: "activa" } })) > 0;
}

export async function hasCuentas(): Promise<boolean> {
  return (await db.cuenta.findFirst({ select: { id: true } })) !== null;
}

/** A sign-up: the account it made, null when the e-mail had one; and whether that account may enter. */
export type SignUp = { id: string | null; isActive: boolean };

/**
 * Creates an account. The first one becomes the active owner, all others start as `estado`. For an e-mail that has an account:
 * outcome `email_taken` if new accounts are active at once; otherwise the sign-up is stored like any other, with the same work,
 * and its id is null, so that a stranger cannot learn which e-mails have accounts. Throws LineFull.
 */
export async function createCuenta({ email, password }: Credentials, estado: EstadoCuenta, key: IdempotencyKey) {
  // Before the password is hashed: a form without a key must not cost that.
  if (!key) return { outcome: "missing_key" } as const;
  const password_hash = await hashPassword(password, false);
  const create = (asOwner: boolean) =>
    writeOnce<SignUp, "email_taken" | "owner_exists">(key, async (transaction) => {
      // An account that is let in at once works at the front desk; a waiting one gets its rights when it is approved.
      const permisos = estado === "activa" ? PRESETS.recepcion : [];
      const start = asOwner ? { rol: "propietaria" as const, estado: "activa" as const } : { estado, permisos };
      const isActive = start.estado === "activa";
      const data = [{ email, password_hash, ...start }];
      const [row] = await transaction.cuenta.createManyAndReturn({ data, select: { id: true }, skipDuplicates: true });
      if (!row && asOwner) throw new WriteRejection("owner_exists");
      if (!row && isActive) throw new WriteRejection("email_taken");
      if (row) await record(transaction, { accion: "registro", tipo: "cuenta", registro_id: row.id });
      return { id: row?.id ?? null, isActive };
    });
  const created = await create(!(await hasCuentas()));
  // A concurrent sign-up was first.
  return created.outcome === "owner_exists" ? create(false) : created;
}

export type CuentaRow = Awaited<ReturnType<typeof listCuentas>>["cuentas"][number];

/** How many accounts wait for the owner's approval. */
export function countPendientes(): Promise<number> {
  return db.cuenta.count({ where: { estado: "pendiente" } });
}

/** Lists a page of the accounts whose e-mail contains `q`, pending ones first, then by e-mail; and their total. */
export async function listCuentas({ q, pagina }: { q: string; pagina: number }) {
  const where = q === "" ? {} : { email: { contains: q.replace(/[\\%_]/g, "\\$&"), mode: "insensitive" as const } };
  const [total, cuentas] = await Promise.all([
    db.cuenta.count({ where }),
    db.cuenta.findMany({
      where,
      select: { id: true, email: true, rol: true, estado: true, permisos: true, created_at: true },
      orderBy: [{ estado: "asc" }, { email: "asc" }],
      ...pageOf(pagina),
    }),
  ]);
  return { cuentas, total };
}

/**
 * Reactivates an account, or deactivates it (or rejects a waiting one) and ends its sessions and its access link; gives its
 * e-mail. Outcome `owner`: the owner cannot be deactivated; `pendiente`: a waiting account is approved with its rights
 * (updatePermisos).
 */
export function setEstadoCuenta(id: string | undefined, estado: "activa" | "desactivada", key: IdempotencyKey) {
  return writeOnce<string, "owner" | "pendiente" | "missing">(key, async (transaction) => {
    const cuenta = isId(id) ? await transaction.cuenta.findUnique({ where: { id } }) : null;
    if (!cuenta) throw new WriteRejection("missing");
    if (cuenta.rol === "propietaria" && estado !== "activa") throw new WriteRejection("owner");
    if (cuenta.estado === "pendiente" && estado === "activa") throw new WriteRejection("pendiente");
    await transaction.cuenta.update({ where: { id: cuenta.id }, data: { estado } });
    const accion = estado === "activa" ? "reactivacion" : "desactivacion";
    if (cuenta.estado !== estado) await record(transaction, { accion, tipo: "cuenta", registro_id: cuenta.id });
    if (estado === "desactivada") {
      await transaction.sesion.deleteMany({ where: { cuenta_id: cuenta.id } });
      await deleteEnlace(transaction, cuenta.id);
    }
    return cuenta.email;
  });
}

/**
 * Changes the password of an account and ends its access link and all its sessions except the one with this secret; `wrong`
 * when the current password does not match. Throws LineFull.
 */
export async function changePassword(id: string, values: PasswordValues, secret: string, key: IdempotencyKey) {
  if (!key) return { outcome: "missing_key" } as const;
  const { password_actual, password_nueva } = values;
  const current = await passwordHash(id);
  if (!(await isPasswordOf(current, password_actual, true))) {
    // On a repeated submission the password no longer matches because the first one changed it.
    const used = await findWriteResult<true>(key);
    return used?.outcome === "repeated" && (await isPasswordOf(current, password_nueva, true))
      ? used
      : ({ outcome: "wrong" } as const);
  }
  const password_hash = await hashPassword(password_nueva, true);
  const written = await writeOnce<true, "wrong">(key, async (transaction) => {
    const { count } = await transaction.cuenta.updateMany({ where: { id, password_hash: current }, data: { password_hash } });
    if (count === 0) throw new WriteRejection("wrong");
    await deleteOthers(transaction, id, secret);
    await deleteEnlace(transaction, id);
    await record(transaction, { accion: "contrasena", tipo: "cuenta", registro_id: id });
    return true;
  });
  // Passwords are not part of the form's digest: only the stored hash tells whether the same one was sent before.
  if (written.outcome === "repeated" && !(await isPasswordOf(await passwordHash(id), password_nueva, true))) {
    return { outcome: "reused" } as const;
  }
  return written;
}

async function passwordHash(id: string): Promise<string> {
  return (await db.cuenta.findUniqueOrThrow({ where: { id }, select: { password_hash: true } })).password_hash;
}
