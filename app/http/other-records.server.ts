import { can } from "~/models/cuentas/permiso.server";
import type { User } from "./session/current-user.server";

/** The flash message after saving a client whose telephone or e-mail `count` other records also have, with a link to them. */
export function otherRecordsFlash(id: string, count: number, user: User) {
  const link = can(user, "propietaria")
    ? { href: `/admin/clientes/${id}/fusionar`, label: "Comparar las fichas" }
    : { href: `/admin/clientes/${id}/ficha`, label: "Ver su ficha" };
  return {
    description: `${count === 1 ? "Otra ficha tiene" : "Otras fichas tienen"} el mismo teléfono o correo.`,
    link,
  };
}
