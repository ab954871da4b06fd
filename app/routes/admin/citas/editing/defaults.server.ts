import { isId } from "~/database/fields.server";
import { findServiceDefaults, listOpciones } from "~/models/citas/opciones.server";

// The price and the duration that a row of the booking form takes from its service.

const PREVIOUS_SERVICE = /^(servicios\[\d+\]\.)servicio_anterior$/;

/**
 * Empties the price and the duration of each row whose service was changed, where they still are the defaults of the service
 * that the row showed (`servicio_anterior`). With JavaScript the browser has done so already. Gives a copy of the form.
 */
export async function clearPreviousDefaults(sent: FormData): Promise<FormData> {
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
  return values;
}

/** The rows of a form with their empty prices and durations filled in from their services. */
export async function fillFromServices(rows: unknown[]) {
  const { servicios } = await listOpciones();
  return rows.map((row) => {
    const { servicio_id, precio, duracion_minutos, ...rest } = row as Record<string, unknown>;
    const servicio = servicios.find(({ id }) => id === servicio_id);
    return {
      ...rest,
      servicio_id,
      precio: trimmed(precio) || servicio?.precio,
      duracion_minutos: trimmed(duracion_minutos) || String(servicio?.duracion_minutos ?? ""),
    };
  });
}

export function trimmed(value: unknown): string {
  return typeof value === "string" ? value.trim() : "";
}
