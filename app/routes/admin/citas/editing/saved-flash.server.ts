import { citaPath, isSameScreen } from "~/components/admin/cita";
import { formatDay, formatTimeWithArticle } from "~/format/dates";
import { otherRecordsFlash } from "~/http/other-records.server";
import type { User } from "~/http/session/current-user.server";
import { getCita } from "~/models/citas/cita.server";
import { listOtrasFichas } from "~/models/clientes/cliente.server";

/** Says when the appointment is, with a link to it; or to the other records that share the telephone of its new client. */
export async function flashAfterSave(
  [id = ""]: string[],
  { zona, back, user, hasNewCliente }: { zona: string; back: string; user: User; hasNewCliente: boolean },
) {
  // No full stop after the clock: `a.m.` ends with one.
  const cita = await getCita(id, zona);
  const when = cita && `Quedó el ${formatDay(cita.fecha_hora, zona)} ${formatTimeWithArticle(cita.fecha_hora, zona)}`;
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
