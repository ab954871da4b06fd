import { parseWithZod } from "@conform-to/zod/v4";
import { type IdempotencyKey, isOk } from "~/database/idempotency.server";
import { CLIENTE_ELIMINADO, fullName, SERVICIO_ELIMINADO, SIN_ESPECIALISTA } from "~/format/text";
import type { Kept } from "~/http/form/stale-edit.server";
import { invalid, redirectWithFlash, StaleEdit, writeFailed } from "~/http/replies.server";
import type { User } from "~/http/session/current-user.server";
import { findConflictsAndAlternatives, findWarnings } from "~/models/citas/availability.server";
import { citaSchema, createVisita, getCita, updateCita } from "~/models/citas/cita.server";
import { listOpciones } from "~/models/citas/opciones.server";
import { arrangeTurnos } from "~/models/citas/turnos.server";
import { findClientes, getNombre, getNombreYAlerta } from "~/models/clientes/cliente.server";
import { ESPECIALISTA_GONE } from "~/models/equipo/empleado.server";
import { ESTADO_CONFLICT, HORARIO_OCUPADO } from "../sentences";
import { answerSearch, type CitaAnswer, markOf } from "./answer.server";
import { recoverAt } from "./recovered.server";
import { flashAfterSave } from "./saved-flash.server";
import { describeTaken } from "./taken-sentences.server";
import { toSentences } from "./warning-sentences.server";

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

/** The client chosen in the form, to show her by name, with the alert that the account may see. */
export function chosenIn(values: FormData, user: User) {
  return getNombreYAlerta(String(values.get("cliente_id") ?? ""), user);
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
    "servicios[0].empleado_id": empleado ? fullName(empleado) : SIN_ESPECIALISTA,
    "servicios[0].precio": row.precio,
    "servicios[0].duracion_minutos": row.duracion_minutos,
  };
}

type Saving = {
  request: Request;
  id: string | undefined;
  papelera_id: string | null;
  zona: string;
  back: string;
  user: User;
  key: IdempotencyKey;
};

const SERVICIO_GONE = "Uno de los servicios ya no está. Elige otro.";

/** Saves the booking form, or gives it back with what is wrong or to be confirmed. Throws StaleEdit and what writeFailed throws. */
export async function saveCita(
  { request, id, papelera_id, zona, back, user, key }: Saving,
  values: FormData,
  kept: Kept,
): Promise<Response> {
  const submission = parseWithZod(values, { schema: citaSchema });
  const chosen = await chosenIn(values, user);
  const formAgain = async (
    errors: { formErrors?: string[]; fieldErrors?: Record<string, string[]> },
    status?: number,
    answer?: CitaAnswer,
  ) => {
    const formErrors = [...(errors.formErrors ?? []), (await kept()) ?? []].flat();
    return invalid<CitaAnswer>(submission, { ...errors, formErrors }, status, undefined, { chosen, ...answer });
  };
  if (submission.status !== "success") {
    const q = values.get("cliente_q");
    if (typeof q !== "string" || !q || chosen)
      return invalid<CitaAnswer>(submission, undefined, undefined, undefined, { chosen });
    const { payload, answer } = answerSearch(submission.payload, await findClientes(q, user));
    if (!answer?.chosen) return invalid<CitaAnswer>(submission, undefined, undefined, undefined, answer);
    Object.assign(submission.payload, payload);
    const isHer = `Ese teléfono es de ${answer.chosen.nombre}: ya la elegimos. Si es ella, guarda otra vez.`;
    return invalid<CitaAnswer>(submission, { fieldErrors: { cliente_id: [isHer] } }, undefined, undefined, answer);
  }

  const turnos = await arrangeTurnos(submission.value, zona, id);
  if (!turnos) return formAgain({ formErrors: [SERVICIO_GONE] });
  const sentences = toSentences(await findWarnings(turnos, zona, id));
  const mark = markOf(sentences);
  if (sentences.length > 0 && values.get("avisos") !== mark) {
    // What somebody else did meanwhile comes first: merged with it, the appointment may have other warnings, or none.
    const now = await getCita(id, zona);
    if (now?.estado === "completada" || now?.estado === "cancelada")
      return formAgain({ formErrors: [ESTADO_CONFLICT[now.estado]] }, 409);
    if (now && now.updated_at !== values.get("updated_at")) throw new StaleEdit(submission.value, { chosen });
    const formErrors = ["Todavía no guardamos la cita: revisa este aviso."];
    return formAgain({ formErrors }, 409, { warnings: { sentences, mark } });
  }

  const isNew = id === "nueva";
  const saved =
    papelera_id !== null
      ? await recoverAt(request, papelera_id, submission.value, turnos, user, key)
      : isNew
        ? await createVisita(submission.value, turnos, user.id, key)
        : await updateCita(id, values.get("updated_at"), submission.value, turnos, user.id, key);
  switch (saved.outcome) {
    case "overlap": {
      const formErrors = [`${HORARIO_OCUPADO}. No se guardó nada y tus datos siguen aquí.`];
      const found = await findConflictsAndAlternatives(turnos, zona, id);
      return formAgain({ formErrors }, 409, { taken: describeTaken(found, zona, turnos.length) });
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
      throw new StaleEdit(submission.value, { chosen });
  }
  if (!isOk(saved)) return writeFailed(submission, saved.outcome);
  const hasNewCliente = submission.value.cliente_nombre !== null;
  const more = await flashAfterSave(saved.result, turnos, { zona, back, user, hasNewCliente });
  if ("said" in saved)
    return redirectWithFlash(back, { ...more, title: "Cita recuperada", description: `${more.description} ${saved.said}` });
  const title = isNew ? "Cita creada" : "Cita actualizada";
  return redirectWithFlash(back, { title, ...more }, await kept(saved, submission.value));
}
