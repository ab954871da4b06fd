import { expect, test } from "vitest";
import { clockOf } from "~/format/hours";
import { isMonthFirst, readClock, readShifts, readWrittenDay } from "~/models/importacion/fechas.server";

const HOY = "2026-11-29";

// As Excel, Sheets, LibreOffice, Numbers, calendars and people write the fifth of December.
test.each([
  ..."2026-12-05 2026-12-05T10:30:00 2026/12/05 2026.12.5 5/12/2026 05/12/26 5-12-2026 5.12.2026 5/12 5-dic-26 05-dic-2026".split(
    " ",
  ),
  ...["05 12 2026", "2026-12-05 10:30", "5/dic/2026", "5 dic 2026", "5 dic. 2026", "5 de dic. de 2026", "5-Dec", "5 DIC"],
  ...["5 de diciembre", "5 de Diciembre de 2026", "5 de diciembre del 2026", "sábado, 5 de diciembre de 2026"],
  ...["sábado 5 de diciembre", "Sáb 5 dic", "sab. 5/12", "Sat 5 Dec", "Saturday, December 5, 2026", "Dec 5, 2026", "December 5"],
  ...["dic 5", "Diciembre 5, 2026", "5th December 2026", " 5º de diciembre "],
])("reads %j as the day that it is", (text) => {
  expect(readWrittenDay(text, false, HOY)).toBe("2026-12-05");
});

test.each([
  ["12/5/2026", true, "2026-12-05"],
  ["12/5/26", true, "2026-12-05"],
  ["1o de enero", false, "2027-01-01"],
  ["1ro de enero de 2027", false, "2027-01-01"],
  ["28/11", false, "2026-11-28"],
  ["29/11", false, "2026-11-29"],
  ["3/10", false, "2026-10-03"],
  ["15 de enero", false, "2027-01-15"],
  ["28 mayo", false, "2027-05-28"],
  ["29/02/2028", false, "2028-02-29"],
  ["mar 5", false, "2027-03-05"],
  ["mar 1 dic", false, "2026-12-01"],
])("reads %j, the month first: %s, as %s", (text, monthFirst, day) => {
  expect(readWrittenDay(text, monthFirst, HOY)).toBe(day);
});

test.each([
  ["28/12", "2026-12-28"],
  ["10/9", "2026-09-10"],
  ["2/1", "2027-01-02"],
  ["4/1", "2027-01-04"],
  ["30 de junio", "2027-06-30"],
  ["29/2", null],
])("reads %j in January as the nearest day of that name, %s", (text, day) => {
  expect(readWrittenDay(text, false, "2027-01-03")).toBe(day);
});

// What could be another day is to be corrected on the page.
test.each(["31/2/2026", "29/02/2027", "13/13/2026", "hoy", "el sábado", "46361", "05122026", "diciembre", "5", ""])(
  "reads no day in %j",
  (text) => {
    expect(readWrittenDay(text, false, HOY)).toBeNull();
  },
);

test.each([
  [["3/12/2026", "12/13/2026"], true],
  [["3/12/2026", "13/12/2026", "12/13/2026"], false],
  [["3/12/2026", "4/12/2026"], false],
  [["12/24/2026 10:30", "sin fecha"], true],
])("knows of %j whether the month stands first: %s", (texts, first) => {
  expect(isMonthFirst(texts)).toBe(first);
});

test.each([
  ["10:00", "10:00", false],
  ["10:30:00", "10:30", false],
  ["10.30", "10:30", false],
  ["9", "09:00", false],
  ["09:30", "09:30", true],
  ["18:30", "18:30", true],
  ["18 h", "18:00", true],
  ["10h30", "10:30", false],
  ["18:30 hrs.", "18:30", true],
  ["9am", "09:00", true],
  ["9 AM", "09:00", true],
  ["6 p. m.", "18:00", true],
  ["6:30 p.\u00a0m.", "18:30", true],
  ["3:15\u202fPM", "15:15", true],
  ["12 am", "00:00", true],
  ["12:30 p.m.", "12:30", true],
  ["12:00 m", "12:00", true],
  ["mediodía", "12:00", true],
  ["12 del día", "12:00", true],
  ["a las 5 de la tarde", "17:00", true],
  ["5:30 por la tarde", "17:30", true],
  ["10 de la mañana", "10:00", true],
  ["8 de la noche", "20:00", true],
  ["12 de la noche", "00:00", true],
  ["12:30 de la noche", "00:30", true],
  ["medianoche", "00:00", true],
  ["10:00 - 11:30", "10:00", false],
  ["10:30 a.m. a 11:30 a.m.", "10:30", true],
  ["10 a 11", "10:00", false],
])("reads %j as %s, its half of the day said: %s", (text, clock, isSaid) => {
  const read = readClock(text);
  const [hours, minutes] = [Math.floor((read?.minutes ?? 0) / 60), (read?.minutes ?? 0) % 60];
  expect([`${String(hours).padStart(2, "0")}:${String(minutes).padStart(2, "0")}`, read?.isSaid]).toEqual([clock, isSaid]);
});

test.each(["25:00", "10:75", "1030", "0.4375", "por la tarde", "cuando se pueda", ""])("reads no hour in %j", (text) => {
  expect(readClock(text)).toBeNull();
});

// A day of the team as people, WhatsApp and other agendas write it.
test.each([
  ["10:00-18:00", "10:00-18:00"],
  ["10:00 – 18:00", "10:00-18:00"],
  ["10:00:00 - 18:00:00", "10:00-18:00"],
  ["10:00 hrs a 18:00 hrs", "10:00-18:00"],
  ["10h - 18h", "10:00-18:00"],
  ["10.00 - 18.30", "10:00-18:30"],
  ["10 a 6", "10:00-18:00"],
  ["10a6", "10:00-18:00"],
  ["de 10 a 6", "10:00-18:00"],
  ["De 10:00 a 18:00 h", "10:00-18:00"],
  ["desde las 10 hasta las 6", "10:00-18:00"],
  ["de las 10 a las 6", "10:00-18:00"],
  ["10 a 6 de la tarde", "10:00-18:00"],
  ["10 de la mañana a 6 de la tarde", "10:00-18:00"],
  ["10 to 6", "10:00-18:00"],
  ["10 AM to 6 PM", "10:00-18:00"],
  ["9:00 a.m. - 6:00 p.m.", "09:00-18:00"],
  ["9:00 a. m. a 6:00 p. m.", "09:00-18:00"],
  ["9:00\u00a0a.m.–6:00\u00a0p.m.", "09:00-18:00"],
  ["9 a.m. a 6 p.m.", "09:00-18:00"],
  ["9 a m a 6 p m", "09:00-18:00"],
  ["9am - 2pm", "09:00-14:00"],
  ["9am-2", "09:00-14:00"],
  ["9-5", "09:00-17:00"],
  ["9 a 9", "09:00-21:00"],
  ["9:30-2:30", "09:30-14:30"],
  ["8-12", "08:00-12:00"],
  ["9 a mediodía", "09:00-12:00"],
  ["12-8", "12:00-20:00"],
  ["mediodía a 8 pm", "12:00-20:00"],
  ["2 a 8 pm", "14:00-20:00"],
  ["2 pm a 8", "14:00-20:00"],
  ["3:30 a 7:30 p.m.", "15:30-19:30"],
  ["6 a 9 pm", "18:00-21:00"],
  ["10 a 6 pm", "10:00-18:00"],
  ["9 a 10 pm", "09:00-22:00"],
  ["8 a 12 pm", "08:00-12:00"],
  ["8 a 11 am", "08:00-11:00"],
  ["1 a 7", "13:00-19:00"],
  ["1-6", "13:00-18:00"],
  ["4 a 8", "16:00-20:00"],
  ["14:00 a 8:00", "14:00-20:00"],
  ["08:00-20:00", "08:00-20:00"],
  ["10-2 y 4-8", "10:00-14:00 16:00-20:00"],
  ["10:00-14:00, 16:00-20:00", "10:00-14:00 16:00-20:00"],
  ["10 a 2 / 6 a 9", "10:00-14:00 18:00-21:00"],
  ["9 a.m. a 1 p.m. y de 3 p.m. a 7 p.m.", "09:00-13:00 15:00-19:00"],
  ["9:00 a 14:00\n16:00 a 20:00", "09:00-14:00 16:00-20:00"],
])("reads the shifts %j as %s", (text, shifts) => {
  const read = readShifts(text)?.map(({ desde, hasta }) => `${clockOf(desde)}-${clockOf(hasta)}`);
  expect(read?.join(" ")).toBe(shifts);
});

test.each(["por la tarde", "10", "10-", "10 a 12 a 3", "25 a 30", "9 p.m. a 8 p.m.", "10-6 y 4-8", "2 a 5 am", "10/6", "a"])(
  "reads no shifts in %j",
  (text) => {
    expect(readShifts(text)).toBeNull();
  },
);
