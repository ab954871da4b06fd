import type { Flash } from "./flash.server";
import { redirectWithFlash } from "./replies.server";

/** What a person is told when the state that an appointment is in does not allow her change. */
export const ESTADO_CONFLICT = {
  programada: "Alguien cambió esta cita mientras tanto: ahora está programada.",
  confirmada: "Alguien cambió esta cita mientras tanto: ahora está confirmada.",
  completada: "Esta cita ya está completada. Para cambiarla, reábrela.",
  cancelada: "Esta cita está cancelada. Para cambiarla, reábrela.",
};

/** 303 to `path` with the reason why an appointment was not changed: the state it is in, or a sentence with its link. */
export function redirectUnchanged(path: string, reason: keyof typeof ESTADO_CONFLICT | Pick<Flash, "description" | "link">) {
  const because = typeof reason === "string" ? { description: ESTADO_CONFLICT[reason] } : reason;
  return redirectWithFlash(path, { title: "La cita no cambió", ...because, destructive: true });
}
