const SHAPES = {
  date: ["es-ES", { day: "2-digit", month: "2-digit", year: "numeric" }],
  time: ["es-MX", { hour: "numeric", minute: "2-digit", hour12: true }],
  day: ["es-MX", { weekday: "long", day: "numeric", month: "long" }],
  calendarDay: ["en-CA", {}],
  month: ["es-MX", { month: "long", year: "numeric" }],
  shortMonth: ["es-MX", { month: "short" }],
} satisfies Record<string, [locale: string, options: Intl.DateTimeFormatOptions]>;

// Each holds some 28 KB outside the heap and is never worth making twice. The zone is a setting with few choices; should
// other text ever get here, the cache starts anew instead of growing with it.
const formatters = new Map<string, Intl.DateTimeFormat>();
const MAX_FORMATTERS = 100;

function formatterOf(shape: keyof typeof SHAPES, zone: string): Intl.DateTimeFormat {
  const key = `${shape} ${zone}`;
  const known = formatters.get(key);
  if (known) return known;
  const [locale, options] = SHAPES[shape];
  const formatter = new Intl.DateTimeFormat(locale, { ...options, timeZone: zone });
  if (formatters.size >= MAX_FORMATTERS) formatters.clear();
  formatters.set(key, formatter);
  return formatter;
}

/** Prints a moment as a date of the studio's zone, as the specification wants: `21/11/2026`. */
export function formatDate(moment: Date | string, zone: string): string {
  return formatterOf("date", zone).format(new Date(moment));
}

/** Prints a moment as the studio's clock: `2:05 p.m.` */
export function formatTime(moment: Date | string, zone: string): string {
  return formatterOf("time", zone)
    .format(new Date(moment))
    .replace(/[\u00a0\u202f]/g, " ");
}

/** Says when on the studio's clock: `a las 2:05 p.m.`, `a la 1:30 p.m.`; or `de la 1:30 p.m.` */
export function sayTime(moment: Date | string, zone: string, word: "a" | "de" = "a"): string {
  const time = formatTime(moment, zone);
  return `${word} ${time.startsWith("1:") ? "la" : "las"} ${time}`;
}

/** Prints a moment as a day in words: `sábado 21 de noviembre`. */
export function formatDay(moment: Date | string, zone: string): string {
  return formatterOf("day", zone).format(new Date(moment)).replace(",", "");
}

/** Prints the time of a weekday's clock (`10:00`, 24 hours) as people say it: `10:00 a.m.` */
export function formatClock(clock: string): string {
  return formatTime(`1970-01-01T${clock}:00Z`, "UTC");
}

/** The studio's calendar day (`2026-11-21`) at a moment. */
export function studioDay(moment: Date, zone: string): string {
  return formatterOf("calendarDay", zone).format(moment);
}

/** The calendar day some days after another, or before it. */
export function addDays(day: string, days: number): string {
  return new Date(Date.parse(day) + days * 86_400_000).toISOString().slice(0, 10);
}

/** Which day of the week a calendar day is: 0 is Monday, as in DIAS. */
export function weekday(day: string): number {
  return (new Date(day).getUTCDay() + 6) % 7;
}

/** Prints a calendar day (`2026-11-21`), which no zone may shift, as the specification wants: `21/11/2026`. */
export function formatCalendarDay(day: string): string {
  return formatDate(`${day}T00:00:00Z`, "UTC");
}

/** Says calendar days, from the first to the last: `viernes 25 de diciembre`, `jueves 24 de diciembre al sábado 2 de enero`. */
export function formatDays(first: string, last: string): string {
  const from = formatDay(first, "UTC");
  return first === last ? from : `${from} al ${formatDay(last, "UTC")}`;
}

/** Prints a month (`2026-11`) in words: `noviembre de 2026`. */
export function formatMonth(month: string): string {
  return formatterOf("month", "UTC").format(new Date(`${month}-01T00:00:00Z`));
}

/** Prints the month of a calendar day, or a month (`2026-11`), as short as an axis wants it: `nov`. */
export function formatShortMonth(day: string): string {
  return formatterOf("shortMonth", "UTC").format(new Date(day));
}
