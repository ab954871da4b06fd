import { Temporal } from "temporal-polyfill";

/**
 * The moment at which the studio's clock shows `clock` (`10:30`) on `day` (`2026-11-21`). An hour that the clocks skip is the
 * one after it; one that comes twice is the first of the two.
 */
export function studioMoment(day: string, clock: string, zone: string): Date {
  const { epochMilliseconds } = Temporal.PlainDateTime.from(`${day}T${clock}`).toZonedDateTime(zone);
  return new Date(epochMilliseconds);
}

/** What the studio's clock shows at a moment, on 24 hours: `14:05`. */
export function studioClock(moment: Date, zone: string): string {
  return Temporal.Instant.fromEpochMilliseconds(moment.getTime())
    .toZonedDateTimeISO(zone)
    .toPlainTime()
    .toString({ smallestUnit: "minute" });
}
