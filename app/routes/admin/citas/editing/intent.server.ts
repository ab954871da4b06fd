import { calendarDay, clock, isId } from "~/database/fields.server";
import { parseRowIntent, type RowIntent } from "~/http/form/row-intent";

/** What a button of the booking form asks that writes nothing: the form comes back filled in, or with an answer on it. */
export type CitaQuestion =
  | { type: "search-clients"; q: string }
  | { type: "apply-code"; codigo: string }
  | { type: "fill-from-service" }
  | { type: "use-alternative"; row: number; empleado_id: string; fecha: string; hora: string };

/** Which button sent the booking form. */
export type CitaIntent = { type: "save" } | CitaQuestion | RowIntent;

/** Reads the button (`intent`) that sent the booking form, with what it needs of the fields. Throws 400 for an unknown value. */
export function readCitaIntent(values: FormData): CitaIntent {
  const value = values.get("intent");
  if (value === null) return { type: "save" };
  if (value === "enter") return readEnter(values);
  if (value === "search-clients") return { type: "search-clients", q: textOf(values, "cliente_q") };
  if (value === "apply-code") return { type: "apply-code", codigo: textOf(values, "codigo") };
  if (value === "fill-from-service") return { type: "fill-from-service" };
  const intent = parseUseAlternative(value) ?? parseRowIntent(value);
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
  const q = textOf(values, "cliente_q");
  if (q !== "" && q !== textOf(values, "buscado")) return { type: "search-clients", q };
  return { type: "save" };
}

/** Reads `use-alternative:<row>:<empleado_id>:<fecha>:<hora>`; null for anything else. */
function parseUseAlternative(value: FormDataEntryValue): CitaQuestion | null {
  const match = /^use-alternative:(\d{1,3}):([^:]+):([^:]+):(.+)$/.exec(String(value));
  const [, row, empleado_id, fecha, hora] = match ?? [];
  if (!isId(empleado_id) || !fecha || !hora) return null;
  if (!calendarDay().safeParse(fecha).success || !clock().safeParse(hora).success) return null;
  return { type: "use-alternative", row: Number(row), empleado_id, fecha, hora };
}

function textOf(values: FormData, name: string): string {
  const value = values.get(name);
  return typeof value === "string" ? value.trim() : "";
}
