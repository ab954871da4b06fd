import { studioDay } from "~/format/dates";
import { addDays, weekday } from "~/format/days.server";
import { fullName, SIN_ESPECIALISTA } from "~/format/text";
import { studioClock } from "~/format/zone.server";
import type { RightsHolder } from "~/models/cuentas/permiso.server";
import { type JornadaDelDia, listJornadas, readDias } from "~/models/equipo/jornada.server";
import { listCitasDeDias } from "./cita-list.server";

type Cita = Awaited<ReturnType<typeof listCitasDeDias>>[number];
type Especialista = { id: string | null; nombre: string };

/** A row of the day view is a quarter of an hour. */
const ROW_MINUTES = 15;
const ROWS_PER_HOUR = 60 / ROW_MINUTES;

/** A cell of the day view, `rows` rows high: appointments, or a free time that can be booked when `abierta`. */
export type Celda = { rows: number; citas: Cita[]; hora: string; abierta: boolean };

/**
 * The agenda of a day or of its week, as a grid by specialist: the active ones, any others with appointments then, and a column
 * for appointments without a specialist. Cancelled appointments are listed separately. With the alerts that `user` may see.
 */
export async function listAgenda(vista: "dia" | "semana", dia: string, zona: string, user: RightsHolder) {
  const first = vista === "dia" ? dia : addDays(dia, -weekday(dia));
  const dias = Array.from({ length: vista === "dia" ? 1 : 7 }, (_, index) => addDays(first, index));
  const all = await listCitasDeDias(first, dias.length, zona, user);
  const citas = all.filter(({ estado }) => estado !== "cancelada");
  const ids = [...new Set(citas.flatMap(({ empleado_id }) => empleado_id ?? []))];
  const calendario = await readDias(dias, zona, ids);

  const especialistas: Especialista[] = calendario.empleados
    .filter(({ activo }) => activo)
    .map((empleado) => ({ id: empleado.id, nombre: fullName(empleado) }));
  for (const { empleado_id, empleado } of citas) {
    if (especialistas.some(({ id }) => id === empleado_id)) continue;
    especialistas.push({ id: empleado_id, nombre: empleado ? fullName(empleado) : SIN_ESPECIALISTA });
  }
  const jornadas = listJornadas(
    calendario,
    especialistas.flatMap(({ id }) => id ?? []),
    dias,
  );
  const columns = especialistas.map((especialista) => ({
    ...especialista,
    dias: dias.map((day) => ({
      dia: day,
      jornada: jornadas.find(({ empleado_id, dia: of }) => empleado_id === especialista.id && of === day) ?? null,
      citas: citas.filter(
        ({ empleado_id, fecha_hora }) => empleado_id === especialista.id && dayWithin(fecha_hora, dias, zona) === day,
      ),
    })),
  }));
  return {
    vista,
    dia,
    dias,
    anterior: addDays(first, -dias.length),
    siguiente: addDays(first, dias.length),
    columns,
    grid: vista === "dia" ? makeGrid(columns, zona) : null,
    canceladas: all.filter(({ estado }) => estado === "cancelada"),
  };
}

// An appointment that began the evening before is shown on the first day.
function dayWithin(moment: Date, dias: string[], zona: string): string {
  const day = studioDay(moment, zona);
  return dias.includes(day) ? day : (dias[0] ?? day);
}

type Column = { dias: { dia: string; jornada: JornadaDelDia | null; citas: Cita[] }[] };

/** The rows of a day, from the first hour with work or an appointment to the last; null where a taller cell continues. */
function makeGrid(columns: Column[], zona: string) {
  const placed = columns.map(({ dias: [of] }) => ({
    jornada: of?.jornada ?? null,
    blocks: inBlocks((of?.citas ?? []).map((cita) => ({ cita, ...rowsOf(cita, of?.dia ?? "", zona) }))),
  }));
  const worked = placed.flatMap(({ jornada, blocks }) => [
    ...(jornada?.abre ? [{ from: rowAt(jornada.abre), to: rowAt(jornada.cierra) }] : []),
    ...blocks,
  ]);
  if (worked.length === 0) return [];
  const from = Math.floor(Math.min(...worked.map((span) => span.from)) / ROWS_PER_HOUR) * ROWS_PER_HOUR;
  const to = Math.ceil(Math.max(...worked.map((span) => span.to)) / ROWS_PER_HOUR) * ROWS_PER_HOUR;
  return Array.from({ length: to - from }, (_, index) => {
    const row = from + index;
    return {
      hora: row % ROWS_PER_HOUR === 0 ? clockOf(row) : null,
      cells: placed.map(({ jornada, blocks }): Celda | null => {
        const block = blocks.find((each) => each.from <= row && row < each.to);
        if (block)
          return block.from === row ? { rows: block.to - row, citas: block.citas, hora: clockOf(row), abierta: true } : null;
        // Free times are offered by the half hour; a single free quarter gets its own cell.
        const isFree = (other: number) => other < to && !blocks.some((each) => each.from <= other && other < each.to);
        if (row % 2 === 1 && row > from && isFree(row - 1)) return null;
        const abierta = jornada?.abre ? rowAt(jornada.abre) <= row && row < rowAt(jornada.cierra) : false;
        return { rows: row % 2 === 0 && isFree(row + 1) ? 2 : 1, citas: [], hora: clockOf(row), abierta };
      }),
    };
  });
}

type Block = { from: number; to: number; citas: Cita[] };

/** Joins appointments that share a row, because they need not begin on a quarter of an hour. */
function inBlocks(placed: { cita: Cita; from: number; to: number }[]): Block[] {
  const blocks: Block[] = [];
  for (const { cita, from, to } of placed) {
    const last = blocks.at(-1);
    if (last && from < last.to) {
      last.to = Math.max(last.to, to);
      last.citas.push(cita);
    } else blocks.push({ from, to, citas: [cita] });
  }
  return blocks;
}

function rowsOf({ fecha_hora, fin }: Cita, dia: string, zona: string): { from: number; to: number } {
  const from = studioDay(fecha_hora, zona) === dia ? Math.floor(minutesOf(studioClock(fecha_hora, zona)) / ROW_MINUTES) : 0;
  const to = studioDay(fin, zona) === dia ? Math.ceil(minutesOf(studioClock(fin, zona)) / ROW_MINUTES) : 24 * ROWS_PER_HOUR;
  // When the clocks go back, an end can read earlier than its beginning.
  return { from, to: Math.max(to, from + 1) };
}

function minutesOf(clock: string): number {
  return Number(clock.slice(0, 2)) * 60 + Number(clock.slice(3));
}

function rowAt(clock: string): number {
  return Math.floor(minutesOf(clock) / ROW_MINUTES);
}

function clockOf(row: number): string {
  const minutes = row * ROW_MINUTES;
  return `${String(Math.floor(minutes / 60)).padStart(2, "0")}:${String(minutes % 60).padStart(2, "0")}`;
}
