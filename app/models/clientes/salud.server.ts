import type { Actor } from "~/database/actor.server";
import { db } from "~/database/client.server";
import { decryptOrNull } from "~/database/encryption.server";
import { isId } from "~/database/fields.server";
import { Prisma } from "~/generated/client";
import { recordNow } from "~/models/cuentas/bitacora.server";
import { can, type RightsHolder } from "~/models/cuentas/permiso.server";

/** What a client confided: encrypted, and read only for accounts that may see it. */
export const SALUD = ["medicina", "enfermedades", "alerta"] as const;

/**
 * SQL that tells whether an account sees what the client `cliente_id` confided: with `salud` of every client, with
 * `salud_propias` of those who have an appointment with its specialist that is not cancelled.
 */
function seesSalud(user: RightsHolder, cliente_id: Prisma.Sql): Prisma.Sql {
  if (can(user, "salud")) return Prisma.sql`true`;
  if (user.empleado_id === null || !user.permisos.includes("salud_propias")) return Prisma.sql`false`;
  return Prisma.sql`EXISTS (
    SELECT FROM citas_susa propia
    WHERE propia.cliente_id = ${cliente_id} AND propia.empleado_id = ${user.empleado_id}::uuid AND propia.estado <> 'cancelada'
  )`;
}

/** Whether an account may see and change what a client confided; for one who does not exist yet (null), with `salud` alone. */
export async function canSeeSalud(user: RightsHolder, cliente_id: string | null | undefined): Promise<boolean> {
  if (can(user, "salud")) return true;
  if (!isId(cliente_id)) return false;
  const sees = seesSalud(user, Prisma.sql`${cliente_id}::uuid`);
  const [row] = await db.$queryRaw<{ sees: boolean }[]>`SELECT ${sees} AS sees`;
  return row?.sees === true;
}

/**
 * SQL of the encrypted alert of an appointment's client, null where the account may not see it. On her own appointments, unless
 * they are cancelled, a specialist sees it without any right. `cita` is the appointment's alias in the statement.
 */
export function alertaOfCita(user: RightsHolder, cita: Prisma.Sql): Prisma.Sql {
  const sees = seesSalud(user, Prisma.sql`${cita}.cliente_id`);
  const isOwn =
    user.empleado_id === null
      ? Prisma.sql`false`
      : Prisma.sql`${cita}.empleado_id = ${user.empleado_id}::uuid AND ${cita}.estado <> 'cancelada'`;
  return Prisma.sql`(SELECT alerta FROM clientes_susa WHERE id = ${cita}.cliente_id AND (${isOwn} OR ${sees}))`;
}

/** What is shown of a note that was encrypted with another key. */
export const UNREADABLE_NOTA = "no se puede leer";

/** Rows with their alerts decrypted. */
export function withOpenAlertas<R extends { alerta: string | null }>(rows: R[]): R[] {
  return rows.map((row) => ({ ...row, alerta: openNota(row.alerta) }));
}

/** The text of an encrypted note, null without one. One that does not open says so: hidden, it would look like none. */
export function openNota(nota: string | null | undefined): string | null {
  return nota ? (decryptOrNull(nota) ?? UNREADABLE_NOTA) : null;
}

/** The alert of an appointment's client, or null without one and where the account may not see it. */
export async function getAlertaDeCita(user: RightsHolder, id: string | undefined): Promise<string | null> {
  if (!isId(id)) return null;
  const [row] = await db.$queryRaw<{ alerta: string | null }[]>`
    SELECT ${alertaOfCita(user, Prisma.sql`c`)} AS alerta FROM citas_susa c WHERE c.id = ${id}::uuid`;
  return openNota(row?.alerta);
}

/** Whether anything is noted for a client apart from her alert. */
export async function hasNotas(id: string): Promise<boolean> {
  return (await db.cliente.count({ where: { id, OR: [{ medicina: { not: null } }, { enfermedades: { not: null } }] } })) > 0;
}

/** Records that somebody saw the health notes of a client. Throws when it cannot be recorded. */
export function recordRevelacion(actor: Actor, cliente_id: string): Promise<void> {
  return recordNow(actor, { accion: "revelacion", tipo: "cliente", registro_id: cliente_id });
}

/** Clients with their alerts, as far as the account may see them. */
export async function withAlertas<C extends { id: string }>(user: RightsHolder, clientes: C[]) {
  const ids = clientes.map(({ id }) => id);
  const rows = await db.$queryRaw<{ id: string; alerta: string | null }[]>`
    SELECT id, alerta FROM clientes_susa c
    WHERE id = ANY (${ids}::uuid[]) AND alerta IS NOT NULL AND ${seesSalud(user, Prisma.sql`c.id`)}`;
  return clientes.map((cliente) => ({ ...cliente, alerta: openNota(rows.find(({ id }) => id === cliente.id)?.alerta) }));
}
