/** What a telephone is written with: digits and separators. */
export const PHONE_CHARACTERS = /^[\d\s().+-]+$/;

/**
 * Normalizes a Mexican number (10 digits, or with +52, 521, 044, 045 or 01, with any separators) to `+52` and ten digits. Any other
 * text is returned unchanged.
 */
export function normalizePhone(input: string): string {
  if (!PHONE_CHARACTERS.test(input)) return input;
  const digits = input.replace(/\D/g, "");
  // With another country code, ten digits may be a complete number, such as a Cuban one.
  if (/^\s*\+/.test(input) && !digits.startsWith("52")) return input;
  const national = /^(?:(?:00)?521?|044|045|01)?(\d{10})$/.exec(digits)?.[1];
  return national ? `+52${national}` : input;
}

/** Formats `+52` and ten digits as `55 1234 5678` or `222 123 4567`. Any other text is returned unchanged. */
export function formatPhone(phone: string): string {
  const national = /^\+52(\d{10})$/.exec(phone)?.[1];
  if (!national) return phone;
  // Mexico City, Guadalajara and Monterrey have area codes of two digits, the rest of three.
  const area = /^(55|56|33|81)/.test(national) ? 2 : 3;
  return `${national.slice(0, area)} ${national.slice(area, 6)} ${national.slice(6)}`;
}

/**
 * The number to dial, without separators: `+525512345678`, or one of another country (`+16195550100`). Null if the telephone is not
 * a complete number.
 */
export function dialable(phone: string | null | undefined): string | null {
  if (!phone || !/^\+[\d\s().-]+$/.test(phone)) return null;
  const digits = phone.replace(/\D/g, "");
  return (digits.startsWith("52") ? /^52\d{10}$/ : /^[1-9]\d{7,14}$/).test(digits) ? `+${digits}` : null;
}

/** The hint of telephone fields. */
export const PHONE_HINT = "10 dígitos; de otro país, con + y su clave.";

/** What a telephone must have to be dialled. */
export const DIALABLE_FORMAT = "10 dígitos, o + y la clave de otro país";

/** The note after saving a telephone that cannot be dialled, or undefined. */
export function phoneNote(phone: string | null): string | undefined {
  if (phone === null || dialable(phone)) return undefined;
  return `El teléfono se guardó como lo escribiste, pero no está completo: son ${DIALABLE_FORMAT}.`;
}
