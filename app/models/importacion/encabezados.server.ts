import { slug } from "~/format/slug";
import { mendLetters } from "~/format/text-encoding.server";

/** What the heading of a column means: a field of its kind of list, or one that is said with it. */
export type Sentido<Destino extends string> = { destino: Destino; isWhole?: boolean; isLesser?: boolean };

/** A meaning: a heading has it when it contains a word of `key`, and all its other words are in `with`. */
export type Meaning<Destino extends string> = { sentido: Sentido<Destino>; key: string[]; with?: string[] };

/** Words of a heading or a list of them, as they are written in the tables of meanings. */
export const words = (text: string) => text.split(" ");

// Words that do not change the meaning of a heading.
const FILLERS = words("s de del la el los las tu su sus the of a y o and or 1 2 3 4 5 6 7 8 9 value valor values");

/** The words of a heading: `HomePhone`, `E-mail 1 - Value`, `TelÃ©fono` and `e_mail` become separate, unbroken words. */
export function headingWords(heading: string): { whole: string; found: string[] } {
  const whole = slug(mendLetters(heading).replace(/(\p{Ll})(?=\p{Lu})/gu, "$1 ")).replace(/\be-mails?\b/g, "email");
  return { whole, found: whole.split("-").filter((word) => word !== "" && !FILLERS.includes(word)) };
}

/** Finds the first of the meanings, in order of priority, that the words of a heading have; null for none. */
export function findMeaning<Destino extends string>(found: string[], meanings: Meaning<Destino>[]): Meaning<Destino> | null {
  const has = ({ key, with: more = [] }: Meaning<Destino>) =>
    found.some((word) => key.includes(word)) && found.every((word) => key.includes(word) || more.includes(word));
  return meanings.find(has) ?? null;
}
