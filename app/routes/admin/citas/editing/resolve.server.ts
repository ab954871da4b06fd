import { isId } from "~/database/fields.server";
import { findServiceDefaults } from "~/models/citas/opciones.server";

const PREVIOUS_SERVICE = /^(servicios\[\d+\]\.)servicio_anterior$/;

/**
 * Empties the price and the duration of each row whose service was changed, where they still are the defaults of the service
 * that the row showed (`servicio_anterior`). Gives a copy of the form, and whether the service of any row was changed.
 */
export async function clearPreviousDefaults(sent: FormData): Promise<{ values: FormData; isChanged: boolean }> {
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
