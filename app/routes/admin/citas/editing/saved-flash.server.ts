import { citaPath, isSameScreen } from "~/components/admin/cita";
import { formatDay, formatTimeWithArticle } from "~/format/dates";
import { fullName, joinWords } from "~/format/text";
import { otherRecordsFlash } from "~/http/other-records.server";
import type { User } from "~/http/session/current-user.server";
import { getCita } from "~/models/citas/cita.server";
import { listOtrasFichas } from "~/models/clientes/cliente.server";

type Saved = {
  zona: string;
  back: string;
  user: User;
  hasNewCliente: boolean;
  /** For each appointment the specialist that the pressed hour named, where anyone who is free was asked for. */
  pressed: (string | null)[];
};

/**
 * Says when the appointment is, and with whom if another than the pressed hour named was free, with a link to it; or to the other
 * records that share the telephone of its new client.
 */
export async function flashAfterSave(ids: string[], { zona, back, user, hasNewCliente, pressed }: Saved) {
  const citas = await Promise.all(ids.map((each) => getCita(each, zona)));
  const [cita, id = ""] = [citas[0], ids[0]];
  const others = citas.flatMap((one, index) =>
    one?.empleado && pressed[index] && pressed[index] !== one.empleado_id ? fullName(one.empleado) : [],
  );
  const free = others.length > 1 ? "que estaban libres" : "que estaba libre";
  const con = others.length > 0 ? ` con ${joinWords([...new Set(others)])}, ${free}` : "";
  // No full stop after the clock: `a.m.` ends with one.
  const when = cita && `Quedó el ${formatDay(cita.fecha_hora, zona)} ${formatTimeWithArticle(cita.fecha_hora, zona)}${con}`;
  const cliente_id = hasNewCliente ? cita?.cliente_id : null;
  const otras = cliente_id ? await listOtrasFichas(cliente_id) : [];
  if (cliente_id && otras.length > 0) {
    const { description, link } = otherRecordsFlash(cliente_id, otras.length, user);
    return { description: `${when} ${description}`, link };
  }
  const detail = citaPath(id, "detalle", back);
  return {
    description: when ?? undefined,
    link: isSameScreen(back, detail) ? undefined : { href: detail, label: "Ver la cita" },
  };
}
