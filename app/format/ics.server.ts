import { escape as escapeText, ICalCalendar, ICalEventStatus } from "ical-generator";

export type Event = { id: string; start: Date; end: Date; changed: Date; summary: string; isCertain: boolean };

const HOUR_S = 3600;

/** Writes an iCalendar file (RFC 5545) in UTC. The same events always give the same text, so it can have an ETag. */
export function writeIcs(name: string, events: Event[]): string {
  const calendar = new ICalCalendar({
    // The library does not escape a calendar's name.
    name: escapeText(oneLine(name), false),
    prodId: { company: "Susa", product: "Citas", language: "ES" },
    // How often clients should refresh it.
    ttl: HOUR_S,
  });
  for (const { id, start, end, changed, summary, isCertain } of events) {
    calendar.createEvent({
      id: `${id}@susa`,
      start,
      end,
      // Not the current time, with which the text would never be the same twice.
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
