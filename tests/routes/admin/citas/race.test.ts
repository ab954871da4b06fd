import { randomUUID } from "node:crypto";
import { expect, test } from "vitest";
import { addDays, weekday } from "~/format/days.server";
import { studioMoment } from "~/format/zone.server";
import type { Page } from "../../../support/browser";
import { createCita, createCliente, createEmpleado, createServicio } from "../../../support/factories";
import { emptyTables, sql } from "../../../support/test-database";
import { startSiteForFile } from "../../start-site";

const EACH = 3;
const SLOTS_AT_ONCE = 2;
const MINUTES = 30;
const ZONA = "America/Mexico_City";
// From ten to six, the studio's default opening hours.
const CLOCKS = Array.from({ length: 16 }, (_, half) => `${10 + Math.floor(half / 2)}:${half % 2 === 0 ? "00" : "30"}`);

const site = await startSiteForFile();
const staff = await site.staff("ana@ejemplo.mx");
const cliente_id = await createCliente({ nombre: "Lucía" });
const servicio_id = await createServicio({ duracion_minutos: MINUTES });
const empleado_id = await createEmpleado();

/** Every half hour of the opening days (Tuesday to Saturday) from so many days ahead. */
const slotsFrom = (ahead: number) =>
  Array.from({ length: 200 }, (_, index) => addDays(new Date().toISOString().slice(0, 10), ahead + index))
    .filter((fecha) => weekday(fecha) >= 1 && weekday(fecha) <= 5)
    .flatMap((fecha) => CLOCKS.map((hora) => ({ fecha, hora })));

const slots = slotsFrom(30);
// Where the appointments are that are to be moved: far from the slots.
const sources = slotsFrom(300);

type Slot = (typeof slots)[number];
type Rival = { ask: () => Promise<Page>; kept: string[] };

const chosen = ({ fecha, hora }: Slot) => `book:${fecha}T${hora}/${empleado_id}`;

const book = (values: Record<string, string>): Promise<Page> =>
  staff.post("/admin/citas/nueva", {
    token: randomUUID(),
    cliente_id,
    "servicios[0].servicio_anterior": servicio_id,
    "servicios[0].servicio_id": servicio_id,
    estado: "programada",
    ...values,
  });

/** Somebody who types the day and the hour. */
function typing(slot: Slot, notas: string): Rival {
  const ask = () => book({ "servicios[0].empleado_id": empleado_id, notas, ...slot });
  return { ask, kept: [notas, `value="${slot.fecha}"`, `value="${slot.hora}"`, "Lucía"] };
}

/** Somebody who presses the hour in the form, with any specialist. */
function pressing(slot: Slot, notas: string): Rival {
  const ask = () => book({ "servicios[0].empleado_id": "libre", notas, intent: chosen(slot) });
  return { ask, kept: [notas, 'value="libre" selected', "Lucía"] };
}

/** Somebody who moves another appointment to that hour. */
async function moving(slot: Slot, { fecha, hora }: Slot): Promise<Rival> {
  const inicio = studioMoment(fecha, hora, ZONA);
  const id = await createCita(inicio, { cliente_id, servicio_id, empleado_id, duracion_minutos: MINUTES });
  const page = await staff.get(`/admin/citas/${id}/mover`);
  return { ask: () => page.submit({ intent: chosen(slot) }, "main form:has([name=updated_at])"), kept: ["Mover cita", "Lucía"] };
}

/** Wants a slot with nine requests at once, and checks that one gets it, and the others their page with their values and hours. */
async function expectOneWinner(index: number): Promise<void> {
  const slot = slots[index];
  if (!slot) throw new Error("too few slots");
  const notes = Array.from({ length: EACH }, (_, rival) => `Rival ${rival} de las ${slot.hora} del ${slot.fecha}`);
  const movers = notes.map((_, rival) => moving(slot, sources[index * EACH + rival] ?? slot));
  const rivals = [...notes.map((notas) => typing(slot, notas)), ...notes.map((notas) => pressing(slot, notas))];
  rivals.push(...(await Promise.all(movers)));
  const pages = await Promise.all(rivals.map(({ ask }) => ask()));
  expect(pages.map(({ status }) => status).sort()).toEqual([303, ...Array(rivals.length - 1).fill(409)]);
  for (const [rival, page] of pages.entries())
    if (page.status === 409) {
      for (const text of rivals[rival]?.kept ?? []) expect(page.html).toContain(text);
      expect(page.alert).toContain("Ese horario ya está ocupado");
      const hours = page.all('button[value^="book:"]').map((button) => button.getAttribute("value"));
      expect(hours.length).toBeGreaterThan(0);
      expect(hours).not.toContain(chosen(slot));
    }
}

async function expectOneWinnerPerSlot(count: number): Promise<void> {
  for (let first = 0; first < count; first += SLOTS_AT_ONCE) {
    const indexes = Array.from({ length: Math.min(SLOTS_AT_ONCE, count - first) }, (_, index) => first + index);
    await Promise.all(indexes.map(expectOneWinner));
  }
  const moments = slots.slice(0, count).map(({ fecha, hora }) => studioMoment(fecha, hora, ZONA));
  expect(await sql("SELECT 1 FROM citas_susa WHERE fecha_hora = ANY ($1)", [moments])).toHaveLength(count);
  const overlaps = `SELECT 1 FROM citas_susa a JOIN citas_susa b ON a.id < b.id AND a.empleado_id = b.empleado_id
    AND a.fecha_hora < b.fin AND b.fecha_hora < a.fin`;
  expect(await sql(overlaps)).toEqual([]);
}

test("of nine who press, type and move to the same hour one gets it, and the others keep their values and see other hours", () =>
  expectOneWinnerPerSlot(3));

test("each of two hundred hours has one winner, and none overlap", { tags: ["slow"], timeout: 600_000 }, async () => {
  await emptyTables("citas_susa");
  await expectOneWinnerPerSlot(200);
});
