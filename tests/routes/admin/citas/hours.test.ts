import { beforeEach, describe, expect, test } from "vitest";
import { describeHours } from "~/routes/admin/citas/hour-sentences.server";
import { studioDay } from "../../../../app/format/dates";
import { addDays } from "../../../../app/format/days.server";
import { studioClock } from "../../../../app/format/zone.server";
import type { Page } from "../../../support/browser";
import { createAusencia, createCita, createCliente, letDo } from "../../../support/factories";
import { sql } from "../../../support/test-database";
import { ANA, at, BETY, blank, book, CEJAS, citas, fields, HOY, LUCIA, PEDICURA, press, staff, TOMORROW, ZONA } from "./agenda";

const LIBRE = "servicios[0].empleado_id";
const STEP_MS = 300_000;

beforeEach(async () => {
  await sql("DELETE FROM citas_susa");
  await sql("DELETE FROM clientes_susa WHERE id <> $1", [LUCIA]);
});

/** The form with the hours of Lucía's appointment tomorrow, with any specialist who is free. */
const withHours = async (changes: Record<string, string> = {}) =>
  press(await blank(), "Ver horas", fields({ [LIBRE]: "libre", hora: "", ...changes }));

// Without the number of the day, which has a test of its own.
const hours = (page: Page) => page.texts("dialog dd button").map((text) => text.replace(/(hoy|mañana), .*/, "$1"));

/** The value of an hour button, its days ahead and with these specialists. */
const hourOf = (clock: string, ...empleado_ids: string[]) => ({
  intent: `book:${[`${TOMORROW}T${clock}`, ...empleado_ids].join("/")}`,
});

test("a near day is named with its weekday and number, so that it does not read as a part of the day", () => {
  const now = new Date("2026-11-29T18:00:00Z");
  const nameOf = (day: string) => {
    const hour = { fecha_hora: new Date(`${day}T18:00:00Z`), free: [], turnos: [], especialistas: [] };
    return describeHours([hour], "America/Mexico_City", false, now).map(({ dia }) => dia);
  };
  const days = ["2026-11-29", "2026-11-30", "2026-12-01"];
  expect(days.flatMap(nameOf)).toEqual(["Hoy, domingo 29", "Mañana, lunes 30", "Martes 1 de diciembre"]);
});

describe("an hour button", () => {
  test("books the visit with the specialist that it names, once however often it is sent", async () => {
    const form = await withHours();
    expect(hours(form)[0]).toBe("12:00 a.m. con Ana mañana");
    expect(form.values()).toMatchObject({ [LIBRE]: "libre", hora: "" });
    expect(await form.submitThrice(hourOf("10:30", ANA))).toEqual(["303 /admin/citas"]);
    expect(await citas()).toMatchObject([{ fecha_hora: at("10:30"), empleado_id: ANA, cliente_id: LUCIA, precio: "350.00" }]);
    expect((await staff.get("/admin/citas")).flash).toContain("Cita creada");
    // The form restored by Back, with another hour: it is asked again, and nothing is booked.
    expect((await form.submit(hourOf("12:30", ANA))).status).toBe(409);
    expect(await citas()).toHaveLength(1);
  });

  test("that is taken meanwhile gives fresh hours first, with client, service and any specialist still chosen", async () => {
    const form = await withHours({ notas: "Sigue aquí" });
    await createCita(at("10:00"), { empleado_id: ANA });
    const lost = await form.submit(hourOf("10:00", ANA));
    expect([lost.status, lost.alert]).toEqual([409, expect.stringContaining("Ese horario ya está ocupado")]);
    expect(lost.values()).toMatchObject({ ...fields({ [LIBRE]: "libre", hora: "", notas: "Sigue aquí" }) });
    expect(lost.texts("dialog form section[aria-labelledby=ocupado] button")).toEqual(lost.texts("dialog dd button"));
    expect(hours(lost)).toHaveLength(8);
    expect(hours(lost).join()).not.toContain("10:00 a.m. con Ana mañana");
    expect((await press(lost, "con Ana mañana")).status).toBe(303);
    expect(await citas()).toHaveLength(2);
  });

  test("of a service that was changed since gives the hours of the new one, and books nothing", async () => {
    const form = await withHours();
    const changed = await form.submit({ "servicios[0].servicio_id": PEDICURA, ...hourOf("10:00", ANA) });
    expect([changed.status, changed.alert, await citas()]).toEqual([
      409,
      "Revisa antes de guardarCambiaste el servicio: estas son sus horas libres.",
      [],
    ]);
    expect(hours(changed)).toHaveLength(8);
    expect(changed.values()).toMatchObject({ "servicios[0].servicio_id": PEDICURA, "servicios[0].servicio_anterior": PEDICURA });
    expect((await changed.submit(hourOf("10:00", ANA))).status).toBe(303);
    expect(await citas()).toMatchObject([{ fin: at("11:00"), precio: "480.00" }]);
  });

  test.each([
    "",
    "x",
    "now",
    "now/",
    "now/-/-",
    "now/%00",
    `${TOMORROW}T10:00`,
    `${TOMORROW}T24:00/${ANA}`,
    `2026-02-30T10:00/${ANA}`,
    `${TOMORROW}T10:00/nadie`,
    `${TOMORROW}T10:00/${ANA}/${BETY}`,
  ])("answers 400 to a malformed value: %j", async (value) => {
    const form = await withHours();
    const rejected = await form.submit({ intent: `book:${value}` });
    expect([rejected.status, await citas()]).toEqual([400, []]);
  });
});

describe("any specialist who is free", () => {
  test("is one who does the service, and of a typed hour at which none is left the form asks first", async () => {
    await letDo(ANA, CEJAS);
    await letDo(BETY, PEDICURA);
    const libre = (changes: Record<string, string>) => book(fields({ [LIBRE]: "libre", ...changes }));
    await libre({ "servicios[0].servicio_id": PEDICURA, "servicios[0].servicio_anterior": "" });
    await libre({});
    expect((await citas()).map(({ empleado_id }) => empleado_id).sort()).toEqual([ANA, BETY]);

    const asked = await libre({});
    expect([asked.status, asked.text("section[aria-labelledby=avisos-titulo]")]).toEqual([
      409,
      expect.stringContaining("A esa hora ya no queda ninguna especialista libre."),
    ]);
    expect(asked.values()).toMatchObject({ [LIBRE]: "libre", hora: "10:00" });
    const avisos = asked.document.querySelector("input[name=avisos]")?.getAttribute("value") ?? "";
    expect(await asked.submitThrice({ avisos })).toEqual(["303 /admin/citas"]);
    expect((await citas()).map(({ empleado_id }) => empleado_id).sort()).toEqual([ANA, BETY, null].sort());
  });

  test("warns on a closed day of its reason and that no specialist is left", async () => {
    await createAusencia(null, TOMORROW, TOMORROW, { motivo: "Inventario" });
    const asked = await book(fields({ [LIBRE]: "libre" }));
    await sql("DELETE FROM ausencias_susa");
    expect([asked.status, asked.texts("section[aria-labelledby=avisos-titulo] li")]).toEqual([
      409,
      [expect.stringMatching(/^El estudio cierra .*: Inventario\.$/), "A esa hora ya no queda ninguna especialista libre."],
    ]);
  });

  test("does not include her whom an appointment without a specialist will take", async () => {
    await letDo(BETY);
    await createCita(at("10:00"), { duracion_minutos: 120 });
    const free = hours(await withHours({ hora: "09:00" }));
    expect(free.slice(0, 3)).toEqual(["9:00 a.m. con Ana mañana", "12:00 p.m. con Ana mañana", "12:30 p.m. con Ana mañana"]);
  });
});

describe("a client who has walked in", () => {
  const arrive = async (cliente_q: string) =>
    press(await staff.get("/admin/citas/nueva?ahora=1"), "Diseño de cejas", { cliente_q });
  /** The names of those who have an appointment, which begins now and is confirmed. */
  const attended = async (from: number) => {
    const rows = await sql<{ nombre: string; telefono: string | null; fecha_hora: Date; estado: string }>(
      "SELECT k.nombre, k.telefono, fecha_hora, estado FROM citas_susa JOIN clientes_susa k ON k.id = cliente_id",
    );
    return rows.map(({ nombre, telefono, fecha_hora, estado }) => {
      expect(fecha_hora.getTime() % STEP_MS).toBe(0);
      expect(fecha_hora.getTime()).toBeGreaterThan(from - STEP_MS);
      expect(fecha_hora.getTime()).toBeLessThanOrEqual(Date.now());
      return `${nombre} ${telefono ?? ""} ${estado}`.replace("  ", " ");
    });
  };
  // A most requested service is one that was booked.
  beforeEach(() => createCita(at("10:00", addDays(HOY, -1)), { servicio_id: CEJAS, estado: "completada" }));

  test.each([
    ["a new name", "Nadia Nueva", "Nadia Nueva confirmada"],
    ["a name that others have too", "Lucía", "Lucía confirmada"],
    ["a known telephone", "55 1234 5678", "Lucía Peña +525512345678 confirmada"],
  ])("is booked now under %s", async (_, typed, expected) => {
    const from = Date.now();
    const form = await arrive(typed);
    expect([form.document.title, form.status]).toEqual([expect.stringMatching(/^Llegó sin cita/), 200]);
    expect(hours(form)[0]).toBe("Ahora con Ana hoy");
    expect((await press(form, "Ahora")).status).toBe(303);
    expect(await attended(from)).toEqual([expected]);
  });

  test("is asked first for the service, then for her name", async () => {
    const order = async (path: string) => (await staff.get(path)).texts("dialog fieldset legend");
    const pedidos = "Servicios · Los más pedidos";
    expect(await order("/admin/citas/nueva?ahora=1")).toEqual(["Libres ahora", pedidos, "Clienta", "Más opciones"]);
    expect(await order("/admin/citas/nueva")).toEqual(["Clienta", pedidos, "Más opciones"]);
  });

  test("hears who is free now, until she says what she wants", async () => {
    const free = async () => (await staff.get("/admin/citas/nueva?ahora=1")).texts("dialog fieldset:first-of-type > *");
    expect(await free()).toEqual(["Libres ahora", "Ana", "Bety"]);
    const hers = await press(await press(await staff.get("/admin/citas/nueva?ahora=1"), "Bety"), "Diseño de cejas");
    expect([hers.values()[LIBRE], hours(hers)[0]]).toEqual([BETY, "Ahora con Bety hoy"]);
    await createCita(new Date(), { empleado_id: ANA });
    expect(await free()).toEqual(["Libre ahora", "Bety"]);
    await createCita(new Date(Date.now() + 10 * 60_000), { empleado_id: BETY });
    expect(await free()).toEqual(["Ahora no hay nadie libre. Elige el servicio y verás qué horas quedan."]);
    expect((await arrive("Lucía")).text("dialog")).not.toContain("libre ahora");
  });

  test("is one of those found when she is chosen, and has to give her name when only an unknown telephone was typed", async () => {
    const found = await arrive("Lucía");
    expect((await press(found, "Ahora", { cliente_id: LUCIA })).status).toBe(303);
    expect(await attended(Date.now())).toEqual(["Lucía Peña +525512345678 confirmada"]);
    await sql("DELETE FROM citas_susa WHERE cliente_id = $1", [LUCIA]);
    const unknown = await arrive("55 0000 0077");
    expect(unknown.values()).toMatchObject({ cliente_nombre: "", cliente_telefono: "55 0000 0077" });
    expect([(await press(unknown, "Ahora")).status, await attended(Date.now())]).toEqual([400, []]);
  });

  test("is warned of as in the past only after a quarter of an hour", async () => {
    const ago = (minutes: number) => {
      const moment = new Date(Date.now() - minutes * 60_000);
      return book(fields({ fecha: studioDay(moment, ZONA), hora: studioClock(moment, ZONA) }));
    };
    expect((await ago(16)).text("dialog")).toContain("Esa hora ya pasó.");
    // The minute that has begun, and one in which the next may begin.
    expect((await ago(13)).text("body")).not.toContain("Esa hora ya pasó.");
  });
});

test("a name typed and an hour pressed in one go: asks whom it is for, and books the only one with a telephone", async () => {
  await createCliente({ nombre: "Lucía Otra" });
  const form = await withHours({ cliente_id: "" });
  const asked = await form.submit({ cliente_q: "lucía", ...hourOf("10:00", ANA) });
  expect([asked.status, asked.alert]).toEqual([400, expect.stringContaining("Elige a la clienta")]);
  expect(asked.all("dialog input[name=cliente_id]")).toHaveLength(3);
  expect((await asked.submit({ cliente_q: "55 1234 5678", ...hourOf("10:00", ANA) })).status).toBe(303);
  expect(await citas()).toMatchObject([{ cliente_id: LUCIA, fecha_hora: at("10:00") }]);
});
