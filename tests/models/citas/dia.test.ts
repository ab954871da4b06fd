import { expect, test } from "vitest";
import { splitDia } from "~/models/citas/dia.server";

const cita = (name: string, from: string, to: string, estado: "programada" | "confirmada" | "completada" | "cancelada") => ({
  name,
  fecha_hora: new Date(`2026-11-23T${from}:00Z`),
  fin: new Date(`2026-11-23T${to}:00Z`),
  estado,
});
const DAY = [
  cita("early", "09:00", "10:00", "programada"),
  cita("done", "10:00", "12:00", "completada"),
  cita("under way", "11:00", "12:30", "confirmada"),
  cita("next", "12:30", "13:00", "programada"),
  cita("cancelled", "15:00", "16:00", "cancelada"),
  cita("last", "18:00", "19:00", "confirmada"),
];

test.each([
  ["08:59", ["early", "under way", "next", "last"], 0, ["done", "cancelled"]],
  ["09:00", ["early", "under way", "next", "last"], 1, ["done", "cancelled"]],
  ["12:00", ["under way", "next", "last"], 1, ["early", "done", "cancelled"]],
  ["12:30", ["next", "last"], 1, ["early", "done", "under way", "cancelled"]],
  ["19:00", [], 0, ["early", "done", "under way", "next", "cancelled", "last"]],
])("at %s a day is split in what is under way or comes, and what is over", (clock, upcoming, ongoing, past) => {
  const split = splitDia(DAY, new Date(`2026-11-23T${clock}:00Z`));
  expect(split.upcoming.map(({ name }) => name)).toEqual(upcoming);
  expect(split.ongoing).toBe(ongoing);
  expect(split.past.map(({ name }) => name)).toEqual(past);
});
