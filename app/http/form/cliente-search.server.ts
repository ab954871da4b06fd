import { isPhone } from "~/format/phone";
import { findClientes } from "~/models/clientes/cliente.server";
import type { RightsHolder } from "~/models/cuentas/permiso.server";
import { textOf } from "./form.server";

/** Whether another client was typed into the search since the form was rendered. */
export function hasNewSearch(values: FormData): boolean {
  const q = textOf(values, "cliente_q");
  return q !== "" && q !== textOf(values, "buscado");
}

const IS_IT_HER = "Revisa que sea ella y toca otra vez. Si es otra, cambia lo que buscaste.";
const CHOOSE_HER = "Elige a la clienta en la lista, o escribe el nombre de una nueva.";
const UNKNOWN = "No está entre tus clientas. Si es nueva, revisa su nombre y guarda otra vez.";

type Search = Pick<Awaited<ReturnType<typeof findClientes>>, "clientes" | "hasMore">;

/**
 * Finds the client of a form by what was typed into its search, if that is new, `isAsked`, or no client is chosen yet, and
 * writes her into `values`: the only one with that telephone or name, or the name or telephone of a new one when none matches. A
 * walk-in is new unless her telephone is known. `unsure` says why the person has to see whom it found before anything is saved.
 */
export async function resolveCliente(
  values: FormData,
  { isAsked, isWalkIn, user }: { isAsked: boolean; isWalkIn: boolean; user: RightsHolder },
): Promise<{ search?: Search; unsure?: string }> {
  const [q, before, cliente_id] = [textOf(values, "cliente_q"), textOf(values, "buscado"), textOf(values, "cliente_id")];
  const isNew = hasNewSearch(values);
  // What an earlier search filled in for a new client goes with that search, and when a known one is chosen.
  for (const name of ["cliente_nombre", "cliente_telefono"])
    if ((isNew || cliente_id) && before && textOf(values, name) === before) values.set(name, "");
  const hasName = textOf(values, "cliente_nombre") !== "";
  if (q === "" || (!isAsked && !isNew && (cliente_id || hasName))) return {};
  const { exactMatch, ...search } = await findClientes(q, user);
  if (hasName) return { search };
  const [only, ...others] = search.clientes;
  const found = exactMatch ?? (others.length === 0 && !isWalkIn ? only : undefined);
  // She typed a search and chose another client from the list: which came last is not known.
  const isChosenNow = isNew && cliente_id !== "" && cliente_id !== textOf(values, "elegida");
  if (isChosenNow && found?.id !== cliente_id) return { search, unsure: IS_IT_HER };
  values.set("cliente_id", found?.id ?? "");
  if (found) return { search, unsure: exactMatch ? undefined : IS_IT_HER };
  if (!only || isWalkIn) values.set(isPhone(q) ? "cliente_telefono" : "cliente_nombre", q);
  const isUnsure = Boolean(only) || !isWalkIn;
  return { search, unsure: isUnsure ? (only ? CHOOSE_HER : UNKNOWN) : undefined };
}
