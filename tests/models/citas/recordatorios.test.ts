import { describe, expect, test } from "vitest";
import { MOVIDA } from "~/models/citas/cita.server";
import { openMensaje } from "~/models/citas/mensaje.server";
import { listRecordatorios } from "~/models/citas/recordatorio.server";
import { changeEstado } from "~/models/citas/transicion.server";
import { createCliente, insertRow } from "../../support/factories";
import { sql } from "../../support/test-database";

import { addCita, cuenta, key } from "./cita-history";

describe("the reminders", () => {
  const ZONE = "America/Tijuana";
  // Half past ten in the evening in that zone, already the 21st in UTC.
  const NOW = new Date("2026-11-21T06:30Z");
  const listed = async () => (await listRecordatorios(ZONE, "", NOW)).citas;

  test("list the appointments of the studio's tomorrow that will take place", async () => {
    expect((await listRecordatorios(ZONE, "", NOW)).dia).toBe("2026-11-21");
    const at = (moment: string, estado = "programada") =>
      addCita({ fecha_hora: new Date(moment), fin: new Date(Date.parse(moment) + 60_000), estado });
    await at("2026-11-21T07:59Z");
    const first = await at("2026-11-21T08:00Z");
    const last = await at("2026-11-22T07:59Z", "confirmada");
    await at("2026-11-22T08:00Z");
    for (const estado of ["cancelada", "completada"]) await at("2026-11-21T20:00Z", estado);
    expect((await listed()).map(({ id }) => id)).toEqual([first, last]);
  });

  test("are due until WhatsApp is opened for them, and again after the appointment is moved", async () => {
    const cliente_id = await createCliente({ telefono: "+522221234567" });
    const early = await addCita({ cliente_id });
    const late = await addCita({ cliente_id, fecha_hora: new Date("2026-11-21T18:00Z"), fin: new Date("2026-11-21T19:00Z") });
    expect((await listed()).map(({ id }) => id)).toEqual([early, late]);
    await openMensaje(early, "como_llegar", cuenta, key());
    expect((await listed()).map(({ isPending }) => isPending)).toEqual([true, true]);
    await openMensaje(early, "recordar", cuenta, key());
    expect((await listed()).map(({ id, isPending }) => [id, isPending])).toEqual([
      [early, false],
      [late, true],
    ]);
    await openMensaje(late, "recordar", cuenta, key());
    // Editing the notes is no reason to remind again; moving the appointment is.
    await insertRow("cambios_cita_susa", { cita_id: late, accion: "editada", estado: "programada" });
    expect((await listed()).map(({ isPending }) => isPending)).toEqual([false, false]);
    await insertRow("cambios_cita_susa", { cita_id: late, accion: "editada", estado: "programada", detalle: MOVIDA });
    expect((await listed()).map(({ id, isPending, abierto }) => [id, isPending, abierto?.quien, abierto?.isOutdated])).toEqual([
      [early, false, "ana@ejemplo.mx", false],
      [late, true, "ana@ejemplo.mx", true],
    ]);
    // Neither is confirming it.
    await changeEstado(early, { estado: "confirmada", desde: "programada" }, cuenta, key());
    expect((await listed()).map(({ isPending }) => isPending)).toEqual([false, true]);
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

  describe("on a Saturday evening, with Sunday and Monday closed", () => {
    // In Tijuana: Saturday the 21st at eight in the evening, Sunday and Monday at noon, Tuesday at ten.
    const SATURDAY = new Date("2026-11-22T04:00Z");
    const [SUNDAY, MONDAY, TUESDAY] = ["2026-11-22T20:00Z", "2026-11-23T20:00Z", "2026-11-24T18:00Z"].map((at) => new Date(at));
    const at = (moment: Date | undefined, estado = "programada") =>
      addCita({ fecha_hora: moment, fin: new Date(Number(moment) + 60_000), estado });
    const days = async (asked: string, now: Date) => {
      const { dia, anterior, siguiente } = await listRecordatorios(ZONE, asked, now);
      return [anterior, dia, siguiente];
    };

    test("are Tuesday's", async () => {
      await at(new Date("2026-11-21T20:00Z"), "completada");
      await at(SUNDAY, "cancelada");
      const id = await at(TUESDAY);
      await at(new Date("2026-11-26T18:00Z"));
      const { citas } = await listRecordatorios(ZONE, "", SATURDAY);
      expect(citas.map((cita) => [cita.id, cita.isPending])).toEqual([[id, true]]);
      expect(await days("", SATURDAY)).toEqual([null, "2026-11-24", "2026-11-26"]);
      // Without any, tomorrow's.
      await sql("DELETE FROM citas_susa");
      expect(await days("", SATURDAY)).toEqual([null, "2026-11-22", null]);
    });

    test("stay reminded until Tuesday, but not by a message from before Saturday", async () => {
      await at(new Date("2026-11-21T20:00Z"), "completada");
      const cliente_id = await createCliente({ telefono: "+522221234567" });
      const id = await addCita({ cliente_id, fecha_hora: TUESDAY, fin: new Date("2026-11-24T19:00Z") });
      await openMensaje(id, "recordar", cuenta, key());
      await sql("UPDATE cambios_cita_susa SET created_at = '2026-11-01'");
      const pending = async (opened: Date) => {
        await sql("UPDATE mensajes_susa SET created_at = $1", [opened]);
        const lists = await Promise.all([SUNDAY, MONDAY].map((now) => listRecordatorios(ZONE, "", now)));
        return lists.map(({ dia, citas: [cita] }) => [dia, cita?.isPending]);
      };
      const both = (isPending: boolean) => Array(2).fill(["2026-11-24", isPending]);
      expect(await pending(SATURDAY)).toEqual(both(false));
      expect(await pending(new Date("2026-11-21T07:59Z"))).toEqual(both(true));
    });

    test("are of any day by its link, with the days that have appointments around it", async () => {
      const today = [new Date("2026-11-22T03:00Z"), new Date("2026-11-22T05:00Z")];
      const [, later] = await Promise.all(today.map((moment) => at(moment)));
      await at(TUESDAY);
      expect(await days("2026-11-23", SATURDAY)).toEqual(["2026-11-21", "2026-11-23", "2026-11-24"]);
      expect(await days("2026-11-25", SATURDAY)).toEqual(["2026-11-24", "2026-11-25", null]);
      // Of today only those that are still to come; a day that is over gives the next one.
      const { dia, citas } = await listRecordatorios(ZONE, "2026-11-21", SATURDAY);
      expect([dia, citas.map(({ id }) => id)]).toEqual(["2026-11-21", [later]]);
      expect(await days("2026-11-20", SATURDAY)).toEqual(["2026-11-21", "2026-11-24", null]);
    });
  });
});
