import { describe, expect, test } from "vitest";
import { MOVIDA } from "~/models/citas/cita.server";
import { listRecordatorios, openMensaje } from "~/models/citas/mensaje.server";
import { changeEstado } from "~/models/citas/transicion.server";
import { createCliente, insertRow } from "../../support/factories";
import { sql } from "../../support/test-database";

import { addCita, cuenta, key } from "./cita-history";

describe("tomorrow's reminders", () => {
  const ZONE = "America/Tijuana";
  // Half past ten in the evening in that zone, already the 21st in UTC.
  const NOW = new Date("2026-11-21T06:30Z");
  const listed = async () => (await listRecordatorios(ZONE, NOW)).citas;

  test("list the appointments of the studio's next day that will take place", async () => {
    expect((await listRecordatorios(ZONE, NOW)).dia).toBe("2026-11-21");
    const at = (moment: string, estado = "programada") =>
      addCita({ fecha_hora: new Date(moment), fin: new Date(Date.parse(moment) + 60_000), estado });
    await at("2026-11-21T07:59Z");
    const first = await at("2026-11-21T08:00Z");
    const last = await at("2026-11-22T07:59Z", "confirmada");
    await at("2026-11-22T08:00Z");
    for (const estado of ["cancelada", "completada"]) await at("2026-11-21T20:00Z", estado);
    expect((await listed()).map(({ id }) => id)).toEqual([first, last]);
  });

  test("come first until WhatsApp is opened for them, and again after the appointment is moved", async () => {
    const cliente_id = await createCliente({ telefono: "+522221234567" });
    const early = await addCita({ cliente_id });
    const late = await addCita({ cliente_id, fecha_hora: new Date("2026-11-21T18:00Z"), fin: new Date("2026-11-21T19:00Z") });
    expect((await listed()).map(({ id }) => id)).toEqual([early, late]);
    await openMensaje(early, "como_llegar", cuenta, key());
    expect((await listed()).map(({ isPending }) => isPending)).toEqual([true, true]);
    await openMensaje(early, "recordar", cuenta, key());
    expect((await listed()).map(({ id, isPending }) => [id, isPending])).toEqual([
      [late, true],
      [early, false],
    ]);
    await openMensaje(late, "recordar", cuenta, key());
    // Editing the notes is no reason to remind again; moving the appointment is.
    await insertRow("cambios_cita_susa", { cita_id: late, accion: "editada", estado: "programada" });
    expect((await listed()).map(({ isPending }) => isPending)).toEqual([false, false]);
    await insertRow("cambios_cita_susa", { cita_id: late, accion: "editada", estado: "programada", detalle: MOVIDA });
    expect((await listed()).map(({ id, isPending, abierto }) => [id, isPending, abierto?.quien, abierto?.isOutdated])).toEqual([
      [late, true, "ana@ejemplo.mx", true],
      [early, false, "ana@ejemplo.mx", false],
    ]);
    // Neither is confirming it.
    await changeEstado(early, { estado: "confirmada", desde: "programada" }, cuenta, key());
    expect((await listed()).map(({ isPending }) => isPending)).toEqual([true, false]);
  });

  test("count only messages of the type recordar, opened on the studio's current day", async () => {
    const id = await addCita({ cliente_id: await createCliente({ telefono: "+522221234567" }) });
    await openMensaje(id, "confirmar", cuenta, key());
    expect((await listed())[0]).toMatchObject({ isPending: true, abierto: null, pedida: { quien: "ana@ejemplo.mx" } });
    await openMensaje(id, "recordar", cuenta, key());
    // The history is older than both messages, as for an appointment booked weeks ago.
    await sql("UPDATE cambios_cita_susa SET created_at = '2026-11-01'");
    for (const [moment, isPending] of [
      ["2026-11-20T07:59Z", true],
      ["2026-11-20T08:00Z", false],
    ] as const) {
      await sql("UPDATE mensajes_susa SET created_at = $1", [moment]);
      expect((await listed())[0], moment).toMatchObject({ isPending, abierto: { isOutdated: false }, pedida: {} });
    }
  });
});
