import { can, type Right } from "~/models/cuentas/permiso.server";
import type { TipoPapelera } from "~/models/papelera/papelera.server";
import { forbid } from "./guards.server";
import type { User } from "./session/current-user.server";

/** The right that deleting each kind requires, and so undoing that. */
const RIGHTS: Record<TipoPapelera, Right> = {
  cliente: "agenda",
  cita: "agenda",
  ingreso: "dinero",
  egreso: "dinero",
  item: "inventario",
  empleado: "propietaria",
  testimonio: "catalogo",
  imagen: "catalogo",
};

/** Throws 403 unless the user may bring back this copy from the trash: her own deletion, with its right; the owner any. */
export async function requireRecoverable(
  request: Request,
  user: User,
  { tipo, cuenta_id }: { tipo: TipoPapelera; cuenta_id: string },
) {
  const isOwn = cuenta_id === user.id && can(user, RIGHTS[tipo]);
  if (!isOwn && !can(user, "propietaria")) await forbid(request, cuenta_id === user.id ? RIGHTS[tipo] : "propietaria");
}
