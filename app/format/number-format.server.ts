/** What a number in a workbook is, by its format: `decimals` are those that it shows, null for all; `width` pads it with zeros. */
export type NumberFormat =
  | { kind: "number"; decimals: number | null; width: number }
  | { kind: "percent"; decimals: number }
  | { kind: "date" | "time" | "dateTime" | "duration" | "minutes" };

export const GENERAL: NumberFormat = { kind: "number", decimals: null, width: 0 };

// The formats that Excel knows by number; those that differ between countries mean the same everywhere.
const BUILT_IN: Record<number, string> = {
  ...{ 1: "0", 2: "0.00", 3: "#,##0", 4: "#,##0.00", 5: "#,##0", 6: "#,##0", 7: "#,##0.00", 8: "#,##0.00" },
  ...{ 9: "0%", 10: "0.00%", 14: "d/m/yyyy", 15: "d-mmm-yy", 16: "d-mmm", 17: "mmm-yy" },
  ...{ 18: "h:mm", 19: "h:mm:ss", 20: "h:mm", 21: "h:mm:ss", 22: "d/m/yyyy h:mm" },
  ...{ 32: "h:mm", 33: "h:mm:ss", 34: "h:mm", 35: "h:mm:ss", 37: "#,##0", 38: "#,##0", 39: "#,##0.00", 40: "#,##0.00" },
  ...{
    41: "#,##0",
    42: "#,##0",
    43: "#,##0.00",
    44: "#,##0.00",
    45: "mm:ss",
    46: "[h]:mm:ss",
    47: "mm:ss.0",
    55: "h:mm",
    56: "h:mm:ss",
  },
};
const EAST_ASIAN_DATES = new Set([27, 28, 29, 30, 31, 36, 50, 51, 52, 53, 54, 57, 58]);

/** The format with this number, when the workbook does not say its code. */
export function builtInFormat(id: number): NumberFormat {
  if (EAST_ASIAN_DATES.has(id)) return { kind: "date" };
  return BUILT_IN[id] === undefined ? GENERAL : parseFormat(BUILT_IN[id]);
}

/** Parses the code of a format: `#,##0.00`, `[$-80A]d "de" mmmm`, `[h]:mm`. */
export function parseFormat(code: string): NumberFormat {
  const [first = ""] = code
    .replace(/"[^"]*"?|\\.|[_*]./gs, "")
    // Colours, countries and conditions; elapsed hours and minutes stay.
    .replace(/\[(?!h+\]|m+\]|s+\])[^\]]*\]/gi, "")
    .toLowerCase()
    .split(";", 1);
  const letters = first.replace(/general|est[aá]ndar|standard|am\/pm|a\/p|@/g, "");
  const withoutFraction = letters.replace(/s(\]?)[.,]0+/g, "s$1");
  if (/[ydmhs]/.test(withoutFraction) && !/[0#?]/.test(withoutFraction)) return { kind: momentKind(withoutFraction) };
  const decimals = /[0#?][.]([0#?]+)/.exec(letters)?.[1]?.length ?? 0;
  if (letters.includes("%")) return { kind: "percent", decimals };
  const isPlain = /[0#?]/.test(letters) && !/e[+-]|\//.test(letters);
  return { kind: "number", decimals: isPlain ? decimals : null, width: /^0{2,}$/.test(letters) ? letters.length : 0 };
}

function momentKind(letters: string): "date" | "time" | "dateTime" | "duration" | "minutes" {
  if (/^\[m+\]$/.test(letters)) return "minutes";
  if (letters.includes("[")) return "duration";
  const hasTime = /[hs]/.test(letters);
  // Beside hours or seconds, `m` are minutes.
  const hasDate = /[yd]|m{3}/.test(letters) || !hasTime;
  return hasDate && hasTime ? "dateTime" : hasDate ? "date" : "time";
}

const DAY_SECONDS = 86_400;
// 31 December 9999, the last day that a workbook shows as a date.
const LAST_DAY = 2_958_465;

/** A number that the workbook writes, as a person sees it: `5512345678`, `350.5`, `40%`, `2026-12-01 10:30`. */
export function formatCell(written: string, format: NumberFormat, is1904: boolean): string {
  const value = Number(written);
  if (format.kind === "number") return plainNumber(written, format.decimals).padStart(value < 0 ? 0 : format.width, "0");
  if (format.kind === "percent") return `${plainNumber(String(value * 100), format.decimals)}%`;
  if (value < 0 || value > LAST_DAY) return plainNumber(written, null);
  const seconds = Math.round(value * DAY_SECONDS);
  if (format.kind === "minutes") return String(Math.floor(seconds / 60));
  if (format.kind === "duration") return clock(seconds);
  const [day, time] = [Math.floor(seconds / DAY_SECONDS), clock(seconds % DAY_SECONDS)];
  if (format.kind === "time" || (day === 0 && seconds > 0 && format.kind === "dateTime")) return time;
  // In a column of dates 0 is what a formula gives for nothing.
  if (day === 0) return "";
  return format.kind === "date" ? dateOf(day, is1904) : `${dateOf(day, is1904)} ${time}`;
}

/** A date, a time or both in ISO 8601, as some programs write them, in the same words. */
export function formatIsoCell(written: string, format: NumberFormat): string {
  const [, date, time] = /^(\d{4}-\d\d-\d\d)?T?(\d\d:\d\d)?/.exec(written) ?? [];
  if (!date && !time) return written;
  const isDay = format.kind === "date" || (format.kind !== "dateTime" && /T00:00(:00)?(\.0+)?Z?$/.test(written));
  return [format.kind === "time" && time ? "" : date, isDay && date ? "" : time].filter(Boolean).join(" ");
}

/**
 * A number without exponent and with the 15 digits that spreadsheets show, rounded to the decimals of its format, but to two at least:
 * what shows as $351 may cost 350.50.
 */
function plainNumber(written: string, decimals: number | null): string {
  if (/^-?[1-9]\d*$/.test(written)) return written;
  const seen = Number(Number(written).toPrecision(15));
  const value = decimals === null ? seen : roundTo(seen, Math.min(Math.max(decimals, 2), 15));
  if (Math.abs(value) >= 1e21) return BigInt(value).toString();
  return Math.abs(value) < 1e-6 ? value.toFixed(15).replace(/\.?0+$/, "") : String(value);
}

/** Rounds what is written and not its binary neighbour: 1.005 to 1.01. */
function roundTo(value: number, decimals: number): number {
  if (Math.abs(value) >= 1e15) return value;
  const moved = Number(`${value}e${decimals}`);
  // Of a tiny one the exponent is written already.
  return Number.isNaN(moved) ? Number(value.toFixed(decimals)) : Number(`${Math.round(moved)}e-${decimals}`);
}

const twoDigits = (value: number) => String(value).padStart(2, "0");
const clock = (seconds: number) => `${twoDigits(Math.floor(seconds / 3600))}:${twoDigits(Math.floor((seconds % 3600) / 60))}`;

function dateOf(day: number, is1904: boolean): string {
  // Day 60 of the other system is 29 February 1900, which was none.
  const since1900 = is1904 ? day + 1462 : day < 60 ? day + 1 : day;
  return new Date(Date.UTC(1899, 11, 30 + since1900)).toISOString().slice(0, 10);
}
