import { findWriteResult, isOk, type WriteResult } from "~/database/idempotency.server";
import { textOf } from "~/http/form/form.server";
import { ESTADO_CONFLICT } from "~/http/redirect-unchanged.server";
import { MAX_PLACEMENT_TRIES } from "~/limits";
import { findConflicts, findWarnings } from "~/models/citas/availability.server";
import type { CitaValues } from "~/models/citas/cita.server";
import type { EstadoOver } from "~/models/citas/estado";
import { isWhole } from "~/models/citas/horas.server";
import { arrangeVisita, LA_QUE_ESTE_LIBRE, type Turno } from "~/models/citas/turnos.server";
import type { Rejection } from "~/models/citas/visita.server";
import { ESPECIALISTA_GONE } from "~/models/equipo/empleado.server";
import { HORARIO_OCUPADO } from "../sentences.server";
import { type Asking, markOf } from "./answer.server";
import { describeConflict, toSentences } from "./slot-sentences.server";
import type { Booking, Refusal } from "./submission.server";

const SERVICIO_GONE = "Uno de los servicios ya no está. Elige otro.";

/**
 * Finds the place of each service of a form and writes them there with `save`. Where the form asks for anyone, and the specialist that
 * its hour names is taken by now, another who is free does the service. Gives why the form is given back (its hour is taken, warnings are
 * to be confirmed, a record is gone), or what `save` gave.
 */
export async function placeAndSave<Done, Reason extends string>(
  cita: CitaValues,
  { values, key }: Booking,
  { id, zona }: Asking,
  save: (turnos: Turno[]) => Promise<WriteResult<Done, Reason | Rejection | EstadoOver>>,
): Promise<{ refused: Refusal } | { saved: WriteResult<Done, Exclude<Reason, Rejection | EstadoOver>> }> {
  const anyone = cita.servicios.map((row, index) =>
    asksAnyone(values, index) ? { ...row, empleado_id: LA_QUE_ESTE_LIBRE } : row,
  );
  const hasAnyone = anyone.some(({ empleado_id }) => empleado_id === LA_QUE_ESTE_LIBRE);
  for (let tries = 1; ; tries++) {
    let visita = await arrangeVisita(cita, zona, id);
    if (visita && hasAnyone && !isWhole(visita)) {
      const other = await arrangeVisita({ ...cita, servicios: anyone }, zona, id);
      if (other && isWhole(other)) visita = other;
    }
    if (!visita) return { refused: { formErrors: [SERVICIO_GONE] } };
    const sentences = toSentences(await findWarnings(visita, id));
    const mark = markOf(sentences);
    // Sent again it is answered as the first time: what it booked itself left no specialist.
    if (sentences.length > 0 && textOf(values, "avisos") !== mark && (await findWriteResult(key)) === null) {
      const formErrors = ["Todavía no guardamos la cita: revisa este aviso."];
      return { refused: { formErrors, status: 409, answer: { warnings: { sentences, mark } } } };
    }
    const saved = await save(visita.turnos);
    // The free specialist was booked by someone else before this write: try the next one who is free.
    if (saved.outcome === "overlap" && hasAnyone && isWhole(visita) && tries < MAX_PLACEMENT_TRIES) continue;
    const describe = isOk(saved) ? undefined : REFUSALS[saved.outcome as keyof typeof REFUSALS];
    if (describe) return { refused: await describe(visita.turnos, { id, zona }) };
    return { saved: saved as WriteResult<Done, Exclude<Reason, keyof typeof REFUSALS>> };
  }
}

const REFUSALS: Record<
  Rejection | EstadoOver,
  (turnos: Turno[], asking: Pick<Asking, "id" | "zona">) => Refusal | Promise<Refusal>
> = {
  overlap: async (turnos, { id, zona }) => {
    const formErrors = [`${HORARIO_OCUPADO}. No se guardó nada y tus datos siguen aquí.`];
    const conflicts = (await findConflicts(turnos, id)).map((conflict) => describeConflict(conflict, zona));
    return { formErrors, status: 409, answer: { conflicts } };
  },
  completada: () => ({ formErrors: [ESTADO_CONFLICT.completada], status: 409 }),
  cancelada: () => ({ formErrors: [ESTADO_CONFLICT.cancelada], status: 409 }),
  cliente: () => ({ fieldErrors: { cliente_id: ["Esa clienta ya no está. Elige otra."] } }),
  servicio: () => ({ formErrors: [SERVICIO_GONE] }),
  especialista: () => ({ formErrors: [ESPECIALISTA_GONE] }),
};

/** For each service the specialist that the pressed hour named, where the form asks for anyone; else null. */
export const pressedOf = ({ intent, values }: Booking, { servicios }: CitaValues) =>
  servicios.map(({ empleado_id }, index) => (intent.type === "book" && asksAnyone(values, index) ? empleado_id : null));

/** Whether a service of a form is for any specialist who is free, whoever the button of its hour names. */
const asksAnyone = (values: FormData, index: number) => textOf(values, `servicios[${index}].empleado_id`) === LA_QUE_ESTE_LIBRE;
