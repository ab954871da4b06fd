import { isId } from "~/database/fields.server";
import { PHONE_CHARACTERS } from "~/format/phone";
import { findServiceDefaults } from "~/models/citas/opciones.server";
import { findClientes } from "~/models/clientes/cliente.server";
import type { RightsHolder } from "~/models/cuentas/permiso.server";
import { hasNewSearch, textOf } from "./intent.server";

// What the fields of a submitted booking form mean: whom its search names, and the prices that belonged to another service.

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

type Search = Pick<Awaited<ReturnType<typeof findClientes>>, "clientes" | "hasMore">;

/**
 * Finds the client of a booking form by what was typed into its search, if that is new or `isAsked`, and writes her into `values`:
 * the only one with that telephone, or the name or telephone of a new one when none matches. A walk-in is new unless her telephone
 * is known. `isUnsure` when the person has to choose before anything is saved.
 */
export async function resolveCliente(
  values: FormData,
  { isAsked, isWalkIn, user }: { isAsked: boolean; isWalkIn: boolean; user: RightsHolder },
): Promise<{ search?: Search; isUnsure: boolean }> {
  // The name of a walk-in was filled in, and then she was chosen from the list.
  const hasFilledName = textOf(values, "cliente_nombre") === textOf(values, "buscado");
  if (hasFilledName && textOf(values, "cliente_id") !== "") values.set("cliente_nombre", "");
  const q = textOf(values, "cliente_q");
  const isNamed = textOf(values, "cliente_id") + textOf(values, "cliente_nombre") !== "";
  if (q === "" || (isNamed && !isAsked && !hasNewSearch(values))) return { isUnsure: false };
  const { exactMatch, ...search } = await findClientes(q, user);
  if (textOf(values, "cliente_nombre") !== "") return { search, isUnsure: false };
  values.set("cliente_id", exactMatch?.id ?? "");
  if (exactMatch) return { search, isUnsure: false };
  const isNew = search.clientes.length === 0;
  if (isNew || isWalkIn) values.set(PHONE_CHARACTERS.test(q) ? "cliente_telefono" : "cliente_nombre", q);
  return { search, isUnsure: !(isNew && isWalkIn) };
}
