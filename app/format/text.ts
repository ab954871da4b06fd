import { formatNumber } from "./number";

/** The address form of a name: `Diseño de cejas` gives `diseno-de-cejas`. */
export function slug(name: string): string {
  return name
    .normalize("NFD")
    .replace(/\p{Diacritic}/gu, "")
    .toLowerCase()
    .replace(/[^a-z0-9]+/g, "-")
    .replace(/^-|-$/g, "");
}

/** `1 clienta`, `2 clientas`. */
export function plural(count: number, one: string, many: string): string {
  return `${formatNumber(count)} ${count === 1 ? one : many}`;
}

const collator = new Intl.Collator("es-MX");

/** Whether a word comes before another (below zero), as a dictionary has them. */
export function compareWords(one: string, other: string): number {
  return collator.compare(one, other);
}

/** `Pestañas` for `pestañas`. */
export function capitalize(word: string): string {
  return word.charAt(0).toUpperCase() + word.slice(1);
}

/** Words as the options of a list, each said with a capital. */
export function asOptions(words: readonly string[]): { value: string; label: string }[] {
  return words.map((value) => ({ value, label: capitalize(value) }));
}
