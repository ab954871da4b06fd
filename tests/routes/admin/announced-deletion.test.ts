import { expect, test } from "vitest";
import { DELETE_QUESTIONS } from "~/components/admin/delete-questions";
import { createCita, createCliente, createEmpleado, createIngreso, createPropina, createVenta } from "../../support/factories";
import { startSiteForFile } from "../start-site";

const site = await startSiteForFile();
const ana = await site.staff();

// The evening of Tuesday in Mexico is Wednesday in UTC.
const [TUESDAY, THURSDAY] = ["2099-11-25T01:00Z", "2099-11-26T18:00Z"];

/** The page that asks before a deletion. */
const asked = async (path: string) => (await ana.get(`${path}/eliminar`)).text("main");

/** What the loader of a list gives for the row with this id. */
async function rowOf<Row extends { id: string }>(list: string, id: string): Promise<Row | undefined> {
  const data: Record<string, Row[]> = JSON.parse((await ana.send(`/admin/${list}?_data=@`)).html);
  return data[list]?.find((row) => row.id === id);
}

type Owner = { id: string; ahead?: { citas: number; proxima: string }; owed?: string };

/** Adds appointments that do not count: past, cancelled, and without a client or specialist. */
async function addOthers(owner: Record<string, string>) {
  await createCita("2020-01-01T18:00Z", owner);
  await createCita("2098-01-01T18:00Z", { ...owner, estado: "cancelada" });
  await createCita("2098-01-02T18:00Z");
}

test("the question about a client says how many appointments she has ahead and when the next is, also in place", async () => {
  const [two, one, none] = [await createCliente(), await createCliente(), await createCliente()];
  for (const cliente_id of [two, one, none]) await addOthers({ cliente_id });
  await createCita(THURSDAY, { cliente_id: two, estado: "confirmada" });
  await createCita(TUESDAY, { cliente_id: two });
  await createCita(TUESDAY, { cliente_id: one });
  for (const [id, ahead] of [
    [two, " Tiene 2 citas por venir, la próxima el martes 24 de noviembre."],
    [one, " Tiene 1 cita por venir, el martes 24 de noviembre."],
    [none, ""],
  ] as const) {
    const question = `¿Estás segura de que quieres eliminar a Lucía Peña?${ahead} Sus citas se conservan como «Clienta eliminada».`;
    expect(await asked(`/admin/clientes/${id}`)).toContain(question);
    const { question: inPlace } = JSON.parse((await ana.send(`/admin/clientes/${id}/ficha?_data=@`)).html);
    expect(inPlace).toBe(question);
  }
});

test("the question about a specialist says what she has ahead and is still to be paid, also in place", async () => {
  const [busy, idle] = [await createEmpleado(), await createEmpleado()];
  for (const empleado_id of [busy, idle]) await addOthers({ empleado_id });
  await createCita(THURSDAY, { empleado_id: busy });
  await createCita(TUESDAY, { empleado_id: busy, estado: "confirmada" });
  await createPropina({ empleado_id: busy, empleado_nombre: "Ana Núñez", monto: "70.50" });
  for (const [id, ahead] of [
    [busy, " Tiene 2 citas por venir, la próxima el martes 24 de noviembre. Todavía no le pagas $70.50."],
    [idle, ""],
  ] as const) {
    const question = `¿Estás segura de que quieres eliminar a Ana Núñez?${ahead} Sus servicios y sus citas se conservan`;
    expect(await asked(`/admin/empleados/${id}`)).toContain(question);
    const row = await rowOf<Owner>("empleados", id);
    expect(DELETE_QUESTIONS.empleado("Ana Núñez", row?.ahead, row?.owed)).toContain(question);
  }
});

test("the question about the charge of a completed appointment or of a sale says what will be left to pay, also in place", async () => {
  const done = await createCita("2026-11-01T18:00Z", { estado: "completada", precio: 500, cobrado: 500 });
  const tipped = await createCita("2026-11-02T18:00Z", { estado: "completada", precio: 100, cobrado: 450 });
  const booked = await createCita(TUESDAY, { precio: 500, cobrado: 350 });
  const [sold, cancelled] = [await createVenta({ total: 500 }), await createVenta({ total: 500, cancelada_at: new Date() })];
  for (const [of, left] of [
    [{ concepto: "cita", cita_id: done }, " Quedarán por cobrar $350.00."],
    [{ concepto: "cita", cita_id: tipped }, ""],
    [{ concepto: "anticipo", cita_id: booked }, ""],
    [{ concepto: "venta", venta_id: sold }, " Quedarán por cobrar $500.00."],
    [{ concepto: "venta", venta_id: cancelled }, ""],
    [{}, ""],
  ] as const) {
    const id = await createIngreso("2026-11-01", 350, of);
    const question = `¿Estás segura de que quieres eliminar este ingreso? Es de $350.00 del 01/11/2026.${left}`;
    expect(await asked(`/admin/ingresos/${id}`)).toContain(`${question}Eliminar`);
    const row = await rowOf<{ id: string; monto: string; fecha: string; debt?: string }>("ingresos", id);
    expect(row && DELETE_QUESTIONS.ingreso(row, row.debt)).toBe(question);
  }
});
