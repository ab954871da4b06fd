import { json } from "@remix-run/node";
import { type IdempotencyKey, isOk } from "~/database/idempotency.server";
import { formatDay, formatTimeWithArticle } from "~/format/dates";
import { dialable } from "~/format/phone";
import { fullName } from "~/format/text";
import { studioMoment } from "~/format/zone.server";
import type { Flash } from "~/http/flash.server";
import { withPlaceLeft } from "~/http/freed-places.server";
import { redirectUnchanged } from "~/http/redirect-unchanged.server";
import { redirectWithError, redirectWithFlash } from "~/http/replies.server";
import { getPorMover, moveToHour, type PorMover } from "~/models/citas/mover.server";
import { ESPECIALISTA_GONE } from "~/models/equipo/empleado.server";
import { readCitaIntent } from "./booking/intent.server";
import { HORARIO_OCUPADO } from "./sentences.server";

/** Where an appointment is moved to; alone if it goes `con` a specialist. */
type Hour = { fecha_hora: Date; con?: string };

/** Reads the button of the hour that sent a form, which was `isLibre` with any specialist. Throws 400 for any other button. */
export function readHour(values: FormData, isLibre: boolean, zona: string): Hour {
  const intent = readCitaIntent(values);
  const chosen = intent.type === "book" ? intent.chosen : null;
  const con = isLibre ? chosen?.empleado_ids[0] : undefined;
  if (!chosen?.at || con === null) throw new Response(null, { status: 400 });
  return { fecha_hora: studioMoment(chosen.at.fecha, chosen.at.hora, zona), con };
}

type Move = Hour & {
  zona: string;
  /** The `updated_at` that the page showed. */
  seen: unknown;
  cuenta_id: string;
  key: IdempotencyKey;
  /** The page to go back to, and the form of the button that tells the client. */
  back: string;
  tell: NonNullable<Flash["button"]>;
};

/**
 * Moves an appointment, and the rest of its visit along, and gives the answer of the action: 303 to `back`, whose message offers to
 * tell the client, or 409 with the `sentence` why it stays.
 */
export async function answerMove(cita: PorMover, { zona, seen, cuenta_id, key, back, tell, ...hour }: Move) {
  const { fecha_hora, con } = hour;
  const done = await moveToHour(cita, hour, seen, cuenta_id, key);
  if (isOk(done)) {
    const empleado = con ? (await getPorMover(cita.id))?.empleado : null;
    const other = empleado && empleado.id !== con ? ` con ${fullName(empleado)}, que estaba libre` : "";
    const moved = {
      title: "Cita movida",
      // No full stop after the clock: `a.m.` ends with one.
      description: `Quedó el ${formatDay(fecha_hora, zona)} ${formatTimeWithArticle(fecha_hora, zona)}${other}`,
      button: dialable(cita.cliente?.telefono) ? { label: "Avisar por WhatsApp", pending: "Abriendo...", ...tell } : undefined,
    };
    return redirectWithFlash(back, await withPlaceLeft(moved, done.result, zona));
  }
  const { outcome } = done;
  if (outcome === "completada" || outcome === "cancelada") return redirectUnchanged(back, outcome);
  if (outcome === "missing" || outcome === "missing_key" || outcome === "too_large" || outcome === "failed")
    return redirectWithError(back, outcome);
  const refused = {
    overlap: `${HORARIO_OCUPADO} o ya pasó. Elige otra hora.`,
    especialista: ESPECIALISTA_GONE,
    not_able: "Esa especialista ya no hace este servicio. Elige otra hora.",
    stale: CHANGED,
    // This page moved it already, to another hour.
    reused: CHANGED,
  };
  return json({ heading: "La cita sigue en su hora", sentence: refused[outcome] }, { status: 409 });
}

const CHANGED = "Alguien cambió esta cita mientras tanto. Ve cómo está ahora y elige otra vez la hora.";
