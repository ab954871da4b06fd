import { Temporal } from "temporal-polyfill";

/**
 * The moment of a time of day (`10:30`) on a calendar day (`2026-11-21`) in `zone`. A time that a clock change skips is moved
 * forward by an hour; of one that happens twice it is the first.
 */
export function studioMoment(day: string, clock: string, zone: string): Date {
  const { epochMilliseconds } = Temporal.PlainDateTime.from(`${day}T${clock}`).toZonedDateTime(zone);
  return new Date(epochMilliseconds);
}

/** The time of day of a moment in `zone`, with 24 hours: `14:05`. */
export function studioClock(moment: Date, zone: string): string {
  return Temporal.Instant.fromEpochMilliseconds(moment.getTime())
    .toZonedDateTimeISO(zone)
    .toPlainTime()
    .toString({ smallestUnit: "minute" });
}
