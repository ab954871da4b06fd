import type { Actor } from "~/database/actor.server";
import { db } from "~/database/client.server";
import { SIGN_IN_WINDOW_MS } from "~/limits";
import { recordNow } from "./bitacora.server";

/**
 * Records that a password was wrong (`rechazo`), or that it was not even checked because of too many attempts (`bloqueo`, once
 * in a window). The line names the account with this e-mail; for e-mails without one there is one line of each in a window,
 * because strangers can try any number of them.
 */
export async function recordRefusal(actor: Actor, email: string, accion: "rechazo" | "bloqueo"): Promise<void> {
  const cuenta = await db.cuenta.findUnique({ where: { email }, select: { id: true } });
  const onceInMs = cuenta && accion === "rechazo" ? 0 : SIGN_IN_WINDOW_MS;
  await recordNow(actor, { accion, tipo: "cuenta", registro_id: cuenta?.id }, onceInMs);
}
