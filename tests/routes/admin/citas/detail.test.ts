import { describe, expect, test } from "vitest";
import { createCita } from "../../../support/factories";
import { countOf, sql, studioDayFromNow, withoutTable } from "../../../support/test-database";
import { addCita, ana, clickButton, formOfButton, parts, pathOf, readFlash, statusOf } from "./appointment";

test("the page of an appointment shows its data, its visit and its links, but no health notes", async () => {
  await sql("UPDATE clientes_susa SET medicina = 'SECRETO', enfermedades = 'SECRETO', ocupacion = 'SECRETO'");
  const visita_id = crypto.randomUUID();
  await sql("UPDATE citas_susa SET visita_id = $1, notas = 'Trae <b>foto</b>'", [visita_id]);
  const other = await addCita(parts, { visita_id, empleado_id: null, estado: "cancelada", no_asistio: true });
  await addCita(parts, { empleado_id: null });
  const page = await ana.get(pathOf("detalle", "/admin/citas?q=x"));
  expect([page.document.title, page.text("h1")]).toEqual(["Detalle de la cita", "Lucía Peña"]);
  expect(page.href("h1 a")).toMatch(/^\/admin\/clientes\/[-0-9a-f]+\/ficha$/);
  for (const text of [
    "Sábado 21 de noviembre",
    "de 6:30 p.m. a 7:30 p.m.",
    "222 123 4567",
    "Diseño de cejas",
    "60 min · Especialista: Ana Sol",
    "Trae <b>foto</b>",
  ])
    expect(page.text().toLowerCase()).toContain(text.toLowerCase());
  expect(page.html).not.toContain("SECRETO");
  const visit = page.all("#visita ~ ul li");
  expect(visit.map((line) => line.textContent)).toEqual(["6:30 p.m., Diseño de cejas sin especialistacanceladano asistió"]);
  expect(visit[0]?.querySelector("a")?.getAttribute("href")).toContain(`/admin/citas/${other}/detalle?de=`);
  for (const table of ["clientes_susa", "servicios_susa", "empleados_susa"]) await sql(`DELETE FROM ${table}`);
  const bare = await ana.get(pathOf("detalle", undefined, await createCita(new Date(), { estado: "completada" })));
  expect([bare.status, bare.all("#retoque").length]).toEqual([200, 0]);
  expect(bare.text()).toMatch(/Clienta eliminada.*Servicio eliminado.*Sin especialista.*La clienta ya no existe/);
});

test("completing stands out on the page of an appointment once it has begun", async () => {
  for (const [hour, look] of [
    ["now() - interval '1 minute'", "button"],
    ["now() + interval '2 hours'", "button button-quiet"],
  ]) {
    await sql(`UPDATE citas_susa SET fecha_hora = ${hour}, fin = ${hour} + interval '1 hour'`);
    const page = await ana.get(pathOf("detalle"));
    expect(page.document.querySelector('main a[href*="/completar"]')?.className, hour).toBe(look);
  }
});

describe("a payment", () => {
  test("in advance is dated today by default, and may exceed the price with a notice", async () => {
    const page = await ana.get(pathOf("detalle", "/admin"));
    const { fecha } = page.values("#pago");
    expect(fecha).toBe(await studioDayFromNow());
    expect(await page.submitThrice({ monto: "$1,200", metodo_pago: "tarjeta" }, "#pago")).toEqual([
      `303 ${pathOf("detalle", "/admin")}`,
    ]);
    const after = await ana.get(pathOf("detalle"));
    expect(after.flash).toContain("Anticipo registradoCon este pago ya pagó más que el precio");
    expect(after.texts("#dinero ~ dl dd")).toEqual(["$350.00", "$1,200.00", "$0.00"]);
    expect(await sql("SELECT monto, concepto, descripcion, fecha::text FROM ingresos_susa")).toEqual([
      { monto: "1200.00", concepto: "anticipo", descripcion: "Anticipo: Diseño de cejas", fecha },
    ]);
  });

  test("of what a completed appointment still owes is charged later, also in parts", async () => {
    await ana.submit(pathOf("completar"), { metodo_pago: "despues" });
    expect([await statusOf(), await countOf("ingresos_susa")]).toEqual(["completada", 0]);
    await readFlash();
    const charge = async (monto: string) => {
      const page = await ana.get(pathOf("detalle"));
      expect(page.all("#pago")).toEqual([]);
      const link = page.all("main a").find((a) => a.textContent === "Cobrar lo que falta");
      expect((await ana.submit(String(link?.getAttribute("href")), { monto, metodo_pago: "tarjeta" })).status).toBe(303);
      return readFlash();
    };
    expect(await charge("100")).toMatch(/^Cobro registradoCobrado \$100\.00: tarjeta\. Queda a deber: \$250\.00\. Nota \d+\./);
    expect(await charge("250.00")).toMatch(/^Cobro registradoCobrado \$250\.00: tarjeta\. Nota \d+\./);
    const fecha = await studioDayFromNow();
    const row = { concepto: "cita", descripcion: "Diseño de cejas", fecha };
    expect(await sql("SELECT monto, concepto, descripcion, fecha::text FROM ingresos_susa ORDER BY monto")).toEqual([
      { monto: "100.00", ...row },
      { monto: "250.00", ...row },
    ]);
    expect((await ana.get(pathOf("detalle"))).text()).not.toContain("Cobrar lo que falta");
  });

  test("with invalid values, or for a cancelled appointment, comes back with what was typed", async () => {
    for (const [name, value] of [
      ["monto", "0"],
      ["monto", "mil"],
      ["monto", "-5"],
      ["fecha", "1999-12-31"],
      ["fecha", "2099-10-05"],
      ["fecha", await studioDayFromNow(1)],
      ["metodo_pago", "cheque"],
    ] as const) {
      const answer = await ana.submit(pathOf("detalle"), { monto: "10", [name]: value }, "#pago");
      expect([answer.status, answer.all('[role="alert"] a').length], value).toEqual([400, 1]);
      expect(answer.values("#pago")[name], value).toBe(value);
    }
    const page = await ana.get(pathOf("detalle"));
    await clickButton("Cancelar cita");
    const late = await page.submit({ monto: "10" }, "#pago");
    expect([late.status, await countOf("ingresos_susa")]).toEqual([409, 0]);
    expect(late.alert).toContain("Esta cita está cancelada.");
    expect(late.values("#pago").monto).toBe("10");
  });
});

describe("returning an advance", () => {
  test("takes one click, is dated today, and is offered only where it is possible", async () => {
    await ana.submit(pathOf("detalle"), { monto: "100", fecha: "2026-10-05" }, "#pago");
    await clickButton("Cancelar cita");
    const page = await ana.get(pathOf("detalle", "/admin/citas?q=x"));
    expect(page.text("section[aria-labelledby=dinero]")).toContain("usa «Devolver anticipo»");
    const form = formOfButton(page, "Sí, devolverlo");
    expect(await page.submitThrice({}, form)).toEqual([`303 ${pathOf("detalle", "/admin/citas?q=x")}`]);
    const after = await ana.get(pathOf("detalle"));
    expect(after.flash).toBe("Anticipo devueltoSe registró la devolución de $100.00 (efectivo) con la fecha de hoy.");
    expect(after.text("section[aria-labelledby=dinero]")).not.toMatch(/Devolver|Lo pagado/);
    expect(await sql("SELECT monto, fecha::text, descripcion FROM ingresos_susa WHERE concepto = 'reversa'")).toEqual([
      { monto: "-100.00", fecha: await studioDayFromNow(), descripcion: "Anticipo devuelto: Diseño de cejas" },
    ]);
    expect(await sql("SELECT fecha::text FROM ingresos_susa WHERE concepto = 'anticipo'")).toEqual([{ fecha: "2026-10-05" }]);
    expect((await page.submit({ token: crypto.randomUUID() }, form)).status).toBe(303);
    expect(await readFlash()).toContain("Ese pago ya se usó, se devolvió o se canceló.");
  });

  test("for a completed appointment, with an unknown id or without a key does nothing and causes no 500", async () => {
    await ana.submit(pathOf("detalle"), { monto: "100" }, "#pago");
    const open = await ana.get(pathOf("detalle"));
    await ana.submit(pathOf("completar"));
    await open.submit({}, formOfButton(open, "Sí, devolverlo"));
    expect(await readFlash()).toBe("El anticipo no se devolvióEsta cita ya está completada. Para cambiarla, reábrela.");
    expect((await ana.get(pathOf("detalle"))).text("section[aria-labelledby=dinero]")).not.toContain("Devolver anticipo");
    for (const id of ["abc", crypto.randomUUID(), "__proto__"]) {
      expect((await ana.post(pathOf(`anticipos/${id}/devolver`), { token: crypto.randomUUID() })).status).toBe(303);
      expect(await readFlash()).toBe("Nada cambióEse pago ya se usó, se devolvió o se canceló.");
      expect((await ana.post(pathOf(`anticipos/${id}/devolver`), {})).status).toBe(303);
      expect(await readFlash()).toContain("El envío llegó incompleto");
    }
    expect((await ana.send(pathOf("anticipos/x/devolver", "/admin"))).location).toBe("/admin");
    expect(await sql("SELECT FROM ingresos_susa WHERE concepto = 'reversa'")).toEqual([]);
  });
});

describe("the notes of an appointment that is over", () => {
  test.each(["Cancelar cita", "completar"])("can be edited on their own page: after %s", async (how) => {
    const link = async () =>
      (await ana.get(pathOf("detalle", "/admin/citas?q=x"))).all("main a").find((a) => a.textContent === "Escribir notas");
    expect(await link()).toBeUndefined();
    if (how === "completar") await ana.submit(pathOf("completar"));
    else await clickButton(how);
    const page = await ana.get(String((await link())?.getAttribute("href")));
    const saved = await page.submit({ notas: "Le ardió un poco" }, "#notas");
    expect([saved.status, saved.location]).toEqual([303, pathOf("detalle", "/admin/citas?q=x")]);
    const after = await ana.get(pathOf("detalle"));
    expect(after.flash).toBe("Notas guardadas");
    expect(after.text("section[aria-label]")).toContain("Le ardió un poco");
    expect(after.text("#historia ~ ol li:last-child")).toMatch(/^Se editó/);
    const again = await ana.get(pathOf("notas"));
    expect(again.values("#notas").notas).toBe("Le ardió un poco");
    await again.submit({ notas: " " }, "#notas");
    expect(await sql("SELECT notas FROM citas_susa")).toEqual([{ notas: null }]);
  });

  test("show both versions after a stale edit, and can then be saved", async () => {
    await clickButton("Cancelar cita");
    const mine = await ana.get(pathOf("notas", pathOf("detalle", "/admin")));
    await ana.submit(pathOf("notas"), { notas: "Lo de ella" }, "#notas");
    const answer = await mine.submit({ notas: "Lo mío" }, "#notas");
    expect([answer.status, answer.values("#notas").notas]).toEqual([409, "Lo mío"]);
    expect(answer.alert).toContain("Alguien más cambió lo mismo que tú");
    expect(answer.text("section[aria-labelledby=versiones]")).toMatch(/Tu versión: Lo mío.*Lo guardado: Lo de ella/);
    const saved = await answer.submit({}, "#notas");
    expect([saved.status, saved.location]).toEqual([303, pathOf("detalle", "/admin")]);
    expect(await sql("SELECT notas FROM citas_susa")).toEqual([{ notas: "Lo mío" }]);
  });

  test("that are too long, of an unknown appointment or rejected by the database show an error and keep what was typed", async () => {
    await clickButton("Cancelar cita");
    const page = await ana.get(pathOf("notas"));
    const long = await page.submit({ notas: "x".repeat(2001) }, "#notas");
    expect([long.status, long.all('[role="alert"] a').length, long.values("#notas").notas?.length]).toEqual([400, 1, 2001]);
    expect((await page.submit({ token: "", notas: "a" }, "#notas")).status).toBe(400);
    const failed = await withoutTable("cambios_cita_susa", () => page.submit({ notas: "Se queda" }, "#notas"));
    expect([failed.status, failed.values("#notas").notas]).toEqual([503, "Se queda"]);
    for (const id of ["abc", crypto.randomUUID()]) {
      expect((await ana.get(`/admin/citas/${id}/notas`)).status).toBe(404);
      expect((await ana.post(`/admin/citas/${id}/notas`, { token: crypto.randomUUID(), notas: "a" })).status).toBe(404);
    }
    expect((await ana.get(pathOf("notas"))).values("#notas").notas).toBe("");
    expect(await sql("SELECT notas FROM citas_susa")).toEqual([{ notas: null }]);
  });
});
