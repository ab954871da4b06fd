import { z } from "zod";
import { db } from "~/db.server";
import { normalizePhone } from "~/format/phone";

// PostgreSQL cannot hold a NUL, and nobody types one.
const clean = (text: string) => !text.includes("\0");
// Forms send lines as CRLF, and some keyboards an accent apart from its letter: one way of writing is stored, and counted.
const oneWay = (text: string) => text.normalize("NFC").replace(/\r\n?/g, "\n");
const badCharacter = "Quita los caracteres que no se ven y vuelve a escribirlo.";

/** A text that must be there, trimmed, of at most `max` characters; `missing` is what its absence says. */
export function requiredText(max: number, missing: string) {
  return z
    .string({ error: missing })
    .overwrite(oneWay)
    .trim()
    .min(1, missing)
    .max(max, `Escribe ${max} caracteres o menos.`)
    .refine(clean, badCharacter)
    .refine((text) => /[\p{L}\p{N}]/u.test(text), missing);
}

/** A text that may be left out; emptied, it is null, so that the column is cleared. */
export function optionalText(max: number) {
  return z
    .string({ error: "Escribe un solo texto." })
    .overwrite(oneWay)
    .trim()
    .max(max, `Escribe ${max} caracteres o menos.`)
    .refine(clean, badCharacter)
    .optional()
    .transform((text) => text || null);
}

/** An e-mail address that may be left out. */
export function optionalEmail() {
  return optionalText(254).refine(
    (email) => email === null || z.regexes.email.test(email),
    "Escribe el correo completo, como nombre@ejemplo.com.",
  );
}

/** A telephone that may be left out: `+52` and ten digits where it can be read so, otherwise kept as typed. */
export function optionalPhone() {
  return optionalText(40).transform((phone) => phone && normalizePhone(phone));
}

/** A whole number between `min` and `max` that may be left out. */
export function optionalInteger(min: number, max: number, error: string) {
  return z
    .number({ error })
    .int(error)
    .min(min, error)
    .max(max, error)
    .optional()
    .transform((number) => number ?? null);
}

/** Whether a text from a URL can be the id of a row: anything else is a 404 before the database is asked. */
export function isId(text: string | undefined): text is string {
  return /^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/i.test(text ?? "");
}

/** The moment that an editor's `updated_at` names; the beginning of time, which no record has, when it names none. */
export function asMoment(text: unknown): Date {
  const moment = new Date(typeof text === "string" && text !== "" ? text : 0);
  return Number.isNaN(moment.getTime()) ? new Date(0) : moment;
}

/**
 * The words of a search as the `busqueda` columns hold them (the database folds both, so that they always agree), safe for
 * `contains`: Prisma leaves LIKE's own signs as they are.
 */
export async function searchWords(q: string): Promise<string[]> {
  if (q === "") return [];
  const [row] = await db.$queryRaw<{ folded: string }[]>`SELECT sin_acentos(${q.normalize("NFC")}) AS folded`;
  return (row?.folded ?? "")
    .split(/\s+/)
    .filter(Boolean)
    .map((word) => word.replace(/[\\%_]/g, "\\$&"));
}
