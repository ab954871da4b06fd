import { formatCalendarDay } from "~/format/dates";
import { formatMoney } from "~/format/numbers";
import { CLIENTE_ELIMINADO, SIN_ESPECIALISTA } from "~/format/text";

const SURE = "¿Estás segura de que quieres eliminar";
const amountOf = ({ monto, fecha }: { monto: string; fecha: string }) => `${formatMoney(monto)} del ${formatCalendarDay(fecha)}`;

/** What is asked before a record is deleted, in its list and on the page of the deletion. */
export const DELETE_QUESTIONS = {
  cliente: (nombre: string) => `${SURE} a ${nombre}? Sus citas se conservan como «${CLIENTE_ELIMINADO}».`,
  empleado: (nombre: string) => `${SURE} a ${nombre}? Sus servicios y sus citas se conservan como «${SIN_ESPECIALISTA}».`,
  servicio: (nombre: string) =>
    `${SURE} el servicio ${nombre}? Deja de ofrecerse en el sitio; lo encuentras entre los desactivados.`,
  proveedor: (nombre: string) => `${SURE} a ${nombre}? Deja de aparecer en la lista; lo encuentras entre los inactivos.`,
  item: (nombre: string) => `${SURE} ${nombre}? Sus movimientos se conservan.`,
  testimonio: (nombre: string) => `${SURE} el testimonio de ${nombre}?`,
  imagen: `${SURE} esta imagen?`,
  ingreso: (ingreso: { monto: string; fecha: string }) => `${SURE} este ingreso? Es de ${amountOf(ingreso)}.`,
  egreso: (egreso: { monto: string; fecha: string }) => `${SURE} este egreso? Es de ${amountOf(egreso)}.`,
};
