import { parseWithZod } from "@conform-to/zod/v4";
import { asMoment, isId } from "~/database/fields.server";
import { findWriteResult, type IdempotencyKey, isOk } from "~/database/idempotency.server";
import { studioDay } from "~/format/dates";
import { CLIENTE_ELIMINADO, fullName, SERVICIO_ELIMINADO, SIN_ESPECIALISTA } from "~/format/text";
import { studioClock } from "~/format/zone.server";
import { textOf } from "~/http/form/form.server";
import type { Kept } from "~/http/form/stale-edit.server";
import { ESTADO_CONFLICT } from "~/http/redirect-unchanged.server";
import { invalid, redirectWithFlash, StaleEdit, writeFailed } from "~/http/replies.server";
import type { User } from "~/http/session/current-user.server";
import { MAX_PLACEMENT_TRIES } from "~/limits";
import { findConflicts, findWarnings } from "~/models/citas/availability.server";
import { type CitaValues, citaSchema, createVisita, getCita, updateCita } from "~/models/citas/cita.server";
import { isOver } from "~/models/citas/estado";
import { isWhole, startingNow } from "~/models/citas/horas.server";
import { listOpciones } from "~/models/citas/opciones.server";
import { arrangeVisita, LA_QUE_ESTE_LIBRE, type Turno } from "~/models/citas/turnos.server";
import { getNombre, getNombreYAlerta } from "~/models/clientes/cliente.server";
import { ESPECIALISTA_GONE } from "~/models/equipo/empleado.server";
import { HORARIO_OCUPADO } from "../sentences.server";
import { type Asking, type CitaAnswer, describeForm, LIBRE_LABEL, markOf } from "./answer.server";
import type { ChosenHour } from "./intent.server";
import { recoverAt } from "./recovered.server";
import { flashAfterSave } from "./saved-flash.server";
import { describeConflict, toSentences } from "./slot-sentences.server";

/** The fields of an appointment that decide together: whether its specialist is free then, for as long as it takes. */
export const CUANDO_Y_CON_QUIEN = [
  "fecha",
  "hora",
  "servicios[0].servicio_id",
  "servicios[0].empleado_id",
  "servicios[0].duracion_minutos",
];

/** Gives an appointment as the booking form shows it, with one row of services; null when the id is unknown or malformed. */
export async function readCita(id: string | undefined, zona: string) {
  const cita = await getCita(id, zona);
  return cita && { ...cita, servicios: [rowOf(cita)] };
}

type Row = { servicio_id: string | null; empleado_id: string | null; precio: string; duracion_minutos: number };

function rowOf({ servicio_id, empleado_id, precio, duracion_minutos }: Row) {
  return { servicio_id, empleado_id, precio, duracion_minutos: String(duracion_minutos) };
}

/** A version of an appointment with names in place of ids. */
export async function inWords({ servicios, ...version }: Record<string, unknown>) {
  const [row = {}] = servicios as Partial<ReturnType<typeof rowOf>>[];
  const [cliente, opciones] = await Promise.all([getNombre(String(version.cliente_id)), listOpciones(row)]);
  const empleado = opciones.empleados.find(({ id }) => id === row.empleado_id);
  return {
    ...version,
    cliente_id: version.cliente_nombre ?? cliente?.nombre ?? CLIENTE_ELIMINADO,
    "servicios[0].servicio_id": opciones.servicios.find(({ id }) => id === row.servicio_id)?.nombre ?? SERVICIO_ELIMINADO,
    "servicios[0].empleado_id":
      row.empleado_id === LA_QUE_ESTE_LIBRE ? LIBRE_LABEL : empleado ? fullName(empleado) : SIN_ESPECIALISTA,
    "servicios[0].precio": row.precio,
    "servicios[0].duracion_minutos": row.duracion_minutos,
  };
}

type Errors = { formErrors?: string[]; fieldErrors?: Record<string, string[]> };

type Saving = Asking & {
  request: Request;
  papelera_id: string | null;
  back: string;
  user: User;
  key: IdempotencyKey;
  /** The form before an hour button filled it in, which is shown again unless that hour has to be confirmed. */
  shown: FormData;
  /** Whether an hour button was pressed. */
  isBooking: boolean;
  /** Why it cannot be saved as it was sent. */
  refused?: { errors: Errors; status: number; answer?: CitaAnswer };
};

const SERVICIO_GONE = "Uno de los servicios ya no está. Elige otro.";

/** Saves the booking form, or gives it back with what is wrong or to be confirmed. Throws StaleEdit and what writeFailed throws. */
export async function saveCita(saving: Saving, values: FormData, kept: Kept): Promise<Response> {
  const { request, id, papelera_id, zona, back, user, key, shown, isBooking, refused } = saving;
  const submission = parseWithZod(values, { schema: citaSchema });
  const isNew = id === "nueva";
  const describeAgain = async (answer: CitaAnswer = {}) => {
    if ((isNew || refused) && !answer.warnings)
      Object.assign(submission.payload, parseWithZod(shown, { schema: citaSchema }).payload);
    const withoutHours = !isNew && !isBooking && !answer.conflicts;
    return { ...(await describeForm(submission.payload, saving, { withoutHours })), ...answer };
  };
  const formAgain = async (errors: Errors = {}, status?: number, answer?: CitaAnswer) => {
    const formErrors = [...(errors.formErrors ?? []), (await kept()) ?? []].flat();
    return invalid<CitaAnswer>(submission, { ...errors, formErrors }, status, undefined, await describeAgain(answer));
  };
  const staleEdit = async (mine: CitaValues) => new StaleEdit(mine, { chosen: await getNombreYAlerta(mine.cliente_id, user) });
  if (refused) return formAgain(refused.errors, refused.status, refused.answer);
  if (submission.status !== "success") return formAgain();

  const { servicios } = submission.value;
  const anyone = servicios.map((row, index) => (asksAnyone(shown, index) ? { ...row, empleado_id: LA_QUE_ESTE_LIBRE } : row));
  const hasAnyone = anyone.some(({ empleado_id }) => empleado_id === LA_QUE_ESTE_LIBRE);
  /** Places each service: where the form asks for anyone and the specialist it names is taken by now, with another who is free. */
  const arrange = async () => {
    const visita = await arrangeVisita(submission.value, zona, id);
    if (!visita || !hasAnyone || isWhole(visita)) return visita;
    const other = await arrangeVisita({ ...submission.value, servicios: anyone }, zona, id);
    return other && isWhole(other) ? other : visita;
  };
  const save = (turnos: Turno[]) => {
    if (papelera_id !== null) return recoverAt(request, papelera_id, submission.value, turnos, user, key);
    return isNew
      ? createVisita(submission.value, turnos, user.id, key)
      : updateCita(id, values.get("updated_at"), submission.value, turnos, user.id, key);
  };

  let saved: Awaited<ReturnType<typeof save>>;
  let visita: Awaited<ReturnType<typeof arrange>>;
  let tries = 0;
  do {
    tries++;
    visita = await arrange();
    if (!visita) return formAgain({ formErrors: [SERVICIO_GONE] });
    const sentences = toSentences(await findWarnings(visita, id));
    const mark = markOf(sentences);
    // Sent again it is answered as the first time: what it booked itself left no specialist.
    if (sentences.length > 0 && values.get("avisos") !== mark && (await findWriteResult(key)) === null) {
      // What somebody else did meanwhile comes first: merged with it, the appointment may have other warnings, or none.
      const now = await getCita(id, zona);
      if (now && isOver(now.estado)) return formAgain({ formErrors: [ESTADO_CONFLICT[now.estado]] }, 409);
      if (now && Date.parse(now.updated_at) !== asMoment(values.get("updated_at")).getTime())
        throw await staleEdit(submission.value);
      const formErrors = ["Todavía no guardamos la cita: revisa este aviso."];
      return formAgain({ formErrors }, 409, { warnings: { sentences, mark } });
    }
    saved = await save(visita.turnos);
    // The free specialist was booked by someone else before this write: try the next one who is free.
  } while (saved.outcome === "overlap" && hasAnyone && isWhole(visita) && tries < MAX_PLACEMENT_TRIES);

  const { turnos } = visita;
  switch (saved.outcome) {
    case "overlap": {
      const formErrors = [`${HORARIO_OCUPADO}. No se guardó nada y tus datos siguen aquí.`];
      const conflicts = (await findConflicts(turnos, id)).map((conflict) => describeConflict(conflict, zona));
      return formAgain({ formErrors }, 409, { conflicts });
    }
    case "completada":
    case "cancelada":
      return formAgain({ formErrors: [ESTADO_CONFLICT[saved.outcome]] }, 409);
    case "cliente":
      return formAgain({ fieldErrors: { cliente_id: ["Esa clienta ya no está. Elige otra."] } });
    case "servicio":
      return formAgain({ formErrors: [SERVICIO_GONE] });
    case "especialista":
      return formAgain({ formErrors: [ESPECIALISTA_GONE] });
    case "stale":
      throw await staleEdit(submission.value);
  }
  if (!isOk(saved)) return writeFailed(submission, saved.outcome, undefined, await describeAgain());
  const hasNewCliente = submission.value.cliente_nombre !== null;
  const pressed = servicios.map(({ empleado_id }, index) => (isBooking && asksAnyone(shown, index) ? empleado_id : null));
  const more = await flashAfterSave(saved.result, { zona, back, user, hasNewCliente, pressed });
  if ("said" in saved)
    return redirectWithFlash(back, { ...more, title: "Cita recuperada", description: `${more.description} ${saved.said}` });
  const title = isNew ? "Cita creada" : "Cita actualizada";
  return redirectWithFlash(back, { title, ...more }, await kept(saved, submission.value));
}

/** Whether a service of a form is for any specialist who is free, whoever the button of its hour names. */
const asksAnyone = (shown: FormData, index: number) => textOf(shown, `servicios[${index}].empleado_id`) === LA_QUE_ESTE_LIBRE;

/**
 * A copy of the form with the hour of a button, and the specialists who do the services then; one who walked in begins now. Throws
 * 400 when the button names more or fewer of them than there are services.
 */
export function withHour(values: FormData, { at, empleado_ids }: ChosenHour, zona: string): FormData {
  const now = startingNow(new Date());
  const { fecha, hora } = at ?? { fecha: studioDay(now, zona), hora: studioClock(now, zona) };
  const filled = new FormData();
  for (const [name, value] of values) filled.append(name, value);
  filled.set("fecha", fecha);
  filled.set("hora", hora);
  for (const [index, empleado_id] of empleado_ids.entries()) {
    const name = `servicios[${index}].empleado_id`;
    // Without one the button says no name: one that was chosen since then stays.
    if (empleado_id || !isId(textOf(values, name))) filled.set(name, empleado_id ?? "");
  }
  const rows = [...new Set([...values.keys()].map((name) => /^servicios\[\d+\]/.exec(name)?.[0]))].filter(Boolean);
  if (rows.length !== empleado_ids.length) throw new Response(null, { status: 400 });
  return filled;
}
