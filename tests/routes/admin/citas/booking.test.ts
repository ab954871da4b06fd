import { randomUUID } from "node:crypto";
import { beforeEach, describe, expect, test } from "vitest";
import { formatDay } from "../../../../app/format/dates";
import { addDays } from "../../../../app/format/days.server";
import type { Page } from "../../../support/browser";
import { createAusencia, everyoneDoesEverything } from "../../../support/factories";
import { countOf, emptyTables, sql } from "../../../support/test-database";
import { ANA, at, BETY, book, CEJAS, citas, fields, HOY, PEDICURA, press, TOMORROW, ZONA } from "./agenda";

await everyoneDoesEverything();
beforeEach(() => sql("DELETE FROM citas_susa"));

/** A pedicure as the second service of a visit, at its price and duration. */
const thenPedicura = (empleado_id: string) => ({
  "servicios[1].servicio_id": PEDICURA,
  "servicios[1].empleado_id": empleado_id,
  "servicios[1].precio": "",
  "servicios[1].duracion_minutos": "",
});

/** The hours in place of a taken one, without the number of their day. */
const offersOf = (page: Page) =>
  page.texts("section[aria-labelledby=ocupado] button").map((text) => text.replace(/(hoy|mañana), .*/, "$1"));

describe("booking an appointment", () => {
  test("takes empty price and duration from the service, and adds its cleanup time", async () => {
    expect((await book(fields())).status).toBe(303);
    expect(await citas()).toMatchObject([{ fecha_hora: at("10:00"), fin: at("11:00"), precio: "350.00", empleado_id: ANA }]);
    expect(await sql("SELECT accion, estado FROM cambios_cita_susa")).toEqual([{ accion: "creada", estado: "confirmada" }]);
  });

  test("rejects a second appointment at the same time, and shows the first, free alternatives and every typed value", async () => {
    await book(fields());
    const page = await book(fields({ hora: "10:30", notas: "No me pierdas" }));
    expect(page.status).toBe(409);
    expect(page.alert).toMatch(/^Revisa antes de guardarEse horario ya está ocupado\./);
    const taken = page.text("section[aria-labelledby=ocupado]");
    expect(taken).toContain(
      `Ana Núñez ya tiene a Lucía Peña el ${formatDay(at("10:00"), ZONA)}, de 10:00 a.m. a 11:00 a.m. (Diseño de cejas).`,
    );
    expect(page.values()).toMatchObject(fields({ hora: "10:30", notas: "No me pierdas" }));
    expect(await citas()).toHaveLength(1);

    const offers = offersOf(page);
    expect(offers.slice(0, 3)).toEqual(["10:30 a.m. con Bety mañana", "11:00 a.m. con Ana mañana", "11:30 a.m. con Ana mañana"]);
    expect((await press(page, "10:30 a.m.")).status).toBe(303);
    expect((await press(page, "11:00 a.m.", { token: randomUUID() })).status).toBe(303);
    expect((await citas()).map(({ fecha_hora, empleado_id }) => [fecha_hora, empleado_id])).toEqual([
      [at("10:00"), ANA],
      [at("10:30"), BETY],
      [at("11:00"), ANA],
    ]);
  });

  test("links two services of one visit back to back, with cleanup time in between only for the same specialist", async () => {
    expect((await book(fields(thenPedicura(ANA)))).status).toBe(303);
    expect((await book(fields({ ...thenPedicura(BETY), hora: "15:00" }))).status).toBe(303);
    const rows = await citas();
    expect(rows.map(({ fecha_hora, fin }) => [fecha_hora, fin])).toEqual([
      [at("10:00"), at("11:00")],
      [at("11:00"), at("12:00")],
      [at("15:00"), at("16:00")],
      [at("15:45"), at("16:45")],
    ]);
    expect(rows[0]?.visita_id).toMatch(/^[0-9a-f-]{36}$/);
    expect(rows.map(({ visita_id }) => visita_id === rows[0]?.visita_id)).toEqual([true, true, false, false]);
    expect(rows[2]?.visita_id).toBe(rows[3]?.visita_id);
  });

  test("writes neither the first service nor the new client when the second service's slot is taken", async () => {
    await book(fields({ "servicios[0].empleado_id": BETY, "servicios[0].servicio_id": PEDICURA }));
    const before = await countOf("clientes_susa");
    const page = await book(
      fields({
        cliente_id: "",
        cliente_nombre: "Nadie Todavía",
        cliente_telefono: "55 0000 0001",
        hora: "09:30",
        ...thenPedicura(BETY),
      }),
    );
    expect(page.status).toBe(409);
    expect(page.values().cliente_nombre).toBe("Nadie Todavía");
    expect(await citas()).toHaveLength(1);
    expect(await countOf("clientes_susa")).toBe(before);
  });

  test("offers only times at which both services of a visit fit, whichever of them conflicts", async () => {
    const bookAt = (hora: string, empleado_id: string, servicio_id: string) =>
      book(
        fields({
          hora,
          "servicios[0].empleado_id": empleado_id,
          "servicios[0].servicio_id": servicio_id,
          "servicios[0].servicio_anterior": "",
        }),
      );
    await bookAt("10:00", ANA, CEJAS);
    await bookAt("12:30", ANA, PEDICURA);
    // At half past ten the first service fits and the second does not.
    const first = await book(fields({ hora: "10:30", ...thenPedicura(ANA) }));
    expect(offersOf(first).slice(0, 3)).toEqual([
      "10:30 a.m. con Bety mañana",
      "1:30 p.m. con Ana mañana",
      "2:00 p.m. con Ana mañana",
    ]);
    expect((await press(first, "1:30 p.m.")).status).toBe(303);

    // The first service's slot is free and the second's is not: the offer starts when both fit.
    await bookAt("10:15", BETY, PEDICURA);
    const second = await book(fields({ hora: "09:00", ...thenPedicura(BETY), "servicios[0].duracion_minutos": "75" }));
    expect([second.status, offersOf(second)[0]]).toEqual([409, "11:00 a.m. con Ana y Bety mañana"]);
    expect((await press(second, "11:00 a.m.")).status).toBe(303);
    expect(await citas()).toMatchObject([
      { fecha_hora: at("10:00"), empleado_id: ANA },
      { fecha_hora: at("10:15"), empleado_id: BETY },
      { fecha_hora: at("11:00"), empleado_id: ANA },
      { fecha_hora: at("12:15"), empleado_id: BETY },
      { fecha_hora: at("12:30"), empleado_id: ANA },
      { fecha_hora: at("13:30"), empleado_id: ANA },
      { fecha_hora: at("14:30"), empleado_id: ANA },
    ]);
  });

  test("waits for the first specialist's cleanup when she also does the third service", async () => {
    const row = (n: number, servicio_id: string, empleado_id: string, duracion: string) => ({
      [`servicios[${n}].servicio_id`]: servicio_id,
      [`servicios[${n}].empleado_id`]: empleado_id,
      [`servicios[${n}].precio`]: "",
      [`servicios[${n}].duracion_minutos`]: duracion,
    });
    const three = { ...row(0, CEJAS, ANA, "30"), ...row(1, PEDICURA, BETY, "10"), ...row(2, CEJAS, ANA, "30") };
    expect((await book(fields(three))).status).toBe(303);
    expect((await citas()).map(({ fecha_hora }) => fecha_hora)).toEqual([at("10:00"), at("10:30"), at("10:45")]);
  });

  test("warns about a time outside working hours, and books it when confirmed", async () => {
    await createAusencia(ANA, TOMORROW, TOMORROW, { motivo: "vacaciones" });
    const page = await book(fields());
    expect(page.status).toBe(409);
    expect(page.text("section[aria-labelledby=avisos-titulo]")).toContain("vacaciones");
    expect(page.alert).toBe("Revisa antes de guardarTodavía no guardamos la cita: revisa este aviso.");
    expect(await citas()).toHaveLength(0);
    const mark = page.document.querySelector("input[name=avisos]")?.getAttribute("value") ?? "";
    // Confirming the warning of one time does not confirm another.
    const other = await page.submit({ avisos: mark, fecha: addDays(HOY, -1) });
    expect([other.status, other.text("section[aria-labelledby=avisos-titulo]")]).toEqual([
      409,
      expect.stringContaining("Esa hora ya pasó."),
    ]);
    expect((await page.submit({ avisos: mark })).status).toBe(303);
    expect(await citas()).toHaveLength(1);
    await emptyTables("ausencias_susa");
  });

  test.each([
    ["servicios[0].servicio_id", "Uno de los servicios ya no está."],
    ["servicios[0].empleado_id", "Esa especialista ya no está."],
    ["cliente_id", "Esa clienta ya no está."],
  ])("rejects a deleted %s and keeps the form", async (name, sentence) => {
    const page = await book(fields({ [name]: "00000000-0000-4000-8000-000000000000", notas: "Sigo" }));
    expect([page.status, page.alert, page.values().notas]).toEqual([400, expect.stringContaining(sentence), "Sigo"]);
    expect(await citas()).toHaveLength(0);
  });
});
