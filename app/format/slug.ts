/** A text without accents and in lower case, for comparison. */
export function withoutAccents(text: string): string {
  return text
    .normalize("NFD")
    .replace(/\p{Diacritic}/gu, "")
    .toLowerCase();
}

/** The URL slug of a name: `Diseño de cejas` gives `diseno-de-cejas`. */
export function slug(name: string): string {
  return withoutAccents(name)
    .replace(/[^a-z0-9]+/g, "-")
    .replace(/^-|-$/g, "");
}
