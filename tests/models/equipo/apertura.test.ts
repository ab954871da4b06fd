import { describe, expect, test } from "vitest";
import type { Jornada } from "~/content/estudio";
import { describeApertura } from "~/format/hours";
import { aperturaAt } from "~/models/equipo/apertura.server";

const jornada = (abre: string, cierra: string): Jornada => ({ abre, cierra });
const halfPastTen = jornada("10:30", "18:00");
// Tuesday to Saturday from half past ten, as the default week with another opening.
const WEEK: Jornada[] = [null, halfPastTen, halfPastTen, halfPastTen, halfPastTen, halfPastTen, null];
const MEXICO = "America/Mexico_City";

const closed = (desde: string, hasta: string | null, de: string | null = null, a: string | null = null) => ({
  desde,
  hasta,
  de,
  a,
});
type Cierres = ReturnType<typeof closed>[];

/** What the page says at a time of a day (2026) in Mexico City, six hours behind UTC. */
function said(day: string, clock: string, { horario = WEEK, cierres = [] as Cierres } = {}) {
  return at(`2026-${day}T${clock}-06:00`, { horario, cierres });
}

function at(moment: string, { horario = WEEK, cierres = [] as Cierres, zona = MEXICO } = {}) {
  const answer = aperturaAt(new Date(moment), { horario, zona_horaria: zona }, cierres);
  return answer && { says: describeApertura(answer.apertura).filter(Boolean).join(", "), until: answer.until.toISOString() };
}

describe("whether the studio is open", () => {
  // 24 November 2026 is a Tuesday.
  test.each([
    ["10:29:00", "Cerrado, abre hoy a las 10:30 a.m."],
    ["10:29:59.999", "Cerrado, abre hoy a las 10:30 a.m."],
    ["10:30:00", "Abierto ahora, cierra a las 6:00 p.m."],
    ["10:31:00", "Abierto ahora, cierra a las 6:00 p.m."],
    ["17:59:59.999", "Abierto ahora, cierra a las 6:00 p.m."],
    ["18:00:00", "Cerrado, abre mañana a las 10:30 a.m."],
    ["23:59:59.999", "Cerrado, abre mañana a las 10:30 a.m."],
  ])("at %s of a day from 10:30 to 18:00 it says: %s", (clock, sentence) => {
    expect(said("11-24", clock)?.says).toBe(sentence);
  });

  test("after midnight tomorrow is today", () => {
    expect(said("11-25", "00:00:00")?.says).toBe("Cerrado, abre hoy a las 10:30 a.m.");
  });

  test("after the last day of the week it names the day of the next one", () => {
    expect(said("11-28", "18:00:00")?.says).toBe("Cerrado, abre el martes a las 10:30 a.m.");
    expect(said("11-30", "09:00:00")?.says).toBe("Cerrado, abre mañana a las 10:30 a.m.");
  });

  test("closed days are skipped, the last one included, and a week or more away the date is named", () => {
    const cierres = [closed("2026-11-25", "2026-11-27")];
    expect(said("11-24", "17:00:00", { cierres })?.says).toBe("Abierto ahora, cierra a las 6:00 p.m.");
    expect(said("11-24", "18:00:00", { cierres })?.says).toBe("Cerrado, abre el sábado a las 10:30 a.m.");
    expect(said("11-27", "12:00:00", { cierres })?.says).toBe("Cerrado, abre mañana a las 10:30 a.m.");
    expect(said("11-28", "10:30:00", { cierres })?.says).toBe("Abierto ahora, cierra a las 6:00 p.m.");
    const navidad = [closed("2026-12-22", "2027-01-04")];
    expect(said("12-19", "18:00:00", { cierres: navidad })?.says).toBe("Cerrado, abre el martes 5 de enero a las 10:30 a.m.");
    expect(said("12-31", "18:00:00", { cierres: navidad })?.says).toBe("Cerrado, abre el martes a las 10:30 a.m.");
  });

  test("an opening beyond the announced closed days is not promised, and a studio without hours says nothing", () => {
    expect(said("11-24", "12:00:00", { cierres: [closed("2026-11-24", "2027-06-30")] })?.says).toBe("Cerrado por ahora");
    expect(said("11-24", "12:00:00", { horario: WEEK.map(() => null) })).toBeNull();
  });

  test.each([
    ["13:59:59.999", "Abierto ahora, cierra a las 2:00 p.m."],
    ["14:00:00", "Cerrado, abre hoy a las 3:00 p.m."],
    ["14:59:59.999", "Cerrado, abre hoy a las 3:00 p.m."],
    ["15:00:00", "Abierto ahora, cierra a las 5:30 p.m."],
    ["17:30:00", "Cerrado, abre mañana a las 10:30 a.m."],
  ])("at %s of a day with closed hours at two and before closing it says: %s", (clock, sentence) => {
    const cierres = [closed("2026-11-24", "2026-11-24", "17:30", "20:00"), closed("2026-11-01", null, "14:00", "15:00")];
    expect(said("11-24", clock, { cierres })?.says).toBe(sentence);
  });

  test("opening and closing are said alike", () => {
    const week = (abre: string, cierra: string) => ({ horario: WEEK.map(() => jornada(abre, cierra)) });
    expect(said("11-24", "09:00:00", week("09:00", "13:00"))?.says).toBe("Abierto ahora, cierra a la 1:00 p.m.");
    expect(said("11-24", "09:00:00", week("09:00", "13:30"))?.says).toBe("Abierto ahora, cierra a la 1:30 p.m.");
    expect(said("11-24", "09:00:00", week("09:00", "12:00"))?.says).toBe("Abierto ahora, cierra a las 12:00 del mediodía");
    expect(said("11-24", "09:00:00", week("09:00", "22:00"))?.says).toBe("Abierto ahora, cierra a las 10:00 p.m.");
    expect(said("11-24", "09:00:00", week("12:00", "20:00"))?.says).toBe("Cerrado, abre hoy a las 12:00 del mediodía");
    expect(said("11-24", "09:00:00", week("13:00", "20:00"))?.says).toBe("Cerrado, abre hoy a la 1:00 p.m.");
  });
});

describe("how long that is right", () => {
  test.each([
    ["10:29:00", "2026-11-24T16:29:59.999Z"],
    ["10:30:00", "2026-11-24T23:59:59.999Z"],
    ["18:00:00", "2026-11-25T05:59:59.999Z"],
  ])("at %s until the millisecond before %s", (clock, until) => {
    expect(said("11-24", clock)?.until).toBe(until);
  });

  test("until closed hours begin and end", () => {
    const cierres = [closed("2026-11-01", null, "14:00", "15:00")];
    expect(said("11-24", "12:00:00", { cierres })?.until).toBe("2026-11-24T19:59:59.999Z");
    expect(said("11-24", "14:00:00", { cierres })?.until).toBe("2026-11-24T20:59:59.999Z");
  });

  test("until midnight when the next opening is another day", () => {
    expect(said("11-28", "18:00:00")?.until).toBe("2026-11-29T05:59:59.999Z");
    expect(said("11-24", "12:00:00", { cierres: [closed("2026-11-24", "2027-06-30")] })?.until).toBe("2026-11-25T05:59:59.999Z");
  });
});

describe("in another zone", () => {
  test("the day, the month and the hour are the studio's", () => {
    // Monday 30 November, 23:30 in Tijuana, is Tuesday 1 December in Mexico City and in UTC.
    expect(at("2026-12-01T07:30:00Z", { zona: "America/Tijuana" })?.says).toBe("Cerrado, abre mañana a las 10:30 a.m.");
    expect(at("2026-12-01T08:30:00Z", { zona: "America/Tijuana" })?.says).toBe("Cerrado, abre hoy a las 10:30 a.m.");
    expect(at("2026-12-01T15:30:00Z", { zona: "America/Cancun" })?.says).toBe("Abierto ahora, cierra a las 6:00 p.m.");
    expect(at("2026-12-01T15:30:00Z", { zona: "America/Tijuana" })?.says).toBe("Cerrado, abre hoy a las 10:30 a.m.");
    // 29 February 2028 is a Tuesday.
    expect(at("2028-02-29T05:59:59Z")?.says).toBe("Cerrado, abre mañana a las 10:30 a.m.");
    expect(at("2028-02-29T16:30:00Z")?.says).toBe("Abierto ahora, cierra a las 6:00 p.m.");
  });

  test("a change of the clocks moves opening and closing with them", () => {
    // Tijuana goes from UTC-8 to UTC-7 on Sunday 8 March 2026.
    const horario = WEEK.map(() => jornada("10:00", "18:00"));
    expect(at("2026-03-07T17:59:59Z", { horario, zona: "America/Tijuana" })?.says).toBe("Cerrado, abre hoy a las 10:00 a.m.");
    expect(at("2026-03-08T17:00:00Z", { horario, zona: "America/Tijuana" })).toEqual({
      says: "Abierto ahora, cierra a las 6:00 p.m.",
      until: "2026-03-09T00:59:59.999Z",
    });
  });
});
