const SHAPES = {
  date: ["es-ES", { day: "2-digit", month: "2-digit", year: "numeric" }],
  time: ["es-MX", { hour: "numeric", minute: "2-digit", hour12: true }],
  day: ["es-MX", { weekday: "long", day: "numeric", month: "long" }],
  weekday: ["es-MX", { weekday: "long" }],
  calendarDay: ["en-CA", {}],
  month: ["es-MX", { month: "long", year: "numeric" }],
  shortMonth: ["es-MX", { month: "short" }],
} satisfies Record<string, [locale: string, options: Intl.DateTimeFormatOptions]>;

// A formatter takes about 28 KB outside the heap, so each is made once. The zone is a setting with few choices; the limit keeps
// the cache small if it ever gets other values.
const formatters = new Map<string, Intl.DateTimeFormat>();
const MAX_FORMATTERS = 100;

function formatterOf(shape: keyof typeof SHAPES, zone: string): Intl.DateTimeFormat {
  const key = `${shape} ${zone}`;
  const cached = formatters.get(key);
  if (cached) return cached;
  const [locale, options] = SHAPES[shape];
  const formatter = new Intl.DateTimeFormat(locale, { ...options, timeZone: zone });
  if (formatters.size >= MAX_FORMATTERS) formatters.clear();
  formatters.set(key, formatter);
  return formatter;
}

/** Formats a moment as a date in `zone`: `21/11/2026`. */
export function formatDate(moment: Date | string, zone: string): string {
  return formatterOf("date", zone).format(new Date(moment));
}

/** Formats a moment as a time in `zone`: `2:05 p.m.` */
export function formatTime(moment: Date | string, zone: string): string {
  return formatterOf("time", zone)
    .format(new Date(moment))
    .replace(/[\u00a0\u202f]/g, " ");
}

/** Formats a moment as a date and a time in `zone`: `21/11/2026, 2:05 p.m.` */
export function formatMoment(moment: Date | string, zone: string): string {
  return `${formatDate(moment, zone)}, ${formatTime(moment, zone)}`;
}

const withArticle = (time: string, word: "a" | "de") => `${word} ${time.startsWith("1:") ? "la" : "las"} ${time}`;

/** A moment's time in `zone` with its preposition, as the team reads it on every clock: `a las 2:05 p.m.`, `de la 1:30 p.m.` */
export function formatTimeWithArticle(moment: Date | string, zone: string, word: "a" | "de" = "a"): string {
  return withArticle(formatTime(moment, zone), word);
}

/** A moment's time in `zone` for a client, to whom `12:00 p.m.` could be midnight: `12:00 del mediodía`, else `2:05 p.m.` */
export function formatTimeForClient(moment: Date | string, zone: string): string {
  const time = formatTime(moment, zone);
  return time.startsWith("12:") ? time.replace("12:00 p.m.", "12:00 del mediodía").replace("p.m.", "de la tarde") : time;
}

/** The same with its preposition: `a las 12:00 del mediodía`, `a la 1:30 p.m.` */
export function formatTimeForClientWithArticle(moment: Date | string, zone: string): string {
  return withArticle(formatTimeForClient(moment, zone), "a");
}

/** Keeps the times of a text whole: no line ends between `6:00` and `p.m.` */
export const keepTimes = (text: string): string => text.replace(/ (?=[ap]\.m\.)/g, "\u00a0");

/** Formats a moment as a day in words in `zone`: `sábado 21 de noviembre`. */
export function formatDay(moment: Date | string, zone: string): string {
  return formatterOf("day", zone).format(new Date(moment)).replace(",", "");
}

/** Formats a time of day (`10:00`, 24 hours) with 12 hours: `10:00 a.m.` */
export function formatClock(clock: string): string {
  return formatTime(`1970-01-01T${clock}:00Z`, "UTC");
}

/** Formats the hours between two times of day: `de 2:00 a 3:00 p.m.`, `de 11:00 a.m. a 1:00 p.m.` */
export function formatClocks(from: string, to: string): string {
  const [first, last] = [formatClock(from), formatClock(to)];
  return `de ${first.slice(-4) === last.slice(-4) ? first.slice(0, -5) : first} a ${last}`;
}

/** The calendar day (`2026-11-21`) of a moment in `zone`. */
export function studioDay(moment: Date, zone: string): string {
  return formatterOf("calendarDay", zone).format(moment);
}

/** Formats a calendar day (`2026-11-21`), which has no zone: `21/11/2026`. */
export function formatCalendarDay(day: string): string {
  return formatDate(`${day}T00:00:00Z`, "UTC");
}

/** The weekday of a calendar day: `martes`. */
export function formatWeekday(day: string): string {
  return formatterOf("weekday", "UTC").format(new Date(day));
}

/**
 * Formats a range of calendar days: `viernes 25 de diciembre`, `jueves 24 de diciembre al sábado 2 de enero`, and with the month
 * once when it is the same, `martes 24 al miércoles 25 de noviembre`.
 */
export function formatDays(first: string, last: string): string {
  const from = formatDay(first, "UTC");
  if (first === last) return from;
  const isSameMonth = first.slice(0, 7) === last.slice(0, 7);
  return `${isSameMonth ? from.replace(/ de .*/, "") : from} al ${formatDay(last, "UTC")}`;
}

/** A month as text (`2026-11`), from 2000 to 2099; the pattern of a field. */
export const MONTH_PATTERN = "20\\d\\d-(0[1-9]|1[0-2])";

/** Formats a month (`2026-11`) in words: `noviembre de 2026`. */
export function formatMonth(month: string): string {
  return formatterOf("month", "UTC").format(new Date(`${month}-01T00:00:00Z`));
}

/** The short name of the month of a calendar day or month (`2026-11`): `nov`. */
export function formatShortMonth(day: string): string {
  return formatterOf("shortMonth", "UTC").format(new Date(day));
}
