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
 * Finds the client of a booking form by what was typed into its search, if that is new, `isAsked`, or no client is chosen yet, and
 * writes her into `values`: the only one with that telephone or name, or the name or telephone of a new one when none matches. A
 * walk-in is new unless her telephone is known. `isUnsure` when the person has to see whom it found before anything is saved.
 */
export async function resolveCliente(
  values: FormData,
  { isAsked, isWalkIn, user }: { isAsked: boolean; isWalkIn: boolean; user: RightsHolder },
): Promise<{ search?: Search; isUnsure: boolean }> {
  const [q, before, cliente_id] = [textOf(values, "cliente_q"), textOf(values, "buscado"), textOf(values, "cliente_id")];
  const isNew = hasNewSearch(values);
  // What an earlier search filled in for a new client goes with that search, and when a known one is chosen.
  for (const name of ["cliente_nombre", "cliente_telefono"])
    if ((isNew || cliente_id) && before && textOf(values, name) === before) values.set(name, "");
  const hasName = textOf(values, "cliente_nombre") !== "";
  if (q === "" || (!isAsked && !isNew && (cliente_id || hasName))) return { isUnsure: false };
  const { exactMatch, ...search } = await findClientes(q, user);
  if (hasName) return { search, isUnsure: false };
  const [only, ...others] = search.clientes;
  const found = exactMatch ?? (others.length === 0 && !isWalkIn ? only : undefined);
  // She typed a search and chose another client from the list: which came last is not known.
  const isChosenNow = isNew && cliente_id !== "" && cliente_id !== textOf(values, "elegida");
  if (isChosenNow && found?.id !== cliente_id) return { search, isUnsure: true };
  values.set("cliente_id", found?.id ?? "");
  if (found) return { search, isUnsure: !exactMatch };
  if (!only || isWalkIn) values.set(PHONE_CHARACTERS.test(q) ? "cliente_telefono" : "cliente_nombre", q);
  return { search, isUnsure: Boolean(only) || !isWalkIn };
}
