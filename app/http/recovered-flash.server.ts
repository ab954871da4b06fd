import { plural } from "~/format/text";
import type { Recuperado } from "~/models/papelera/recuperar.server";
import type { Flash } from "./flash.server";

/** The title of the message for each kind, and where what came back can be seen. */
const KINDS: Record<Recuperado["tipo"], { title: string; path: (id: string) => string; label: string }> = {
  cliente: { title: "Clienta recuperada", path: (id) => `/admin/clientes/${id}/ficha`, label: "Ver su ficha" },
  salud: { title: "Notas recuperadas", path: (id) => `/admin/clientes/${id}/ficha`, label: "Ver su ficha" },
  cita: { title: "Cita recuperada", path: (id) => `/admin/citas/${id}/detalle`, label: "Ver la cita" },
  ingreso: { title: "Ingreso recuperado", path: (id) => `/admin/ingresos/${id}`, label: "Ver el ingreso" },
  egreso: { title: "Egreso recuperado", path: (id) => `/admin/egresos/${id}`, label: "Ver el egreso" },
  item: { title: "Artículo recuperado", path: (id) => `/admin/inventario/${id}`, label: "Ver el artículo" },
  empleado: { title: "Empleado recuperado", path: (id) => `/admin/empleados/${id}`, label: "Ver al empleado" },
  testimonio: { title: "Testimonio recuperado", path: (id) => `/admin/testimonios/${id}`, label: "Ver el testimonio" },
  espera: { title: "Sigue en la espera", path: (id) => `/admin/citas/espera/${id}`, label: "Ver lo que espera" },
  imagen: { title: "Imagen recuperada", path: (id) => `/admin/galeria/${id}`, label: "Ver la imagen" },
};

/** The message after something came back: what could not be tied to it again, and a link to it. */
export function recoveredFlash({ tipo, id, ...recuperado }: Recuperado): Flash {
  const { title, path, label } = KINDS[tipo];
  return { title, description: describeRecovered(recuperado) || undefined, link: { href: path(id), label } };
}

/** The sentences of such a message; an empty text when there is nothing to say. */
export function describeRecovered({
  perdidos,
  unidos,
  isTooMuch = false,
}: Pick<Recuperado, "perdidos" | "unidos"> & { isTooMuch?: boolean }) {
  const sentences = [
    ...unidos.flatMap(describeUntied),
    ...perdidos.map(describeLost),
    isTooMuch ? "Con este ingreso, su cita queda cobrada de más." : "",
  ];
  return sentences.filter(Boolean).join(" ");
}

type Unidos = Recuperado["unidos"][number];

const NOUNS: Record<string, [one: string, many: string]> = {
  servicios_susa: ["servicio", "servicios"],
  citas_susa: ["cita", "citas"],
  ingresos_susa: ["ingreso", "ingresos"],
  movimientos_inventario_susa: ["movimiento de inventario", "movimientos de inventario"],
  ventas_susa: ["venta", "ventas"],
  venta_lineas_susa: ["venta", "ventas"],
  propinas_susa: ["propina", "propinas"],
  liquidaciones_susa: ["pago al equipo", "pagos al equipo"],
  liquidacion_lineas_susa: ["pago al equipo", "pagos al equipo"],
  esperas_susa: ["clienta en espera", "clientas en espera"],
};

function describeUntied({ tabla, de, unidos, enPapelera, ocupados }: Unidos): string[] {
  // Places that her appointments left: no screen shows them as hers.
  if (tabla === "cambios_cita_susa") return [];
  const [one, many] = NOUNS[tabla] ?? ["registro", "registros"];
  const sentence = (count: number, single: string, several: string) =>
    count > 0 ? `${plural(count, one, many)} ${count === 1 ? single : several}` : "";
  return [
    sentence(
      enPapelera,
      "sigue en la papelera: vuelve si también se recupera.",
      "siguen en la papelera: vuelven si también se recuperan.",
    ),
    sentence(
      ocupados,
      "quedó sin especialista: su hora ya tiene otra cita.",
      "quedaron sin especialista: su hora ya tiene otra cita.",
    ),
    sentence(
      de - unidos - enPapelera - ocupados,
      "no volvió: se eliminó o se cambió mientras tanto.",
      "no volvieron: se eliminaron o se cambiaron mientras tanto.",
    ),
  ];
}

const LOST: Record<string, [gone: string, inTrash: string]> = {
  cliente_id: ["Su clienta ya no existe.", "Su clienta está en la papelera: recupérala también."],
  servicio_id: ["Su servicio ya no existe.", "Su servicio está en la papelera."],
  empleado_id: [
    "Quedó sin especialista: la suya ya no existe.",
    "Quedó sin especialista: la suya está en la papelera. Recupérala también.",
  ],
  cuenta_id: ["Su cuenta ya no existe, o ya es de otra persona.", "Su cuenta ya no existe."],
  cita_id: ["Su cita ya no existe.", "Su cita está en la papelera: recupérala también."],
};

function describeLost({ columna, enPapelera }: Recuperado["perdidos"][number]): string {
  const [gone, inTrash] = LOST[columna] ?? ["Algo de lo que tenía ya no existe.", "Algo de lo que tenía está en la papelera."];
  return enPapelera ? inTrash : gone;
}
