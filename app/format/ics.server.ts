import { escape as escapeText, ICalCalendar, ICalEventStatus } from "ical-generator";

export type Event = { id: string; start: Date; end: Date; changed: Date; summary: string; isCertain: boolean };

const HOUR_S = 3600;

/** A calendar as RFC 5545 wants it: UTC, lines folded, texts escaped; the same events give the same text. */
export function writeIcs(name: string, events: Event[]): string {
  const calendar = new ICalCalendar({
    // The library writes a calendar's name as it comes.
    name: escapeText(oneLine(name), false),
    prodId: { company: "Susa", product: "Citas", language: "ES" },
    // How often to ask again.
    ttl: HOUR_S,
  });
  for (const { id, start, end, changed, summary, isCertain } of events) {
    calendar.createEvent({
      id: `${id}@susa`,
      start,
      end,
      // Not the moment of asking: the text would never be the same twice.
      stamp: changed,
      summary: oneLine(summary),
      status: isCertain ? ICalEventStatus.CONFIRMED : ICalEventStatus.TENTATIVE,
    });
  }
  return calendar.toString();
}

function oneLine(text: string): string {
  return text.replace(/[\p{Cc}\u2028\u2029]+/gu, " ").trim();
}
