/** A text without accents, in lower case: how the database's `sin_acentos` compares. */
export function withoutAccents(text: string): string {
  return text
    .normalize("NFD")
    .replace(/\p{Diacritic}/gu, "")
    .toLowerCase();
}

/** The address form of a name: `Diseño de cejas` gives `diseno-de-cejas`. */
export function slug(name: string): string {
  return withoutAccents(name)
    .replace(/[^a-z0-9]+/g, "-")
    .replace(/^-|-$/g, "");
}

/** `1 clienta`, `2 clientas`. */
export function plural(count: number, one: string, many: string): string {
  return `${new Intl.NumberFormat("es-MX").format(count)} ${count === 1 ? one : many}`;
}
