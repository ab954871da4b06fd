import type { MinuteSpan } from "~/format/hours";
import { withoutAccents } from "~/format/slug";
import { DAY_MS } from "~/limits";

// Days and hours as people and programs write them in a sheet.

const MESES = ["ene", "feb", "mar", "abr", "may", "jun", "jul", "ago", "sep", "oct", "nov", "dic"];
const MONTHS = ["jan", "feb", "mar", "apr", "may", "jun", "jul", "aug", "sep", "oct", "nov", "dec"];

const WEEKDAY =
  /^(?:lun(?:es)?|mar(?:tes)?|mie(?:rcoles)?|jue(?:ves)?|vie(?:rnes)?|sab(?:ado)?|dom(?:ingo)?|(?:mon|tues?|wed(?:nes)?|thu(?:rs)?|fri|sat(?:ur)?|sun)(?:day)?)[.,]*\s+/;
const YEAR_FIRST = /^(20\d\d)[-/.](\d{1,2})[-/.](\d{1,2})(?!\d)/;
const NUMBERS = /^(\d{1,2})[/.\-\s](\d{1,2})(?:[/.\-\s](\d{4}|\d{2}))?$/;
const DAY_WORD = /^(\d{1,2})(?:\s*(?:de\s|[/\-.])\s*|\s+)([a-z]{3,10})\.?(?:(?:\s*(?:de|del|[/\-.,])\s*|\s+)(\d{4}|\d{2}))?$/;
const WORD_DAY = /^([a-z]{3,10})\.?\s+(\d{1,2})(?:,?\s+(\d{4}|\d{2}))?$/;

/**
 * The day of a text (`2026-12-05`, `5/12/2026`, `5-dic-26`, `sábado 5 de diciembre`, `Dec 5, 2026`) as `2026-12-05`, or null. Without a year
 * it is the one that is nearest to `hoy`: an agenda that was kept since October goes back, not eleven months ahead.
 */
export function readWrittenDay(text: string, isMonthFirst: boolean, hoy: string): string | null {
  const plain = withoutAccents(text)
    .trim()
    .replace(/\b(\d{1,2})(?:[oº°]|r[oa]|st|nd|rd|th)(?=[\s,]|$)/, "$1");
  // `mar 5` is in March, `mar 5 dic` a Tuesday.
  return readPlainDay(plain, isMonthFirst, hoy) ?? readPlainDay(plain.replace(WEEKDAY, ""), isMonthFirst, hoy);
}

function readPlainDay(plain: string, isMonthFirst: boolean, hoy: string): string | null {
  const [, fullYear, yearMonth, yearDay] = YEAR_FIRST.exec(plain) ?? [];
  if (fullYear && yearMonth && yearDay) return dayOf(yearDay, Number(yearMonth), fullYear, hoy);
  const [, one, other, year] = NUMBERS.exec(plain) ?? [];
  if (one && other) return isMonthFirst ? dayOf(other, Number(one), year, hoy) : dayOf(one, Number(other), year, hoy);
  const [, day, word, wordYear] = DAY_WORD.exec(plain) ?? [];
  if (day && word) return dayOf(day, monthOf(word), wordYear, hoy);
  const [, first, second, third] = WORD_DAY.exec(plain) ?? [];
  return first && second ? dayOf(second, monthOf(first), third, hoy) : null;
}

/** Whether dates of numbers begin with the month: when one of them says so, and none the day. */
export function isMonthFirst(texts: string[]): boolean {
  const pairs = texts.flatMap((text) => {
    const [, one, other] = NUMBERS.exec(text.trim().split(/\s+(?=\d{1,2}:)/)[0] ?? "") ?? [];
    return one && other ? [[Number(one), Number(other)] as const] : [];
  });
  return pairs.some(([, other]) => other > 12) && !pairs.some(([one]) => one > 12);
}

function monthOf(word: string): number {
  const start = word.slice(0, 3);
  return Math.max(MESES.indexOf(start), MONTHS.indexOf(start)) + 1;
}

const HALF_A_YEAR_MS = 183 * DAY_MS;

function dayOf(day: string, month: number, year: string | undefined, hoy: string): string | null {
  const two = (part: number | string) => String(part).padStart(2, "0");
  const inYear = (full: number) => `${full}-${two(month)}-${two(day)}`;
  if (year !== undefined) {
    const found = inYear(year.length === 2 ? 2000 + Number(year) : Number(year));
    return isDay(found) ? found : null;
  }
  const thisYear = Number(hoy.slice(0, 4));
  const isNear = (found: string) => Math.abs(Date.parse(found) - Date.parse(hoy)) <= HALF_A_YEAR_MS;
  return [thisYear, thisYear + 1, thisYear - 1].map(inYear).find((found) => isDay(found) && isNear(found)) ?? null;
}

function isDay(day: string): boolean {
  const date = new Date(`${day}T00:00:00Z`);
  return !Number.isNaN(date.getTime()) && date.toISOString().startsWith(day);
}

/**
 * The minutes of a time of day (`10:00`, `10:30:00`, `9am`, `6 p. m.`, `18 h`, `5 de la tarde`, `mediodía`), of a range its beginning
 * (`10:00 - 11:30`), or null; `isSaid` when the text says which half of the day it is.
 */
export function readClock(text: string): { minutes: number; isSaid: boolean } | null {
  const [plain = ""] = withoutAccents(text)
    .trim()
    .replace(/^a las? /, "")
    .replace(/^medio\s?dia$/, "12 p")
    .replace(/^media\s?noche$/, "12 a")
    .replace(/^(12(?::\d{2})?)\s(?:de|por) la noche$/, "$1 a")
    .replace(/\s(?:de|por) la (?:manana|madrugada)$/, " a")
    .replace(/\s(?:(?:de|por) la (?:tarde|noche)|del dia)$|(?<=\d)\s?m\.?$/, " p")
    .split(/\s*[-–—]\s*|\sal?\s(?=\d)/);
  const [, hours, minutes = "0", half] =
    /^(\d{1,2})(?:(?:[:.]|\s?h\s?)(\d{2}))?(?::\d{2})?\s*(?:h|hrs?|horas)?\.?\s*(?:([ap])\.?\s*m?\.?)?$/.exec(plain) ?? [];
  if (hours === undefined || Number(hours) > 23 || Number(minutes) > 59) return null;
  const isAfternoon = half === "p" && Number(hours) < 12;
  const isMidnight = half === "a" && Number(hours) === 12;
  const hour = isAfternoon ? Number(hours) + 12 : isMidnight ? 0 : Number(hours);
  return { minutes: hour * 60 + Number(minutes), isSaid: half !== undefined || hours.startsWith("0") || hour > 12 };
}

/** The minutes of a time of day in a studio, where nobody books or begins before six in the morning: `4:30` is in the afternoon. */
export function daytimeOf({ minutes, isSaid }: { minutes: number; isSaid: boolean }): number {
  return !isSaid && minutes < EARLIEST ? minutes + HALF_DAY : minutes;
}

const EARLIEST = 6 * 60;
const HALF_DAY = 12 * 60;
// What a short text such as `6 a 9 pm` must leave of a shift to be all in one half of the day.
const SHORTEST = 3 * 60;

const BETWEEN_SHIFTS = /\s*[,;/|\n]\s*|\s+[ye]\s+/;
// The `a` of `9 a.m.` and of `9 a m` is no separator.
const BETWEEN_CLOCKS = /\s*[-–—]\s*|\s+(?:a|al|to|hasta)\s+(?=\d|las?\s|medi[oa])|(?<=\d)a(?=\d)/;

/** The shifts of a day (`10 a 6`, `9:00 a.m. - 6:00 p.m.`, `2 a 8 pm`, `10-2 y 4-8`) in minutes after midnight, or null. */
export function readShifts(text: string): MinuteSpan[] | null {
  const shifts: MinuteSpan[] = [];
  for (const part of withoutAccents(text).trim().split(BETWEEN_SHIFTS)) {
    const shift = readShift(part, shifts.at(-1)?.hasta ?? 0);
    if (!shift) return null;
    shifts.push(shift);
  }
  return shifts;
}

function readShift(text: string, after: number): MinuteSpan | null {
  const [first = "", second = "", ...more] = text.split(BETWEEN_CLOCKS);
  const begins = readClock(first.replace(/^(?:de |desde )?(?:las? )?/, ""));
  const ends = readClock(second.replace(/^las? /, ""));
  if (!begins || !ends || more.length > 0) return null;
  const later = begins.minutes + HALF_DAY;
  // `2 a 8 pm` says the half of both, `10 a 6 pm` only of its end.
  const isCarried = ends.isSaid && ends.minutes >= HALF_DAY && later < 2 * HALF_DAY && ends.minutes - later >= SHORTEST;
  const isLater = !begins.isSaid && (isCarried || begins.minutes < after);
  const desde = isLater ? later : daytimeOf(begins);
  const end = daytimeOf(ends);
  // `9 a 9`: what would end before it begins ends in the afternoon.
  const hasta = end <= desde && !ends.isSaid ? end + HALF_DAY : end;
  return desde >= after && hasta > desde && hasta < 2 * HALF_DAY ? { desde, hasta } : null;
}
