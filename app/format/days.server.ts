import { Temporal } from "temporal-polyfill";
import { formatDay, formatDays, formatTimeWithArticle, MONTH_PATTERN, studioDay } from "./dates";
import { capitalize } from "./text";

// Calendar days are texts (`2026-11-21`), which sort in their order; a month is `2026-11`.

/** The calendar day some days after another, or before it. */
export function addDays(day: string, days: number): string {
  return Temporal.PlainDate.from(day).add({ days }).toString();
}

/** The month (`2026-11`) some months after another, or before it. */
export function addMonths(month: string, months: number): string {
  return Temporal.PlainYearMonth.from(month).add({ months }).toString();
}

/** How many days after `first` the day `last` comes. */
export function daysBetween(first: string, last: string): number {
  return Temporal.PlainDate.from(first).until(last).days;
}

/** Which day of the week a calendar day is: 0 is Monday, as in DIAS. */
export function weekday(day: string): number {
  return Temporal.PlainDate.from(day).dayOfWeek - 1;
}

const LOS_DIAS = ["los lunes", "los martes", "los miércoles", "los jueves", "los viernes", "los sábados", "los domingos"];

/** The weekday of a calendar day as a habit: `los lunes`. */
export function formatWeekdays(day: string): string {
  return LOS_DIAS[weekday(day)] ?? "";
}

const wholeMonth = new RegExp(`^${MONTH_PATTERN}$`);

/** Whether a text is a month: `2026-11`. */
export function isYearMonth(text: string): boolean {
  return wholeMonth.test(text);
}

/** The last day of a month (`2026-11`). */
export function lastDayOf(month: string): string {
  const { daysInMonth } = Temporal.PlainYearMonth.from(month);
  return `${month}-${daysInMonth}`;
}

/** The calendar day of a moment in UTC; Prisma gives a `date` column as midnight in UTC. */
export function dayOf(moment: Date): string {
  return Temporal.Instant.fromEpochMilliseconds(moment.getTime()).toZonedDateTimeISO("UTC").toPlainDate().toString();
}

/** Formats a moment as a day in words in `zone`, with its year when it is not the year of the day `hoy`. */
export function formatDayOfYear(moment: Date | string, zone: string, hoy: string): string {
  return formatDay(moment, zone) + otherYear(studioDay(new Date(moment), zone), hoy);
}

/** Formats a calendar day without its weekday, with its year when it is not that of `hoy`: `1 de enero`, `1 de enero de 2027`. */
export function formatDayOfMonth(day: string, hoy: string): string {
  return formatDayOfYear(day, "UTC", hoy).replace(/^\S+ /, "");
}

/** Formats a day to come: `Hoy, miércoles 25`, `Viernes 27`, and with its month when that is not the one of the day `hoy`. */
export function formatNearDay(day: string, hoy: string): string {
  const near = { [hoy]: "Hoy, ", [addDays(hoy, 1)]: "Mañana, " }[day] ?? "";
  const name = formatDay(day, "UTC");
  return capitalize(near + (day.slice(0, 7) === hoy.slice(0, 7) ? name.replace(/ de .*/, "") : name));
}

/** A moment in words as one says it of the next days: `hoy a las 4:00 p.m.`, `mañana a la 1:00 p.m.`, `lunes 30 de noviembre a las …` */
export function formatSoon(moment: Date, zone: string, hoy: string): string {
  const day = studioDay(moment, zone);
  const near = { [hoy]: "hoy", [addDays(hoy, 1)]: "mañana" }[day] ?? formatDay(moment, zone);
  return `${near} ${formatTimeWithArticle(moment, zone)}`;
}

/** Formats a week or other days, with their year when it is not that of `hoy`: `23 al 29 de noviembre`, `30 de noviembre al 6 de diciembre`. */
export function formatWeek(first: string, last: string, hoy: string): string {
  return formatDays(first, last).replace(/\p{L}+ (?=\d)/gu, "") + otherYear(last, hoy);
}

const otherYear = (day: string, hoy: string) => (day.slice(0, 4) === hoy.slice(0, 4) ? "" : ` de ${day.slice(0, 4)}`);
