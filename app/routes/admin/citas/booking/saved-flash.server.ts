import { citaPath, isSameScreen } from "~/components/admin/cita";
import { formatDay, formatTimeWithArticle } from "~/format/dates";
import { phoneNote } from "~/format/phone";
import { fullName, joinWords } from "~/format/text";
import { otherRecordsFlash, tocayasFlash } from "~/http/other-records.server";
import type { User } from "~/http/session/current-user.server";
import { type CitaValues, getCita } from "~/models/citas/cita.server";
import { pressedOf } from "./place.server";
import type { Booking } from "./submission.server";

type Saved = { zona: string; back: string; user: User };

/**
 * Says when the appointment is, and with whom if another than the pressed hour named was free, with a link to it; or to the other
 * records that share the telephone or the name of its new client.
 */
export async function flashAfterSave(ids: string[], booking: Booking, saved: CitaValues, { zona, back, user }: Saved) {
  const pressed = pressedOf(booking, saved);
  const hasNewCliente = saved.cliente_nombre !== null;
  const citas = await Promise.all(ids.map((each) => getCita(each, zona)));
  const [cita, id = ""] = [citas[0], ids[0]];
  const free = citas.flatMap((one, index) =>
    one?.empleado && pressed[index] && pressed[index] !== one.empleado_id ? fullName(one.empleado) : [],
  );
  const were = free.length > 1 ? "que estaban libres" : "que estaba libre";
  const con = free.length > 0 ? ` con ${joinWords([...new Set(free)])}, ${were}` : "";
  // No full stop after the clock: `a.m.` ends with one.
  const when = cita && `Quedó el ${formatDay(cita.fecha_hora, zona)} ${formatTimeWithArticle(cita.fecha_hora, zona)}${con}`;
  const cliente_id = hasNewCliente ? cita?.cliente_id : null;
  const others = cliente_id ? ((await otherRecordsFlash(cliente_id, user)) ?? (await tocayasFlash(cliente_id))) : null;
  const note = cliente_id ? phoneNote(cita?.cliente?.telefono ?? null) : undefined;
  // She had said yes to another hour.
  const unconfirmed = cita && cita.estado !== saved.estado ? "Como cambió, falta que ella la confirme otra vez." : undefined;
  const description = [when, unconfirmed, note, others?.description].filter(Boolean).join(" ") || undefined;
  if (others) return { ...others, description };
  const detail = citaPath(id, "detalle", back);
  return {
    description,
    link: isSameScreen(back, detail) ? undefined : { href: detail, label: "Ver la cita" },
  };
}
