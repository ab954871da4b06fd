import { randomUUID } from "node:crypto";
import { expect, test } from "vitest";
import { MOVIDA } from "~/models/citas/cita.server";
import { moveVisita } from "~/models/citas/mover.server";
import { createEmpleado, insertRow } from "../../support/factories";
import { sql, sqlColumn, sqlValue } from "../../support/test-database";
import { addCita, cuenta, historia, key } from "./cita-history";

const HALF_HOUR = 30 * 60_000;
const at = (clock: string) => new Date(`2099-11-21T${clock}Z`);

/** A visit of three services of an hour each, one after another from ten on. Without specialists they are all with the same one. */
async function addVisita(especialistas?: (string | null)[], columns: Record<string, unknown> = {}): Promise<string[]> {
  const visita_id = randomUUID();
  const [one = null, two = null, three = null] = especialistas ?? Array(3).fill(await createEmpleado());
  const ids: string[] = [];
  for (const [index, empleado_id] of [one, two, three].entries()) {
    const [fecha_hora, fin] = [at(`1${index}:00`), at(`1${index + 1}:00`)];
    ids.push(await addCita({ visita_id, empleado_id, fecha_hora, fin, ...columns }));
  }
  return ids;
}
const clocks = () =>
  sqlColumn<string>(
    "SELECT to_char(fecha_hora AT TIME ZONE 'UTC', 'HH24:MI') || to_char(fin AT TIME ZONE 'UTC', '-HH24:MI') FROM citas_susa ORDER BY created_at, id",
  );
const move = async (id: string, fecha_hora: Date, empleado_id?: string) => {
  const [row] = await sql<{ updated_at: Date }>("SELECT updated_at FROM citas_susa WHERE id = $1", [id]);
  return moveVisita(id, { fecha_hora, empleado_id }, row?.updated_at.toISOString(), cuenta, key());
};

const setEstado = async (cita_id: string, estado: string) => {
  await sql("UPDATE citas_susa SET estado = $2 WHERE id = $1", [cita_id, estado]);
  await insertRow("cambios_cita_susa", { cita_id, accion: estado, estado });
};

test.each(["the same specialist", "three specialists", "no specialist"])(
  "a visit with %s is never refused by its own appointments, fifty times by half an hour both ways",
  { timeout: 60_000 },
  async (whose) => {
    const three = whose === "three specialists" ? await Promise.all([1, 2, 3].map(() => createEmpleado())) : [null];
    const ids = await addVisita(whose === "the same specialist" ? undefined : three);
    for (let time = 0; time < 50; time++) {
      const [index, isLater] = [time % 3, time % 2 === 0];
      const begins = at(`1${index}:${isLater ? "30" : "00"}`);
      expect(await move(ids[index] ?? "", begins), String(time)).toMatchObject({ outcome: "written" });
      expect(await clocks()).toEqual(
        isLater ? ["10:30-11:30", "11:30-12:30", "12:30-13:30"] : ["10:00-11:00", "11:00-12:00", "12:00-13:00"],
      );
    }
    expect(await sqlValue("SELECT count(*)::int FROM cambios_cita_susa WHERE detalle = $1", [MOVIDA])).toBe(150);
  },
);

test("only the open appointments of a visit move, keep their price, and wait to be confirmed again", async () => {
  const [first = "", second = "", third = ""] = await addVisita();
  await setEstado(first, "completada");
  await setEstado(third, "confirmada");
  await sql("UPDATE citas_susa SET precio = 123, notas = 'Trae foto' WHERE id = $1", [third]);
  expect((await move(second, at("15:00"))).outcome).toBe("written");
  expect(await clocks()).toEqual(["10:00-11:00", "15:00-16:00", "16:00-17:00"]);
  expect(await sql("SELECT estado, precio::int, notas FROM citas_susa WHERE id = $1", [third])).toEqual([
    { estado: "programada", precio: 123, notas: "Trae foto" },
  ]);
  expect(await Promise.all([first, second, third].map(historia))).toEqual([
    ["creada programada", "completada completada"],
    ["creada programada", "editada programada"],
    ["creada programada", "confirmada confirmada", "editada programada"],
  ]);
});

test("to another specialist one appointment moves alone", async () => {
  const [, second = ""] = await addVisita();
  const other = await createEmpleado();
  expect(await move(second, at("11:00"), other)).toMatchObject({ result: [second] });
  expect(await clocks()).toEqual(["10:00-11:00", "11:00-12:00", "12:00-13:00"]);
  expect(await sqlValue("SELECT empleado_id FROM citas_susa WHERE id = $1", [second])).toBe(other);
  expect(await move(second, at("12:00"), randomUUID())).toEqual({ outcome: "especialista" });
});

test("a visit whose last appointment would overlap that of another client does not move at all", async () => {
  const empleado_id = await createEmpleado();
  const [first = ""] = await addVisita([empleado_id, empleado_id, empleado_id]);
  await addCita({ empleado_id, fecha_hora: at("13:15"), fin: at("14:00") });
  const before = await clocks();
  expect(await move(first, new Date(at("10:00").getTime() + HALF_HOUR))).toEqual({ outcome: "overlap" });
  expect(await clocks()).toEqual(before);
  expect(await historia(first)).toEqual(["creada programada"]);
});

test("a stale page, a closed appointment or an unknown id changes nothing, and neither does the hour it already has", async () => {
  const id = await addCita({ fecha_hora: at("10:00"), fin: at("11:00") });
  const moveWith = (id: string | undefined, seen: unknown) => moveVisita(id, { fecha_hora: at("12:00") }, seen, cuenta, key());
  for (const seen of [undefined, "", "nunca", "2020-01-01T00:00:00Z"])
    expect(await moveWith(id, seen)).toEqual({ outcome: "stale" });
  for (const unknown of [undefined, "abc", randomUUID()]) expect(await moveWith(unknown, "")).toEqual({ outcome: "missing" });
  expect(await move(id, at("10:00"))).toMatchObject({ outcome: "written", result: [] });
  expect(await historia(id)).toEqual(["creada programada"]);
  for (const estado of ["completada", "cancelada"]) {
    await setEstado(id, estado);
    expect(await move(id, at("12:00"))).toEqual({ outcome: estado });
  }
  expect(await clocks()).toEqual(["10:00-11:00"]);
});
