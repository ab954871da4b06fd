import { parseWithZod } from "@conform-to/zod/v4";
import { isId } from "~/database/fields.server";
import type { IdempotencyKey } from "~/database/idempotency.server";
import { studioDay } from "~/format/dates";
import { studioClock } from "~/format/zone.server";
import { resolveCliente } from "~/http/form/cliente-search.server";
import { applyRowIntent, readForm, textOf } from "~/http/form/form.server";
import { formWithAnswer, givingBack, invalid, writeFailed } from "~/http/replies.server";
import { citaSchema } from "~/models/citas/cita.server";
import { findServiceDefaults } from "~/models/citas/opciones.server";
import { startingNow } from "~/models/citas/walk-in.server";
import { type Asking, answerQuestion, type CitaAnswer, describeForm, withLibre } from "./answer.server";
import { type ChosenHour, type CitaIntent, isRowIntent, readCitaIntent } from "./intent.server";

/** A submitted booking form. */
export type Booking = {
  /** The button that sent it. */
  intent: CitaIntent;
  /** Its values, with the client whom a search found. */
  values: FormData;
  /** The same with the hour of the pressed button, to be saved. */
  filled: FormData;
  key: IdempotencyKey;
  search: CitaAnswer["search"];
  /** Why it cannot be saved as it was sent: whom the search found has to be seen first, or its hour is of another service. */
  refused: Refusal | null;
};

/** Why a form is given back: what is wrong, the status, and what is shown beside. */
export type Refusal = {
  formErrors?: string[];
  fieldErrors?: Record<string, string[]>;
  status?: number;
  answer?: CitaAnswer;
};

const OTHER_SERVICE = "Cambiaste el servicio: estas son sus horas libres.";

/** Reads a submitted booking form. Throws 400 for an unknown button, and what readForm throws. */
export async function readBooking(request: Request, { isWalkIn, zona, user }: Asking): Promise<Booking> {
  const { values: sent, key } = await readForm(request);
  const intent = readCitaIntent(sent);
  const { values, isChanged } = await clearPreviousDefaults(sent);
  const { search, unsure } = await resolveCliente(values, { isWalkIn, user, isAsked: intent.type === "search-clients" });
  const isBook = intent.type === "book";
  if (intent.type === "save" || isBook) values.delete("intent");
  const filled = isBook ? withHour(values, intent.chosen, zona) : values;
  const changed = isBook && isChanged ? { formErrors: [OTHER_SERVICE], status: 409 } : null;
  const refused = unsure ? { fieldErrors: { cliente_id: [unsure] }, status: 400, answer: { search } } : changed;
  return { intent, values, filled, key, search, refused };
}

/** The form again with what its button asked; null when it is to be saved. */
export async function answerBooking({ intent, values, search }: Booking, asking: Asking): Promise<Response | null> {
  if (intent.type === "save" || intent.type === "book") return null;
  if (isRowIntent(intent)) {
    const submission = parseWithZod(applyRowIntent(values, "servicios", intent), { schema: citaSchema });
    const { servicios, ...payload } = submission.payload;
    const shown = { ...payload, servicios: intent.type === "add-row" ? withLibre(servicios) : servicios };
    return invalid<CitaAnswer>(givingBack(submission, shown), {}, 200, {}, await describeForm(shown, asking));
  }
  const sent = parseWithZod(applyRowIntent(values, "servicios", null), { schema: citaSchema });
  const { payload, ...said } = await answerQuestion(intent, sent.payload, asking.zona);
  const more = intent.type === "list-hours" && intent.more;
  return formWithAnswer<CitaAnswer>(payload, { ...(await describeForm(payload, asking, { more })), search, ...said });
}

/**
 * The form given back as it was before the pressed button filled in its hour, unless that hour has warnings to confirm; without the free
 * hours when they were not asked for.
 */
export async function bookingAgain(
  booking: Booking,
  asking: Asking,
  { status, answer, ...errors }: Refusal = {},
  { withoutHours = false } = {},
) {
  const submission = parseWithZod(booking.filled, { schema: citaSchema });
  const shown = answer?.warnings ? submission.payload : shownIn(booking);
  const described = { ...(await describeForm(shown, asking, { withoutHours })), ...answer };
  return invalid<CitaAnswer>(givingBack(submission, shown), errors, status, {}, described);
}

/** The same with the reason why the database did not save it. Throws what writeFailed throws. */
export async function bookingFailed(booking: Booking, asking: Asking, outcome: Parameters<typeof writeFailed>[1]) {
  const submission = givingBack(parseWithZod(booking.filled, { schema: citaSchema }), shownIn(booking));
  return writeFailed(submission, outcome, undefined, await describeForm(submission.payload, asking));
}

const shownIn = ({ values }: Booking) => parseWithZod(values, { schema: citaSchema }).payload;

const PREVIOUS_SERVICE = /^(servicios\[\d+\]\.)servicio_anterior$/;

/**
 * Empties the price and the duration of each row whose service was changed, where they still are the defaults of the service
 * that the row showed (`servicio_anterior`). Gives a copy of the form, and whether the service of any row was changed.
 */
async function clearPreviousDefaults(sent: FormData): Promise<{ values: FormData; isChanged: boolean }> {
  const values = new FormData();
  const changed: { row: string; previousId: string }[] = [];
  for (const [name, value] of sent) {
    values.append(name, value);
    const [, row] = PREVIOUS_SERVICE.exec(name) ?? [];
    const previousId = String(value);
    if (row && isId(previousId) && sent.get(`${row}servicio_id`) !== previousId) changed.push({ row, previousId });
  }
  const defaults = await findServiceDefaults(changed.map(({ previousId }) => previousId));
  for (const { row, previousId } of changed) {
    const previous = defaults.get(previousId);
    if (!previous) continue;
    if (values.get(`${row}precio`) === previous.precio) values.set(`${row}precio`, "");
    if (values.get(`${row}duracion_minutos`) === String(previous.duracion_minutos)) values.set(`${row}duracion_minutos`, "");
  }
  return { values, isChanged: changed.length > 0 };
}

/**
 * A copy of the form with the hour of a button, and the specialists who do the services then; one who walked in begins now. Throws
 * 400 when the button names more or fewer of them than there are services.
 */
function withHour(values: FormData, { at, empleado_ids }: ChosenHour, zona: string): FormData {
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
