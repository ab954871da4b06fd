import { CLIENTE_LABELS } from "~/content/cliente-labels";
import { formatCalendarDay, formatMoment } from "~/format/dates";
import { formatMoney } from "~/format/numbers";
import { ESPERA_SERVICIO } from "~/format/picture";
import { CLIENTE_ELIMINADO, fullName, SERVICIO_ELIMINADO } from "~/format/text";
import { getServicioNombres } from "~/models/catalogo/servicio.server";
import { getNombres } from "~/models/clientes/cliente.server";
import { SALUD } from "~/models/clientes/salud.server";
import type { getEntrada, TipoPapelera } from "~/models/papelera/papelera.server";

/** The word for each kind. */
export const KINDS: Record<TipoPapelera, string> = {
  cliente: "Clienta",
  cita: "Cita",
  ingreso: "Ingreso",
  egreso: "Egreso",
  item: "Artículo",
  empleado: "Empleado",
  testimonio: "Testimonio",
  imagen: "Imagen",
  salud: "Notas de salud",
  espera: "Clienta en espera",
};

/** What each kind is called after a verb. */
export const AS_OBJECTS: Record<TipoPapelera, string> = {
  cliente: "a la clienta",
  cita: "la cita",
  ingreso: "el ingreso",
  egreso: "el egreso",
  item: "el artículo",
  empleado: "al empleado",
  testimonio: "el testimonio",
  imagen: "la imagen",
  salud: "las notas de salud",
  espera: "a la clienta en espera",
};

const ENDINGS: Partial<Record<TipoPapelera, string>> = { cliente: "a", cita: "a", imagen: "a", salud: "as", espera: "a" };

/** Who deleted it, in the gender of its kind: `Eliminada por duena@ejemplo.mx`. */
export const deletedBy = (tipo: TipoPapelera, quien: string) => `Eliminad${ENDINGS[tipo] ?? "o"} por ${quien}`;

type Entrada = Pick<NonNullable<Awaited<ReturnType<typeof getEntrada>>>, "tipo" | "fila">;

/** The present names of the clients and services of deleted records, by id. */
export async function namesFor(entradas: Entrada[]): Promise<Map<string, string>> {
  const idsIn = (column: string) => entradas.flatMap(({ fila }) => (typeof fila[column] === "string" ? [fila[column]] : []));
  const [clientes, servicios] = await Promise.all([getNombres(idsIn("cliente_id")), getServicioNombres(idsIn("servicio_id"))]);
  return new Map([...clientes, ...servicios]);
}

/** What a deleted record is called on the owner's screen, in zone `zona`. Never shows health notes. */
export function titleOf({ tipo, fila }: Entrada, zona: string, names: Map<string, string>): string {
  const text = (name: string) => (typeof fila[name] === "string" ? fila[name] : "");
  const servicio = () => names.get(text("servicio_id")) ?? SERVICIO_ELIMINADO;
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
      return join(fila.archivo_nombre ? ESPERA_SERVICIO : servicio(), text("alt_text"));
    case "salud": {
      const notas = SALUD.filter((campo) => campo in fila).map((campo) => CLIENTE_LABELS[campo]);
      return join(names.get(text("cliente_id")) ?? CLIENTE_ELIMINADO, ...notas);
    }
    case "espera": {
      const dias = [text("desde"), text("hasta")].map((dia) => formatCalendarDay(dia));
      const servicio_id = text("servicio_id");
      return join(names.get(text("cliente_id")) ?? CLIENTE_ELIMINADO, servicio_id && servicio(), `del ${dias.join(" al ")}`);
    }
    case "cita":
      return join(names.get(text("cliente_id")) ?? CLIENTE_ELIMINADO, servicio(), formatMoment(text("fecha_hora"), zona));
  }
}
