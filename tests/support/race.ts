import { randomUUID } from "node:crypto";
import { addDays, weekday } from "~/format/days.server";
import type { Visitor } from "./browser";

type Query = <Row extends Record<string, unknown>>(text: string, values?: unknown[]) => Promise<Row[]>;

export type Race = {
  /** How many slots of the agenda are requested, by how many requests each, and how many slots at a time. */
  slots: number;
  rivals: number;
  concurrentSlots: number;
};

const SPECIALISTS = 10;
// From ten to six, the studio's default opening hours.
const CLOCKS = Array.from({ length: 16 }, (_, half) => `${10 + Math.floor(half / 2)}:${half % 2 === 0 ? "00" : "30"}`);

/**
 * Books slots of an empty agenda, each with several concurrent requests that differ in their notes.
 * Gives the counts, and the failures in words (empty when every slot has one winner and every loser gets her form back).
 */
export async function raceForSlots(staff: Visitor, query: Query, { slots, rivals, concurrentSlots }: Race) {
  const empleados = await query<{ id: string }>(
    `INSERT INTO empleados_susa (nombre, apellido) SELECT 'Especialista', 'Número ' || n FROM generate_series(1, ${SPECIALISTS}) n RETURNING id`,
  );
  const [servicio] = await query<{ id: string }>(
    "INSERT INTO servicios_susa (nombre, precio, categoria, duracion_minutos) VALUES ('Cejas', 350, 'cejas', 30) RETURNING id",
  );
  const [cliente] = await query<{ id: string }>("INSERT INTO clientes_susa (nombre) VALUES ('Lucía') RETURNING id");
  const slotsToBook = listSlots(empleados.map(({ id }) => id)).slice(0, slots);
  if (slotsToBook.length < slots) throw new Error(`only ${slotsToBook.length} slots`);

  const errors: string[] = [];
  let won = 0;
  let lost = 0;
  const book = async ({ fecha, hora, empleado_id }: (typeof slotsToBook)[number], rival: number) => {
    const notas = `Rival ${rival} de las ${hora} del ${fecha}`;
    const page = await staff.post("/admin/citas/nueva", {
      token: randomUUID(),
      cliente_id: cliente?.id ?? "",
      "servicios[0].servicio_id": servicio?.id ?? "",
      "servicios[0].empleado_id": empleado_id,
      fecha,
      hora,
      estado: "programada",
      notas,
    });
    if (page.status === 303) return "won";
    const hasForm = [notas, `value="${fecha}"`, `value="${hora}"`, "Ese horario ya está ocupado", "Lucía"].every((text) =>
      page.html.includes(text),
    );
    if (page.status !== 409 || !hasForm) errors.push(`${notas}: ${page.status}${hasForm ? "" : ", with an incomplete page"}`);
    return "lost";
  };
  for (let first = 0; first < slotsToBook.length; first += concurrentSlots) {
    const batch = slotsToBook.slice(first, first + concurrentSlots);
    await Promise.all(
      batch.map(async (slot) => {
        const outcomes = await Promise.all(Array.from({ length: rivals }, (_, rival) => book(slot, rival)));
        const winners = outcomes.filter((outcome) => outcome === "won").length;
        won += winners;
        lost += outcomes.length - winners;
        if (winners !== 1) errors.push(`${slot.fecha} ${slot.hora}: ${winners} winners`);
      }),
    );
  }

  const [{ citas } = { citas: -1 }] = await query<{ citas: number }>("SELECT count(*)::int AS citas FROM citas_susa");
  const [{ overlaps } = { overlaps: -1 }] = await query<{ overlaps: number }>(
    `SELECT count(*)::int AS overlaps FROM citas_susa a JOIN citas_susa b ON a.empleado_id = b.empleado_id AND a.id < b.id
     AND a.fecha_hora < b.fin AND b.fecha_hora < a.fin`,
  );
  if (citas !== slots) errors.push(`${citas} appointments for ${slots} slots`);
  if (overlaps !== 0) errors.push(`${overlaps} overlaps`);
  return { won, lost, citas, overlaps, wrong: errors };
}

/** Every half hour of every specialist, from 30 days ahead, on opening days (Tuesday to Saturday). */
function listSlots(empleado_ids: string[]) {
  const from = addDays(new Date().toISOString().slice(0, 10), 30);
  return Array.from({ length: 60 }, (_, index) => addDays(from, index))
    .filter((fecha) => weekday(fecha) >= 1 && weekday(fecha) <= 5)
    .flatMap((fecha) => CLOCKS.flatMap((hora) => empleado_ids.map((empleado_id) => ({ fecha, hora, empleado_id }))));
}
