import type { Permiso, RolCuenta } from "~/generated/client";

export type { Permiso };

/** What a screen may require: the agenda, which every active account has; a right the owner gives; or to be the owner. */
export type Right = "agenda" | Exclude<Permiso, "salud_propias"> | "propietaria";

/** An account as far as its rights are concerned; `empleado_id` is the specialist it belongs to. */
export type RightsHolder = { rol: RolCuenta; permisos: Permiso[]; empleado_id: string | null };

/** Whether an account may do what requires `right`. `salud` means the health notes of all clients. */
export function can({ rol, permisos }: Pick<RightsHolder, "rol" | "permisos">, right: Right): boolean {
  if (rol === "propietaria" || right === "agenda") return true;
  return right !== "propietaria" && permisos.includes(right);
}

const RIGHTS: Right[] = ["agenda", "salud", "dinero", "inventario", "catalogo", "propietaria"];

/** What an account may open: a screen offers nothing else. */
export function rightsOf(account: Pick<RightsHolder, "rol" | "permisos">): Right[] {
  return RIGHTS.filter((right) => can(account, right));
}

/** The rights the owner gives at once: to the front desk, or to a specialist, who sees the health notes of her own clients. */
export const PRESETS: Record<"recepcion" | "especialista", Permiso[]> = {
  recepcion: ["salud", "dinero", "inventario", "catalogo"],
  especialista: ["salud_propias"],
};
