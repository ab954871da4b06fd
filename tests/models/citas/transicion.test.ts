import { randomUUID } from "node:crypto";
import { describe, expect, test } from "vitest";
import type { EstadoCita } from "~/generated/client";
import { getCitaDetalle } from "~/models/citas/cita-detalle.server";
import { openMensaje } from "~/models/citas/mensaje.server";
import { changeEstado, type EstadoValues } from "~/models/citas/transicion.server";
import { getPorCobrar } from "~/models/ventas/amount-due.server";
import { getPorReabrir, reopenCita } from "~/models/ventas/reabrir.server";

import { createCita } from "../../support/factories";
import { actor, addCita, charge, cita, cuenta, historia, ingresoLines, key, servicio } from "./cita-history";

const STATES: [estado: EstadoCita, no_asistio: boolean][] = [
  ["programada", false],
  ["confirmada", false],
  ["completada", false],
  ["cancelada", false],
  ["cancelada", true],
];
const WANTED: Record<string, Omit<EstadoValues, "desde"> & { desde?: EstadoValues["desde"] }> = {
  programada: { estado: "programada" },
  confirmada: { estado: "confirmada" },
  cancelada: { estado: "cancelada" },
  "no asistió": { estado: "cancelada", no_asistio: "si" },
  "sí asistió": { estado: "cancelada", no_asistio: "no", desde: "cancelada" },
};
// The line that each change adds to the history; "=" when nothing changes, absent when the change is rejected.
const EXPECTED_HISTORY: Record<string, Record<string, string>> = {
  programada: {
    programada: "=",
    confirmada: "confirmada confirmada",
    cancelada: "cancelada cancelada",
    "no asistió": "no_asistio cancelada x",
  },
  confirmada: {
    programada: "programada programada",
    confirmada: "=",
    cancelada: "cancelada cancelada",
    "no asistió": "no_asistio cancelada x",
  },
  completada: {},
  cancelada: {
    programada: "reabierta programada",
    confirmada: "confirmada confirmada",
    cancelada: "=",
    "no asistió": "no_asistio cancelada x",
    "sí asistió": "=",
  },
  "cancelada x": {
    programada: "reabierta programada",
    confirmada: "confirmada confirmada",
    cancelada: "=",
    "no asistió": "=",
    "sí asistió": "si_asistio cancelada",
  },
};

describe.each(STATES)("an appointment that is %s (no asistió: %s)", (estado, no_asistio) => {
  test.each(Object.keys(WANTED))("and is changed to %s", async (asked) => {
    const id = await addCita({ estado, no_asistio });
    const line = EXPECTED_HISTORY[`${estado}${no_asistio ? " x" : ""}`]?.[asked];
    const before = await cita(id);
    const done = await changeEstado(id, { desde: estado, ...WANTED[asked] } as EstadoValues, cuenta, key());
    if (line === undefined) expect(done).toEqual({ outcome: estado });
    else expect(done).toEqual({ outcome: "written", result: { changed: line !== "=" } });
    if (line === undefined || line === "=") expect(await cita(id)).toEqual(before);
    expect((await historia(id)).slice(1)).toEqual(line === undefined || line === "=" ? [] : [line]);
  });

  test("and is charged or reopened", async () => {
    const done = await charge(await addCita({ estado, no_asistio }));
    if (estado === "cancelada") expect(done).toEqual({ outcome: "cancelada" });
    else expect(done).toMatchObject({ outcome: "written", result: { completadas: estado === "completada" ? 0 : 1 } });
    expect((await ingresoLines()).length).toBe(estado === "cancelada" ? 0 : 1);
    const reopened = await reopenCita(await addCita({ estado, no_asistio }), actor(), key());
    if (estado === "programada") expect(reopened).toMatchObject({ result: { changed: false } });
    else if (estado === "completada") expect(reopened).toMatchObject({ result: { changed: true } });
    else expect(reopened).toEqual({ outcome: estado });
  });
});

test("a change sent again with another key changes nothing more", async () => {
  const id = await addCita();
  const confirm = { estado: "confirmada", desde: "programada" } as const;
  expect(await changeEstado(id, confirm, cuenta, key())).toMatchObject({ result: { changed: true } });
  expect(await changeEstado(id, confirm, cuenta, key())).toMatchObject({ result: { changed: false } });
  expect(await historia(id)).toEqual(["creada programada", "confirmada confirmada"]);
});

test("a stale page does not undo a later change", async () => {
  // The page shows it confirmed, but it was cancelled since: removing the confirmation must not reopen it.
  const cancelled = await addCita({ estado: "cancelada" });
  const unconfirm = { estado: "programada", desde: "confirmada" } as const;
  expect(await changeEstado(cancelled, unconfirm, cuenta, key())).toEqual({ outcome: "cancelada" });
  // The page shows it cancelled, but it was reopened and confirmed since.
  const confirmed = await addCita({ estado: "confirmada" });
  const reopen = { estado: "programada", desde: "cancelada" } as const;
  expect(await changeEstado(confirmed, reopen, cuenta, key())).toEqual({ outcome: "confirmada" });
  // A change that was already made succeeds, and a cancelled appointment can still be marked as «no asistió».
  expect(await changeEstado(confirmed, { estado: "confirmada", desde: "programada" }, cuenta, key())).toMatchObject({
    result: { changed: false },
  });
  const absent = { estado: "cancelada", desde: "confirmada", no_asistio: "si" } as const;
  expect(await changeEstado(cancelled, absent, cuenta, key())).toMatchObject({ result: { changed: true } });
  expect(await historia(cancelled)).toEqual(["creada cancelada", "no_asistio cancelada x"]);
});

test("an absence is rejected before the hour of the appointment", async () => {
  const id = await createCita("2099-11-21T16:00Z", { servicio_id: servicio, precio: 350, estado: "confirmada" });
  const absent = { estado: "cancelada", desde: "confirmada", no_asistio: "si" } as const;
  expect(await changeEstado(id, absent, cuenta, key())).toEqual({ outcome: "early" });
  expect(await cita(id)).toMatchObject({ estado: "confirmada", no_asistio: false });
  const cancelled = { estado: "cancelada", desde: "confirmada" } as const;
  expect(await changeEstado(id, cancelled, cuenta, key())).toMatchObject({ result: { changed: true } });
});

test("a deleted appointment or an invalid id gives missing", async () => {
  expect(await charge(randomUUID())).toEqual({ outcome: "missing" });
  for (const id of [undefined, "abc", randomUUID()]) {
    expect(await changeEstado(id, { estado: "confirmada", desde: "programada" }, cuenta, key())).toEqual({ outcome: "missing" });
    expect(await reopenCita(id, actor(), key())).toEqual({ outcome: "missing" });
    expect(await openMensaje(id, "recordar", cuenta, key())).toEqual({ outcome: "missing" });
    expect([await getCitaDetalle(id), await getPorCobrar(id, "America/Mexico_City"), await getPorReabrir(id)]).toEqual([
      null,
      null,
      null,
    ]);
  }
});
