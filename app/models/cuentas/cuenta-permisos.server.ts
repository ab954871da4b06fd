import { z } from "zod";
import { db, type Transaction } from "~/database/client.server";
import { asMoment, checkbox, isId, oneOf } from "~/database/fields.server";
import { type IdempotencyKey, WriteRejection, writeOnce } from "~/database/idempotency.server";
import { optionalEmpleadoId } from "~/models/equipo/empleado.server";
import { record } from "./bitacora.server";
import { isPasswordOf } from "./password-hash.server";
import { type Permiso, PRESETS } from "./permiso.server";

/** The form of what an account may do: a preset, or each right by itself (`medida`); and which specialist it belongs to. */
export const permisosSchema = z.object({
  preset: oneOf(["recepcion", "especialista", "medida"], "Elige qué puede hacer esta cuenta."),
  salud: oneOf(["no", "salud_propias", "salud"], "Elige qué notas de salud puede ver.").default("no"),
  dinero: checkbox(),
  inventario: checkbox(),
  catalogo: checkbox(),
  empleado_id: optionalEmpleadoId(),
});

export type PermisosValues = z.output<typeof permisosSchema>;

/** The values of the form for the rights an account has. */
export function asPermisosValues(permisos: Permiso[], empleado_id: string | null): PermisosValues {
  const isPreset = (name: keyof typeof PRESETS) => [...PRESETS[name]].sort().join() === [...permisos].sort().join();
  return {
    preset: isPreset("recepcion") ? "recepcion" : isPreset("especialista") ? "especialista" : "medida",
    salud: permisos.includes("salud") ? "salud" : permisos.includes("salud_propias") ? "salud_propias" : "no",
    dinero: permisos.includes("dinero"),
    inventario: permisos.includes("inventario"),
    catalogo: permisos.includes("catalogo"),
    empleado_id,
  };
}

function toPermisos({ preset, salud, ...values }: PermisosValues): Permiso[] {
  if (preset !== "medida") return PRESETS[preset];
  const others = (["dinero", "inventario", "catalogo"] as const).filter((permiso) => values[permiso]);
  return salud === "no" ? others : [salud, ...others];
}

/** Gives an account with its rights and its specialist, or null when the id is unknown or malformed. */
export async function getCuenta(id: string | undefined) {
  const row = isId(id)
    ? await db.cuenta.findUnique({
        where: { id },
        select: {
          id: true,
          email: true,
          rol: true,
          estado: true,
          permisos: true,
          updated_at: true,
          empleado: { select: { id: true } },
        },
      })
    : null;
  return row && { ...row, updated_at: row.updated_at.toISOString() };
}

/** The specialists an account can belong to, by name: those of no account, and its own. */
export function listEmpleadosSinCuenta(id: string) {
  return db.empleado.findMany({
    where: { OR: [{ cuenta_id: null, activo: true }, { cuenta_id: id }] },
    select: { id: true, nombre: true, apellido: true },
    orderBy: [{ nombre: "asc" }, { apellido: "asc" }, { id: "asc" }],
  });
}

/**
 * Saves what an account may do, and approves it when it was waiting; gives whether it was. The owner's account only takes its
 * specialist. `stale` when it was changed since `seen`, `missing` when it does not exist, `taken` when the specialist belongs to
 * another account or is gone.
 */
export function updatePermisos(id: string | undefined, seen: unknown, values: PermisosValues, key: IdempotencyKey) {
  return writeOnce<{ approved: boolean }, "stale" | "missing" | "taken">(key, async (transaction) => {
    if (!isId(id)) throw new WriteRejection("missing");
    const where = { id, updated_at: asMoment(seen) };
    const before = await transaction.cuenta.findUnique({ where, include: { empleado: { select: { id: true } } } });
    if (!before) throw new WriteRejection((await transaction.cuenta.count({ where: { id } })) ? "stale" : "missing");
    const permisos = before.rol === "propietaria" ? before.permisos : toPermisos(values);
    const approved = before.estado === "pendiente";
    const { count } = await transaction.cuenta.updateMany({ where, data: { permisos, ...(approved && { estado: "activa" }) } });
    if (count === 0) throw new WriteRejection("stale");
    await linkEmpleado(transaction, id, values.empleado_id);
    const changed = [
      ...new Set([...before.permisos, ...permisos].filter((one) => before.permisos.includes(one) !== permisos.includes(one))),
      ...(before.empleado?.id !== (values.empleado_id ?? undefined) ? ["empleado_id"] : []),
    ];
    if (approved) await record(transaction, { accion: "aprobacion", tipo: "cuenta", registro_id: id, campos: changed });
    else if (changed.length > 0)
      await record(transaction, { accion: "permisos", tipo: "cuenta", registro_id: id, campos: changed });
    return { approved };
  });
}

async function linkEmpleado(transaction: Transaction, cuenta_id: string, empleado_id: string | null): Promise<void> {
  await transaction.empleado.updateMany({
    where: { cuenta_id, id: { not: empleado_id ?? undefined } },
    data: { cuenta_id: null },
  });
  if (empleado_id === null) return;
  const where = { id: empleado_id, OR: [{ cuenta_id: null }, { cuenta_id }] };
  const { count } = await transaction.empleado.updateMany({ where, data: { cuenta_id } });
  if (count === 0) throw new WriteRejection("taken");
}

/** The accounts the studio can be handed over to, by e-mail. */
export function listSucesoras() {
  return db.cuenta.findMany({
    where: { rol: "personal", estado: "activa" },
    select: { id: true, email: true },
    orderBy: { email: "asc" },
    take: 200,
  });
}

/** The form that hands the studio over: to which account, and the owner's password. */
export const cesionSchema = z.object({
  cuenta_id: z.string({ error: "Elige quién será la propietaria." }),
  password_actual: z.string({ error: "Escribe tu contraseña." }).max(128, "La contraseña puede tener hasta 128 caracteres."),
});

export type CesionValues = z.output<typeof cesionSchema>;

/**
 * Makes account `to` the owner instead of `from`, who keeps the rights of the front desk. `wrong` when `password` is not that of
 * `from`, `handed_over` when `from` is no longer the owner, `missing` when `to` is not an active account of the staff. Ends all
 * access links. Throws LineFull.
 */
export async function handOver(from: string, to: string, password: string, key: IdempotencyKey) {
  const { password_hash } = await db.cuenta.findUniqueOrThrow({ where: { id: from }, select: { password_hash: true } });
  if (!(await isPasswordOf(password_hash, password, true))) return { outcome: "wrong" } as const;
  return writeOnce<string, "missing" | "handed_over">(key, async (transaction) => {
    if (!isId(to) || to === from) throw new WriteRejection("missing");
    const left = await transaction.cuenta.updateMany({
      where: { id: from, rol: "propietaria", password_hash },
      data: { rol: "personal", permisos: PRESETS.recepcion },
    });
    if (left.count === 0) throw new WriteRejection("handed_over");
    const [taken] = await transaction.cuenta.updateManyAndReturn({
      where: { id: to, rol: "personal", estado: "activa" },
      data: { rol: "propietaria", permisos: [] },
      select: { email: true },
    });
    if (!taken) throw new WriteRejection("missing");
    // The former owner could come back with a link that she had made, for her successor or for another account.
    await transaction.enlaceAcceso.deleteMany();
    await record(transaction, { accion: "cesion", tipo: "cuenta", registro_id: to });
    return taken.email;
  });
}
