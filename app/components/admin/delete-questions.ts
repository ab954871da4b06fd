import { formatCalendarDay, formatDay } from "~/format/dates";
import { formatMoney, isPositive } from "~/format/numbers";
import { CLIENTE_ELIMINADO, plural, SIN_ESPECIALISTA } from "~/format/text";

const SURE = "¿Estás segura de que quieres eliminar";
const amountOf = ({ monto, fecha }: { monto: string; fecha: string }) => `${formatMoney(monto)} del ${formatCalendarDay(fecha)}`;

type Ahead = { citas: number; proxima: string };

/** The appointments that a client or a specialist has ahead, in a sentence; nothing without any. */
function describeAhead(ahead: Ahead | undefined): string {
  if (!ahead) return "";
  const next = `${ahead.citas === 1 ? "el" : "la próxima el"} ${formatDay(ahead.proxima, "UTC")}`;
  return ` Tiene ${plural(ahead.citas, "cita", "citas")} por venir, ${next}.`;
}

/** What a specialist is still to be paid, in a sentence; nothing without anything, or when she is to give back. */
const describeOwed = (owed = "0.00") => (isPositive(owed) ? ` Todavía no le pagas ${formatMoney(owed)}.` : "");

/** What is asked before a record is deleted, in its list and on the page of the deletion. */
export const DELETE_QUESTIONS = {
  cliente: (nombre: string, ahead?: Ahead) =>
    `${SURE} a ${nombre}?${describeAhead(ahead)} Sus citas se conservan como «${CLIENTE_ELIMINADO}».`,
  /** `owed` is what she is still to be paid. */
  empleado: (nombre: string, ahead?: Ahead, owed?: string) =>
    `${SURE} a ${nombre}?${describeAhead(ahead)}${describeOwed(owed)} Sus servicios y sus citas se conservan como «${SIN_ESPECIALISTA}».`,
  servicio: (nombre: string) =>
    `${SURE} el servicio ${nombre}? Deja de ofrecerse en el sitio; lo encuentras entre los desactivados.`,
  precio: ({ nombre, precio, desde }: { nombre: string; precio: string; desde: string }) =>
    `¿Quitas el precio nuevo de ${nombre}? Ya no costará ${formatMoney(precio)} desde el ${formatDay(desde, "UTC")}.`,
  proveedor: (nombre: string) => `${SURE} a ${nombre}? Deja de aparecer en la lista; lo encuentras entre los inactivos.`,
  item: (nombre: string) => `${SURE} ${nombre}? Sus movimientos se conservan.`,
  espera: (nombre: string) => `¿Quitas a ${nombre} de la espera? Su ficha se queda como está.`,
  testimonio: (nombre: string) => `${SURE} el testimonio de ${nombre}?`,
  imagen: `${SURE} esta imagen?`,
  /** `debt` is what its completed appointment will have left to pay. */
  ingreso: (ingreso: { monto: string; fecha: string }, debt?: string) =>
    `${SURE} este ingreso? Es de ${amountOf(ingreso)}.${debt ? ` Quedarán por cobrar ${formatMoney(debt)}.` : ""}`,
  egreso: (egreso: { monto: string; fecha: string }) => `${SURE} este egreso? Es de ${amountOf(egreso)}.`,
};
