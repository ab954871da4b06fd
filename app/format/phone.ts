/**
 * Gives `+52` and ten digits for what people type in Mexico (10 digits, +52, 521, 044, 045, 01, with any separators), or
 * the text as it was when it cannot be read as that.
 */
export function normalizePhone(typed: string): string {
  if (!/^[\d\s().+-]+$/.test(typed)) return typed;
  const digits = typed.replace(/\D/g, "");
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

/** Whether a telephone is stored as `+52` and ten digits: what could not be read so is kept as it was typed. */
export function isMexicanPhone(phone: string): boolean {
  return /^\+52\d{10}$/.test(phone);
}

/** What to say after saving a telephone that could not be read; nothing when there is nothing to say. */
export function phoneNote(phone: string | null): string | undefined {
  if (phone === null || isMexicanPhone(phone)) return undefined;
  return "El teléfono se guardó como lo escribiste: no parece un número de México de 10 dígitos.";
}
