import { listOtrasFichas, listTocayas } from "~/models/clientes/cliente.server";
import { can } from "~/models/cuentas/permiso.server";
import type { User } from "./session/current-user.server";

/** The flash message after saving a client whose telephone or e-mail other records also have, with a link to them; null without any. */
export async function otherRecordsFlash(id: string, user: User) {
  const { length } = await listOtrasFichas(id);
  if (length === 0) return null;
  const link = can(user, "propietaria")
    ? { href: `/admin/clientes/${id}/fusionar`, label: "Comparar las fichas" }
    : { href: `/admin/clientes/${id}/ficha`, label: "Ver su ficha" };
  return {
    description: `${length === 1 ? "Otra ficha tiene" : "Otras fichas tienen"} el mismo teléfono o correo.`,
    link,
  };
}

/** The flash message after adding a client whose name others already had, with a link to the first of them; null without any. */
export async function tocayasFlash(id: string) {
  const [first, ...others] = await listTocayas(id);
  if (!first) return null;
  const had = others.length === 0 ? "una clienta" : "otras clientas";
  const link = { href: `/admin/clientes/${first.id}/ficha`, label: "Ver su ficha" };
  return { description: `Ya tenías ${had} con ese nombre: revisa si es la misma.`, link };
}
