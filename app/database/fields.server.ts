import { z } from "zod";
import { emailProblem, plainEmail } from "~/format/email";
import { normalizePhone } from "~/format/phone";
import { plainName, plainText } from "~/format/plain-text";
import { MAX_TICKS } from "~/limits";

// PostgreSQL rejects NUL and treats other control characters as white space or not at all; no keyboard types them.
const hasNoControlCharacters = (text: string) => !/(?![\t\n])\p{Cc}/u.test(text);
// Forms send CRLF, and some keyboards send an accent apart from its letter: the composed one is stored and counted.
const normalizeText = (text: string) => text.normalize("NFC").replace(/\r\n?/g, "\n");
const badCharacter = "Quita los caracteres que no se ven y vuelve a escribirlo.";

/** The error of a text of more than `max` characters. */
export function tooLong(max: number): string {
  return `Escribe ${max} caracteres o menos.`;
}

/** A required text, trimmed, of at most `max` characters; `missing` is the error when it is empty. */
export function requiredText(max: number, missing: string) {
  return required(max, missing, normalizeText);
}

/** A check of a text whose braces may hold only some placeholders: `{nombre}`. The error names the first other one. */
export function onlyPlaceholders(names: readonly string[]) {
  const allowed = names.map((name) => `{${name}}`);
  return (text: string, context: z.RefinementCtx) => {
    const unknown = text.match(/\{[^{}]*\}/g)?.find((found) => !allowed.includes(found));
    const message = `${unknown} no se puede completar. Usa ${allowed.slice(0, -1).join(", ")} o ${allowed.at(-1)}.`;
    if (unknown) context.addIssue({ code: "custom", message });
  };
}

/** A required name of a person, of at most `max` characters, on one line and with single blanks; `missing` is the error without it. */
export function requiredName(max: number, missing: string) {
  return required(max, missing, plainName);
}

function required(max: number, missing: string, normalize: (text: string) => string) {
  return z
    .string({ error: missing })
    .overwrite(normalize)
    .trim()
    .min(1, missing)
    .max(max, tooLong(max))
    .refine(hasNoControlCharacters, badCharacter)
    .refine((text) => /[\p{L}\p{N}]/u.test(text), missing);
}

/** An optional text; null when emptied, so that the column is cleared. */
export function optionalText(max: number) {
  return optional(max, normalizeText);
}

/** An optional name of a person, as `requiredName`; null when emptied. */
export function optionalName(max: number) {
  return optional(max, plainName);
}

/** `longest` is the `maxlength` of the field: a pasted link or label may be longer than the value that is read from it. */
function optional(max: number, normalize: (text: string) => string, longest = max) {
  return z
    .string({ error: "Escribe un solo texto." })
    .overwrite(normalize)
    .trim()
    .max(longest, tooLong(max))
    .refine((text) => text.length <= max, tooLong(max))
    .refine(hasNoControlCharacters, badCharacter)
    .optional()
    .transform((text) => text || null);
}

/** The id of another record or one of `words`, null when empty; `error` is for any other text. */
export function optionalId(error: string, words: string[] = []) {
  return optionalText(36).refine((id) => id === null || words.includes(id) || isId(id), error);
}

/** The ids of check boxes with one name, each once; empty when none is ticked. */
export function idList(error: string) {
  return z
    .array(z.string().refine(isId, error))
    .max(MAX_TICKS, error)
    .optional()
    .transform((ids) => [...new Set(ids)]);
}

/** An optional e-mail address, also as an address book or a link has it: `Ana <ana@ejemplo.com>`, `mailto:ana@ejemplo.com`. */
export function optionalEmail() {
  return optional(254, plainEmail, 1000).superRefine((email, context) => {
    if (email !== null && !z.regexes.email.test(email)) context.addIssue({ code: "custom", message: emailProblem(email) });
  });
}

/** An optional telephone, normalized; null also when it is signs alone, as a spreadsheet leaves them (`########`, `-`). */
export function optionalPhone() {
  return optional(40, normalizePhone, 200).transform((phone) => phone && (/[\p{L}\p{N}]/u.test(phone) ? phone : null));
}

/** A whole number from `min` to `max`, with or without separators between the thousands, and with the `.0` of a spreadsheet. */
export function integer(min: number, max: number, error: string) {
  return z.string({ error }).transform((text, context) => {
    const [, minus, whole = "", cents = ""] = readNumber(plainText(text)) ?? [];
    const number = whole !== "" && /^0*$/.test(cents) ? Number(minus + whole) : Number.NaN;
    if (number >= min && number <= max) return number;
    context.addIssue({ code: "custom", message: error });
    return z.NEVER;
  });
}

/** An optional whole number from `min` to `max`; `otherwise` when left out. */
export function optionalInteger<Otherwise extends number | null>(min: number, max: number, error: string, otherwise: Otherwise) {
  return z
    .string({ error })
    .optional()
    .transform((text) => text?.trim() || undefined)
    .pipe(integer(min, max, error).optional())
    .transform((number) => number ?? otherwise);
}

// How numbers are written in Mexico and in Spain. An ambiguous one (`1.234`) is read as Mexican, with three decimals.
const MEXICAN_NUMBER = /^(-?)(\d{1,3}(?:[,'’ ]\d{3})+|\d+)(?:\.(\d*))?$/;
const SPANISH_NUMBER = /^(-?)(\d{1,3}(?:\.\d{3})+|\d{2,}|0)(?:,(\d{2}))$|^(-?)(\d{1,3}(?:\.\d{3}){2,})$/;

/** Splits a number as people write it into sign, digits before the point and digits after it; null when it is not a number. */
function readNumber(text: string): [all: string, minus: string, whole: string, cents: string] | null {
  const [all, ...parts] = MEXICAN_NUMBER.exec(text) ?? SPANISH_NUMBER.exec(text) ?? [];
  if (all === undefined) return null;
  const [minus = "", whole = "", cents = ""] = parts.filter((part) => part !== undefined);
  return [all, minus, whole.replace(/\D/g, "").replace(/^0+(?=\d)/, ""), cents];
}

const PESOS_BEFORE = /^(-?)\s*(?:(?:mx|m\.?n\.?)?\s?\$|mxn\b)\s*/i;
const PESOS_AFTER = /\s*(?:pesos?(?: mexicanos)?|mxn|mx\$?|m\.\s?n\.|mn|\$)?\s*(?:[.,]-)?$/i;
const OTHER_MONEY = /%|€|us\$|\busd?\b|d[oó]lar|\beur/i;

/**
 * An amount of pesos as people write it (`1234.5`, `$1,234.50`, `1 234.50`, `1.234,50`, `350 pesos`), as a decimal text (`1234.50`).
 * Rejects negative amounts and more than the column holds; `name` is what its errors call the field.
 */
export function money(name: "monto" | "precio" = "monto", { zero = false } = {}) {
  const missing = `Escribe el ${name}.`;
  const notPositive = `Escribe un ${name} mayor que cero.`;
  return z
    .string({ error: missing })
    .trim()
    .transform((typed, context) => {
      const text = plainText(typed);
      const [, minus, pesos = "", cents = ""] = readNumber(text.replace(PESOS_BEFORE, "$1").replace(PESOS_AFTER, "")) ?? [];
      const fail = (message: string) => {
        context.addIssue({ code: "custom", message });
        return z.NEVER;
      };
      if (text === "") return fail(missing);
      if (OTHER_MONEY.test(text)) return fail(`Escribe el ${name} en pesos, como 350: «${text}» no lo está.`);
      if (pesos === "") return fail(`Escribe el ${name} con números y con punto para los centavos, como 350 o 1,234.50.`);
      if (minus) return fail(zero ? `El ${name} no puede ser menor que cero.` : notPositive);
      if (cents.length > 2) return fail(`Escribe el ${name} con dos decimales como máximo, como 1234.50.`);
      if (pesos.length > 10) return fail(`Escribe un ${name} menor de 10,000,000,000.`);
      const amount = `${pesos}.${cents.padEnd(2, "0")}`;
      return zero || /[1-9]/.test(amount) ? amount : fail(notPositive);
    });
}

/** An optional amount of pesos, zero allowed; `otherwise` when left out. */
export function optionalMoney<Otherwise extends string | null>(name: "monto" | "precio", otherwise: Otherwise) {
  return z
    .string({ error: `Escribe un solo ${name}.` })
    .optional()
    .transform((text) => text?.trim() || undefined)
    .pipe(money(name, { zero: true }).optional())
    .transform((amount) => amount ?? otherwise);
}

/** A calendar day (`2026-11-21`) from 2000 to 2099; `missing` is the error without one. */
export function calendarDay(missing = "Escribe la fecha.") {
  return z
    .string({ error: missing })
    .refine((text) => text.startsWith("20") && z.regexes.date.test(text), "Escribe la fecha como año-mes-día: 2026-11-21.");
}

/** A time of day with 24 hours (`18:30`). */
export function clock() {
  const isTime = (text: string) => /^([01]\d|2[0-3]):[0-5]\d$/.test(text);
  return z.string({ error: "Escribe la hora." }).refine(isTime, "Escribe la hora como 10:00 o 18:30.");
}

/** One of `choices`; anything else, or nothing, fails with `error`. */
export function oneOf<Choice extends string>(choices: readonly [Choice, ...Choice[]], error: string) {
  return z.enum(choices, { error });
}

/** A checkbox, as a boolean. */
export function checkbox() {
  return z
    .boolean({ error: "Marca la casilla o déjala vacía." })
    .optional()
    .transform((checked) => checked ?? false);
}

/**
 * A whole web address in its normal form, or null when it is not one. The pattern comes first because the parser would repair
 * `https:ejemplo.com` and drop line breaks. Credentials before an @ are rejected: they leak a password or disguise where the
 * link leads.
 */
export function webAddress(text: string, scheme: "https" | "https?"): string | null {
  const url = new RegExp(`^${scheme}://[^/\\s][^\\t\\n]*$`, "i").test(text) && URL.canParse(text) ? new URL(text) : null;
  return url && !url.username && !url.password && url.href.length <= 2000 ? url.href : null;
}

/** Whether a text from a URL can be the id of a row; if not, the page is a 404 without asking the database. */
export function isId(text: string | null | undefined): text is string {
  return /^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/i.test(text ?? "");
}

/** The moment in an editor's `updated_at`; 1970, which matches no record, when it is not a moment. */
export function asMoment(text: unknown): Date {
  const moment = new Date(typeof text === "string" && text !== "" ? text : 0);
  return Number.isNaN(moment.getTime()) ? new Date(0) : moment;
}
