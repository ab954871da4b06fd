import ICAL from "ical.js";
import { convertIcsCalendar } from "ts-ics";
import { expect, test } from "vitest";
import { writeIcsEntry } from "~/format/ics.server";
import { studioMoment } from "~/format/zone.server";

const HOUR = 3_600_000;

const entry = (start: Date, more: Partial<Parameters<typeof writeIcsEntry>[0]> = {}) => ({
  ...{
    id: "20000000-0000-4000-8000-000000000001",
    start,
    end: new Date(start.getTime() + HOUR),
    changed: new Date(0),
    sequence: 2,
  },
  ...{ summary: "Cita en Susa", description: "Diseño de cejas con Ana", location: "Calle 5 de Mayo 12, Centro" },
  ...more,
});

/** What another reader sees: when it is, what it says, and when its alarm rings. */
function readByIcalJs(text: string) {
  const calendar = new ICAL.Component(ICAL.parse(text));
  const event = new ICAL.Event(calendar.getFirstSubcomponent("vevent") ?? undefined);
  const alarm = event.component.getFirstSubcomponent("valarm");
  const trigger = alarm?.getFirstPropertyValue("trigger") as InstanceType<typeof ICAL.Duration>;
  const start = event.startDate.toJSDate();
  return {
    ...{ start, end: event.endDate.toJSDate(), summary: event.summary, description: event.description, location: event.location },
    ...{ sequence: event.sequence, uid: event.uid, action: alarm?.getFirstPropertyValue("action") },
    rings: new Date(start.getTime() + trigger.toSeconds() * 1000),
  };
}

function readByTsIcs(text: string) {
  const [event] = convertIcsCalendar(undefined, text).events ?? [];
  const [alarm] = event?.alarms ?? [];
  const before = alarm?.trigger.type === "relative" ? alarm.trigger.value : {};
  const { hours = 0, minutes = 0, before: isBefore = false } = before;
  const start = event?.start.date ?? new Date(0);
  return {
    ...{
      start,
      end: event?.end?.date,
      summary: event?.summary,
      description: event?.description?.trim(),
      location: event?.location,
    },
    ...{ sequence: event?.sequence, uid: event?.uid, action: alarm?.action },
    rings: new Date(start.getTime() - (isBefore ? 1 : -1) * (hours * HOUR + minutes * 60_000)),
  };
}

test.each([
  [
    "an hour after the clocks of Tijuana go back",
    studioMoment("2026-11-01", "02:30", "America/Tijuana"),
    "2026-11-01T10:30:00.000Z",
  ],
  ["an hour after they go forward", studioMoment("2027-03-14", "03:30", "America/Tijuana"), "2027-03-14T10:30:00.000Z"],
  ["in the afternoon in Mexico City", studioMoment("2026-12-08", "16:30", "America/Mexico_City"), "2026-12-08T22:30:00.000Z"],
])("the entry of an appointment %s is read alike by two others, and rings two hours before", (_, start, moment) => {
  const text = writeIcsEntry(entry(start));
  const expected = {
    ...{ start: new Date(moment), end: new Date(start.getTime() + HOUR), rings: new Date(start.getTime() - 2 * HOUR) },
    ...{ summary: "Cita en Susa", description: "Diseño de cejas con Ana", location: "Calle 5 de Mayo 12, Centro" },
    ...{ sequence: 2, uid: "20000000-0000-4000-8000-000000000001@susa", action: "DISPLAY" },
  };
  expect(readByIcalJs(text)).toEqual(expected);
  expect(readByTsIcs(text)).toEqual(expected);
});

test("names with commas, semicolons, backslashes, quotes, accents, emojis and hundreds of letters come through whole", () => {
  const summary = 'Cita en Cejas, Pestañas; "y más" \\ 💅';
  const location = `Calle ${"Ñ".repeat(300)}, 3; int. 2`;
  const text = writeIcsEntry(entry(new Date("2026-12-08T22:30Z"), { summary, location, description: "Uñas, pies; manos" }));
  for (const read of [readByIcalJs(text), readByTsIcs(text)])
    expect(read).toMatchObject({ summary, location, description: "Uñas, pies; manos" });
  for (const line of text.split("\r\n")) expect(Buffer.byteLength(line)).toBeLessThanOrEqual(75);
});

test("a line break in a name does not begin another property", () => {
  const text = writeIcsEntry(entry(new Date("2026-12-08T22:30Z"), { location: "Calle 1\r\nATTENDEE:mailto:x@ejemplo.mx" }));
  expect(text).not.toMatch(/^ATTENDEE/m);
  expect(readByIcalJs(text).location).toBe("Calle 1 ATTENDEE:mailto:x@ejemplo.mx");
});
