import { readFileSync } from "node:fs";
import { createRequire } from "node:module";
import { COMMON_PHRASES, type WEAK_PASSWORD } from "~/content/weak-password";
import { withoutAccents } from "~/format/slug";
import { getConfiguracion } from "~/models/estudio/configuracion.server";

export type Weakness = keyof typeof WEAK_PASSWORD;

/**
 * Why a new password of the account with this e-mail is too easy to guess, or null: it is one of the most used ones, a common
 * word or name with or without numbers, the e-mail, or the studio's name.
 */
export async function findWeakness(password: string, email: string): Promise<Weakness | null> {
  const own = lettersOf(password);
  const [local = ""] = email.split("@");
  if (withoutAccents(password).includes(withoutAccents(email)) || (own !== "" && own === lettersOf(local))) return "email";
  const { nombre } = await getConfiguracion();
  if (own !== "" && beginningsOf(nombre).includes(own)) return "estudio";
  return isCommon(password) ? "common" : null;
}

const lettersOf = (text: string) => withoutAccents(text).replace(/\P{L}/gu, "");

/** `Susa Estudio` gives `susa` and `susaestudio`. */
function beginningsOf(name: string): string[] {
  const words = name.split(/\s+/).map(lettersOf);
  return words.map((_, index) => words.slice(0, index + 1).join(""));
}

function isCommon(password: string): boolean {
  const text = withoutAccents(password);
  if (/^(.)\1*$/su.test(text)) return true;
  const word = /^\P{L}*(\p{L}{4,})\P{L}*$/u.exec(text)?.[1];
  return isListed(text) || (word !== undefined && isListed(word));
}

const LISTS = [
  "@zxcvbn-ts/language-common/src/passwords.json",
  "@zxcvbn-ts/language-es-es/src/commonWords.json",
  "@zxcvbn-ts/language-es-es/src/firstnames.json",
  "@zxcvbn-ts/language-es-es/src/lastnames.json",
];

// One text instead of a set of ninety thousand, which would take several times the memory. Read when first needed.
let listed: string | undefined;

function isListed(text: string): boolean {
  listed ??= readLists();
  return !text.includes("\n") && listed.includes(`\n${text}\n`);
}

function readLists(): string {
  const { resolve } = createRequire(import.meta.url);
  // Not imported: the packages would also load and keep lists that are not used.
  const words = LISTS.flatMap((name): string[] => JSON.parse(readFileSync(resolve(name), "utf8")));
  return withoutAccents(`\n${[...words, ...COMMON_PHRASES].join("\n")}\n`);
}
