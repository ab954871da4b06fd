import { calendarDay, clock, isId } from "~/database/fields.server";
import { hasNewSearch } from "~/http/form/cliente-search.server";
import { textOf } from "~/http/form/form.server";
import { parseRowIntent, type RowIntent } from "~/http/form/row-intent";

/** What a button of the booking form asks that writes nothing: the form comes back filled in, or with an answer on it. */
export type CitaQuestion =
  | { type: "search-clients" }
  | { type: "apply-code"; codigo: string }
  | { type: "choose-service"; servicio_id: string }
  | { type: "choose-specialist"; empleado_id: string }
  | { type: "list-hours"; more: boolean }
  | { type: "wait" };

/** An hour that was offered, and who does each service then: null for no specialist. Without a day it is now. */
export type ChosenHour = { at: { fecha: string; hora: string } | null; empleado_ids: (string | null)[] };

/** Which button sent the booking form. */
export type CitaIntent = { type: "save" } | { type: "book"; chosen: ChosenHour } | CitaQuestion | RowIntent;

/** Reads the button (`intent`) that sent the booking form, with what it needs of the fields. Throws 400 for an unknown value. */
export function readCitaIntent(values: FormData): CitaIntent {
  const value = values.get("intent");
  if (value === null) return { type: "save" };
  if (value === "enter") return readEnter(values);
  if (value === "search-clients" || value === "wait") return { type: value };
  if (value === "apply-code") return { type: "apply-code", codigo: textOf(values, "codigo") };
  if (value === "list-hours" || value === "more-hours") return { type: "list-hours", more: value === "more-hours" };
  const [, name, detail = ""] = /^(choose-service|choose-specialist|book):(.+)$/.exec(String(value)) ?? [];
  if (name === "choose-service" && isId(detail)) return { type: "choose-service", servicio_id: detail };
  if (name === "choose-specialist" && isId(detail)) return { type: "choose-specialist", empleado_id: detail };
  const chosen = name === "book" ? parseHour(detail) : null;
  const intent = chosen ? ({ type: "book", chosen } as const) : parseRowIntent(value);
  if (!intent) throw new Response(null, { status: 400 });
  return intent;
}

/** Whether an intent adds or removes a row of services. */
export function isRowIntent(intent: CitaIntent): intent is RowIntent {
  return intent.type === "add-row" || intent.type === "remove-row";
}

/**
 * Enter in a field presses the button beside what was typed: it applies a code or searches for a client when that field changed
 * since the form was rendered (`canjeado` and `buscado` hold the values at that time), and otherwise saves.
 */
function readEnter(values: FormData): CitaIntent {
  const codigo = textOf(values, "codigo");
  if (codigo !== "" && codigo !== textOf(values, "canjeado")) return { type: "apply-code", codigo };
  return hasNewSearch(values) ? { type: "search-clients" } : { type: "save" };
}

/** Reads the value of an hour button, `2026-11-25T10:30/<empleado_id>` or `now/-` (no specialist); null for anything else. */
function parseHour(value: string): ChosenHour | null {
  const [moment = "", ...ids] = value.split("/");
  const [fecha, hora] = moment.split("T");
  const isMoment = moment === "now" || (calendarDay().safeParse(fecha).success && clock().safeParse(hora).success);
  if (!isMoment || ids.length === 0 || ids.some((id) => id !== "-" && !isId(id))) return null;
  const at = moment === "now" ? null : { fecha: fecha ?? "", hora: hora ?? "" };
  return { at, empleado_ids: ids.map((id) => (id === "-" ? null : id)) };
}
