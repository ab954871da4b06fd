import { randomUUID } from "node:crypto";
import { beforeEach, describe, expect, test } from "vitest";
import { createVisita, deleteCita } from "~/models/citas/cita.server";
import { arrangeVisita } from "~/models/citas/turnos.server";
import { chargeBill } from "~/models/ventas/cobrar.server";
import type { Page } from "../../../support/browser";
import { cobroOf } from "../../../support/cobro";
import { readCuadre } from "../../../support/cuadre";
import { createCliente, createEmpleado, createServicio } from "../../../support/factories";
import { ledgerMatches } from "../../../support/ledger";
import { countOf, emptyTables, sql, sqlColumn, sqlValue } from "../../../support/test-database";
import { startSiteForFile } from "../../start-site";

const ZONA = "America/Mexico_City";
const key = () => ({ id: randomUUID(), digest: "los valores" });
const UNDO = 'form[action*="/deshacer"]';
const FORM = "form#cita";
// A Tuesday, within the studio's hours.
const DAY = "2099-11-24";

let [cliente_id, servicio_id, empleado_id] = ["", "", ""];

const site = await startSiteForFile();
const ana = await site.staff();
const cuenta = String(await sqlValue("SELECT id FROM cuentas_susa"));
beforeEach(async () => {
  await emptyTables(
    "papelera_susa",
    "citas_susa",
    "clientes_susa",
    "empleados_susa",
    "servicios_susa",
    "ingresos_susa",
    "asientos_susa",
  );
  cliente_id = await createCliente();
  empleado_id = await createEmpleado();
  servicio_id = await createServicio({ nombre: "Cejas", precio: 350 });
});

/** Books the specialist's 10 o'clock and gives the appointment's id. */
async function book(changes: object = {}): Promise<string> {
  const servicios = [{ servicio_id, empleado_id, precio: "325.50", duracion_minutos: 45 }];
  const values = {
    cliente_id,
    cliente_nombre: null,
    cliente_telefono: null,
    fecha: DAY,
    hora: "10:00",
    servicios,
    estado: "confirmada",
    notas: "Con henna",
    ...changes,
  } as const;
  const booked = await createVisita(values, (await arrangeVisita(values, ZONA))?.turnos ?? [], cuenta, key());
  if (booked.outcome !== "written") throw new Error(booked.outcome);
  return String(booked.result[0]);
}

/** Deletes an appointment, books its hour for another, and gives the page to which undoing leads. */
async function undoTaken(id: string): Promise<Page> {
  await ana.submit(`/admin/citas/${id}/eliminar`, {}, 'form[action*="/eliminar"]');
  await book({ notas: null });
  const list = await ana.get("/admin/citas");
  const answer = await list.submit({}, UNDO);
  expect([answer.status, answer.location]).toEqual([303, expect.stringMatching(/^\/admin\/citas\/nueva\?papelera=/)]);
  return ana.get(String(answer.location));
}

const row = async (id: string) =>
  (
    await sql(
      `SELECT to_char(fecha_hora AT TIME ZONE '${ZONA}', 'HH24:MI') AS hora, estado, precio, notas, cobrado, cliente_id, empleado_id
       FROM citas_susa WHERE id = $1`,
      [id],
    )
  )[0];
const historia = (id: string) => sqlColumn("SELECT accion FROM cambios_cita_susa WHERE cita_id = $1 ORDER BY orden", [id]);

describe("an appointment whose hour was taken meanwhile", () => {
  test("comes back as the editor with its values, and is the same appointment once another hour is saved", async () => {
    const id = await book();
    const editor = await undoTaken(id);
    expect(editor.text("dialog h2")).toBe("Recuperar Cita");
    expect(editor.text("#ocupado")).toContain("ya está ocupado");
    expect(editor.text("dialog")).toContain("Ana Núñez ya tiene a Lucía Peña");
    expect(editor.values(FORM)).toMatchObject({
      cliente_id,
      "servicios[0].servicio_id": servicio_id,
      "servicios[0].empleado_id": empleado_id,
      "servicios[0].precio": "325.50",
      "servicios[0].duracion_minutos": "45",
      fecha: DAY,
      hora: "10:00",
      estado: "confirmada",
      notas: "Con henna",
    });
    // The same hour again: rejected, and nothing left the trash.
    const rejected = await editor.submit({}, FORM);
    expect([rejected.status, rejected.alert, await countOf("papelera_susa")]).toEqual([
      409,
      expect.stringContaining("No se guardó nada"),
      1,
    ]);
    const saved = await Promise.all([rejected.submit({ hora: "12:00" }, FORM), rejected.submit({ hora: "12:00" }, FORM)]);
    expect(saved.map(({ status, location }) => [status, location])).toEqual(Array(2).fill([303, "/admin/citas"]));
    expect((await ana.get("/admin/citas")).flash).toMatch(/^Cita recuperadaQuedó el martes 24 de noviembre a las 12:00 p\.m\./);
    // She had said yes to ten o'clock.
    expect(await row(id)).toEqual({
      hora: "12:00",
      estado: "programada",
      precio: "325.50",
      notas: "Con henna",
      cobrado: "0.00",
      cliente_id,
      empleado_id,
    });
    expect(await historia(id)).toEqual(["creada", "editada", "programada"]);
    expect(await countOf("papelera_susa")).toBe(0);
    expect(await countOf("citas_susa")).toBe(2);
    await ledgerMatches();
  });

  test("keeps its state, price and money when it was completed, whatever the form says", async () => {
    const id = await book();
    const values = cobroOf([{ id, por_cobrar: "325.50" }], { descontar: false });
    await chargeBill(values, { cuenta_id: cuenta, hoy: "2026-11-21" }, key());
    const editor = await undoTaken(id);
    expect(editor.text("dialog select[name=estado]")).toBe("Completada");
    await editor.submit({ hora: "13:00", "servicios[0].precio": "400" }, FORM);
    expect((await ana.get("/admin/citas")).flash).toMatch(/^Cita recuperadaQuedó/);
    expect(await row(id)).toMatchObject({ hora: "13:00", estado: "completada", cobrado: "325.50", precio: "325.50" });
    expect(await historia(id)).toEqual(["creada", "completada", "editada"]);
    expect((await readCuadre()).diferencias).toEqual([]);
    await ledgerMatches();
    expect(
      await sql("SELECT accion, importes FROM bitacora_susa WHERE tipo = 'cita' AND registro_id = $1 ORDER BY orden", [id]),
    ).toMatchObject([{ accion: "eliminacion" }, { accion: "recuperacion" }]);
  });

  test("comes back where it was when its hour is free again", async () => {
    const id = await book();
    const editor = await undoTaken(id);
    await sql("DELETE FROM citas_susa");
    await editor.submit({}, FORM);
    expect(await row(id)).toMatchObject({ hora: "10:00", estado: "confirmada" });
  });

  test("is offered to no other account, and no longer once it is back", async () => {
    const id = await book();
    const editor = await undoTaken(id);
    const eva = await site.staff();
    expect((await eva.get(editor.path)).status).toBe(403);
    const { token = "" } = (await eva.get("/admin/citas/nueva")).values(FORM);
    expect((await eva.post(editor.path, { ...editor.values(FORM), hora: "15:00", token })).status).toBe(403);
    await editor.submit({ hora: "15:00" }, FORM);
    expect((await ana.get(editor.path)).status).toBe(404);
    const late = await ana.post(editor.path, { ...editor.values(FORM), hora: "16:00", token });
    expect([late.status, await countOf("citas_susa")]).toEqual([404, 2]);
  });

  test("without its client asks for one", async () => {
    const id = await book();
    await ana.submit(`/admin/citas/${id}/eliminar`, {}, 'form[action*="/eliminar"]');
    const list = await ana.get("/admin/citas");
    await sql("DELETE FROM clientes_susa WHERE id = $1", [cliente_id]);
    cliente_id = await createCliente({ nombre: "Otra" });
    await book();
    const editor = await ana.get(String((await list.submit({}, UNDO)).location));
    expect((await editor.submit({ hora: "12:00" }, FORM)).status).toBe(400);
    await editor.submit({ hora: "12:00", cliente_id }, FORM);
    expect(await row(id)).toMatchObject({ hora: "12:00", cliente_id });
  });

  test("cannot be deleted twice into the trash", async () => {
    const id = await book();
    expect((await deleteCita(id, cuenta, key())).outcome).toBe("written");
    expect((await deleteCita(id, cuenta, key())).outcome).toBe("missing");
    expect(await countOf("papelera_susa")).toBe(1);
  });
});
