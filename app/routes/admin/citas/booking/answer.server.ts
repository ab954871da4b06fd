import { sha256 } from "~/database/digest.server";
import { calendarDay, clock, isId } from "~/database/fields.server";
import { studioDay } from "~/format/dates";
import { formatMoney } from "~/format/numbers";
import { capitalize, fullName, SIN_ESPECIALISTA } from "~/format/text";
import { studioClock, studioMoment } from "~/format/zone.server";
import { MAX_SERVICIOS } from "~/models/citas/cita.server";
import { findCodigo } from "~/models/citas/codigo.server";
import { listHoras } from "~/models/citas/horas.server";
import { listFrecuentes, listOpciones } from "~/models/citas/opciones.server";
import { LA_QUE_ESTE_LIBRE, readServicios } from "~/models/citas/turnos.server";
import { listHorasDeHoy, listLibresAhora } from "~/models/citas/walk-in.server";
import { type findClientes, getElegida } from "~/models/clientes/cliente.server";
import type { RightsHolder } from "~/models/cuentas/permiso.server";
import { describeHours, firstNames } from "../hour-sentences.server";
import type { HoursOfDay } from "../hours";
import { HORARIO_OCUPADO } from "../sentences.server";
import type { CitaQuestion } from "./intent.server";

/** What the action answers with the booking form. Sentences that are always the same are not sent with the page's script. */
export type CitaAnswer = {
  /** The client chosen in the form, to show her by name. */
  chosen?: Awaited<ReturnType<typeof getElegida>>;
  /** The clients found; `hasMore` when more match than are given. */
  search?: Pick<Awaited<ReturnType<typeof findClientes>>, "clientes" | "hasMore">;
  /** The services to offer first, while one is to be chosen. */
  frequent?: { title: string; options: { value: string; nombre: string; detail: string }[] };
  /** Who is free now, to tell a client who has walked in, until she says what she wants. */
  freeNow?: { title: string; options: { value: string; nombre: string }[] };
  /** The free hours, once every service is chosen. */
  hours?: HoursOfDay[];
  /** What became of the code that was applied. */
  codeNotice?: string;
  /** Warnings to confirm before saving; the box that confirms them sends `mark`. */
  warnings?: { sentences: string[]; mark: string };
  /** What takes the slot. */
  conflicts?: string[];
};

type Payload = Record<string, unknown>;

/** The form that is answered: the appointment that it edits, whether its client has just walked in, the studio's zone, and who asks. */
export type Asking = { id?: string; isWalkIn: boolean; zona: string; user: RightsHolder };

/**
 * What the booking form shows with the values `payload`, as Conform parses them: its client, the services to offer first, and the
 * free hours, `more` of them, or none `withoutHours`.
 */
export async function describeForm(
  payload: Payload,
  { id, isWalkIn, zona, user }: Asking,
  { more = false, withoutHours = false } = {},
): Promise<CitaAnswer> {
  const rows = rowsOf(payload);
  const isChosen = rows.length > 0 && rows.every(({ servicio_id }) => trimmed(servicio_id) !== "");
  const cliente_id = trimmed(payload.cliente_id);
  const [chosen, frequent, freeNow, hours] = await Promise.all([
    getElegida(cliente_id, user),
    isChosen ? undefined : describeFrequent(cliente_id),
    isWalkIn && !isChosen ? describeFreeNow() : undefined,
    isChosen && !withoutHours ? findHours() : undefined,
  ]);
  return { chosen, frequent, freeNow, hours };

  async function findHours() {
    const asked = rows.map(({ servicio_id, empleado_id, duracion_minutos }) => ({
      servicio_id: trimmed(servicio_id),
      empleado_id: trimmed(empleado_id) || null,
      precio: null,
      duracion_minutos: Number(trimmed(duracion_minutos)) || null,
    }));
    const services = await readServicios(asked, id);
    if (!services) return undefined;
    if (isWalkIn && !more) return describeHours(await listHorasDeHoy(services), zona, true);
    const now = new Date();
    const fecha = calendarDay().safeParse(payload.fecha).data;
    const hora = clock().safeParse(payload.hora).data;
    const start = fecha ? studioMoment(fecha, "00:00", zona) : now;
    const horas = await listHoras(services, {
      desde: start > now ? start : now,
      own: fecha && hora ? studioMoment(fecha, hora, zona) : undefined,
      omit: isId(id) ? [id] : [],
      ...(more ? { max: 48, perDay: 16 } : { max: 8, perDay: 4 }),
    });
    return describeHours(horas, zona);
  }
}

/** What the choice of any specialist who is free is called. */
export const LIBRE_LABEL = "Quien esté libre";

/** The services and the specialists of the form's selects, and how many services it takes; `present` is the appointment that is edited. */
export async function describeChoices(present?: Parameters<typeof listOpciones>[0]) {
  const { servicios, empleados } = await listOpciones(present);
  return {
    maxServicios: MAX_SERVICIOS,
    servicios: servicios.map(({ id, nombre, categoria, precio }) => ({
      value: id,
      label: `${nombre} (${capitalize(categoria)}, ${formatMoney(precio)})`,
    })),
    especialistas: [
      { value: "", label: SIN_ESPECIALISTA },
      { value: LA_QUE_ESTE_LIBRE, label: LIBRE_LABEL },
      ...empleados.map((each) => ({ value: each.id, label: `${fullName(each)}${each.activo ? "" : " (ya no está activa)"}` })),
    ],
  };
}

async function describeFrequent(cliente_id: string): Promise<CitaAnswer["frequent"]> {
  const { isHers, servicios } = await listFrecuentes(cliente_id);
  const options = servicios.map(({ id, nombre, duracion_minutos, precio }) => ({
    value: id,
    nombre,
    detail: `${duracion_minutos} min · ${formatMoney(precio)}`,
  }));
  return { title: isHers ? "Lo de siempre" : "Los más pedidos", options };
}

async function describeFreeNow(): Promise<CitaAnswer["freeNow"]> {
  const free = await listLibresAhora();
  const title =
    free.length === 0
      ? "Ahora no hay nadie libre. Elige el servicio y verás qué horas quedan."
      : free.length === 1
        ? "Libre ahora"
        : "Libres ahora";
  return { title, options: free.map((one) => ({ value: one.id, nombre: firstNames([one], free) })) };
}

const CODE_NOTICES = {
  vigente: "Código encontrado: ya llenamos la cita, con el precio que vio la clienta.",
  ocupado: `${HORARIO_OCUPADO}. Ya llenamos lo demás: elige otra hora.`,
  vencido: "Ese código ya venció. Ya llenamos lo demás: revisa el precio y elige la hora.",
  retirado: "Ese código es de un servicio que ya no se ofrece. Elige otro.",
  unknown: "No encontramos ese código. Revísalo: son 5 letras y números.",
};

/** Answers a question of the form: gives what its fields hold now, and what became of a code. */
export async function answerQuestion(question: CitaQuestion, payload: Payload, zona: string) {
  if (question.type === "apply-code") return applyCode(question.codigo, payload, zona);
  if (question.type === "choose-specialist")
    return { payload: { ...payload, servicios: rowsOf(payload).map((row) => ({ ...row, empleado_id: question.empleado_id })) } };
  if (question.type !== "choose-service") return { payload };
  return { payload: { ...payload, servicios: chooseService(payload, { servicio_id: question.servicio_id }) } };
}

/**
 * Fills in what the code of a WhatsApp message offered: service, price, day, hour, and a specialist who is free then. When it has
 * expired or its hour is taken, day and hour stay as they are in the form.
 */
async function applyCode(typed: string, payload: Payload, zona: string) {
  const offer = await findCodigo(typed);
  if (!offer) return { payload, codeNotice: CODE_NOTICES.unknown };
  const { codigo, servicio_id, fecha_hora, precio, empleado_id, estado } = offer;
  if (estado === "retirado") return { payload: { ...payload, codigo }, codeNotice: CODE_NOTICES.retirado };
  const row = { servicio_id, precio, ...(empleado_id && { empleado_id }) };
  const moment = estado === "vigente" ? { fecha: studioDay(fecha_hora, zona), hora: studioClock(fecha_hora, zona) } : undefined;
  return { payload: { ...payload, codigo, servicios: chooseService(payload, row), ...moment }, codeNotice: CODE_NOTICES[estado] };
}

/** The rows of services with one chosen: in the first row without a service, else in the first; the others stay. */
function chooseService(payload: Payload, row: Record<string, string>): Payload[] {
  const rows = rowsOf(payload);
  const target = Math.max(
    0,
    rows.findIndex(({ servicio_id }) => trimmed(servicio_id) === ""),
  );
  if (rows.length === 0) return [{ empleado_id: LA_QUE_ESTE_LIBRE, ...row }];
  return rows.map((fields, index) => (index === target ? { ...fields, precio: "", duracion_minutos: "", ...row } : fields));
}

/** The rows of services, a new one last, which any specialist who is free may do. */
export function withLibre(rows: unknown): Payload[] {
  return rowsOf({ servicios: rows }).map((row, index, { length }) =>
    index === length - 1 ? { empleado_id: LA_QUE_ESTE_LIBRE, ...row } : row,
  );
}

const rowsOf = ({ servicios }: Payload): Payload[] => (Array.isArray(servicios) ? servicios.map((row) => ({ ...row })) : []);

const trimmed = (value: unknown) => (typeof value === "string" ? value.trim() : "");

/** Identifies the warnings that somebody confirmed: other warnings have to be confirmed again. */
export function markOf(sentences: string[]): string {
  return sha256(sentences.join("\n")).slice(0, 16);
}
