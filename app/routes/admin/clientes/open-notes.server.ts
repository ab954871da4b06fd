import { createCookie } from "@remix-run/node";
import { signedCookie } from "~/http/session/cookies.server";
import type { User } from "~/http/session/current-user.server";
import { NOTES_OPEN_MS } from "~/limits";
import { getClienteConSalud } from "~/models/clientes/cliente.server";
import { canSeeSalud, hasNotas, withAlertas } from "~/models/clientes/salud.server";

// Sent to the pages of clients only, and signed, so that it cannot be forged.
const notesCookie = createCookie("notas", { ...signedCookie, path: "/admin/clientes", maxAge: NOTES_OPEN_MS / 1000 });

/** Whose notes one account has opened, and until when. */
type Opened = { cuenta_id: string; cliente_id: string; until: number };

/** Gives the `Set-Cookie` with which an account sees the notes of one client for fifteen minutes; those of another close. */
export function openNotes(cuenta_id: string, cliente_id: string): Promise<string> {
  const opened: Opened = { cuenta_id, cliente_id, until: Date.now() + NOTES_OPEN_MS };
  return notesCookie.serialize(opened);
}

async function isOpen(request: Request, user: User, id: string): Promise<boolean> {
  const opened: Opened | null = await notesCookie.parse(request.headers.get("Cookie"));
  return opened !== null && opened.cuenta_id === user.id && opened.cliente_id === id && opened.until > Date.now();
}

/**
 * What a client's page shows of her health: her alert, whether there are notes, and these while they are open. Null for an
 * account that may not see any of it.
 */
export async function readSalud(request: Request, user: User, id: string) {
  if (!(await canSeeSalud(user, id))) return null;
  if (await isOpen(request, user, id)) {
    const { alerta = null, medicina = null, enfermedades = null } = (await getClienteConSalud(id)) ?? {};
    return { alerta, tieneNotas: Boolean(medicina || enfermedades), notas: { medicina, enfermedades } };
  }
  const [[cliente], tieneNotas] = await Promise.all([withAlertas(user, [{ id }]), hasNotas(id)]);
  return { alerta: cliente?.alerta ?? null, tieneNotas, notas: null };
}
