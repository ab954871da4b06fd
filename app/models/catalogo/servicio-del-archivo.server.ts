import { withoutAccents } from "~/format/slug";

type Named = { id: string; nombre: string; categoria: string };

// What cameras, phones and people write in the name of any picture, and words that say nothing of a service.
const SAYS_NOTHING =
  /^(\d+|img|image|imagen|imagenes|foto|fotos|photo|picture|pic|dsc|dscn|dscf|pxl|whatsapp|wa|screenshot|captura|pantalla|edit|editada|final|copia|copy|nueva|antes|despues|trabajo|at|de|del|la|las|el|los|en|con|sin|y|e|a|al|para|por|un|una|mi|jpe?g|png|webp|avif|gif|heic)$/;

// Words for a category that its services do not have in their names.
const ALSO: Record<string, string[]> = {
  manicura: ["unas", "manos", "nails", "manicure"],
  pedicura: ["pies", "pedicure"],
  cejas: ["brows"],
  pestanas: ["lash", "lashes"],
};

/**
 * The service that the name of a picture's file means (`Manicura spa (2).png`), or null: the service whose words are all in the name (of
 * several, the longest), or else the one with the most distinctive words in common, if no other has as many.
 */
export function proposeServicio<S extends Named>(archivo: string, servicios: S[]): S | null {
  const written = wordsOf(archivo.replace(/\.\w{2,5}$/, ""));
  const joined = written.join("");
  const known = servicios.map((servicio) => ({ servicio, words: wordsOf(servicio.nombre) }));
  const whole = known.filter(
    ({ words }) => words.length > 0 && (words.every((word) => isIn(word, written)) || joined.includes(words.join(""))),
  );
  const longest = best(whole, ({ words }) => words.length);
  if (longest) return longest.servicio;
  // A word that one service has says more than one of ten.
  const tells = (word: string) => 1 / known.filter(({ words }) => isIn(word, words)).length;
  const shared = known
    .map(({ servicio, words }) => {
      const category = withoutAccents(servicio.categoria);
      const ofCategory = [category, ...(ALSO[category] ?? [])];
      const common = words.filter((word) => isIn(word, written) && !isIn(word, ofCategory));
      const isOfCategory = ofCategory.some((word) => isIn(word, written));
      // Of two that share the same, the one of which less is missing.
      const missing = words.filter((word) => !isIn(word, written) && !(isOfCategory && isIn(word, ofCategory)));
      const score = common.reduce((sum, word) => sum + tells(word), (isOfCategory ? 0.1 : 0) - 0.01 * missing.length);
      return { servicio, common, score };
    })
    .filter(({ common, score }) => common.length > 0 && score >= 0.3);
  return best(shared, ({ score }) => score)?.servicio ?? null;
}

/** The one with the highest score; undefined of none, and where two have it. */
function best<T>(all: T[], scoreOf: (one: T) => number): T | undefined {
  const highest = Math.max(...all.map(scoreOf));
  const first = all.filter((one) => scoreOf(one) > highest - 1e-9);
  return first.length === 1 ? first[0] : undefined;
}

/** The words of a name that say something, in small letters and without accents: `ManicuraSpa_02` gives `manicura`, `spa`. */
function wordsOf(name: string): string[] {
  return withoutAccents(name.normalize("NFC").replace(/(\p{Ll})(?=\p{Lu})/gu, "$1 "))
    .split(/[^a-z]+/)
    .filter((word) => word.length > 1 && !SAYS_NOTHING.test(word));
}

/** Whether a word is one of `words`: in the singular or plural, of a man or a woman, or cut short by up to three letters (`gel`). */
function isIn(word: string, words: string[]): boolean {
  return words.some((other) => {
    const [short, long] = word.length < other.length ? [word, other] : [other, word];
    if (rootOf(word) === rootOf(other)) return true;
    return short.length > 2 && long.startsWith(short) && long.length - short.length <= 3;
  });
}

const rootOf = (word: string) => (word.length > 4 ? word.replace(/(es|[aeo]s?|s)$/, "") : word.replace(/s$/, ""));
