import { describe, expect, test } from "vitest";
import { studioDay } from "~/format/dates";
import { addDays } from "~/format/days.server";
import { createConfiguracion } from "../../../support/factories";
import { countOf, sql, sqlValue, studioDayFromNow } from "../../../support/test-database";
import { addCita, ana, cita, clickButton, parts, pathOf, readFlash, statusOf } from "./appointment";

describe("completing an appointment", () => {
  test("charges, takes the supplies and reports missing ones with one click, and then offers the next visit", async () => {
    // This evening: for an older appointment the next visit would be offered for today.
    const today = studioDay(new Date(), "America/Mexico_City");
    const evening = new Date(`${addDays(today, 1)}T00:30Z`);
    await sql("UPDATE citas_susa SET fecha_hora = $1, fin = $1::timestamptz + interval '1 hour'", [evening]);
    const page = await ana.get(pathOf("completar", "/admin/citas?q=x"));
    expect(page.values()).toMatchObject({
      "citas[0].id": cita,
      "citas[0].por_cobrar": "350.00",
      por_cobrar: "350.00",
      monto: "350.00",
      metodo_pago: "efectivo",
      descontar: "on",
    });
    const methods = ["efectivo", "tarjeta", "transferencia", "otro"];
    const offered = (name: string) => page.all(`input[name=${name}]`).map((radio) => radio.getAttribute("value"));
    expect([offered("metodo_pago"), offered("parte_metodo")]).toEqual([
      [...methods, "despues"],
      ["", ...methods],
    ]);
    expect(page.texts("#insumos ~ ul li")).toEqual(["2 × CERA", "1 × GuantesNo está en el inventario"]);
    const detail = pathOf("detalle", "/admin/citas?q=x");
    expect(await page.submitThrice({ metodo_pago: "tarjeta" })).toEqual([`303 ${detail}`]);
    const after = await ana.get(detail);
    const folio = await sqlValue("SELECT folio FROM ventas_susa");
    expect(after.flash).toBe(
      `Cita completadaCobrado $350.00: tarjeta. Nota ${folio}. Se descontó 1 insumo. No están en el inventario: Guantes.Ver la nota`,
    );
    expect(await sql("SELECT monto, metodo_pago, concepto, descripcion FROM ingresos_susa")).toEqual([
      { monto: "350.00", metodo_pago: "tarjeta", concepto: "cita", descripcion: "Diseño de cejas" },
    ]);
    expect([await statusOf(), await countOf("movimientos_inventario_susa")]).toEqual(["completada", 2]);
    const { cliente_id, servicio_id, empleado_id } = parts;
    const form = await after.submit({ intent: "list-hours" }, "#retoque ~ form");
    expect([form.status, form.text("dialog h2"), form.values()]).toMatchObject([
      200,
      expect.stringContaining("Nueva Cita"),
      { cliente_id, "servicios[0].servicio_id": servicio_id, "servicios[0].empleado_id": empleado_id },
    ]);
    expect(form.values()).toMatchObject({ fecha: addDays(today, 28), hora: "18:30" });
    expect(after.text("#dinero ~ ul")).toContain("Cobro");
    expect(after.text("#insumos ~ ul")).toBe("CERA−2 quedaron −1");
    expect(after.all("#pago")).toEqual([]);
  });

  test("says how often it uses a supply of which a piece lasts for several services", async () => {
    await sql("UPDATE inventario_susa SET rinde = 3");
    expect((await ana.get(pathOf("completar"))).texts("#insumos ~ ul li")[0]).toBe("2 usos de CERA");
    await ana.submit(pathOf("completar"));
    const supplies = async () => (await ana.get(pathOf("detalle"))).texts("#insumos ~ ul li");
    expect(await supplies()).toEqual(["2 usos de CERA"]);
    expect((await ana.get(pathOf("reabrir"))).text("main form")).toContain("Se devuelven 2 usos de CERA.");
    await ana.submit(pathOf("reabrir"), {}, "main form");
    await sql("UPDATE inventario_susa SET usos = 1");
    await ana.submit(pathOf("completar"));
    expect(await supplies()).toEqual(["2 usos de CERA", "Se devolvieron 2 usos de CERA", "2 usos de CERA−1 quedaron 0"]);
    await sql("DELETE FROM inventario_susa");
    expect((await ana.get(pathOf("reabrir"))).text("main form")).toContain("No vuelve al inventario: 2 usos de CERA, que ya");
  });

  test("offers three hours around the day the next visit is due, each books it once, and then says when it is", async () => {
    await ana.submit(pathOf("completar"));
    const page = await ana.get(pathOf("detalle"));
    const hours = page.all("#retoque ~ form dd button").map((button) => button.getAttribute("value") ?? "");
    expect(hours).toHaveLength(3);
    expect(await page.submitThrice({ intent: hours[1] ?? "" }, "#retoque ~ form")).toEqual([`303 ${pathOf("detalle")}`]);
    const booked = "SELECT cliente_id, servicio_id, empleado_id FROM citas_susa WHERE fecha_hora > now() + interval '20 days'";
    const { cliente_id, servicio_id, empleado_id } = parts;
    expect(await sql(booked)).toEqual([{ cliente_id, servicio_id, empleado_id }]);
    const after = await ana.get(pathOf("detalle"));
    expect([after.text("#retoque ~ p"), after.all("#retoque ~ form dd button").length]).toEqual([
      expect.stringContaining("Ya tiene cita el "),
      0,
    ]);
  });

  test("dates the income in the studio's time zone", async () => {
    await createConfiguracion();
    const days: unknown[] = [];
    for (const zone of ["Pacific/Kiritimati", "Pacific/Pago_Pago"]) {
      await sql("UPDATE configuracion_susa SET zona_horaria = $1", [zone]);
      const id = await addCita(parts, { empleado_id: null });
      await ana.submit(pathOf("completar", undefined, id));
      days.push(await sqlValue("SELECT fecha::text FROM ingresos_susa WHERE cita_id = $1", [id]));
      expect(days.at(-1)).toBe(await studioDayFromNow(0, zone));
    }
    expect(days[0]).not.toBe(days[1]);
    await sql("DELETE FROM configuracion_susa");
  });

  test("does only what is checked, and says when there is nothing to charge", async () => {
    await sql("UPDATE servicios_susa SET insumos = '[]'");
    await ana.submit(pathOf("detalle"), { monto: "350", metodo_pago: "transferencia" }, "#pago");
    const page = await ana.get(pathOf("completar"));
    expect(page.text()).toContain("No queda nada por cobrar.");
    expect(page.all("main input[type=checkbox], main input[name=metodo_pago]")).toEqual([]);
    await page.submit();
    expect(await readFlash()).toBe("Cita completada");
    expect(await countOf("ingresos_susa")).toBe(1);
    const other = await addCita(parts, { empleado_id: null });
    const unpaid = await ana.submit(pathOf("completar", undefined, other), { metodo_pago: "despues" });
    expect([unpaid.status, await statusOf(other), await countOf("ingresos_susa")]).toEqual([303, "completada", 1]);
    expect(await readFlash()).toBe("Cita completadaQueda a deber: $350.00.");
  });

  test.each([
    ["more in cash as change", { monto: "$1,400.5" }, "350.00", "Cobrado $350.00: efectivo. Cambio: $1,050.50."],
    ["what is left when the amount is empty", { monto: " " }, "350.00", "Cobrado $350.00: efectivo."],
    [
      "a part when she pays the rest later",
      { metodo_pago: "despues", parte_metodo: "tarjeta", parte_monto: "100" },
      "100.00",
      "Cobrado $100.00: tarjeta. Queda a deber: $250.00.",
    ],
    [
      "less with a discount",
      { descuento: "50", descuento_motivo: "Cumpleaños", monto: "300" },
      "300.00",
      "Cobrado $300.00: efectivo.",
    ],
  ])("takes %s", async (_what, changes, charged, sentence) => {
    expect((await ana.submit(pathOf("completar"), changes)).status).toBe(303);
    expect(await readFlash()).toContain(`Cita completada${sentence}`);
    expect(await sql("SELECT monto FROM ingresos_susa")).toEqual([{ monto: charged }]);
    expect(await sql("SELECT cobrado FROM citas_susa WHERE id = $1", [cita])).toEqual([{ cobrado: charged }]);
  });

  test.each([
    [{ monto: "300" }, "Son $350.00. Si paga menos, elige «Paga después» y escribe en «Una parte con» lo que paga hoy."],
    [{ monto: "0" }, "Son $350.00. Si paga menos,"],
    [{ monto: "1400.5", metodo_pago: "tarjeta" }, "Con tarjeta no hay cambio: son $350.00."],
    [{ monto: "340", descuento: "50", descuento_motivo: "Amiga", metodo_pago: "otro" }, "Con otro no hay cambio: son $300.00."],
  ])("does not take another amount than is due: %j", async (changes, sentence) => {
    const page = await ana.submit(pathOf("completar"), changes);
    expect([page.status, page.texts('[role="alert"] a')]).toEqual([400, [expect.stringContaining(sentence)]]);
    expect(page.values()).toMatchObject(changes);
    expect([await statusOf(), await countOf("ingresos_susa")]).toEqual(["programada", 0]);
  });

  test("names the amounts of which several have the same error", async () => {
    const page = await ana.submit(pathOf("completar"), { monto: "mil", "propinas[0].monto": "veinte" });
    const sentence = "Escribe el monto con números y con punto para los centavos, como 350 o 1,234.50.";
    expect(page.texts('[role="alert"] a')).toEqual([
      `Lo que te da: ${sentence}`,
      expect.stringMatching(/^Propina de \p{L}+: Escribe el monto/u),
    ]);
  });

  test("with invalid values shows an error in Spanish and charges nothing", async () => {
    const form = (await ana.get(pathOf("completar"))).values();
    for (const [name, value] of [
      ["metodo_pago", "cheque"],
      ["parte_metodo", "despues"],
      ["citas[0].id", "abc"],
      ["citas[0].id", ""],
      ["citas[0].por_cobrar", "0.01"],
      ["citas[0].por_cobrar", "x"],
      ["citas[0].por_cobrar", ""],
      ["propinas[0].monto", "-1"],
      ["descuento", "10"],
      ["descuento_motivo", "Amiga"],
      ["descuento.x", "1"],
      ["descontar.x", "1"],
      ["monto", "-1"],
      ["monto", "mucho"],
      ["token", ""],
    ] as const) {
      const page = await ana.post(pathOf("completar"), { ...form, token: crypto.randomUUID(), [name]: value });
      expect(page.status, name).toBeGreaterThanOrEqual(400);
      expect(page.status, name).toBeLessThan(500);
      expect(page.html, name).toContain('lang="es-MX"');
    }
    expect([await statusOf(), await countOf("ingresos_susa")]).toEqual(["programada", 0]);
  });

  test("that is over redirects back and says its status", async () => {
    const page = await ana.get(pathOf("completar", "/admin"));
    await clickButton("Cancelar cita");
    await readFlash();
    expect((await page.submit()).location).toBe("/admin");
    expect(await readFlash()).toBe("La cita no cambióEsta cita está cancelada. Para cambiarla, reábrela.");
    expect((await ana.send(pathOf("completar", "/admin"))).location).toBe("/admin");
    expect(await countOf("ingresos_susa")).toBe(0);
  });

  test("says that the charge was not recorded when somebody else completed it first", async () => {
    const [page, other] = [await ana.get(pathOf("completar")), await ana.get(pathOf("completar"))];
    await other.submit({ metodo_pago: "tarjeta" });
    await readFlash();
    await page.submit({ monto: "500" });
    expect(await readFlash()).toContain("La cita ya estaba completadaAlguien la completó antes y tu cobro no se registró.");
    expect([await statusOf(), await countOf("ingresos_susa")]).toEqual(["completada", 1]);
  });
});

describe("reopening a completed appointment", () => {
  test("lists what it will reverse, reverses it once, and keeps both in the history", async () => {
    await ana.submit(pathOf("detalle"), { monto: "100" }, "#pago");
    await ana.submit(pathOf("completar"));
    const detail = await ana.get(pathOf("detalle", "/admin/citas?q=z"));
    const link = detail.all("main a").find((a) => a.textContent?.startsWith("Reabrir"));
    const page = await ana.get(String(link?.getAttribute("href")));
    expect(page.text("main form")).toContain("¿Estás segura de que quieres reabrir esta cita?");
    expect(page.all("main form li").map((line) => line.textContent?.replace(/\d\d\/\d\d\/\d{4}/, "hoy"))).toEqual([
      "Se cancela el ingreso de $250.00 del hoy (efectivo).",
      "Vuelve al inventario: 2 de CERA.",
    ]);
    expect(await statusOf()).toBe("completada");
    expect(await page.submitThrice({}, "main form")).toEqual([`303 ${pathOf("detalle", "/admin/citas?q=z")}`]);
    expect(await readFlash()).toBe("Cita reabierta");
    expect(await statusOf()).toBe("programada");
    expect(await sql("SELECT concepto, monto FROM ingresos_susa ORDER BY concepto")).toEqual([
      { concepto: "anticipo", monto: "100.00" },
      { concepto: "cita", monto: "250.00" },
      { concepto: "reversa", monto: "-250.00" },
    ]);
    const after = await ana.get(pathOf("detalle"));
    expect(after.text("#dinero ~ ul")).toContain("cancelado");
    expect(after.text("#insumos ~ ul")).toBe("CERA−2 quedaron −1CERA+2 quedó 1");
    expect(after.text("#historia ~ ol")).toMatch(/Se completóSe registró un ingreso de \$250\.00 \(efectivo\)\..*Se reabrió/);
    expect((await ana.send(pathOf("reabrir"))).location).toBe("/admin/citas");
    await ana.submit(pathOf("completar"));
    expect([await statusOf(), await countOf("ingresos_susa")]).toEqual(["completada", 4]);
  });
});

test("reopening and deleting say which supplies do not return to the stock", async () => {
  await ana.submit(pathOf("completar"));
  expect((await ana.get(pathOf("eliminar"))).text()).toContain("Los insumos que se usaron no vuelven al inventario.");
  await sql("DELETE FROM inventario_susa");
  const page = await ana.get(pathOf("reabrir"));
  expect(page.text("main form")).toContain("No vuelve al inventario: 2 de CERA, que ya se eliminó.");
  expect(page.text("main form")).not.toContain("ni descontó insumos");
  await page.submit({}, "main form");
  expect(await statusOf()).toBe("programada");
  const other = await addCita(parts, { empleado_id: null });
  expect((await ana.get(pathOf("eliminar", undefined, other))).text()).not.toContain("insumos");
});
