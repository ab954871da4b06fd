import { formatMoney } from "./numbers";
import { dialable } from "./phone";

/** The URL that opens WhatsApp with a conversation with `number`, and a message to send if there is one. */
export function whatsappUrl(number: string, message?: string): string {
  return `https://wa.me/${number}${message === undefined ? "" : `?text=${encodeURIComponent(message)}`}`;
}

/** The `tel:` URL of a telephone number in any format: `tel:+520000000000`. */
export function telUrl(phone: string): string {
  return `tel:${dialable(phone) ?? phone.replace(/[^\d+]/g, "")}`;
}

/** The URL of a client's editor, which returns to `back`. */
export function clientePath(id: string, back: string): string {
  return `/admin/clientes/${id}?de=${encodeURIComponent(back)}`;
}

/** The path of the waiting list. */
export const ESPERA = "/admin/citas/espera";

/** The path of the absences of a specialist, or without one of the studio's closed days. */
export function ausenciasPath(empleado_id: string | undefined): string {
  return empleado_id ? `/admin/empleados/${empleado_id}/horario` : "/admin/configuracion/dias-cerrados";
}

/** The URL that writes to the studio with `message`, or calls it when it has no WhatsApp; null when it has neither. */
export function contactUrl({ whatsapp, telefono }: { whatsapp: string; telefono: string }, message: string): string | null {
  if (whatsapp) return whatsappUrl(whatsapp, message);
  return telefono ? telUrl(telefono) : null;
}

/** Google Maps looking for the studio. */
export function mapSearchUrl({ nombre, direccion }: { nombre: string; direccion: string }): string {
  const query = [nombre, direccion].filter(Boolean).join(", ");
  return `https://www.google.com/maps/search/?${new URLSearchParams({ api: "1", query })}`;
}

/** The path of the list from which a record is deleted at `pathname`: `/admin/clientes/:id/eliminar` gives `/admin/clientes`. */
export const listOfDeletion = (pathname: string) => pathname.replace(/\/[^/]+\/eliminar\/?$/, "");

/** The path of the page that books the time of a code, with the specialist `con` if the client chose one. */
export function bookingPath(codigo: string, con?: string): string {
  return `/reservar/${codigo}${con ? `?con=${con}` : ""}`;
}

/** The WhatsApp link that asks for a time, with its code, and with whom (`con`, her full name) if the client chose. */
export function bookingUrl(
  whatsapp: string,
  { nombre, precio }: { nombre: string; precio: string },
  { said, codigo }: { said: string; codigo: string },
  con?: string,
): string {
  const text = `Hola, me gustaría reservar ${nombre} (${formatMoney(precio)})${con ? ` con ${con}` : ""} el ${said} Código: ${codigo}`;
  return whatsappUrl(whatsapp, text);
}

/** Where the editor of a record of `list` leads without saving: back to the first steps, if it is one of them (`?de=/admin`), or to its list. */
export function editorBack(list: string, search: string): string {
  return new URLSearchParams(search).get("de") === "/admin" ? "/admin" : list + search;
}
