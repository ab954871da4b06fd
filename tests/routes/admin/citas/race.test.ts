import { randomUUID } from "node:crypto";
import { expect, test } from "vitest";
import { addDays, weekday } from "~/format/days.server";
import type { Page } from "../../../support/browser";
import { createCliente, createEmpleado, createServicio } from "../../../support/factories";
import { sql } from "../../../support/test-database";
import { startSiteForFile } from "../../start-site";

const RIVALS = 10;
const SLOTS_AT_ONCE = 3;
// From ten to six, the studio's default opening hours.
const CLOCKS = Array.from({ length: 16 }, (_, half) => `${10 + Math.floor(half / 2)}:${half % 2 === 0 ? "00" : "30"}`);

const site = await startSiteForFile();
const staff = await site.staff("ana@ejemplo.mx");
const cliente_id = await createCliente({ nombre: "Lucía" });
const servicio_id = await createServicio({ duracion_minutos: 30 });
const empleado_id = await createEmpleado();

/** Every half hour from 30 days ahead, on opening days (Tuesday to Saturday). */
const days = Array.from({ length: 9 }, (_, index) => addDays(new Date().toISOString().slice(0, 10), 30 + index));
const slots = days
  .filter((fecha) => weekday(fecha) >= 1 && weekday(fecha) <= 5)
  .flatMap((fecha) => CLOCKS.map((hora) => ({ fecha, hora })));

type Slot = (typeof slots)[number];

const book = (slot: Slot, notas: string): Promise<Page> =>
  staff.post("/admin/citas/nueva", {
    token: randomUUID(),
    cliente_id,
    "servicios[0].servicio_id": servicio_id,
    "servicios[0].empleado_id": empleado_id,
    estado: "programada",
    notas,
    ...slot,
  });

/** Books a slot with ten requests at once, and checks that one gets it and nine get their form back with their values. */
async function expectOneWinner(slot: Slot): Promise<void> {
  const notes = Array.from({ length: RIVALS }, (_, rival) => `Rival ${rival} de las ${slot.hora} del ${slot.fecha}`);
  const pages = await Promise.all(notes.map((notas) => book(slot, notas)));
  expect(pages.map(({ status }) => status).sort()).toEqual([303, ...Array(RIVALS - 1).fill(409)]);
  for (const [rival, page] of pages.entries())
    if (page.status === 409)
      for (const text of [notes[rival], `value="${slot.fecha}"`, `value="${slot.hora}"`, "Ese horario ya está ocupado", "Lucía"])
        expect(page.html).toContain(text);
}

async function expectOneWinnerPerSlot(count: number): Promise<void> {
  for (let first = 0; first < count; first += SLOTS_AT_ONCE)
    await Promise.all(slots.slice(first, Math.min(first + SLOTS_AT_ONCE, count)).map(expectOneWinner));
  expect(await sql("SELECT 1 FROM citas_susa")).toHaveLength(count);
}

test("of ten people who book the same slot one gets it, and nine get their form back with their values", () =>
  expectOneWinnerPerSlot(3));

test("one of ten gets each of thirty slots", { tags: ["slow"], timeout: 300_000 }, async () => {
  await sql("TRUNCATE citas_susa CASCADE");
  await expectOneWinnerPerSlot(30);
});
