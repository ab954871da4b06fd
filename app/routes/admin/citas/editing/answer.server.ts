import { sha256 } from "~/database/digest.server";
import { studioDay } from "~/format/dates";
import { studioClock } from "~/format/zone.server";
import { findCodigo } from "~/models/citas/codigo.server";
import { findClientes, type getNombreYAlerta } from "~/models/clientes/cliente.server";
import type { RightsHolder } from "~/models/cuentas/permiso.server";
import { HORARIO_OCUPADO } from "../sentences";
import { fillFromServices, trimmed } from "./defaults.server";
import type { CitaQuestion } from "./intent.server";
import { describeMoved, type Taken } from "./taken-sentences.server";

/** What the action answers with the booking form. Sentences that are always the same are not sent with the page's script. */
export type CitaAnswer = {
  /** The client chosen in the form, to show her by name. */
  chosen?: Awaited<ReturnType<typeof getNombreYAlerta>>;
  /** The clients found; `hasMore` when more match than are given. */
  search?: Pick<Awaited<ReturnType<typeof findClientes>>, "clientes" | "hasMore">;
  /** What became of the code that was applied. */
  codeNotice?: string;
  /** Where an alternative was filled in. */
  moved?: string;
  /** Warnings to confirm before saving; the box that confirms them sends `mark`. */
  warnings?: { sentences: string[]; mark: string };
  taken?: Taken;
};

const CODE_NOTICES = {
  vigente: "Código encontrado: ya llenamos la cita, con el precio que vio la clienta.",
  ocupado: `${HORARIO_OCUPADO}. Ya llenamos lo demás: elige otro día u otra hora.`,
  vencido: "Ese código ya venció. Ya llenamos lo demás: revisa el precio y elige el día y la hora.",
  retirado: "Ese código es de un servicio que ya no se ofrece. Elige otro.",
  unknown: "No encontramos ese código. Revísalo: son 5 letras y números.",
};

type Answered = { payload: Record<string, unknown>; answer?: CitaAnswer };

/** Answers a question: gives what the form holds now and what to say with it. `payload` is the form as Conform parsed it. */
export async function answerQuestion(
  question: CitaQuestion,
  payload: Record<string, unknown>,
  zona: string,
  user: RightsHolder,
): Promise<Answered> {
  const rows: unknown[] = Array.isArray(payload.servicios) ? payload.servicios : [];
  switch (question.type) {
    case "search-clients":
      return answerSearch(payload, await findClientes(question.q, user));
    case "apply-code":
      return applyCode(question.codigo, payload, rows, zona);
    case "fill-from-service":
      return { payload: { ...payload, servicios: await fillFromServices(rows) } };
    case "use-alternative": {
      const { row, empleado_id, fecha, hora } = question;
      const isSameHour = payload.fecha === fecha && payload.hora === hora;
      const servicios = rows.map((fields, index) => (index === row ? { ...(fields as object), empleado_id } : fields));
      return { payload: { ...payload, fecha, hora, servicios }, answer: { moved: describeMoved({ fecha, hora }, isSameHour) } };
    }
  }
}

/** The clients found; the only one with the telephone that was searched is chosen, unless the form has the name of a new one. */
export function answerSearch(
  payload: Record<string, unknown>,
  { exactMatch, ...search }: Awaited<ReturnType<typeof findClientes>>,
): Answered {
  if (!exactMatch || trimmed(payload.cliente_nombre) !== "") return { payload, answer: { search } };
  return { payload: { ...payload, cliente_id: exactMatch.id }, answer: { search, chosen: exactMatch } };
}

/**
 * Fills in what the code of a WhatsApp message offered: service, price, day, hour, and a specialist who is free then. When it has
 * expired or its hour is taken, day and hour stay as they are in the form.
 */
async function applyCode(typed: string, payload: Record<string, unknown>, rows: unknown[], zona: string): Promise<Answered> {
  const offer = await findCodigo(typed);
  if (!offer) return { payload, answer: { codeNotice: CODE_NOTICES.unknown } };
  const { codigo, servicio_id, fecha_hora, precio, empleado_id, estado } = offer;
  if (estado === "retirado") return { payload: { ...payload, codigo }, answer: { codeNotice: CODE_NOTICES.retirado } };
  const [filled] = await fillFromServices([{ servicio_id, precio, empleado_id: empleado_id ?? "" }]);
  // Replaces the first row without a service, else the first row; the others stay.
  const firstEmpty = rows.findIndex((row) => trimmed((row as Record<string, unknown> | null)?.servicio_id) === "");
  const target = Math.max(0, firstEmpty);
  const servicios = rows.length === 0 ? [filled] : rows.map((row, index) => (index === target ? filled : row));
  const moment = estado === "vigente" ? { fecha: studioDay(fecha_hora, zona), hora: studioClock(fecha_hora, zona) } : undefined;
  return { payload: { ...payload, codigo, servicios, ...moment }, answer: { codeNotice: CODE_NOTICES[estado] } };
}

/** Identifies the warnings that somebody confirmed: other warnings have to be confirmed again. */
export function markOf(sentences: string[]): string {
  return sha256(sentences.join("\n")).slice(0, 16);
}
