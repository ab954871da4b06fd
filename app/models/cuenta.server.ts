import { hash, verify } from "@node-rs/argon2";
import { z } from "zod";
import { db } from "~/db.server";
import type { EstadoCuenta } from "~/generated/client";
import { isId } from "./fields.server";
import { type FormSeal, isTaken, Refusal, writeOnce } from "./form-token.server";

// argon2id with the library's defaults, which follow OWASP: 19 MiB, 2 passes, 1 lane.
const NOBODY = hash("la contraseña de nadie");

export const credentialsSchema = z.object({
  email: z
    .string({ error: "Escribe tu correo." })
    .trim()
    .toLowerCase()
    .max(254, "Escribe 254 caracteres o menos.")
    .pipe(z.email({ error: "Escribe tu correo completo, como nombre@ejemplo.com." })),
  password: z.string({ error: "Escribe tu contraseña." }).max(128, "La contraseña puede tener hasta 128 caracteres."),
});

export const signUpSchema = credentialsSchema.extend({
  password: z
    .string({ error: "Escribe una contraseña de al menos 8 caracteres." })
    .min(8, "Escribe una contraseña de al menos 8 caracteres.")
    .max(128, "La contraseña puede tener hasta 128 caracteres."),
  codigo: z.string().trim().max(40, "Escribe el código tal como aparece en el servidor.").optional(),
});

export type Credentials = z.output<typeof credentialsSchema>;

/** Gives the account these credentials open, or null; takes as long for an e-mail nobody has as for a wrong password. */
export async function findByCredentials({ email, password }: Credentials) {
  const cuenta = await db.cuenta.findUnique({ where: { email } });
  const right = await verify(cuenta?.password_hash ?? (await NOBODY), password);
  return cuenta && right && cuenta.estado !== "desactivada" ? cuenta : null;
}

export async function hasCuentas(): Promise<boolean> {
  return (await db.cuenta.findFirst({ select: { id: true } })) !== null;
}

/**
 * Creates an account and gives its id. The very first one is the owner; the ones after it start as `estado`. Outcome
 * `taken` when the e-mail has an account.
 */
export async function createCuenta({ email, password }: Credentials, estado: EstadoCuenta, form: FormSeal) {
  const password_hash = await hash(password);
  const create = (asOwner: boolean) =>
    writeOnce<string, "taken">(form, async (transaction) => {
      if (await transaction.cuenta.count({ where: { email } })) throw new Refusal("taken");
      const data = asOwner ? { rol: "propietaria" as const, estado: "activa" as const } : { estado };
      return (await transaction.cuenta.create({ data: { email, password_hash, ...data }, select: { id: true } })).id;
    });
  try {
    return await create(!(await hasCuentas()));
  } catch (error) {
    // Somebody was first, with this e-mail or as the owner: the second try sees which.
    if (!isTaken(error)) throw error;
    return create(false);
  }
}

/** Lists every account: those waiting first, then by e-mail. */
export function listCuentas() {
  return db.cuenta.findMany({
    select: { id: true, email: true, rol: true, estado: true, created_at: true },
    orderBy: [{ estado: "asc" }, { email: "asc" }],
  });
}

/** Lets an account in, or shuts it out and ends its sessions. Outcome `owner` for the owner's, which stays active. */
export function setEstadoCuenta(id: string | undefined, estado: "activa" | "desactivada", form: FormSeal) {
  return writeOnce<string, "owner" | "missing">(form, async (transaction) => {
    const cuenta = isId(id) ? await transaction.cuenta.findUnique({ where: { id } }) : null;
    if (!cuenta) throw new Refusal("missing");
    if (cuenta.rol === "propietaria" && estado !== "activa") throw new Refusal("owner");
    await transaction.cuenta.update({ where: { id: cuenta.id }, data: { estado } });
    if (estado === "desactivada") await transaction.sesion.deleteMany({ where: { cuenta_id: cuenta.id } });
    return cuenta.email;
  });
}
