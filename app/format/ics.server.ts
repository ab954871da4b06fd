import { escape as escapeText, ICalAlarmType, ICalCalendar, ICalEventStatus } from "ical-generator";

export type Event = { id: string; start: Date; end: Date; changed: Date; summary: string; isCertain: boolean };

/** An event for the calendar of a client, who is reminded of it. */
export type Entry = Omit<Event, "isCertain"> & { description: string; location: string; sequence: number };

const HOUR_S = 3600;

/** How long before an entry its alarm rings. */
const ALARM_S = 2 * HOUR_S;

/** Writes an iCalendar file (RFC 5545) in UTC. The same events always give the same text, so it can have an ETag. */
export function writeIcs(name: string, events: Event[]): string {
  const calendar = new ICalCalendar({
    // The library does not escape a calendar's name.
    name: escapeText(oneLine(name), false),
    prodId: { company: "Susa", product: "Citas", language: "ES" },
    // How often clients should refresh it.
    ttl: HOUR_S,
  });
  for (const { isCertain, ...event } of events)
    addEvent(calendar, event).status(isCertain ? ICalEventStatus.CONFIRMED : ICalEventStatus.TENTATIVE);
  return calendar.toString();
}

/**
 * Writes an iCalendar file of one event, with an alarm two hours before it. Opened again after a change, with a higher `sequence`, it
 * replaces the entry that the calendar already has. Without a status, which the library would write after the alarm, where RFC 5545 has
 * no more properties.
 */
export function writeIcsEntry({ description, location, sequence, ...event }: Entry): string {
  const calendar = new ICalCalendar({ prodId: { company: "Susa", product: "Citas", language: "ES" } });
  const added = addEvent(calendar, event);
  added.description(description).sequence(sequence);
  if (location) added.location(oneLine(location));
  added.createAlarm({ type: ICalAlarmType.display, trigger: ALARM_S, description: oneLine(event.summary) });
  return `${calendar.toString()}\r\n`;
}

function addEvent(calendar: ICalCalendar, { id, start, end, changed, summary }: Omit<Event, "isCertain">) {
  return calendar.createEvent({
    id: `${id}@susa`,
    start,
    end,
    // Not the current time, with which the text would never be the same twice.
    stamp: changed,
    summary: oneLine(summary),
  });
}

function oneLine(text: string): string {
  return text.replace(/[\p{Cc}\u2028\u2029]+/gu, " ").trim();
}
