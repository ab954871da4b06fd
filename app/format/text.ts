import { formatNumber } from "./numbers";

/** A count with its noun: `1 clienta`, `2 clientas`. */
export function plural(count: number, one: string, many: string): string {
  return `${formatNumber(count)} ${count === 1 ? one : many}`;
}

/**
 * The title of a list; where its address asks for something, after what was `found`: `4 clientas · Clientes`. Without what was searched
 * for, which may be a client's name, because titles stay in the browser history.
 */
export function listTitle(title: string, found: string | undefined, { search }: { search: string }): string {
  return found && search ? `${found} · ${title}` : title;
}

/** What is left in stock: `Queda 1`, `Quedan 2`. */
export const quedan = (count: number) => `${count === 1 ? "Queda" : "Quedan"} ${formatNumber(count)}`;

/** What was used of an item of which a piece lasts for several services: `1 uso de Top coat`. */
export const describeUsos = (usos: number, item: string) => `${plural(usos, "uso", "usos")} de ${item}`;

// What a screen says in place of a record that was deleted, or was not chosen.
export const CLIENTE_ELIMINADO = "Clienta eliminada";
export const SERVICIO_ELIMINADO = "Servicio eliminado";
export const SIN_ESPECIALISTA = "Sin especialista";
export const SERVICIO_INACTIVO = "Servicio que ya no está";
export const ESPECIALISTA_INACTIVA = "Especialista que ya no está";
export const SIN_CLIENTA = "Sin clienta";
export const SIN_CATEGORIA = "Sin categoría";

/** A specialist's name as people read it: `Ana Sol`. */
export function fullName({ nombre, apellido }: { nombre: string; apellido: string }): string {
  return `${nombre} ${apellido}`;
}

// Marked pure: most pages sort nothing, and their script leaves it out.
const collator = /* @__PURE__ */ new Intl.Collator("es-MX");

const wordList = /* @__PURE__ */ new Intl.ListFormat("es-MX");

/** Compares two words by Spanish collation, as a sort function does. */
export function compareWords(one: string, other: string): number {
  return collator.compare(one, other);
}

/** `["cejas", "uñas", "masajes"]` gives `cejas, uñas y masajes`. */
export function joinWords(words: readonly string[]): string {
  return wordList.format(words);
}

/** `pestañas` gives `Pestañas`. */
export function capitalize(word: string): string {
  return word.charAt(0).toUpperCase() + word.slice(1);
}

/** Words as the options of a select, with capitalized labels. */
export function asOptions(words: readonly string[]): { value: string; label: string }[] {
  return words.map((value) => ({ value, label: capitalize(value) }));
}
