import { beforeEach, describe, expect, test } from "vitest";
import type { Page } from "../../../support/browser";
import { createAusencia, createCliente } from "../../../support/factories";
import { emptyTables, sql, sqlValue } from "../../../support/test-database";
import { ANA, BETY, book, CEJAS, fields, PEDICURA, staff, TOMORROW } from "./agenda";

beforeEach(() => emptyTables("citas_susa", "ausencias_susa"));

/** Books an appointment and opens its editor twice: for her, who saves first, and for me. */
async function openTwice(changes: Record<string, string> = {}): Promise<{ path: string; hers: Page; mine: Page }> {
  await book(fields(changes));
  const path = `/admin/citas/${await sqlValue("SELECT id FROM citas_susa")}`;
  return { path, hers: await staff.get(path), mine: await staff.get(path) };
}

/** Saves a form, confirming its warnings. */
async function saveAnyway(page: Page, changes: Record<string, string>): Promise<Page> {
  const answer = await page.submit(changes);
  const mark = answer.document.querySelector('input[name="avisos"]')?.getAttribute("value");
  return mark ? answer.submit({ avisos: mark }) : answer;
}

const versions = (page: Page) =>
  page
    .all("section[aria-labelledby=versiones] dl > div")
    .map((row) => [...row.children].map(({ textContent }) => textContent).join(" | "));

describe("two edits of one appointment", () => {
  test("one of its time and one of its notes, are both kept, and the message says when it is now", async () => {
    const { path, hers, mine } = await openTwice();
    expect((await saveAnyway(hers, { hora: "12:30", "servicios[0].empleado_id": BETY })).status).toBe(303);
    await staff.get("/admin/citas");
    // A warning about the slot that the appointment no longer has would be one too many.
    await createAusencia(ANA, TOMORROW, TOMORROW);
    expect((await mine.submit({ notas: "Llega con su hija", "servicios[0].precio": "410" })).status).toBe(303);
    const flash = (await staff.get("/admin/citas")).flash;
    expect(flash).toMatch(/^Cita actualizadaQuedó el .*12:30 p\.m\./);
    expect((await staff.get(path)).values()).toMatchObject({
      hora: "12:30",
      "servicios[0].empleado_id": BETY,
      "servicios[0].precio": "410.00",
      notas: "Llega con su hija",
    });
  });

  test("one of the client and one of the status, are both kept, each with its line in the history", async () => {
    const eva = await createCliente({ nombre: "Eva Paz" });
    const { path, hers, mine } = await openTwice({ estado: "programada" });
    await hers.submit({ cliente_id: eva });
    expect((await mine.submit({ estado: "confirmada" })).status).toBe(303);
    const flash = (await staff.get("/admin/citas")).flash;
    expect(flash).toContain("También se quedó lo que otra persona cambió mientras editabas: Clienta.");
    expect((await staff.get(path)).values()).toMatchObject({ cliente_id: eva, estado: "confirmada" });
    expect(await sql("SELECT accion, estado FROM cambios_cita_susa ORDER BY orden")).toEqual([
      { accion: "creada", estado: "programada" },
      { accion: "editada", estado: "programada" },
      { accion: "confirmada", estado: "confirmada" },
    ]);
  });

  test("one of the hour and one of the duration, are asked about as one, and the answer decides both", async () => {
    const { path, hers, mine } = await openTwice();
    await hers.submit({ hora: "12:30", notas: "Trae foto" });
    const conflict = await mine.submit({ "servicios[0].duracion_minutos": "90" });
    expect(conflict.status).toBe(409);
    expect(conflict.alert).toContain("Alguien más cambió lo mismo que tú mientras editabas.");
    expect(versions(conflict)).toEqual([
      "Hora | Tu versión: 10:00 | Lo guardado: 12:30",
      "Duración en minutos | Tu versión: 90 | Lo guardado: 45",
    ]);
    expect(conflict.values()).toMatchObject({ hora: "10:00", "servicios[0].duracion_minutos": "90", notas: "Trae foto" });
    expect((await conflict.submit({ hora: "12:30" })).status).toBe(303);
    expect((await staff.get(path)).values()).toMatchObject({
      fecha: TOMORROW,
      hora: "12:30",
      "servicios[0].duracion_minutos": "90",
      notas: "Trae foto",
    });
  });

  test("one of the service and one of its price, are asked about by price, with the client and service in words", async () => {
    const { hers, mine } = await openTwice();
    await hers.submit({ "servicios[0].precio": "99" });
    const conflict = await saveAnyway(mine, { "servicios[0].servicio_id": PEDICURA });
    expect(conflict.status).toBe(409);
    expect(versions(conflict)).toEqual(["Precio | Tu versión: (vacío) | Lo guardado: 99.00"]);
    expect(conflict.values()["servicios[0].servicio_id"]).toBe(PEDICURA);
  });

  test("of the client, to two different ones, are asked about by name, and mine stays chosen", async () => {
    const [eva, sol] = [await createCliente({ nombre: "Eva Paz" }), await createCliente({ nombre: "Sol Ríos" })];
    const { hers, mine } = await openTwice();
    await hers.submit({ cliente_id: eva });
    const conflict = await mine.submit({ cliente_id: sol });
    expect(versions(conflict)).toEqual(["Clienta | Tu versión: Sol Ríos | Lo guardado: Eva Paz"]);
    expect(conflict.values()).toMatchObject({
      cliente_id: sol,
      "servicios[0].servicio_id": CEJAS,
      "servicios[0].empleado_id": ANA,
    });
    expect((await conflict.submit()).status).toBe(303);
    expect(await sql("SELECT cliente_id FROM citas_susa")).toEqual([{ cliente_id: sol }]);
  });

  test("that have to be confirmed, show what the other changed in place and name it", async () => {
    const { path, hers, mine } = await openTwice();
    await hers.submit({ notas: "", "servicios[0].precio": "410" });
    await createAusencia(BETY, TOMORROW, TOMORROW);
    const warned = await mine.submit({ "servicios[0].empleado_id": BETY });
    expect([warned.status, versions(warned)]).toEqual([409, []]);
    expect(warned.alert).toContain("Todavía no guardamos la cita");
    expect(warned.alert).toContain("También se quedó lo que otra persona cambió mientras editabas: Precio, Notas.");
    const merged = { "servicios[0].empleado_id": BETY, "servicios[0].precio": "410.00" };
    expect(warned.values()).toMatchObject({ ...merged, notas: "" });
    expect((await saveAnyway(warned, {})).status).toBe(303);
    expect((await staff.get(path)).values()).toMatchObject({ ...merged, notas: "" });
  });
});
