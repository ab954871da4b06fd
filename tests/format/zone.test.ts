import { describe, expect, test } from "vitest";
import { studioDay } from "~/format/dates";
import { studioClock, studioMoment } from "~/format/zone.server";

const MEXICO = "America/Mexico_City";
const TIJUANA = "America/Tijuana";

describe("a clock time of the studio", () => {
  test.each([
    ["at noon", MEXICO, "2026-11-21", "12:00", "2026-11-21T18:00:00.000Z"],
    ["in the evening, when UTC is already in the next day", MEXICO, "2026-11-21", "19:30", "2026-11-22T01:30:00.000Z"],
    ["at midnight", MEXICO, "2026-11-21", "00:00", "2026-11-21T06:00:00.000Z"],
    ["in summer on the border", TIJUANA, "2026-07-01", "10:00", "2026-07-01T17:00:00.000Z"],
    ["in winter on the border", TIJUANA, "2026-12-01", "10:00", "2026-12-01T18:00:00.000Z"],
    ["in the hour that daylight saving time skips", TIJUANA, "2026-03-08", "02:30", "2026-03-08T10:30:00.000Z"],
    ["in the hour that daylight saving time repeats", TIJUANA, "2026-11-01", "01:30", "2026-11-01T08:30:00.000Z"],
  ])("%s in %s becomes the same moment in every server time zone", (_, zone, day, clock, moment) => {
    for (const serverZone of ["UTC", "America/Mexico_City", "Asia/Tokyo"]) {
      process.env.TZ = serverZone;
      expect(studioMoment(day, clock, zone).toISOString()).toBe(moment);
    }
  });

  test("is read back from its moment", () => {
    for (const [day, clock] of [
      ["2026-11-21", "09:05"],
      ["2026-03-08", "23:59"],
      ["2026-11-01", "00:00"],
    ] as const) {
      const moment = studioMoment(day, clock, TIJUANA);
      expect([studioDay(moment, TIJUANA), studioClock(moment, TIJUANA)]).toEqual([day, clock]);
    }
  });

  test("throws if it does not exist on that day", () => {
    expect(() => studioMoment("2026-02-30", "10:00", MEXICO)).toThrow();
    expect(() => studioMoment("2026-11-21", "24:30", MEXICO)).toThrow();
  });
});
