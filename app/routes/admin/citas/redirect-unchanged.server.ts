import type { Flash } from "~/http/flash.server";
import { redirectWithFlash } from "~/http/replies.server";
import { ESTADO_CONFLICT } from "./sentences.server";

/** 303 to `path` with the reason why an appointment was not changed: the state it is in, or a sentence with its link. */
export function redirectUnchanged(path: string, reason: keyof typeof ESTADO_CONFLICT | Pick<Flash, "description" | "link">) {
  const because = typeof reason === "string" ? { description: ESTADO_CONFLICT[reason] } : reason;
  return redirectWithFlash(path, { title: "La cita no cambió", ...because, destructive: true });
}
