import { describe, expect, test } from "vitest";
import type { Page } from "../../../support/browser";
import { insertRow } from "../../../support/factories";
import { sql } from "../../../support/test-database";
import { addCita, ana, cita, clickButton, formOfButton, parts, pathOf, readFlash, statusOf } from "./appointment";

describe("a status button", () => {
  test("changes the status, records it in the history and returns to the page", async () => {
    let page = await ana.get(pathOf("detalle"));
    for (const [label, now, message] of [
      ["Confirmar", "confirmada", "Cita confirmada"],
      ["Quitar la confirmación", "programada", "Cita programada"],
      ["Cancelar cita", "cancelada", "Cita cancelada"],
      ["No asistió", "cancelada x", "Cita cancelada: no asistió"],
      ["Quitar «no asistió»", "cancelada", "Se quitó la marca de «no asistió»"],
      ["Reabrir", "programada", "Cita programada"],
      ["No asistió", "cancelada x", "Cita cancelada: no asistió"],
      ["Reabrir", "programada", "Cita programada"],
      ["Confirmar", "confirmada", "Cita confirmada"],
      ["No asistió", "cancelada x", "Cita cancelada: no asistió"],
    ] as const) {
      const answer = await page.submit({}, formOfButton(page, label));
      expect([answer.status, answer.location], label).toEqual([303, pathOf("detalle")]);
      page = await ana.get(pathOf("detalle"));
      expect(page.flash, label).toBe(message);
      expect(await statusOf(), label).toBe(now);
      expect(page.text("section[aria-label] .badge"), label).toBe(now.split(" ")[0]);
      expect(page.text("section[aria-label]").includes("no asistió"), label).toBe(now.endsWith("x"));
    }
    expect(page.all("#historia ~ ol li p:first-child").length).toBe(11);
    expect(page.text("#historia ~ ol li:last-child")).toMatch(/^No asistió\d\d\/\d\d\/\d{4}, .*, ana@ejemplo\.mx$/);
  });

  test("marks an absent client only after her hour, and the mark can be taken back at once", async () => {
    const buttons = (page: Page) => page.texts("main form button");
    await clickButton("Confirmar");
    for (const [hour, offered, sentence] of [
      [
        "now() + interval '2 hours'",
        "Cancelar cita",
        "La cita no cambióTodavía no es la hora de la cita. Si ya no va a venir, cancélala.",
      ],
      ["now() - interval '1 minute'", "No asistió", "Cita cancelada: no asistió"],
    ] as const) {
      await sql(`UPDATE citas_susa SET fecha_hora = ${hour}, fin = ${hour} + interval '1 hour'`);
      const page = await ana.get(pathOf("detalle"));
      expect(buttons(page)).toContain(offered);
      expect(buttons(page).includes("No asistió"), hour).toBe(offered === "No asistió");
      const absent = { token: crypto.randomUUID(), desde: "confirmada", estado: "cancelada", no_asistio: "si" };
      await ana.post(pathOf("estado", "/admin"), absent);
      const after = await ana.get("/admin/clientes");
      expect(after.alert || after.flash).toContain(sentence);
      if (offered === "No asistió") await after.submit({}, 'main form[action*="/estado"]');
      expect(await statusOf(), hour).toBe("confirmada");
    }
  });

  test("on a stale page succeeds if the change was already made, else says the current status", async () => {
    const old = await ana.get(pathOf("detalle"));
    const older = await ana.get(pathOf("detalle"));
    await old.submit({}, formOfButton(old, "Confirmar"));
    await readFlash();
    expect((await older.submit({}, formOfButton(older, "Confirmar"))).status).toBe(303);
    expect(await readFlash()).toBe("La cita ya estaba confirmada");
    expect((await old.submit({}, formOfButton(old, "Confirmar"))).status).toBe(303);
    expect(await readFlash()).toBe("Cita confirmada");
    expect((await old.submit({}, formOfButton(old, "Cancelar cita"))).status).toBe(303);
    expect(await readFlash()).toContain("La página no estaba actualizada");
    await sql("UPDATE citas_susa SET estado = 'completada'");
    await insertRow("cambios_cita_susa", { cita_id: cita, accion: "completada", estado: "completada" });
    const stale = { ...older.values(formOfButton(older, "Cancelar cita")), token: crypto.randomUUID() };
    expect((await ana.post(pathOf("estado"), stale)).location).toBe("/admin/citas");
    expect(await readFlash()).toBe("La cita no cambióEsta cita ya está completada. Para cambiarla, reábrela.");
    expect(await statusOf()).toBe("completada");
  });

  test("reports the appointment that took its slot with a link, and its flash cookie contains no client's name", async () => {
    await clickButton("Cancelar cita");
    const page = await ana.get(pathOf("detalle"));
    const other = await addCita(parts, { inicio: "2026-11-22T01:00Z" });
    const answer = await page.submit({}, formOfButton(page, "Reabrir"));
    expect(answer.location).toBe(pathOf("detalle"));
    const aviso = /aviso=([^;.]+)/.exec(String(answer.headers["set-cookie"]))?.[1] ?? "";
    const cookie = Buffer.from(decodeURIComponent(aviso), "base64").toString("utf8");
    expect(cookie).toContain("otra cita, el sábado");
    expect(cookie).not.toMatch(/Lucía|Peña/);
    const after = await ana.get(pathOf("detalle"));
    expect(after.alert).toBe(
      "La cita no cambióEse horario ya está ocupado por otra cita, el sábado 21 de noviembre a las 7:00 p.m. con Ana Sol. Mueve una de las dos y vuelve a intentarlo.Ver la cita que lo ocupa",
    );
    const link = after.document.querySelector('main [role="alert"] a');
    expect(link?.getAttribute("href")).toBe(`/admin/citas/${other}/detalle?de=${encodeURIComponent(pathOf("detalle"))}`);
    expect(await statusOf()).toBe("cancelada");
  });

  test("with invalid values changes nothing and causes no 500", async () => {
    const token = crypto.randomUUID();
    for (const body of [
      {},
      { token, desde: "programada", estado: "completada" },
      { token, desde: "programada", estado: "confirmada", no_asistio: "si" },
      { token, desde: "programada", estado: "cancelada", no_asistio: "tal vez" },
      { token, desde: "borrada", estado: "confirmada" },
      { token, estado: "confirmada" },
      { desde: "programada", estado: "confirmada" },
    ] as Record<string, string>[]) {
      const answer = await ana.post(pathOf("estado"), body);
      expect([answer.status, answer.location], JSON.stringify(body)).toEqual([303, "/admin/citas"]);
    }
    const twice = new URLSearchParams(`token=${token}&estado=confirmada&estado=cancelada&x=1`);
    expect((await ana.post(pathOf("estado"), twice)).status).toBe(303);
    const json = { method: "POST", body: "{}", headers: { "content-type": "application/json" } };
    expect((await ana.send(pathOf("estado"), json)).status).toBe(400);
    for (const id of ["abc", "00000000-0000-4000-8000-000000000000"]) {
      const change = { token: crypto.randomUUID(), desde: "programada", estado: "confirmada" };
      const answer = await ana.post(pathOf("estado", undefined, id), change);
      expect([answer.status, await readFlash()], id).toEqual([303, "ErrorEse registro ya no existe."]);
      for (const what of ["detalle", "completar", "reabrir"])
        expect((await ana.get(pathOf(what, undefined, id))).status, id).toBe(404);
      const payment = { token, concepto: "anticipo", monto: "1", metodo_pago: "efectivo", fecha: "2026-11-01" };
      for (const what of ["detalle", "completar"])
        expect((await ana.post(pathOf(what, undefined, id), payment)).status, id).toBe(404);
    }
    expect((await sql("SELECT accion FROM cambios_cita_susa WHERE cita_id = $1", [cita])).length).toBeLessThanOrEqual(2);
  });
});

// For all that is no address of the back-office see tests/http/return-path.test.ts.
describe("the return path", () => {
  test.each([
    ["/admin/citas?estado=programada&q=luz%20%C3%B1", "/admin/citas?estado=programada&q=luz%20%C3%B1"],
    ["/admin/citas/../clientes", "/admin/clientes"],
    ["https://otra.example/admin", "/admin/citas"],
    ["//otra.example/admin", "/admin/citas"],
    ["/admin?x=1\r\nLocation: https://otra.example", "/admin?x=1Location:%20https://otra.example"],
    ["", "/admin/citas"],
  ])("%j leads to %j", async (de, to) => {
    const page = await ana.send(pathOf("estado", de));
    expect([page.status, page.location]).toEqual([302, to]);
    expect(page.headers.location).not.toMatch(/^https?:|^\/\//);
    const answer = await ana.post(pathOf("estado", de), { token: crypto.randomUUID(), estado: "programada" });
    expect([answer.status, answer.location]).toEqual([303, to]);
    const detail = await ana.get(pathOf("detalle", de));
    expect(detail.href("main a.link")).toBe(to);
  });
});
