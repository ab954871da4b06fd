import { randomUUID } from "node:crypto";
import { describe, expect, test } from "vitest";
import { studioMoment } from "~/format/zone.server";
import { cancelLimit, enlaceOf, enlacePath, moveLimit, readEnlace } from "~/models/citas/enlace.server";
import { createCita, createCliente } from "../../support/factories";

const MINUTE = 60_000;
const HOUR = 60 * MINUTE;

describe("the secret of a link", () => {
  test("is 38 characters, the same every time, and another of every other appointment and client", () => {
    const [id, cliente_id] = [randomUUID(), randomUUID()];
    expect(enlacePath({ id, cliente_id })).toMatch(/^\/cita\/[\w-]{38}$/);
    expect(enlacePath({ id, cliente_id })).toBe(enlacePath({ id, cliente_id }));
    const paths = Array.from({ length: 500 }, () => enlacePath({ id: randomUUID(), cliente_id }));
    paths.push(...Array.from({ length: 500 }, () => enlacePath({ id, cliente_id: randomUUID() })));
    expect(new Set(paths.map((path) => path.slice(-16))).size).toBe(1_000);
  });

  test("is in no message of a studio without an https address, nor of an appointment without a client", () => {
    expect(enlaceOf({ id: randomUUID(), cliente_id: randomUUID() })).toBeNull();
    expect(enlaceOf({ id: randomUUID(), cliente_id: null })).toBeNull();
  });
});

test("links that are opened at the same moment lead each to its own appointment", async () => {
  const inicio = new Date(Date.now() + 24 * HOUR);
  const cliente_id = await createCliente();
  const ids = [await createCita(inicio, { cliente_id }), await createCita(inicio, { cliente_id })];
  const read = (id: string) => readEnlace(enlacePath({ id, cliente_id }).slice("/cita/".length), "203.0.113.1");
  const enlaces = await Promise.all(ids.map(read));
  expect(enlaces.map((enlace) => enlace.outcome === "open" && enlace.visita[0].id)).toEqual(ids);
});

describe("a limit of twelve hours", () => {
  // Twelve hours of the clock are eleven or thirteen real ones in the nights in which the clocks of Tijuana change.
  test.each([
    ["an ordinary night", "2026-12-08"],
    ["the night in which the clocks go back", "2026-11-01"],
    ["the night in which they go forward", "2027-03-14"],
  ])("over %s is measured in real time", (_, dia) => {
    const cita = studioMoment(dia, "10:00", "America/Tijuana");
    const limitAt = (ms: number) => cancelLimit(12, cita, new Date(cita.getTime() - ms));
    expect(limitAt(12 * HOUR + MINUTE)).toBeNull();
    expect(limitAt(12 * HOUR)).toBeNull();
    expect(limitAt(12 * HOUR - MINUTE)).toBe("late");
  });

  test("over the change of the clocks is not what the clock on the wall says", () => {
    const cita = studioMoment("2026-11-01", "10:00", "America/Tijuana");
    // Ten in the evening: twelve hours by the clock, thirteen in truth.
    expect(cancelLimit(12, cita, studioMoment("2026-10-31", "22:59", "America/Tijuana"))).toBeNull();
    expect(cancelLimit(12, cita, studioMoment("2026-10-31", "23:01", "America/Tijuana"))).toBe("late");
    const march = studioMoment("2027-03-14", "10:00", "America/Tijuana");
    expect(cancelLimit(12, march, studioMoment("2027-03-13", "20:59", "America/Tijuana"))).toBeNull();
    expect(cancelLimit(12, march, studioMoment("2027-03-13", "21:01", "America/Tijuana"))).toBe("late");
  });
});

test("without a limit she may until its hour, without her own hands never, and move it three times", () => {
  const cita = new Date("2026-12-08T18:00Z");
  expect(cancelLimit(0, cita, new Date(cita.getTime() - 1))).toBeNull();
  expect(cancelLimit(0, cita, cita)).toBe("late");
  expect(cancelLimit(null, cita, new Date(0))).toBe("whatsapp");
  expect([0, 1, 2, 3, 4].map((moves) => moveLimit(12, cita, moves, new Date(0)))).toEqual([null, null, null, "moves", "moves"]);
  expect(moveLimit(12, cita, 3, cita)).toBe("late");
});
