import type { Actor } from "~/database/actor.server";
import { db } from "~/database/client.server";
import { recordNow } from "./bitacora.server";

/**
 * Records that a password was wrong (`rechazo`), or that it was not even checked because of too many attempts (`bloqueo`). The line
 * names the account with this e-mail; e-mails without one share a line, because strangers can try any number of them.
 */
export async function recordRefusal(actor: Actor, email: string, accion: "rechazo" | "bloqueo"): Promise<void> {
  const cuenta = await db.cuenta.findUnique({ where: { email }, select: { id: true } });
  await recordNow(actor, { accion, tipo: "cuenta", registro_id: cuenta?.id });
}
