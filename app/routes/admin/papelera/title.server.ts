import { formatCalendarDay, formatDate, formatTime } from "~/format/dates";
import { formatMoney } from "~/format/numbers";
import { CLIENTE_ELIMINADO, fullName, SERVICIO_ELIMINADO } from "~/format/text";
import { getNombres } from "~/models/clientes/cliente.server";
import type { Copia, Tipo } from "~/models/papelera/papelera.server";

/** The word for each kind. */
export const KINDS: Record<Tipo, string> = {
  cliente: "Clienta",
  cita: "Cita",
  ingreso: "Ingreso",
  egreso: "Egreso",
  item: "Artículo",
  empleado: "Empleado",
  testimonio: "Testimonio",
  imagen: "Imagen",
};

/** The names of the clients of deleted appointments. No copy keeps one: a client who is deleted for ever leaves no name behind. */
export function clienteNames(copias: (Copia | null)[]): Promise<Map<string, string>> {
  return getNombres(copias.flatMap((copia) => (typeof copia?.fila.cliente_id === "string" ? [copia.fila.cliente_id] : [])));
}

/** What a deleted record is called on the owner's screen, in zone `zona`. Never shows health notes. */
export function titleOf(tipo: Tipo, copia: Copia | null, zona: string, names: Map<string, string>): string {
  if (!copia) return "No se puede leer: avisa a quien instaló Susa";
  const { fila, datos } = copia;
  const text = (name: string) => (typeof fila[name] === "string" ? fila[name] : "");
  const money = () => `${formatMoney(String(fila.monto))} del ${formatCalendarDay(text("fecha"))}`;
  const join = (...parts: unknown[]) => parts.filter(Boolean).join(" · ");
  switch (tipo) {
    case "cliente":
    case "item":
    case "testimonio":
      return text("nombre");
    case "empleado":
      return fullName({ nombre: text("nombre"), apellido: text("apellido") });
    case "ingreso":
    case "egreso":
      return join(money(), text("descripcion"));
    case "imagen":
      return join(datos.servicio ?? SERVICIO_ELIMINADO, text("alt_text"));
    case "cita": {
      const moment = text("fecha_hora");
      const when = `${formatDate(moment, zona)}, ${formatTime(moment, zona)}`;
      return join(names.get(text("cliente_id")) ?? CLIENTE_ELIMINADO, datos.servicio ?? SERVICIO_ELIMINADO, when);
    }
  }
}
