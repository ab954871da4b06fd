import { plainText } from "./plain-text";

// What a telephone is written with: digits and separators.
const PHONE_CHARACTERS = /^[\d\s().+-]*\d[\d\s().+-]*$/;

// The ways to dial a Mexican number since 2001, from inside and outside the country; ten digits are left.
const MEXICAN = /^(?:(?:00|011)?52(?:1|044|045|01)?|044|045|01)?(\d{10})$/;
const LABEL = "tel(?:éfono|efono)?|cel(?:ular)?|m[oó]vil|wh?ats(?:app?)?|wsp|wa|n[uú]m(?:ero)?|phone|mobile|cell";
const LABEL_BEFORE = new RegExp(`^(?:(?:${LABEL})\\b[\\s.:#/,-]*(?:y\\s)?)+(?=[\\d(+])`, "i");
const LABEL_AFTER = new RegExp(`(?<=\\d)\\s*[(,-]?\\s*(?:${LABEL})\\b[\\s.)]*$`, "i");
const LINK =
  /^(?:https?:\/\/)?(?:www\.)?(?:wa\.me\/|(?:api|web)\.whatsapp\.com\/send\/?\?(?:.*&)?phone=|whatsapp:\/\/send\/?\?(?:.*&)?phone=)(?:\+|%2B)?(\d+)/i;
const EXTENSION = /^(.*\d)\s*[,;]?\s*(?:ext(?:ensi[oó]n)?|x|#)[\s.:=]*(\d{1,6})$/i;

/** A telephone without what surrounds it: a link, a label, or what a spreadsheet adds to it. */
function unwrap(input: string): string {
  const text = plainText(input.replace(/[\p{Extended_Pictographic}✆]/gu, " ")).replace(/^=?"\s*(.*?)\s*"$|^'\s*(.*)$/, "$1$2");
  const linked = LINK.exec(text)?.[1];
  if (linked) return `+${linked}`;
  const bare = text
    .replace(/^(?:tel|callto|sms|whatsapp):(?:\/\/)?/i, "")
    .replace(LABEL_BEFORE, "")
    .replace(LABEL_AFTER, "");
  // A column of numbers: `5543212001.0`, `5,543,212,001.00`.
  return /^\d{10,13}\.0{1,2}$|^\d{1,3}(?:,\d{3}){3,4}(?:\.0{1,2})?$/.test(bare)
    ? bare.replace(/\.0+$/, "").replaceAll(",", "")
    : bare;
}

/**
 * Normalizes a telephone as people write or paste it: a Mexican one to `+52` and ten digits, with ` ext. 12` if it has an extension,
 * and `00` before another country to `+`. Any other text is returned as typed, without invisible signs.
 */
export function normalizePhone(input: string): string {
  const typed = unwrap(input);
  const [, whole = typed, extension] = EXTENSION.exec(typed) ?? [];
  const number = whole.replace(/^\(\s*\+\s*(\d+)\s*\)/, "+$1");
  if (!PHONE_CHARACTERS.test(number)) return plainText(input);
  const digits = number.replace(/\D/g, "");
  const after = extension ? ` ext. ${extension}` : "";
  // With another country code, ten digits may be a complete number, such as a Cuban one.
  const isForeign = /^\+/.test(number) && !digits.startsWith("52");
  const national = isForeign ? undefined : MEXICAN.exec(digits)?.[1];
  if (national) return `+52${national}${after}`;
  if (isForeign) return number + after;
  return /^00[1-9]\d{8,14}$/.test(digits) ? number.replace(/^[\s(]*0[\s()]*0[\s).-]*/, "+") + after : plainText(input);
}

/** Whether a text is a telephone, or a part of one, and nothing else. */
export function isPhone(text: string): boolean {
  return PHONE_CHARACTERS.test(unwrap(text)) || dialable(text) !== null;
}

/** Formats `+52` and ten digits as `55 1234 5678` or `222 123 4567`. Any other text is returned unchanged. */
export function formatPhone(phone: string): string {
  const [, national, extension = ""] = /^\+52(\d{10})( ext\. \d+)?$/.exec(phone) ?? [];
  if (!national) return phone;
  // Mexico City, Guadalajara and Monterrey have area codes of two digits, the rest of three.
  const area = /^(55|56|33|81)/.test(national) ? 2 : 3;
  return `${national.slice(0, area)} ${national.slice(area, 6)} ${national.slice(6)}${extension}`;
}

/**
 * The number to dial, without separators or extension: `+525512345678`, or one of another country (`+16195550100`). Null if the
 * telephone is not a complete number.
 */
export function dialable(phone: string | null | undefined): string | null {
  const number = normalizePhone(phone ?? "").replace(/ ext\. \d+$/, "");
  if (!/^\+[\d\s().-]+$/.test(number)) return null;
  const digits = number.replace(/\D/g, "");
  return (digits.startsWith("52") ? /^52\d{10}$/ : /^[1-9]\d{7,14}$/).test(digits) ? `+${digits}` : null;
}

/** A telephone as a list shows it: one that cannot be dialled as it was typed, with a note. */
export function describePhone(phone: string): string {
  return dialable(phone) ? formatPhone(normalizePhone(phone)) : `${phone} (revisa el número)`;
}

/**
 * The digits by which a list may hold the telephone, or the part of one, that `typed` is: those typed, and those without what is
 * dialled before a Mexican number. None when it is too short or anything else.
 */
export function phoneSearch(typed: string): string[] {
  const number = dialable(typed);
  if (number) return [number.replace(/^\+(?:52)?/, "")];
  const digits = isPhone(typed) ? unwrap(typed).replace(/\D/g, "") : "";
  const local = digits.replace(/^(?:(?:00)?521?|044|045|01)/, "");
  return [...new Set([digits, local])].filter(({ length }) => length >= 4);
}

/** The hint of telephone fields. */
export const PHONE_HINT = "10 dígitos; de otro país, con + y su clave.";

/** What a telephone must have to be dialled. */
export const DIALABLE_FORMAT = "10 dígitos, o + y la clave de otro país";

const digitos = (count: number) => (count === 1 ? "un dígito" : `${count} dígitos`);

/** What keeps a telephone from being dialled, as the end of a sentence without its full stop; null if nothing does. */
export function phoneProblem(phone: string): string | null {
  if (dialable(phone)) return null;
  const text = unwrap(phone);
  const digits = text.replace(/\D/g, "");
  if (/wa\.me|whatsapp\.com/i.test(text)) return "ese enlace no dice el número: escríbelo";
  if (digits === "") return `no tiene números: son ${DIALABLE_FORMAT}`;
  if (/^\d[\d.,]*e[+-]?\d+$/i.test(text)) return "tu hoja de cálculo lo recortó: escríbelo completo";
  if (/\d[\d\s().-]{6,}(?:[/,;|]|\s[oyóe]\s)[\s+(]*\d[\d\s().-]{6,}/i.test(text)) return "son dos teléfonos: deja uno solo";
  const extra = /[^\d\s+.-]*[^\d\s().+-]\D*/.exec(text)?.[0].trim();
  if (extra) return `sobra «${extra}»: deja solo el número`;
  if (text.startsWith("+") && !digits.startsWith("52")) return "no está completo: después de + van la clave del país y el número";
  // Of +52, or 52 in front of as many, the country is no part of the ten.
  const national = /^\+|^0/.test(text) ? digits.replace(/^(?:(?:00)?521?|044|045|01)/, "") : digits;
  const missing = 10 - national.length;
  const counted = `son 10 y escribiste ${national.length}`;
  if (missing > 0) return `${missing === 1 ? "falta" : "faltan"} ${digitos(missing)}: ${counted}`;
  if (missing === 0) return `no está completo: son ${DIALABLE_FORMAT}`;
  return `${missing === -1 ? "sobra" : "sobran"} ${digitos(-missing)}: ${counted}. Si es de otro país, empieza con +`;
}

/** The note after saving a telephone that cannot be dialled, or undefined. */
export function phoneNote(phone: string | null): string | undefined {
  const problem = phone && phoneProblem(phone);
  return problem ? `El teléfono se guardó como lo escribiste, pero ${problem}.` : undefined;
}
