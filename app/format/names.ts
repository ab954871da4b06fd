import { plainName } from "./plain-text";

// Skipped in a greeting, with or without a full stop: «Dra. Ana Sol» is Ana.
const TITLES = new Set(
  "dr dra lic licda lcda ing arq mtro mtra prof profa profra psic enf qfb cp p rev sor sr sra srta srita señor señora señorita don doña dña d c miss mrs ms mr tía tia".split(
    " ",
  ),
);
// Incomplete without the word after them: «Ma. del Carmen», «J. Jesús», «María de los Ángeles».
const SHORTENED = new Set(["ma", "mª", "m", "j"]);
const JOINED = new Set([...SHORTENED, "maría", "maria", "josé", "jose"]);
const PARTICLES = new Set(["de", "del", "la", "las", "los", "el"]);

const keyOf = (word: string) => word.replace(/\.$/, "").toLowerCase();
const isShortened = (word: string) => SHORTENED.has(keyOf(word));

/** `LUPITA` and `lupita` give `Lupita`; particles are lower case. A word in mixed case is kept. */
function inCase(word: string): string {
  const small = word.toLowerCase();
  if (PARTICLES.has(small)) return small;
  return word === small || word === word.toUpperCase() ? small.charAt(0).toUpperCase() + small.slice(1) : word;
}

/** The words of a name, without numbers, emojis and e-mail addresses. A user name (`@ana_mtz`) gives its first word. */
function wordsOf(text: string): string[] {
  return text.split(/[\s,;/&]+/).flatMap((piece) => {
    const user = /^@(\p{L}{3,})[._]/u.exec(piece)?.[1];
    if (user || piece.includes("@")) return user ? [user] : [];
    // «Dra.Ana» is two words.
    return piece.split(/(?<=\.)(?=\p{L})/u).flatMap((part) => {
      const word = part.replace(/^\P{L}+|[^\p{L}.]+$/gu, "");
      const whole = isShortened(word) ? word : word.replace(/\.+$/, "");
      return /^\P{N}*\p{L}\P{N}*$/u.test(whole) ? [whole] : [];
    });
  });
}

/** Turns «Ruiz, Carmen», as address books write it, into «Carmen Ruiz». A remark after a comma begins with a lower-case letter. */
function withNameFirst(name: string): string {
  const [, surname = "", rest = ""] = /^([^,]+),\s*([^,]+)$/.exec(name) ?? [];
  const isName = (text: string, max: number) =>
    text.split(" ").length <= max && text.split(" ").every((word) => /^\p{Lu}/u.test(word) || PARTICLES.has(word));
  return isName(surname.trim(), 5) && isName(rest.trim(), 4) && !TITLES.has(keyOf(rest.trim())) ? `${rest} ${surname}` : name;
}

/**
 * The name by which to greet somebody: `Ana` of «Dra. Ana Sol», `Ma. del Carmen` of «Ma. del Carmen Ruiz», `María de los Ángeles` of
 * «María de los Ángeles Pérez», `José` of «José Luis». Null if the text has no name, such as a telephone or an emoji.
 */
export function firstName(nombre: string): string | null {
  const words = wordsOf(withNameFirst(plainName(nombre)).replace(/\bM\.ª/gi, "Mª"));
  const isTitle = (word: string) => TITLES.has(keyOf(word));
  const untitled = words.filter((word, at) => !(isTitle(word) && words.slice(0, at).every(isTitle)));
  // «Sra.» alone is better than nothing.
  const [first, ...others] = untitled.length > 0 ? untitled : words;
  if (first === undefined) return null;
  const particles = others.findIndex((word) => !PARTICLES.has(word.toLowerCase()));
  const isJoined = PARTICLES.has(first.toLowerCase()) || isShortened(first) || (JOINED.has(keyOf(first)) && particles > 0);
  const all = isJoined && particles >= 0 ? [first, ...others.slice(0, particles + 1)] : [first];
  const said = all.map(inCase).join(" ");
  return said.charAt(0).toUpperCase() + said.slice(1);
}
