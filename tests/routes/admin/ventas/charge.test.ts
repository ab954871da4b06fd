import pg from "pg";
import { describe, expect, test, vi } from "vitest";
import type { Page } from "../../../support/browser";
import { countOf, sql, sqlColumn, sqlValue, withoutTable } from "../../../support/test-database";
import {
  addCita,
  addProducto,
  addToForm,
  addVisita,
  ana,
  errorsOf,
  especialistas,
  estados,
  ingresos,
  offered,
  press,
  readFlash,
  stock,
  untick,
} from "./counter";

const folio = () => sqlValue<number>("SELECT folio FROM ventas_susa");
const rows = (page: Page) => page.texts("#cobro input[name$='.item_id'] ~ p");

describe("completing a visit of three", () => {
  test("completes and charges all of it once with one submit, and says the sum and where its nota is", async () => {
    const { ids, path } = await addVisita();
    const page = await ana.get(path);
    expect(page.texts("#pago ~ ul li")).toEqual([
      "Diseño de cejas10:00 a.m. · Ana Núñez$350.00",
      "Uñas11:00 a.m. · Mariana Núñez$480.50",
      "Pestañas12:00 p.m. · Ana Núñez$200.00",
    ]);
    expect(page.values()).toMatchObject({ por_cobrar: "1030.50", monto: "1030.50", metodo_pago: "efectivo" });
    const detail = `/admin/citas/${ids[0]}/detalle?de=${encodeURIComponent("/admin/citas?q=x")}`;
    expect(await page.submitThrice()).toEqual([`303 ${detail}`]);
    expect([await estados(ids), await countOf("ventas_susa")]).toEqual([["completada", "completada", "completada"], 1]);
    expect(await ingresos()).toEqual(["cita 200.00 efectivo", "cita 350.00 efectivo", "cita 480.50 efectivo"]);
    const after = await ana.get(detail);
    expect(after.flash).toBe(`3 citas completadasCobrado $1,030.50: efectivo. Nota ${await folio()}.Ver la nota`);
    const nota = await ana.get(after.href('main [role="status"] a'));
    expect([nota.status, nota.text("h1")]).toEqual([200, `Nota ${await folio()}`]);
  });

  test("leaves an appointment that was unticked open, and does not list those of another day", async () => {
    const { ids, path } = await addVisita();
    const [first, , third] = ids;
    const visita_id = await sqlValue("SELECT visita_id FROM citas_susa WHERE id = $1", [first]);
    const tomorrow = await addCita(10, 900, { dia: "2026-11-22", visita_id, servicio: "Retoque" });
    const page = await ana.get(path);
    expect([page.all("#pago ~ ul li").length, page.text()]).toEqual([3, expect.not.stringContaining("Retoque")]);
    untick(page, third);
    expect((await page.submit({ metodo_pago: "tarjeta" })).status).toBe(303);
    expect(await readFlash()).toContain("2 citas completadasCobrado $830.50: tarjeta.");
    expect(await estados([...ids, tomorrow])).toEqual(["completada", "completada", "programada", "programada"]);
  });

  test("takes two methods, a tip and a discount", async () => {
    const { ids, path } = await addVisita();
    const page = await ana.get(path);
    expect(page.texts("label").filter((label) => label.startsWith("Propina"))).toEqual(["Propina de Ana", "Propina de Mariana"]);
    const answer = await page.submit({
      ...{ parte_metodo: "tarjeta", parte_monto: "330", "propinas[1].monto": "50" },
      ...{ descuento: "$100.50", descuento_motivo: "Cumpleaños" },
    });
    expect(answer.status).toBe(303);
    expect(await readFlash()).toBe(
      `3 citas completadasCobrado $930.00: efectivo $600.00, tarjeta $330.00. Propina de Mariana: $50.00. Nota ${await folio()}.Ver la nota`,
    );
    expect(await sql("SELECT empleado_id, cita_id, monto, metodo_pago FROM propinas_susa")).toEqual([
      { empleado_id: especialistas.mariana, cita_id: ids[1], monto: "50.00", metodo_pago: "efectivo" },
    ]);
    expect(await sqlColumn("SELECT descuento_motivo FROM citas_susa WHERE descuento > 0")).toEqual(["Cumpleaños"]);
  });

  test("takes a discount and a tip in percent, and says the amounts", async () => {
    const { ids, path } = await addVisita();
    const page = await ana.get(path);
    const typed = { descuento: "10 %", descuento_motivo: "Cumpleaños", "propinas[0].monto": "10 por ciento" };
    const refused = await page.submit({ ...typed, monto: "900" });
    expect([refused.status, errorsOf(refused)[0]?.[0]]).toEqual([400, "monto"]);
    expect(errorsOf(refused)[0]?.[1]).toContain("Son $927.45.");
    expect(refused.values()).toMatchObject(typed);
    expect((await refused.submit({ monto: "1,030.50" })).status).toBe(303);
    expect(await readFlash()).toBe(
      `3 citas completadasCobrado $927.45: efectivo. Descuento de 10%: $103.05. Cambio: $10.30. Propina de Ana: $92.75. Nota ${await folio()}.Ver la nota`,
    );
    expect(await sqlValue("SELECT sum(descuento)::text FROM citas_susa")).toBe("103.05");
    expect(await estados(ids)).toEqual(["completada", "completada", "completada"]);
  });

  const MOTIVO = { descuento_motivo: "Amiga" };
  test.each<[field: string, sentence: string, changes: Record<string, string>]>([
    [
      "monto",
      "Son $1,030.50. Si paga menos, elige «Paga después» y escribe en «Una parte con» lo que paga hoy.",
      { monto: "1,030" },
    ],
    ["monto", "Con tarjeta no hay cambio: son $1,030.50.", { monto: "1,100", metodo_pago: "tarjeta" }],
    [
      "monto",
      "Con transferencia no hay cambio: son $930.50.",
      { monto: "1000", metodo_pago: "transferencia", descuento: "100", ...MOTIVO },
    ],
    ["monto", "Con eso no alcanza para la propina: sin ella son $1,030.50.", { monto: "1050", "propinas[0].monto": "20" }],
    ["monto", "Escribe el monto con números y con punto para los centavos, como 350 o 1,234.50.", { monto: "todo" }],
    [
      "monto",
      "Con tarjeta no hay cambio: son $1,030.50 más la propina.",
      { monto: "1,100", metodo_pago: "tarjeta", "propinas[0].monto": "20" },
    ],
    ["descuento", "El descuento llega hasta 100%. Escríbelo como 10% o en pesos.", { descuento: "110 %", ...MOTIVO }],
    [
      "propinas[0].monto",
      "La propina en porcentaje llega hasta 100%. Si es más, escríbela en pesos.",
      { "propinas[0].monto": "200%" },
    ],
    ["descuento_motivo", "Escribe por qué se le hizo el descuento.", { descuento: "50" }],
    ["descuento", "Escribe de cuánto es el descuento, o borra el motivo.", MOTIVO],
    ["descuento", "El descuento no puede ser más de lo que cuestan las citas.", { descuento: "1030.51", ...MOTIVO }],
    ["parte_monto", "Esa parte no puede ser más de lo que paga.", { parte_metodo: "otro", parte_monto: "1,030.51" }],
    ["parte_monto", "Escribe cuánto paga de esa otra forma.", { parte_metodo: "tarjeta" }],
    ["parte_metodo", "Elige con qué paga esa parte.", { parte_monto: "50" }],
    [
      "propinas[1].monto",
      "Si la propina la deja hoy, elige con qué. Si no, anótala cuando la deje.",
      { metodo_pago: "despues", "propinas[1].monto": "50" },
    ],
  ])("is refused at %s, with «%s», and keeps what was typed: %j", async (field, sentence, changes) => {
    const { ids, path } = await addVisita();
    const page = await (await ana.get(path)).submit(changes);
    expect([page.status, errorsOf(page)]).toEqual([400, [[field, sentence]]]);
    expect(page.values()).toMatchObject(changes);
    // The error is beside its field, and no fold hides it.
    const control = page.document.getElementById(`cobro-${field}`);
    expect(page.document.getElementById(`cobro-${field}-error`)?.textContent).toBe(sentence);
    expect(control?.closest("details")?.hasAttribute("open") ?? true).toBe(true);
    expect([await estados(ids), await countOf("ingresos_susa")]).toEqual([["programada", "programada", "programada"], 0]);
  });

  test("says what is due without the discount however that was typed", async () => {
    const { path } = await addVisita();
    const typed = { descuento: "$1,000", descuento_motivo: "Amiga", monto: "100", metodo_pago: "tarjeta" };
    const page = await (await ana.get(path)).submit(typed);
    expect([page.status, errorsOf(page)]).toEqual([400, [["monto", "Con tarjeta no hay cambio: son $30.50."]]]);
  });

  test("takes no tip for somebody who did none of the ticked appointments, and asks for at least one", async () => {
    const { ids, path } = await addVisita();
    const page = await ana.get(path);
    untick(page, ids[1]);
    const refused = await page.submit({ "propinas[1].monto": "50" });
    expect([refused.status, errorsOf(refused)]).toEqual([
      400,
      [["propinas[1].monto", "Esa propina es de alguien que no la atendió en las citas marcadas."]],
    ]);
    for (const id of [ids[0], ids[2]]) untick(refused, id);
    const none = await refused.submit();
    expect([none.status, none.alert]).toEqual([400, expect.stringContaining("Marca al menos una cita.")]);
    expect(none.all("#cobro input[type=checkbox][name^=citas][checked]")).toEqual([]);
  });

  test("keeps how it is paid while no appointment is ticked", async () => {
    const { ids, path } = await addVisita();
    const page = await ana.get(path);
    for (const id of ids) untick(page, id);
    const typed = {
      monto: "1,000",
      metodo_pago: "tarjeta",
      "propinas[0].monto": "20",
      descuento: "5",
      descuento_motivo: "Amiga",
    };
    const refused = await page.submit(typed);
    expect([refused.status, refused.values()]).toEqual([400, expect.objectContaining(typed)]);
  });

  test("keeps «Nada» chosen when something else is refused", async () => {
    const { path } = await addVisita();
    const refused = await (await ana.get(path)).submit({ monto: "todo" });
    expect(refused.values()).toMatchObject({ monto: "todo", parte_metodo: "" });
  });

  test("that somebody else charged in part meanwhile is refused with what is left now, and then charges that", async () => {
    const { ids, path } = await addVisita();
    const [page, other] = [await ana.get(path), await ana.get(path)];
    untick(other, ids[2]);
    await other.submit();
    const stale = await page.submit({ metodo_pago: "otro" });
    expect([stale.status, stale.alert]).toEqual([409, expect.stringContaining("Lo que falta por cobrar cambió mientras tanto.")]);
    expect(stale.texts("#pago ~ ul li")).toEqual([expect.stringContaining("Pestañas")]);
    expect(stale.values()).toMatchObject({ por_cobrar: "200.00", monto: "200.00", metodo_pago: "otro" });
    expect((await stale.submit()).status).toBe(303);
    expect(await ingresos()).toEqual(["cita 200.00 otro", "cita 350.00 efectivo", "cita 480.50 efectivo"]);
  });

  test("does not charge the appointment that was unticked when somebody else charged the others meanwhile", async () => {
    const { ids, path } = await addVisita();
    const [page, other] = [await ana.get(path), await ana.get(path)];
    untick(page, ids[2]);
    untick(other, ids[2]);
    await other.submit();
    const stale = await page.submit();
    expect(stale.status).toBe(409);
    await stale.submit();
    expect(await estados(ids)).toEqual(["completada", "completada", "programada"]);
    expect(await ingresos()).toHaveLength(2);
  });

  test("that changes while it is being charged is refused with what is left then", async () => {
    const { ids, path } = await addVisita();
    const page = await ana.get(path);
    const other = new pg.Client({ connectionString: process.env.DATABASE_URL });
    await other.connect();
    let charged: Promise<Page>;
    try {
      await other.query("BEGIN");
      await other.query("UPDATE citas_susa SET precio = 300 WHERE id = $1", [ids[0]]);
      charged = page.submit();
      await vi.waitFor(async () => {
        const waiting = "SELECT 1 FROM pg_stat_activity WHERE wait_event_type = 'Lock' AND datname = current_database()";
        expect(await sql(waiting)).not.toEqual([]);
      }, 60_000);
      await other.query("COMMIT");
    } finally {
      await other.end();
    }
    const stale = await charged;
    expect([stale.status, stale.values("#cobro")["citas[0].por_cobrar"]]).toEqual([409, "300.00"]);
    expect(stale.values()).toMatchObject({ por_cobrar: "980.50", monto: "980.50" });
    expect((await stale.submit()).status).toBe(303);
  });

  test("of which one was cancelled meanwhile is refused, and then charges the others", async () => {
    const { ids, path } = await addVisita();
    const page = await ana.get(path);
    const detail = await ana.get(`/admin/citas/${ids[1]}/detalle`);
    const cancel = detail.all("main form").find((form) => form.textContent?.includes("Cancelar cita"));
    cancel?.setAttribute("id", "cancelar");
    await detail.submit({}, "#cancelar");
    const stale = await page.submit();
    expect([stale.status, stale.alert]).toEqual([
      409,
      expect.stringContaining("Algo de lo que ibas a cobrar se canceló o se eliminó."),
    ]);
    expect(stale.values().monto).toBe("550.00");
    await stale.submit();
    expect([await estados(ids), await ingresos()]).toEqual([
      ["completada", "cancelada", "completada"],
      ["cita 200.00 efectivo", "cita 350.00 efectivo"],
    ]);
  });

  test("comes back with 503 and all that was chosen while the database is away, and is charged when sent again", async () => {
    const aceite = await addProducto("Aceite");
    const { ids, path } = await addVisita();
    const page = await addToForm(await ana.get(path), aceite);
    untick(page, ids[2]);
    const changes = { metodo_pago: "tarjeta", "propinas[0].monto": "20", "productos[0].cantidad": "2" };
    const answer = await withoutTable("asientos_susa", () => page.submit(changes));
    expect([answer.status, answer.alert]).toEqual([503, expect.stringContaining("No se pudo completar la cita")]);
    expect(answer.values()).toMatchObject(changes);
    expect([await estados(ids), await stock()]).toEqual([["programada", "programada", "programada"], { Aceite: 9 }]);
    expect((await answer.submit()).status).toBe(303);
    expect([await estados(ids), await stock()]).toEqual([["completada", "completada", "programada"], { Aceite: 7 }]);
  });
});

/** What the page says that is charged: what is due above the amount, and each method. */
const said = (page: Page) => [page.texts("#cobro dl dt, #cobro dl dd").join(" "), ...page.texts("#cuanto li")];

describe("«Ver cuánto»", () => {
  const DISCOUNT = { descuento: "10%", descuento_motivo: "Cumpleaños" };

  test("says the discount, what each method pays with its tips in it, and writes nothing; what was typed is charged then", async () => {
    const { ids, path } = await addVisita();
    const typed = {
      ...{ ...DISCOUNT, metodo_pago: "efectivo", parte_metodo: "tarjeta", parte_monto: "400" },
      ...{ "propinas[0].monto": "30", "propinas[1].monto": "20.00", propina_metodo: "tarjeta" },
    };
    const page = await press(await ana.get(path), "quote", typed);
    expect([page.status, page.alert, said(page)]).toEqual([
      200,
      "",
      [
        "Descuento −$103.05 Por cobrar $927.45",
        "Con el descuento de $103.05 son $927.45",
        "Efectivo $527.45",
        "Tarjeta $450.00, de ellos $50.00 de propina",
      ],
    ]);
    expect(page.values()).toMatchObject({ ...typed, por_cobrar: "927.45", monto: "927.45" });
    expect(page.all("[autofocus]:not([popover] *)").map((button) => button.textContent)).toEqual(["Ver cuánto"]);
    expect([await estados(ids), await countOf("ventas_susa"), await countOf("propinas_susa")]).toEqual([
      ["programada", "programada", "programada"],
      0,
      0,
    ]);
    expect((await page.submit()).status).toBe(303);
    expect(await readFlash()).toBe(
      `3 citas completadasCobrado $927.45: efectivo $527.45, tarjeta $400.00. Descuento de 10%: $103.05. Propina de Ana: $30.00. Propina de Mariana: $20.00. Tarjeta $450.00, de ellos $50.00 de propina. Nota ${await folio()}.Ver la nota`,
    );
    expect(await ingresos()).toHaveLength(4);
    expect(await sqlColumn("SELECT DISTINCT metodo_pago FROM propinas_susa")).toEqual(["tarjeta"]);
  });

  test.each<[what: string, typed: Record<string, string>, lines: string[]]>([
    ["change", { monto: "1,100" }, ["Efectivo $1,030.50", "Cambio $69.50"]],
    [
      "nothing to charge",
      { descuento: "100%", descuento_motivo: "Regalo" },
      ["Con el descuento de $1,030.50 son $0.00", "No se cobra nada"],
    ],
    [
      "what is left for another day",
      { metodo_pago: "despues", parte_metodo: "transferencia", parte_monto: "400" },
      ["Transferencia $400.00", "Queda a deber $630.50"],
    ],
    [
      "a terminal that charges only the tip",
      { "propinas[0].monto": "10%", propina_metodo: "tarjeta" },
      ["Efectivo $1,030.50", "Tarjeta $103.05, todo de propina"],
    ],
    [
      "a tip in cash next to a card that is exact",
      { metodo_pago: "tarjeta", "propinas[0].monto": "50", propina_metodo: "efectivo" },
      ["Tarjeta $1,030.50", "Efectivo $50.00, todo de propina"],
    ],
    [
      "a tip that goes with the payment",
      { metodo_pago: "tarjeta", "propinas[0].monto": "70" },
      ["Tarjeta $1,100.50, de ellos $70.00 de propina"],
    ],
  ])("says %s", async (_what, typed, lines) => {
    const { path } = await addVisita();
    const page = await press(await ana.get(path), "quote", typed);
    expect([page.status, said(page).slice(1)]).toEqual([200, lines]);
    expect(page.values()).toMatchObject(typed);
  });

  test("of cash and card with the tip in cash is what is charged, without change", async () => {
    const id = await addCita(10, 570);
    const typed = {
      monto: "620",
      parte_metodo: "tarjeta",
      parte_monto: "100",
      "propinas[0].monto": "50",
      propina_metodo: "efectivo",
    };
    const page = await press(await ana.get(`/admin/citas/${id}/completar`), "quote", typed);
    expect(said(page)).toEqual(["Por cobrar $570.00", "Efectivo $520.00, de ellos $50.00 de propina", "Tarjeta $100.00"]);
    await page.submit();
    expect(await readFlash()).toBe(
      `Cita completadaCobrado $570.00: efectivo $470.00, tarjeta $100.00. Propina de Ana: $50.00. Nota ${await folio()}.Ver la nota`,
    );
    expect(await sql("SELECT monto, metodo_pago FROM propinas_susa")).toEqual([{ monto: "50.00", metodo_pago: "efectivo" }]);
  });

  test("an amount that was not touched follows the discount, and its end, however the form comes back or is sent", async () => {
    const aceite = await addProducto("Aceite");
    const { path } = await addVisita();
    let page = await press(await ana.get(path), "quote", DISCOUNT);
    page = await addToForm(page, aceite);
    expect(page.values()).toMatchObject({ ...DISCOUNT, por_cobrar: "1077.45", monto: "1077.45" });
    page = await press(page, "remove-row:0", { descuento: "", descuento_motivo: "" });
    expect(page.values()).toMatchObject({ descuento: "", por_cobrar: "1030.50", monto: "1030.50" });
    expect(said(page)).toEqual(["Por cobrar $1,030.50"]);
    page = await press(page, "quote", DISCOUNT);
    expect((await page.submit({ descuento: "", descuento_motivo: "" })).status).toBe(303);
    expect(await readFlash()).toContain("Cobrado $1,030.50: efectivo. Nota");
  });

  test("leaves an amount that she typed, and counts with it", async () => {
    const { path } = await addVisita();
    const page = await press(await ana.get(path), "quote", { ...DISCOUNT, monto: "1,000" });
    expect([said(page).slice(1), page.values()]).toEqual([
      ["Con el descuento de $103.05 son $927.45", "Efectivo $927.45", "Cambio $72.55"],
      expect.objectContaining({ monto: "1,000", por_cobrar: "927.45" }),
    ]);
  });

  test.each<[field: string, sentence: string, typed: Record<string, string>]>([
    ["monto", "Con tarjeta no hay cambio: son $927.45.", { ...DISCOUNT, monto: "1,030", metodo_pago: "tarjeta" }],
    [
      "monto",
      "Con eso no alcanza para la propina: sin ella son $1,030.50.",
      { monto: "1,040", parte_metodo: "tarjeta", parte_monto: "100", "propinas[1].monto": "20", propina_metodo: "efectivo" },
    ],
    ["descuento_motivo", "Escribe por qué se le hizo el descuento.", { descuento: "50" }],
    ["descuento", "El descuento no puede ser más de lo que cuestan las citas.", { ...DISCOUNT, descuento: "1,030.51" }],
    [
      "propinas[0].monto",
      "No queda nada por cobrar: escribe la propina en pesos.",
      { ...DISCOUNT, descuento: "100%", "propinas[0].monto": "10%" },
    ],
    ["propina_metodo", "Elige un método de pago de la lista.", { propina_metodo: "vales" }],
  ])("refuses at %s as charging does, with «%s»", async (field, sentence, typed) => {
    const { ids, path } = await addVisita();
    const asked = await press(await ana.get(path), "quote", typed);
    const charged = await (await ana.get(path)).submit(typed);
    for (const page of [asked, charged]) {
      expect([page.status, errorsOf(page), page.all("#cuanto")]).toEqual([400, [[field, sentence]], []]);
      if (field !== "propina_metodo") expect(page.values()).toMatchObject(typed);
      // A discount of more than there is is none.
      if (field === "descuento") expect(said(page)).toEqual(["Por cobrar $1,030.50"]);
    }
    expect(await estados(ids)).toEqual(["programada", "programada", "programada"]);
  });

  test("counts what is left now when somebody else charged a part meanwhile", async () => {
    const { ids, path } = await addVisita();
    const [page, other] = [await ana.get(path), await ana.get(path)];
    untick(other, ids[2]);
    await other.submit();
    const asked = await press(page, "quote", { metodo_pago: "tarjeta" });
    expect([asked.status, said(asked)]).toEqual([200, ["Por cobrar $200.00", "Tarjeta $200.00"]]);
    await asked.submit();
    expect(await ingresos()).toEqual(["cita 200.00 tarjeta", "cita 350.00 efectivo", "cita 480.50 efectivo"]);
  });

  test("asks for an appointment when none is ticked", async () => {
    const id = await addCita(10, 350);
    const page = await press(await ana.get(`/admin/citas/${id}/completar`), "quote", { "citas[0].id": "" });
    expect([page.status, page.alert]).toEqual([400, expect.stringContaining("Marca al menos una cita.")]);
  });
});

test("a tip is offered for who attended an appointment of the form, and has a method only where there is one", async () => {
  const [attended, alone] = [await addCita(10, 350), await addCita(11, 350, { empleado_id: null })];
  const methods = (page: Page) => page.texts("fieldset:has([name=propina_metodo]) label");
  expect(methods(await ana.get(`/admin/citas/${attended}/completar`))).toEqual([
    "Lo mismo",
    "Efectivo",
    "Tarjeta",
    "Transferencia",
    "Otro",
  ]);
  expect(methods(await ana.get(`/admin/citas/${alone}/completar`))).toEqual([]);
});

describe("products in the form of a visit", () => {
  test("are added by their buttons, one more with each press, and the untouched amount follows what is due", async () => {
    const [aceite] = [await addProducto("Aceite"), await addProducto("Crema", 9, 90), await addProducto("Sin precio", 9, null)];
    await addProducto("Agotado", 0, 10);
    const { ids, path } = await addVisita();
    let page = await ana.get(path);
    expect(offered(page)).toEqual(["Aceite $150.00", "Crema $90.00"]);
    page = await addToForm(page, aceite);
    expect([page.status, rows(page)]).toEqual([200, ["Aceite $150.00 cada uno"]]);
    expect(page.all("[autofocus]:not([popover] *)").map((button) => button.getAttribute("value"))).toEqual([
      `add-product:${aceite}`,
    ]);
    expect(page.values()).toMatchObject({ "productos[0].cantidad": "1", por_cobrar: "1180.50", monto: "1180.50" });
    untick(page, ids[0]);
    page = await addToForm(page, aceite);
    expect(page.values()).toMatchObject({ "productos[0].cantidad": "2", por_cobrar: "980.50", monto: "980.50" });
    expect(page.values()).not.toHaveProperty("citas[0].id");
    // An amount that was typed stays.
    page = await addToForm(page, aceite, { monto: "2,000" });
    expect(page.values()).toMatchObject({ "productos[0].cantidad": "3", por_cobrar: "1130.50", monto: "2,000" });
    expect((await page.submit()).status).toBe(303);
    expect(await readFlash()).toContain("Cobrado $1,130.50: efectivo. Cambio: $869.50.");
    expect([await stock(), await estados(ids)]).toEqual([
      expect.objectContaining({ Aceite: 6 }),
      ["programada", "completada", "completada"],
    ]);
  });

  test("are found by name with Enter or the button, removed by row, and counted as typed; what else was typed survives", async () => {
    const [aceite, crema] = [await addProducto("Aceite de cutícula"), await addProducto("Crema", 9, 90)];
    const { path } = await addVisita();
    const typed = {
      ...{ metodo_pago: "tarjeta", parte_metodo: "efectivo", parte_monto: "3,0", monto: "mil" },
      ...{ "propinas[0].monto": "veinte", "propinas[1].monto": "20", descuento: "10", descuento_motivo: "Por <esperar>" },
    };
    let page = await (await ana.get(path)).submit({ ...typed, producto_q: "CUTICULA" });
    expect([page.status, page.alert, page.values().producto_q]).toEqual([200, "", ""]);
    expect(offered(page)[0]).toBe("Aceite de cutícula $150.00");
    page = await press(page, "search-products", { producto_q: "nada así" });
    expect(page.text()).toContain("Nada a la venta se llama así.");
    expect(page.values()).toMatchObject(typed);
    page = await addToForm(page, aceite, { "productos[0].cantidad": "7" });
    page = await addToForm(page, crema, { "productos[0].cantidad": "4" });
    expect(page.values()).toMatchObject({
      ...typed,
      "productos[0].cantidad": "4",
      "productos[1].cantidad": "1",
      por_cobrar: "1710.50",
    });
    page = await press(page, "remove-row:0");
    expect([rows(page), page.values()]).toEqual([
      ["Crema $90.00 cada uno"],
      expect.objectContaining({ ...typed, por_cobrar: "1110.50" }),
    ]);
    expect(page.all("details:has([name=producto_q])")[0]?.hasAttribute("open")).toBe(true);
    expect([await countOf("ventas_susa"), await countOf("citas_susa", "estado = 'completada'")]).toEqual([0, 0]);
  });

  test("that are too many are refused at their row, with everything else kept", async () => {
    const aceite = await addProducto("Aceite", 2);
    const { ids, path } = await addVisita();
    const page = await addToForm(await ana.get(path), aceite);
    untick(page, ids[0]);
    const changes = { "productos[0].cantidad": "3", metodo_pago: "otro", "propinas[1].monto": "5" };
    const refused = await page.submit(changes);
    expect([refused.status, errorsOf(refused)]).toEqual([400, [["productos[0].cantidad", "Quedan 2 de Aceite."]]]);
    expect(refused.values()).toMatchObject({ ...changes, por_cobrar: "1130.50" });
    expect([await estados(ids), await stock()]).toEqual([["programada", "programada", "programada"], { Aceite: 2 }]);
    await refused.submit({ "productos[0].cantidad": "2" });
    expect(await readFlash()).toContain("2 citas completadasCobrado $980.50: otro. Propina de Mariana: $5.00.");
  });
});

test("an appointment that costs nothing says that nothing is left, completes without a sale, and can take a product", async () => {
  const aceite = await addProducto("Aceite");
  const [free, other] = [await addCita(10, 0), await addCita(11, 0)];
  const page = await ana.get(`/admin/citas/${free}/completar`);
  expect([page.text(), page.all("[name=metodo_pago], [name=monto]")]).toEqual([
    expect.stringContaining("No queda nada por cobrar."),
    [],
  ]);
  await page.submit();
  expect([await readFlash(), await countOf("ventas_susa")]).toEqual(["Cita completada", 0]);
  const sold = await addToForm(await ana.get(`/admin/citas/${other}/completar`), aceite);
  expect(sold.values()).toMatchObject({ por_cobrar: "150.00", monto: "150.00", metodo_pago: "efectivo" });
  await sold.submit({ metodo_pago: "tarjeta" });
  expect([await readFlash(), await ingresos()]).toEqual([
    `Cita completadaCobrado $150.00: tarjeta. Nota ${await folio()}.Ver la nota`,
    ["venta 150.00 tarjeta"],
  ]);
});

test("what a completed visit still owes is charged in parts from the same address", async () => {
  const { ids, path } = await addVisita();
  await ana.submit(path, { metodo_pago: "despues", parte_metodo: "tarjeta", parte_monto: "400" });
  expect(await readFlash()).toContain("Cobrado $400.00: tarjeta. Queda a deber: $630.50.");
  const page = await ana.get(path);
  expect([page.text("h1"), page.text("#cobro [data-submit]")]).toEqual(["Cobrar lo que falta", "Cobrar"]);
  expect(page.texts("#pago ~ ul li").map((row) => row.replace(/^.*· /, ""))).toEqual([
    "ya pagó $50.00 de $480.50$430.50",
    expect.stringContaining("$200.00"),
  ]);
  await page.submit({ monto: "130.50" });
  expect(await readFlash()).toContain("Cobro registradoCobrado $130.50: efectivo. Queda a deber: $500.00.");
  await ana.submit(path);
  expect(await sqlColumn("SELECT precio - cobrado FROM citas_susa WHERE id = ANY ($1)", [ids])).toEqual(["0.00", "0.00", "0.00"]);
  expect((await ana.send(path)).location).toBe("/admin/citas?q=x");
});

test("what a completed visit owes already is not put off again", async () => {
  const { path } = await addVisita();
  await ana.submit(path, { metodo_pago: "despues" });
  const page = await ana.get(path);
  expect([page.text("h1"), page.all("[value=despues]").length]).toEqual(["Cobrar lo que falta", 0]);
});

test("products are not left unpaid with an appointment whose client was deleted, and the error is at a field of the form", async () => {
  const [aceite, id] = [await addProducto("Aceite"), await addCita(10, 350, { cliente_id: null })];
  const page = await addToForm(await ana.get(`/admin/citas/${id}/completar`), aceite);
  const refused = await page.submit({ metodo_pago: "despues" });
  expect([refused.status, refused.text("#pago ~ ul")]).toEqual([400, expect.stringContaining("$350.00")]);
  for (const [field] of errorsOf(refused)) expect(refused.document.getElementById(`cobro-${field}`), field).not.toBeNull();
});

test.each(["otra-cosa", "add-product:abc", "add-product:", "remove-row:x", ""])(
  "the malformed button %j of the form that charges is answered with 400",
  async (intent) => {
    const id = await addCita(10, 350);
    const page = await press(await ana.get(`/admin/citas/${id}/completar`), intent);
    expect([page.status, await countOf("ventas_susa")]).toEqual([400, 0]);
  },
);

test("an unknown or malformed appointment or sale has no page that charges", async () => {
  for (const id of [crypto.randomUUID(), "nada"])
    for (const path of [`/admin/citas/${id}/completar`, `/admin/ventas/${id}/cobrar`]) {
      expect((await ana.get(path)).status, path).toBe(404);
      expect((await ana.post(path, { token: crypto.randomUUID() })).status, path).toBe(404);
    }
});
