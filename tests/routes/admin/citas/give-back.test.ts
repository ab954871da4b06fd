import { describe, expect, test } from "vitest";
import {
  countOf,
  sql,
  sqlColumn,
  sqlValue,
  studioDayFromNow,
  whileRejecting,
  withoutTable,
} from "../../../support/test-database";
import { addCita, ana, cita, clickButton, formOfButton, parts, pathOf, readFlash, site, statusOf } from "./appointment";

const BACK = "/admin/citas?q=x";
const ingresos = () =>
  sqlColumn<string>("SELECT concat_ws(' ', concepto, monto, metodo_pago) FROM ingresos_susa ORDER BY created_at, monto DESC");
const dinero = async () => (await ana.get(pathOf("detalle"))).text("section[aria-labelledby=dinero]");
const errorsOf = (page: { all(selector: string): Element[] }) =>
  page.all('[role="alert"] a').map((link) => [link.getAttribute("href"), link.textContent]);

/** Completes the appointment, charged 350 by card. */
async function charge(): Promise<void> {
  expect((await ana.submit(pathOf("completar"), { metodo_pago: "tarjeta" })).status).toBe(303);
  await readFlash();
}

describe("giving money back for an appointment", () => {
  test("is reached from its page, done once, and shown there, in its history and on its nota", async () => {
    await charge();
    const detail = await ana.get(pathOf("detalle", BACK));
    const link = detail.all("main a").find((a) => a.textContent === "Devolver dinero");
    const page = await ana.get(String(link?.getAttribute("href")));
    expect([page.text("h1"), page.text("title"), page.values("#devolucion")]).toEqual([
      "Devolver dinero",
      expect.stringMatching(/^Devolver dinero/),
      expect.objectContaining({ cobrado: "350.00", monto: "", metodo_pago: "tarjeta", motivo: "" }),
    ]);
    expect(page.text()).toContain("Pagó $350.00.");
    expect(page.hrefs("main a")).toContain(pathOf("detalle", BACK));
    const values = { monto: "$100.50", motivo: "Se le cayó <el> esmalte" };
    expect(await page.submitThrice(values, "#devolucion")).toEqual([`303 ${pathOf("detalle", BACK)}`]);
    expect(await readFlash()).toBe("Se le devolvieron $100.50Haz también la devolución en la terminal.");
    expect(await ingresos()).toEqual(["cita 350.00 tarjeta", "devolucion -100.50 tarjeta"]);
    expect(await sql("SELECT fecha::text, descripcion FROM ingresos_susa WHERE monto < 0")).toEqual([
      { fecha: await studioDayFromNow(), descripcion: "Devolución: Diseño de cejas. Se le cayó <el> esmalte" },
    ]);
    const after = await ana.get(pathOf("detalle"));
    expect(after.texts("#dinero ~ dl dd")).toEqual(["$249.50", "$249.50"]);
    expect(await dinero()).toContain("Antes de devolverle $100.50, eran $350.00.");
    expect(await dinero()).not.toMatch(/Falta cobrar/);
    expect(after.text("#historia ~ ol li:last-child")).toContain("Se le devolvieron $100.50 (tarjeta). Se le cayó <el> esmalte");
    const nota = await ana.get(after.href('#dinero ~ ul a[href^="/admin/ventas/"]'));
    expect(nota.text("article")).toContain("Total$350.00Pagado (tarjeta)$350.00Se devolvió (tarjeta)$100.50");
  });

  test.each([
    ["efectivo", ""],
    ["transferencia", "Falta hacerle la transferencia."],
    ["otro", ""],
  ])("in %s says what is still to be done", async (metodo_pago, sentence) => {
    await charge();
    await ana.submit(pathOf("devolver"), { monto: "350", metodo_pago, motivo: "Le ardió" }, "#devolucion");
    expect(await readFlash()).toBe(`Se le devolvieron $350.00${sentence}`);
    // Nothing is left: it is not offered again, and its address leads back.
    expect((await ana.get(pathOf("detalle"))).texts("main a")).not.toContain("Devolver dinero");
    expect((await ana.send(pathOf("devolver", BACK))).location).toBe(BACK);
    expect(await readFlash()).toContain("No queda nada pagado que devolverle.");
  });

  test.each([
    [{ monto: "", motivo: "" }, [/monto/i, /Escribe por qué se le devuelve/]],
    [{ monto: "mil", motivo: "Le ardió" }, [/monto|cantidad|número/i]],
    [{ monto: "0", motivo: "Le ardió" }, [/./]],
    [{ monto: "-5", motivo: "Le ardió" }, [/./]],
    [{ monto: "350.01", motivo: "Le ardió" }, [/^No puedes devolver más de lo que pagó\.$/]],
    [{ monto: "10", motivo: "x".repeat(201) }, [/200/]],
  ] as const)("is refused at its fields, with everything kept: %j", async (values, messages) => {
    await charge();
    const page = await ana.submit(pathOf("devolver", BACK), values, "#devolucion");
    expect([page.status, page.values("#devolucion")]).toEqual([400, expect.objectContaining({ cobrado: "350.00", ...values })]);
    expect(errorsOf(page)).toEqual(
      messages.map((message) => [expect.stringMatching(/^#devolucion-/), expect.stringMatching(message)]),
    );
    expect(await ingresos()).toHaveLength(1);
    const saved = await page.submit({ monto: "10", motivo: "Le ardió", metodo_pago: "efectivo" }, "#devolucion");
    expect([saved.status, saved.location]).toEqual([303, BACK]);
  });

  test("of which somebody else gave a part back meanwhile is refused with what is paid now, and can be sent again", async () => {
    await charge();
    const [mine, other] = [await ana.get(pathOf("devolver")), await ana.get(pathOf("devolver"))];
    await other.submit({ monto: "300", motivo: "Ella" }, "#devolucion");
    const stale = await mine.submit({ monto: "40", motivo: "Yo", metodo_pago: "efectivo" }, "#devolucion");
    expect([stale.status, stale.values("#devolucion")]).toEqual([
      409,
      expect.objectContaining({ monto: "40", motivo: "Yo", metodo_pago: "efectivo", cobrado: "50.00" }),
    ]);
    expect([stale.alert, stale.text()]).toEqual([
      expect.stringContaining("Lo pagado cambió mientras tanto. Revisa cuánto pagó y envíala otra vez."),
      expect.stringContaining("Pagó $50.00."),
    ]);
    expect((await stale.submit({}, "#devolucion")).status).toBe(303);
    expect(await sqlValue("SELECT cobrado FROM citas_susa")).toBe("10.00");
  });

  test("sent again with other values, without a token, or while the database is away comes back with what was typed", async () => {
    await charge();
    const page = await ana.get(pathOf("devolver"));
    const values = { monto: "40", motivo: "Le ardió" };
    const failed = await whileRejecting("asientos_susa", () => page.submit(values, "#devolucion"));
    expect([failed.status, failed.values("#devolucion")]).toMatchObject([503, values]);
    expect(failed.alert).toContain("No se pudo registrar la devolución");
    const away = await withoutTable("citas_susa", () => page.submit(values, "#devolucion"));
    expect([away.status, away.values("main form")]).toMatchObject([503, values]);
    const bare = await page.submit({ ...values, token: "" }, "#devolucion");
    expect([bare.status, bare.values("#devolucion")]).toMatchObject([400, values]);
    expect((await failed.submit({}, "#devolucion")).status).toBe(303);
    const again = await page.submit({ ...values, monto: "50", token: failed.values("#devolucion").token ?? "" }, "#devolucion");
    expect([again.status, again.values("#devolucion").monto]).toEqual([409, "50"]);
    expect(await countOf("ingresos_susa", "monto < 0")).toBe(1);
  });

  test("is not there for an appointment that is not completed, unknown, or by somebody else meanwhile", async () => {
    expect((await ana.get(pathOf("detalle"))).texts("main a")).not.toContain("Devolver dinero");
    expect((await ana.send(pathOf("devolver", BACK))).location).toBe(BACK);
    expect(await readFlash()).toBe("La cita no cambióAlguien cambió esta cita mientras tanto: ahora está programada.");
    await charge();
    const page = await ana.get(pathOf("devolver", BACK));
    await ana.submit(pathOf("reabrir"), {}, "main form");
    await readFlash();
    const answer = await page.submit({ monto: "10", motivo: "Le ardió" }, "#devolucion");
    expect([answer.status, answer.location]).toEqual([303, BACK]);
    expect(await readFlash()).toContain("ahora está programada");
    for (const id of ["abc", crypto.randomUUID()]) {
      expect((await ana.get(pathOf("devolver", undefined, id))).status).toBe(404);
      const values = { token: crypto.randomUUID(), monto: "1", motivo: "x" };
      expect((await ana.post(pathOf("devolver", undefined, id), values)).status).toBe(404);
    }
    expect(await countOf("ingresos_susa", "concepto = 'devolucion'")).toBe(0);
  });

  test("is not offered once the payment is deleted, with or without a refund before", async () => {
    for (const refunded of ["", "80"]) {
      await charge();
      if (refunded) await ana.submit(pathOf("devolver"), { monto: refunded, motivo: "Le ardió" });
      const [paid] = await sqlColumn<string>("SELECT id FROM ingresos_susa WHERE concepto = 'cita'");
      await ana.submit(`/admin/ingresos/${paid}/eliminar`, {}, "dialog form");
      await readFlash();
      expect((await ana.get(pathOf("detalle"))).texts("main a")).not.toContain("Devolver dinero");
      expect((await ana.send(pathOf("devolver", BACK))).location).toBe(BACK);
      expect(await readFlash()).toContain("No queda nada pagado que devolverle.");
      await ana.submit(pathOf("reabrir"), {}, "main form");
      await readFlash();
    }
  });

  test("is undone by its button, once, and reopening says that it is undone too", async () => {
    await charge();
    await ana.submit(pathOf("devolver"), { monto: "100", motivo: "Le ardió" }, "#devolucion");
    expect((await ana.get(pathOf("reabrir"))).text()).toMatch(/Se cancela la devolución de \$100\.00 del .*\(tarjeta\)\./);
    const page = await ana.get(pathOf("detalle", BACK));
    expect(page.text("section[aria-labelledby=dinero] details")).toContain("¿No se lo devolviste? Los $100.00 cuentan otra vez");
    const form = formOfButton(page, "Sí, cancelarla");
    expect(await page.submitThrice({}, form)).toEqual([`303 ${pathOf("detalle", BACK)}`]);
    expect(await readFlash()).toBe("Devolución canceladaLos $100.00 cuentan otra vez como pagados, con la fecha de hoy.");
    const after = await ana.get(pathOf("detalle"));
    expect(after.texts("#dinero ~ dl dd")).toEqual(["$350.00", "$350.00"]);
    expect(await dinero()).toMatch(/Devolución .*cancelada−menos \$100\.00Cancelación .*\+\$100\.00/);
    expect(await dinero()).not.toMatch(/Cancelar devolución|Antes de devolverle/);
    await page.submit({ token: crypto.randomUUID() }, form);
    expect(await readFlash()).toBe("Nada cambióEse pago ya se usó, se devolvió o se canceló.");
    expect(await ingresos()).toHaveLength(3);
  });
});

describe("a deposit of a cancelled appointment", () => {
  /** Another appointment of the client, who paid 200 for the first one, which was cancelled. */
  async function cancelWithDeposit(): Promise<string> {
    await ana.submit(pathOf("detalle"), { monto: "200", fecha: "2026-10-05", metodo_pago: "transferencia" }, "#pago");
    await clickButton("Cancelar cita");
    await readFlash();
    return addCita({ ...parts, empleado_id: undefined }, { inicio: "2026-11-25T16:00Z" });
  }

  test("is offered on the pages of her next one, which it pays with its own day and method", async () => {
    const next = await cancelWithDeposit();
    const charge = pathOf("completar", BACK, next);
    for (const path of [pathOf("detalle", BACK, next), charge]) {
      const page = await ana.get(path);
      expect(page.text()).toContain("Dejó $200.00 para su cita cancelada del sábado 21 de noviembre.");
      expect(page.texts("main button")).toContain("Usar su anticipo de $200.00");
    }
    const page = await ana.get(charge);
    expect(await page.submitThrice({}, formOfButton(page, "Usar su anticipo"))).toEqual([`303 ${charge}`]);
    expect(await readFlash()).toBe("Se usó su anticipo de $200.00");
    const after = await ana.get(charge);
    expect([after.values("#cobro").por_cobrar, after.values("#cobro").monto]).toEqual(["150.00", "150.00"]);
    expect(after.text()).not.toContain("Usar su anticipo");
    expect(await sql("SELECT cita_id, concepto, fecha::text, metodo_pago FROM ingresos_susa")).toEqual([
      { cita_id: next, concepto: "anticipo", fecha: "2026-10-05", metodo_pago: "transferencia" },
    ]);
    expect((await after.submit({}, "#cobro")).status).toBe(303);
    await page.submit({ token: crypto.randomUUID() }, formOfButton(page, "Usar su anticipo"));
    expect(await readFlash()).toContain("Ese pago ya se usó, se devolvió o se canceló.");
  });

  test("says when more than the price is paid with it, and is offered to nobody else nor where nothing is due", async () => {
    const next = await cancelWithDeposit();
    await sql("UPDATE citas_susa SET precio = 150 WHERE id = $1", [next]);
    const page = await ana.get(pathOf("detalle", undefined, next));
    const stranger = await addCita({ servicio_id: parts.servicio_id }, { inicio: "2026-11-25T18:00Z" });
    const paid = await addCita(
      { cliente_id: parts.cliente_id },
      { inicio: "2026-11-25T19:00Z", estado: "completada", precio: 0 },
    );
    for (const id of [cita, stranger, paid])
      expect((await ana.get(pathOf("detalle", undefined, id))).text()).not.toContain("Usar su");
    await page.submit({}, formOfButton(page, "Usar su anticipo"));
    expect(await readFlash()).toBe(
      "Se usó su anticipo de $200.00Con este pago ya pagó más que el precio de la cita. Revisa si está bien.",
    );
  });

  test("is kept as a fee, which is offered no more and can be given back", async () => {
    const next = await cancelWithDeposit();
    const page = await ana.get(pathOf("detalle"));
    expect(page.text("section[aria-labelledby=dinero]")).toContain("puedes usarlo en su próxima cita");
    const form = formOfButton(page, "Sí, quedárselo");
    expect(await page.submitThrice({}, form)).toEqual([`303 ${pathOf("detalle")}`]);
    expect(await readFlash()).toBe("El anticipo se quedó como cargoLos $200.00 ya no se ofrecen para otra cita.");
    expect(await ingresos()).toEqual(["cargo 200.00 transferencia"]);
    expect((await ana.get(pathOf("detalle", undefined, next))).text()).not.toContain("Usar su anticipo");
    const after = await ana.get(pathOf("detalle"));
    expect(after.text("section[aria-labelledby=dinero]")).not.toMatch(/Quedárselo|puedes usarlo/);
    await after.submit({}, formOfButton(after, "Sí, devolverlo"));
    expect(await readFlash()).toBe("Cargo devueltoSe registró la devolución de $200.00 (transferencia) con la fecha de hoy.");
    await page.submit({ token: crypto.randomUUID() }, form);
    expect(await readFlash()).toContain("Ese pago ya se usó");
  });

  test("cannot be kept once the appointment was reopened, and what is unknown does nothing", async () => {
    await cancelWithDeposit();
    const page = await ana.get(pathOf("detalle"));
    await clickButton("Reabrir");
    await readFlash();
    await page.submit({}, formOfButton(page, "Sí, quedárselo"));
    expect(await readFlash()).toBe("La cita no cambióAlguien cambió esta cita mientras tanto: ahora está programada.");
    for (const act of ["anticipos/abc/usar", `anticipos/${crypto.randomUUID()}/conservar`, "devoluciones/abc/cancelar"]) {
      expect((await ana.post(pathOf(act), { token: crypto.randomUUID() })).status).toBe(303);
      expect(await readFlash(), act).toContain("Ese pago ya se usó, se devolvió o se canceló.");
      expect((await ana.post(pathOf(act), {})).status).toBe(303);
      expect(await readFlash()).toContain("El envío llegó incompleto");
      expect((await ana.send(pathOf(act, BACK))).location).toBe(BACK);
    }
    expect(await ingresos()).toEqual(["anticipo 200.00 transferencia"]);
  });
});

describe("the fee of a no-show or a late cancellation", () => {
  test("is charged on the page of the cancelled appointment, once, and is tied to it", async () => {
    await clickButton("Cancelar cita");
    const page = await ana.get(pathOf("detalle", BACK));
    expect(page.text("section[aria-labelledby=dinero] summary")).toBe("Cobrar un cargo por no llegar o cancelar tarde");
    const refused = await page.submit({ monto: "cien" }, "#pago");
    expect([refused.status, refused.values("#pago")]).toMatchObject([400, { monto: "cien", concepto: "cargo" }]);
    expect(await refused.submitThrice({ monto: "100" }, "#pago")).toEqual([`303 ${pathOf("detalle", BACK)}`]);
    expect(await readFlash()).toBe("Cargo registrado");
    expect([await ingresos(), await statusOf()]).toEqual([["cargo 100.00 efectivo"], "cancelada"]);
    expect(await sqlValue("SELECT cita_id FROM ingresos_susa")).toBe(cita);
    expect(await dinero()).toMatch(/Pagado\$100\.00Cargo /);
  });

  test("is refused with what was typed when the appointment was reopened meanwhile", async () => {
    await clickButton("Cancelar cita");
    const page = await ana.get(pathOf("detalle"));
    await clickButton("Reabrir");
    const late = await page.submit({ monto: "100" }, "#pago");
    expect([late.status, late.values("#pago").monto, await ingresos()]).toEqual([409, "100", []]);
    expect(late.alert).toContain("ahora está programada");
  });
});

test("money is given back by whoever keeps the agenda, and by no stranger", async () => {
  await charge();
  const colleague = await site.staff("luz@ejemplo.mx");
  await sql("UPDATE cuentas_susa SET permisos = '{}' WHERE email = 'luz@ejemplo.mx'");
  expect((await colleague.get(pathOf("devolver"))).status).toBe(200);
  expect((await colleague.submit(pathOf("devolver"), { monto: "10", motivo: "Le ardió" }, "#devolucion")).status).toBe(303);
  const [given] = await sqlColumn<string>("SELECT id FROM ingresos_susa WHERE monto < 0");
  for (const path of [pathOf("devolver"), pathOf(`devoluciones/${given}/cancelar`)]) {
    const answer = await site.visitor().post(path, { token: crypto.randomUUID(), monto: "10", motivo: "x", cobrado: "340.00" });
    expect(answer.location).toMatch(/^\/auth/);
  }
  expect(await ingresos()).toHaveLength(2);
});
