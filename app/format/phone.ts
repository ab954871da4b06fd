/**
 * Gives `+52` and ten digits for what people type in Mexico (10 digits, +52, 521, 044, 045, 01, with any separators), or
 * the text as it was when it cannot be read as that.
 */
export function normalizePhone(typed: string): string {
  if (!/^[\d\s().+-]+$/.test(typed)) return typed;
  const digits = typed.replace(/\D/g, "");
  // Ten digits in all may be a number of Cuba's.
  if (/^\s*\+/.test(typed) && !digits.startsWith("52")) return typed;
  const national = /^(?:(?:00)?521?|044|045|01)?(\d{10})$/.exec(digits)?.[1];
  return national ? `+52${national}` : typed;
}

/** Prints `+52` and ten digits as `55 1234 5678` or `222 123 4567`; anything else as it is. */
export function formatPhone(phone: string): string {
  const national = /^\+52(\d{10})$/.exec(phone)?.[1];
  if (!national) return phone;
  // Mexico City, Guadalajara and Monterrey have area codes of two digits, everyone else of three.
  const area = /^(55|56|33|81)/.test(national) ? 2 : 3;
  return `${national.slice(0, area)} ${national.slice(area, 6)} ${national.slice(6)}`;
}

/**
 * Gives a telephone as it is dialled: `+525512345678`, or one of another country's, which is kept as it was typed
 * (`+1 619 555 0100`). Null for what is no whole number.
 */
export function dialable(phone: string | null | undefined): string | null {
  if (!phone || !/^\+[\d\s().-]+$/.test(phone)) return null;
  const digits = phone.replace(/\D/g, "");
  return (digits.startsWith("52") ? /^52\d{10}$/ : /^[1-9]\d{7,14}$/).test(digits) ? `+${digits}` : null;
}

/** What is said beside the field of a telephone. */
export const PHONE_HINT = "10 dígitos; de otro país, con + y su clave.";

/** What a telephone has that can be dialled. */
export const WHOLE = "10 dígitos, o + y la clave de otro país";

/** What to say after saving a telephone that could not be read; nothing when there is nothing to say. */
export function phoneNote(phone: string | null): string | undefined {
  if (phone === null || dialable(phone)) return undefined;
  return `El teléfono se guardó como lo escribiste: no tiene ${WHOLE}.`;
}
