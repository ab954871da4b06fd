import { randomUUID } from "node:crypto";
import { beforeEach, expect, test } from "vitest";
import { studioMoment } from "~/format/zone.server";
import { withFaltas } from "~/models/clientes/ficha.server";
import {
  createAusencia,
  createCita,
  createCliente,
  createConfiguracion,
  createEmpleado,
  insertRow,
} from "../../support/factories";
import { emptyTables, sql } from "../../support/test-database";

const ZONA = "America/Mexico_City";
const at = (hora: string, dia = "2026-12-02") => studioMoment(dia, hora, ZONA);

let noemi: string;
let empleado_id: string;

beforeEach(async () => {
  await emptyTables();
  await createConfiguracion({ cita_horas: 12 });
  noemi = await createCliente({ nombre: "Noemí" });
  empleado_id = await createEmpleado();
});

/** An appointment at noon of Wednesday 2 December 2026 that was cancelled at some moment. */
async function addCancelled(moment: Date, columns: Record<string, unknown> = {}) {
  const cita_id = await createCita(at("12:00"), { cliente_id: noemi, empleado_id, estado: "cancelada", ...columns });
  await insertRow("cambios_cita_susa", { cita_id, accion: "cancelada", estado: "cancelada", created_at: moment });
  return cita_id;
}

const faltasOf = async (id = noemi) => {
  const [counted] = await withFaltas([{ id }]);
  return [counted?.faltas, counted?.tarde];
};

test("Beatriz did not come once, and nothing is told of a client who always came", async () => {
  const beatriz = await createCliente({ nombre: "Beatriz" });
  await createCita(at("12:00"), { cliente_id: beatriz, estado: "cancelada", no_asistio: true });
  await createCita(at("12:00"), { cliente_id: noemi, estado: "completada" });
  expect([await faltasOf(beatriz), await faltasOf()]).toEqual([
    [1, 0],
    [0, 0],
  ]);
});

test.each([
  ["25 minutes before", at("11:35"), 1],
  ["twelve hours before", at("00:00"), 1],
  ["a minute earlier", at("23:59", "2026-12-01"), 0],
  ["after its hour, by staff who tidies up", at("12:01"), 0],
])("a cancellation %s counts %#", async (_, moment, tarde) => {
  await addCancelled(moment);
  expect(await faltasOf()).toEqual([0, tarde]);
});

test("without a limit of the studio's own, late is within a day", async () => {
  await sql("UPDATE configuracion_susa SET cita_horas = NULL");
  await addCancelled(at("12:01", "2026-12-01"));
  await addCancelled(at("11:59", "2026-12-01"));
  expect(await faltasOf()).toEqual([0, 1]);
});

test("a visit of three services counts once, and one that was opened again not at all", async () => {
  const visita_id = randomUUID();
  for (const _ of [1, 2, 3]) await addCancelled(at("11:35"), { visita_id });
  const reopened = await addCancelled(at("11:35"));
  await sql("UPDATE citas_susa SET estado = 'programada' WHERE id = $1", [reopened]);
  expect(await faltasOf()).toEqual([0, 1]);
});

test("what the studio cancelled because its specialist was ill, or it was closed, is not hers", async () => {
  await addCancelled(at("11:35"));
  const other = await createEmpleado();
  const ausencia = await createAusencia(other, "2026-12-02", "2026-12-02");
  expect(await faltasOf()).toEqual([0, 1]);
  for (const whose of [empleado_id, null]) {
    await sql("UPDATE ausencias_susa SET empleado_id = $1 WHERE id = $2", [whose, ausencia]);
    expect(await faltasOf()).toEqual([0, 0]);
  }
  await sql("UPDATE ausencias_susa SET de = '14:00', a = '15:00'");
  expect(await faltasOf()).toEqual([0, 1]);
  await sql("UPDATE ausencias_susa SET de = '12:30', a = '15:00'");
  expect(await faltasOf()).toEqual([0, 0]);
});
