import { beforeEach, describe, expect, test } from "vitest";
import { formatDaysAgo } from "~/format/ago";
import {
  formatCalendarDay,
  formatClock,
  formatDate,
  formatDay,
  formatDays,
  formatMonth,
  formatTime,
  formatTimeForClientWithArticle,
  formatTimeWithArticle,
  studioDay,
} from "~/format/dates";
import { formatDayOfYear, formatWeek } from "~/format/days.server";

const MEXICO = "America/Mexico_City";
const TIJUANA = "America/Tijuana";
// Saturday, 2:05 p.m. in Mexico City.
const MOMENT = "2026-11-21T20:05:00.000Z";
const EVENING = "2026-11-22T05:59:59.999Z";

describe.each(["UTC", "Asia/Tokyo", "America/Los_Angeles"])("on a server in %s", (zone) => {
  beforeEach(() => {
    process.env.TZ = zone;
  });

  test("formatDate gives day/month/year in the studio's time zone", () => {
    expect(formatDate(MOMENT, MEXICO)).toBe("21/11/2026");
    expect(formatDate(new Date(MOMENT), MEXICO)).toBe("21/11/2026");
    expect(formatDate("2026-01-05T18:00:00Z", MEXICO)).toBe("05/01/2026");
    expect(formatDate(EVENING, MEXICO)).toBe("21/11/2026");
    expect(formatDate("2026-11-22T06:00:00Z", MEXICO)).toBe("22/11/2026");
    expect(formatDate("2026-11-22T06:00:00Z", TIJUANA)).toBe("21/11/2026");
    expect(formatDate(EVENING, "UTC")).toBe("22/11/2026");
  });

  test("formatTime gives a 12-hour clock with plain spaces", () => {
    expect(formatTime(MOMENT, MEXICO)).toBe("2:05 p.m.");
    expect(formatTime(MOMENT, TIJUANA)).toBe("12:05 p.m.");
    expect(formatTime("2026-11-21T06:00:00Z", MEXICO)).toBe("12:00 a.m.");
    expect(formatTime("2026-11-21T15:30:00Z", MEXICO)).toBe("9:30 a.m.");
  });

  test("formatTime follows daylight saving time", () => {
    expect(formatTime("2026-03-08T09:59:00Z", TIJUANA)).toBe("1:59 a.m.");
    expect(formatTime("2026-03-08T10:00:00Z", TIJUANA)).toBe("3:00 a.m.");
    expect(formatTime("2026-11-01T08:30:00Z", TIJUANA)).toBe("1:30 a.m.");
    expect(formatTime("2026-11-01T09:30:00Z", TIJUANA)).toBe("1:30 a.m.");
    expect(formatTime("2026-07-01T18:00:00Z", MEXICO)).toBe("12:00 p.m.");
  });

  test("noon is on the team's clocks and in its sentences alike, and in words for clients, who could read midnight", () => {
    const clocks = ["12:00", "12:30", "00:00", "13:05"].map((clock) => `2026-11-21T${clock}:00Z`);
    expect(clocks.map((moment) => formatTimeWithArticle(moment, "UTC"))).toEqual(
      clocks.map((moment) => `a ${formatTime(moment, "UTC").startsWith("1:") ? "la" : "las"} ${formatTime(moment, "UTC")}`),
    );
    expect(clocks.map((moment) => formatTimeForClientWithArticle(moment, "UTC"))).toEqual([
      "a las 12:00 del mediodía",
      "a las 12:30 de la tarde",
      "a las 12:00 a.m.",
      "a la 1:05 p.m.",
    ]);
  });

  test("formatDay gives weekday, day and month in words", () => {
    expect(formatDay(MOMENT, MEXICO)).toBe("sábado 21 de noviembre");
    expect(formatDay(EVENING, MEXICO)).toBe("sábado 21 de noviembre");
    expect(formatDay(EVENING, "UTC")).toBe("domingo 22 de noviembre");
  });

  test("formatDayOfYear and formatWeek name the year only when it is another", () => {
    expect(formatDayOfYear(EVENING, MEXICO, "2026-01-02")).toBe("sábado 21 de noviembre");
    expect(formatDayOfYear(EVENING, MEXICO, "2027-01-02")).toBe("sábado 21 de noviembre de 2026");
    expect(formatWeek("2026-11-23", "2026-11-29", "2026-11-24")).toBe("23 al 29 de noviembre");
    expect(formatWeek("2026-11-30", "2026-12-06", "2026-11-24")).toBe("30 de noviembre al 6 de diciembre");
    expect(formatWeek("2026-12-28", "2027-01-03", "2026-11-24")).toBe("28 de diciembre al 3 de enero de 2027");
  });

  test("formatClock turns a 24-hour clock into a 12-hour clock", () => {
    expect(["00:00", "09:05", "10:00", "12:00", "18:30", "23:59"].map(formatClock)).toEqual([
      "12:00 a.m.",
      "9:05 a.m.",
      "10:00 a.m.",
      "12:00 p.m.",
      "6:30 p.m.",
      "11:59 p.m.",
    ]);
  });

  test("formatCalendarDay gives the same day in every time zone", () => {
    expect(["2026-11-21", "2026-01-01", "2028-02-29"].map(formatCalendarDay)).toEqual(["21/11/2026", "01/01/2026", "29/02/2028"]);
  });

  test("formatDays names the month once when both days are in it", () => {
    expect(formatDays("2026-11-24", "2026-11-24")).toBe("martes 24 de noviembre");
    expect(formatDays("2026-11-24", "2026-11-25")).toBe("martes 24 al miércoles 25 de noviembre");
    expect(formatDays("2026-12-24", "2027-01-02")).toBe("jueves 24 de diciembre al sábado 2 de enero");
    expect(formatDays("2026-12-24", "2027-12-02")).toBe("jueves 24 de diciembre al jueves 2 de diciembre");
  });

  test("formatMonth gives month and year in words", () => {
    expect(["2026-11", "2027-01"].map(formatMonth)).toEqual(["noviembre de 2026", "enero de 2027"]);
  });

  test("studioDay gives the calendar day in the studio's time zone", () => {
    expect(studioDay(new Date(EVENING), MEXICO)).toBe("2026-11-21");
    expect(studioDay(new Date(EVENING), "UTC")).toBe("2026-11-22");
    expect(studioDay(new Date("2026-01-01T05:59:59.999Z"), MEXICO)).toBe("2025-12-31");
  });
});

test.each([
  ["2026-11-29", "hoy"],
  ["2026-12-24", "hoy"],
  ["2026-11-28", "ayer"],
  ["2026-11-24", "hace 5 días"],
  ["2026-11-15", "hace 2 semanas"],
  ["2026-09-20", "hace 2 meses"],
  ["2023-11-01", "hace 3 años"],
])("says of %s how long ago it was", (day, said) => {
  expect(formatDaysAgo(day, "2026-11-29")).toBe(said);
});
