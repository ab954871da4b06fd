import { canSeeSalud } from "~/models/clientes/salud.server";
import { can, type Right } from "~/models/cuentas/permiso.server";
import type { getEntrada, TipoPapelera } from "~/models/papelera/papelera.server";
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
  salud: "salud",
  espera: "agenda",
};

/** Throws 403 unless the user may bring back this copy from the trash: her own deletion, with its right; the owner any. */
export async function requireRecoverable(
  request: Request,
  user: User,
  { tipo, cuenta_id, fila }: NonNullable<Awaited<ReturnType<typeof getEntrada>>>,
) {
  // Also a specialist who may see the notes of her own clients alone.
  const mayDelete = () => (tipo === "salud" ? canSeeSalud(user, String(fila?.cliente_id)) : can(user, RIGHTS[tipo]));
  const isOwn = cuenta_id === user.id && (await mayDelete());
  if (!isOwn && !can(user, "propietaria")) await forbid(request, cuenta_id === user.id ? RIGHTS[tipo] : "propietaria");
}
