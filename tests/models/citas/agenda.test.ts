import { beforeAll, expect, test } from "vitest";
import { listAgenda } from "../../../app/models/citas/agenda.server";
import { createAusencia, createCita, createConfiguracion, createEmpleado } from "../../support/factories";

const ZONA = "America/Mexico_City";
const ANA = "20000000-0000-4000-8000-000000000001";
const OWNER = { rol: "propietaria" as const, permisos: [], empleado_id: null };

// Saturday the 21st, studio open from ten to six. Mexico City is six hours behind UTC.
beforeAll(async () => {
  await createConfiguracion({ horario: Array(7).fill({ abre: "10:00", cierra: "18:00" }), zona_horaria: ZONA });
  await createEmpleado({ id: ANA });
  for (const inicio of ["2026-11-21T16:00:00Z", "2026-11-21T18:00:00Z", "2026-11-21T20:10:00Z"])
    await createCita(inicio, { empleado_id: ANA, duracion_minutos: 60 });
});

const read = async (dia: string, now: string, vista: "dia" | "semana" = "dia") => {
  const agenda = await listAgenda(vista, dia, ZONA, OWNER, new Date(now));
  const huecos = (agenda.libres[0]?.huecos ?? []).map(({ desde, hasta }) => [desde / 60, hasta / 60]);
  return { ahora: agenda.ahora, grid: agenda.grid, huecos };
};

test("it is now at the studio's time, on today's agenda alone", async () => {
  expect((await read("2026-11-21", "2026-11-21T20:05:00Z")).ahora).toBe(14 * 60 + 5);
  expect((await read("2026-11-21", "2026-11-22T05:59:00Z")).ahora).toBe(23 * 60 + 59);
  expect((await read("2026-11-21", "2026-11-22T06:00:00Z")).ahora).toBeNull();
  expect((await read("2026-11-20", "2026-11-21T20:05:00Z")).ahora).toBeNull();
  expect((await read("2026-11-17", "2026-11-21T20:05:00Z", "semana")).ahora).toBe(14 * 60 + 5);
});

test("gaps are what is left of the working hours from the next quarter of an hour on, and none are over", async () => {
  const day = "2026-11-21";
  expect((await read(day, "2026-11-20T20:00:00Z")).huecos).toEqual([
    [11, 12],
    [13, 14 + 1 / 6],
    [15 + 1 / 6, 18],
  ]);
  expect((await read(day, "2026-11-21T19:50:00Z")).huecos).toEqual([[15 + 1 / 6, 18]]);
  expect((await read(day, "2026-11-21T19:40:00Z")).huecos).toEqual([
    [13.75, 14 + 1 / 6],
    [15 + 1 / 6, 18],
  ]);
  expect((await read(day, "2026-11-21T23:50:00Z")).huecos).toEqual([]);
  expect((await read(day, "2026-11-22T12:00:00Z")).huecos).toEqual([]);
});

test("the grid has whole hours, from the first with work or an appointment to the last", async () => {
  expect((await read("2026-11-21", "2026-11-20T20:00:00Z")).grid).toEqual({ desde: 600, hasta: 1080 });
  await createCita("2026-11-22T02:30:00Z", { empleado_id: ANA, duracion_minutos: 45 });
  expect((await read("2026-11-21", "2026-11-20T20:00:00Z")).grid).toEqual({ desde: 600, hasta: 22 * 60 });
});

test("absences with hours are in the day within her working hours, and nothing is free during them", async () => {
  await createAusencia(ANA, "2026-11-23", null, { de: "14:00", a: "15:00", motivo: "Comida" });
  await createAusencia(null, "2026-11-24", "2026-11-24", { de: "08:00", a: "11:00" });
  await createAusencia(null, "2026-11-25", "2026-11-25");
  const { columns } = await listAgenda("semana", "2026-11-24", ZONA, OWNER);
  const comida = { desde: 840, hasta: 900, motivo: "Comida" };
  const closed = { desde: 600, hasta: 660, motivo: "No disponible" };
  expect(columns[0]?.dias.map(({ pausas }) => pausas)).toEqual([[comida], [closed, comida], [], ...Array(4).fill([comida])]);
  expect(await read("2026-11-24", "2026-11-20T20:00:00Z")).toMatchObject({
    grid: { desde: 600, hasta: 1080 },
    huecos: [
      [11, 14],
      [15, 18],
    ],
  });
});
