import { afterEach, beforeEach, expect, test, vi } from "vitest";
import { createAusencia, createConfiguracion } from "../../support/factories";
import { emptyTables, sql, withoutTable } from "../../support/test-database";
import { startSiteForFile } from "../start-site";

const site = await startSiteForFile();
const eva = site.visitor();

const open = { abre: "10:30", cierra: "18:00" };

beforeEach(async () => {
  await emptyTables("configuracion_susa", "ausencias_susa");
  await createConfiguracion({
    horario: [null, open, open, open, open, open, null],
    direccion: "Calle 5",
    whatsapp: "522441234567",
  });
});
afterEach(() => void vi.useRealTimers());

/** What Home says, near its buttons and in Ubicación, at a time of Tuesday 24 November 2026 in Mexico City. */
async function saidAt(clock: string, day = "24"): Promise<string[]> {
  vi.useFakeTimers({ toFake: ["Date"], now: new Date(`2026-11-${day}T${clock}-06:00`) });
  return (await eva.get("/")).texts(".hero .now, #location .now");
}

const both = (sentence: string) => [sentence, sentence];

test("is right on a kept page and on a fresh one, to the minute of opening and closing", async () => {
  // The first of each pair renders the page, the second is served the kept one, and nothing in the database changes.
  for (const [clock, sentence] of [
    ["10:29:00", "Cerrado · abre hoy a las 10:30 a.m."],
    ["10:29:59.999", "Cerrado · abre hoy a las 10:30 a.m."],
    ["10:30:00", "Abierto ahora · cierra a las 6:00 p.m."],
    ["10:31:00", "Abierto ahora · cierra a las 6:00 p.m."],
    ["17:59:59.999", "Abierto ahora · cierra a las 6:00 p.m."],
    ["18:00:00", "Cerrado · abre mañana a las 10:30 a.m."],
    ["23:59:59", "Cerrado · abre mañana a las 10:30 a.m."],
  ] as const)
    expect(await saidAt(clock), clock).toEqual(both(sentence));
  expect(await saidAt("00:00:00", "25")).toEqual(both("Cerrado · abre hoy a las 10:30 a.m."));
});

test("is right on pages rendered at each of those moments", async () => {
  for (const [clock, state] of [
    ["18:00:00", "Cerrado"],
    ["17:59:59.999", "Abierto ahora"],
    ["10:30:00", "Abierto ahora"],
    ["10:29:59.999", "Cerrado"],
  ] as const) {
    // A saved setting renders the page again.
    await sql("UPDATE configuracion_susa SET updated_at = now()");
    expect((await saidAt(clock))[0], clock).toMatch(new RegExp(`^${state}[,·\\s]`));
  }
});

test("follows closed days and hours at the next request", async () => {
  expect(await saidAt("11:00:00")).toEqual(both("Abierto ahora · cierra a las 6:00 p.m."));
  await createAusencia(null, "2026-11-24", null, { de: "10:45", a: "11:15" });
  expect(await saidAt("11:00:00")).toEqual(both("Cerrado · abre hoy a las 11:15 a.m."));
  await createAusencia(null, "2026-11-24", "2026-11-25");
  expect(await saidAt("11:00:00")).toEqual(both("Cerrado · abre el jueves a las 10:30 a.m."));
  await sql("UPDATE configuracion_susa SET zona_horaria = 'America/Tijuana'");
  await emptyTables("ausencias_susa");
  expect(await saidAt("11:00:00")).toEqual(both("Cerrado · abre hoy a las 10:30 a.m."));
});

test("is left out, on a page that is not kept, when the closed days cannot be read", async () => {
  await withoutTable("ausencias_susa", async () => {
    expect(await saidAt("11:00:00")).toEqual([]);
    expect((await eva.get("/")).headers["cache-control"]).toBe("no-store");
  });
  expect(await saidAt("11:00:00")).toEqual(both("Abierto ahora · cierra a las 6:00 p.m."));
});
