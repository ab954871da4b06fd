import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, test } from "vitest";
import { studioDay } from "~/format/dates";
import { addDays } from "~/format/days.server";
import { type Page, type Site, startSite, type Visitor } from "../../../support/browser";
import { ledgerMatches } from "../../../support/ledger";
import { sql, withoutTable } from "../../../support/test-database";

let site: Site;
let ana: Visitor;
let cita: string;
let ids: { cliente: string; servicio: string; empleado: string };

beforeAll(async () => {
  site = await startSite();
  ana = await site.staff("ana@ejemplo.mx");
});
afterAll(() => site.close());
afterEach(ledgerMatches);

const insert = async (table: string, values: Record<string, unknown>): Promise<string> => {
  const names = Object.keys(values);
  const [row] = await sql<{ id: string }>(
    `INSERT INTO ${table} (${names}) VALUES (${names.map((_, n) => `$${n + 1}`)}) RETURNING id`,
    Object.values(values),
  );
  return String(row?.id);
};

async function addCita(values: Record<string, unknown> = {}): Promise<string> {
  const { cliente: cliente_id, servicio: servicio_id, empleado: empleado_id } = ids;
  // 6:30 p.m. in Puebla: already the next day in UTC.
  const when = { fecha_hora: new Date("2026-11-22T00:30Z"), fin: new Date("2026-11-22T01:30Z") };
  const id = await insert("citas_susa", { ...when, cliente_id, servicio_id, empleado_id, precio: 350, ...values });
  const { estado = "programada", no_asistio = false } = values;
  await insert("cambios_cita_susa", { cita_id: id, accion: "creada", estado, no_asistio });
  return id;
}

beforeEach(async () => {
  await sql(
    "TRUNCATE citas_susa, clientes_susa, servicios_susa, empleados_susa, inventario_susa, movimientos_inventario_susa, ingresos_susa, asientos_susa CASCADE",
  );
  const insumos = JSON.stringify([
    { nombre: "Cera", cantidad: 2 },
    { nombre: "Guantes", cantidad: 1 },
  ]);
  ids = {
    cliente: await insert("clientes_susa", { nombre: "Lucía Peña", telefono: "+522221234567" }),
    servicio: await insert("servicios_susa", {
      nombre: "Diseño de cejas",
      precio: 350,
      categoria: "cejas",
      insumos,
      retoque_semanas: 4,
    }),
    empleado: await insert("empleados_susa", { nombre: "Ana", apellido: "Sol" }),
  };
  const cera = await insert("inventario_susa", { nombre: "CERA", cantidad: 1 });
  await insert("movimientos_inventario_susa", { tipo: "entrada", cantidad: 1, item_id: cera, item_nombre: "CERA", saldo: 1 });
  cita = await addCita();
});

const path = (what: string, de?: string) =>
  `/admin/citas/${cita}/${what}${de === undefined ? "" : `?de=${encodeURIComponent(de)}`}`;
const estadoOf = async (id = cita) =>
  (
    await sql<{ line: string }>(
      "SELECT concat_ws(' ', estado, CASE WHEN no_asistio THEN 'x' END) AS line FROM citas_susa WHERE id = $1",
      [id],
    )
  )[0]?.line;
const flash = async () => {
  const page = await ana.get("/admin/clientes");
  return [page.text('main [role="status"]:not(:empty)'), page.text('main [role="alert"]:not(:empty)')].filter(Boolean).join();
};
const countRows = async (table: string) => (await sql<{ n: number }>(`SELECT count(*)::int AS n FROM ${table}`))[0]?.n;
/** The selector of the form whose button starts with this label. */
function formOfButton(page: Page, label: string): string {
  const found = page.all("main form").find((form) => form.querySelector("button")?.textContent?.startsWith(label));
  if (!found) throw new Error(`no button ${label}: ${page.text()}`);
  found.id = `boton-${label.replace(/\W/g, "")}`;
  return `#${found.id}`;
}
const clickButton = async (label: string, id = cita) => {
  const page = await ana.get(`/admin/citas/${id}/detalle`);
  return page.submit({}, formOfButton(page, label));
};

describe("a status button", () => {
  test("changes the status, records it in the history and returns to the page", async () => {
    for (const [label, now, said] of [
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
      const answer = await clickButton(label);
      expect([answer.status, answer.location], label).toEqual([303, path("detalle")]);
      const page = await ana.get(path("detalle"));
      expect(page.text('main [role="status"]'), label).toBe(said);
      expect(await estadoOf(), label).toBe(now);
      expect(page.text("section[aria-label] .badge"), label).toBe(now.split(" ")[0]);
      expect(page.text("section[aria-label]").includes("no asistió"), label).toBe(
        now.endsWith("x") || label === "Quitar «no asistió»" ? now.endsWith("x") : false,
      );
    }
    const history = await ana.get(path("detalle"));
    expect(history.all("#historia ~ ol li p:first-child").length).toBe(11);
    expect(history.text("#historia ~ ol li:last-child")).toMatch(/^No asistió\d\d\/\d\d\/\d{4}, .*, ana@ejemplo\.mx$/);
  });

  test("on a stale page succeeds if the change was already made, else says the current status", async () => {
    const old = await ana.get(path("detalle"));
    const older = await ana.get(path("detalle"));
    await old.submit({}, formOfButton(old, "Confirmar"));
    await flash();
    expect((await older.submit({}, formOfButton(older, "Confirmar"))).status).toBe(303);
    expect(await flash()).toBe("La cita ya estaba confirmada");
    expect((await old.submit({}, formOfButton(old, "Confirmar"))).status).toBe(303);
    expect(await flash()).toBe("Cita confirmada");
    expect((await old.submit({}, formOfButton(old, "Cancelar cita"))).status).toBe(303);
    expect(await flash()).toContain("Esa página ya no estaba al día");
    await sql("UPDATE citas_susa SET estado = 'completada'");
    await insert("cambios_cita_susa", { cita_id: cita, accion: "completada", estado: "completada" });
    const stale = { ...older.values(formOfButton(older, "Cancelar cita")), token: crypto.randomUUID() };
    expect((await ana.post(path("estado"), stale)).location).toBe("/admin/citas");
    expect(await flash()).toBe("La cita no cambióEsta cita ya está completada. Para cambiarla, reábrela.");
    expect(await estadoOf()).toBe("completada");
  });

  test("reports the conflicting appointment when its slot is taken", async () => {
    await clickButton("Cancelar cita");
    const page = await ana.get(path("detalle"));
    await addCita({ fecha_hora: new Date("2026-11-22T01:00Z"), fin: new Date("2026-11-22T02:00Z") });
    expect((await page.submit({}, formOfButton(page, "Reabrir"))).location).toBe(path("detalle"));
    expect(await flash()).toBe(
      "La cita no cambióEse horario ya está ocupado por otra cita, el sábado 21 de noviembre a las 7:00 p.m. con Ana Sol. Mueve una de las dos y vuelve a intentarlo.Ver la cita que lo ocupa",
    );
    expect(await estadoOf()).toBe("cancelada");
  });

  test("links to the conflicting appointment, and its flash cookie contains no client's name", async () => {
    await clickButton("Cancelar cita");
    const page = await ana.get(path("detalle"));
    const other = await addCita();
    const answer = await page.submit({}, formOfButton(page, "Reabrir"));
    const aviso = /aviso=([^;.]+)/.exec(String(answer.headers["set-cookie"]))?.[1] ?? "";
    const said = Buffer.from(decodeURIComponent(aviso), "base64").toString("utf8");
    expect(said).toContain("otra cita, el sábado");
    expect(said).not.toMatch(/Lucía|Peña/);
    const link = (await ana.get(path("detalle"))).document.querySelector('main [role="alert"] a');
    expect(link?.getAttribute("href")).toBe(`/admin/citas/${other}/detalle?de=${encodeURIComponent(path("detalle"))}`);
  });

  test("with invalid values changes nothing and causes no 500", async () => {
    const token = crypto.randomUUID();
    for (const body of [
      {},
      { token },
      { token, desde: "programada", estado: "completada" },
      { token, desde: "programada", estado: "borrada" },
      { token, desde: "programada", estado: "confirmada", no_asistio: "si" },
      { token, desde: "programada", estado: "cancelada", no_asistio: "tal vez" },
      { token, desde: "programada", estado: "cancelada", no_asistio: "no" },
      { token, desde: "borrada", estado: "confirmada" },
      { token, estado: "confirmada" },
      { desde: "programada", estado: "confirmada" },
    ] as Record<string, string>[]) {
      const answer = await ana.post(path("estado"), body);
      expect([answer.status, answer.location], JSON.stringify(body)).toEqual([303, "/admin/citas"]);
    }
    expect(
      (await ana.post(path("estado"), new URLSearchParams(`token=${token}&estado=confirmada&estado=cancelada&x=1`))).status,
    ).toBe(303);
    expect(
      (await ana.send(path("estado"), { method: "POST", body: "{}", headers: { "content-type": "application/json" } })).status,
    ).toBe(400);
    for (const id of ["abc", "00000000-0000-4000-8000-000000000000", "__proto__"]) {
      const answer = await ana.post(`/admin/citas/${id}/estado`, {
        token: crypto.randomUUID(),
        desde: "programada",
        estado: "confirmada",
      });
      expect([answer.status, await flash()], id).toEqual([303, "ErrorEse registro ya no existe."]);
      for (const what of ["detalle", "completar", "reabrir"])
        expect((await ana.get(`/admin/citas/${id}/${what}`)).status, id).toBe(404);
      for (const what of ["detalle", "completar"])
        expect(
          (
            await ana.post(`/admin/citas/${id}/${what}`, {
              token,
              concepto: "anticipo",
              monto: "1",
              metodo_pago: "efectivo",
              fecha: "2026-11-01",
            })
          ).status,
          id,
        ).toBe(404);
    }
    expect((await sql("SELECT accion FROM cambios_cita_susa WHERE cita_id = $1", [cita])).length).toBeLessThanOrEqual(2);
  });

  test("has an address that redirects back, search included, when it is opened", async () => {
    expect((await ana.send(path("estado", "/admin/citas?q=a%20b"))).location).toBe("/admin/citas?q=a%20b");
    expect((await ana.send(path("estado"))).location).toBe("/admin/citas");
  });
});

describe("the return path", () => {
  test.each([
    ["/admin", "/admin"],
    ["/admin/citas?estado=programada&q=luz%20%C3%B1", "/admin/citas?estado=programada&q=luz%20%C3%B1"],
    ["/admin/citas/recordatorios", "/admin/citas/recordatorios"],
    ["/admin/citas/../clientes", "/admin/clientes"],
    ["https://otra.example/admin", "/admin/citas"],
    ["//otra.example/admin", "/admin/citas"],
    ["/admin//otra.example", "/admin/citas"],
    ["/admin/..//otra.example", "/admin/citas"],
    ["/admin/../..//otra.example/admin", "/admin/citas"],
    ["/\\otra.example", "/admin/citas"],
    ["/admin\\..\\..\\otra.example", "/admin/citas"],
    ["/admin@otra.example", "/admin/citas"],
    ["/administrar", "/admin/citas"],
    ["/admin/../salir", "/admin/citas"],
    ["/admin/%2e%2e/salir", "/admin/citas"],
    ["/admin/ingresos.csv", "/admin/citas"],
    ["/admin\r\nSet-Cookie: x=1", "/admin/citas"],
    ["/admin?x=1\r\nLocation: https://otra.example", "/admin?x=1Location:%20https://otra.example"],
    ["javascript:alert(1)", "/admin/citas"],
    ["/admin/\0citas", "/admin/citas"],
    [`/admin?q=${"x".repeat(3000)}`, "/admin/citas"],
    ["", "/admin/citas"],
  ])("%j leads to %j", async (de, to) => {
    const page = await ana.send(path("estado", de));
    expect([page.status, page.location]).toEqual([302, to]);
    expect(page.headers.location).not.toMatch(/^https?:|^\/\//);
    const answer = await ana.post(path("estado", de), { token: crypto.randomUUID(), estado: "programada" });
    expect([answer.status, answer.location]).toEqual([303, to]);
    const detail = await ana.get(path("detalle", de));
    expect(detail.document.querySelector("main a.link")?.getAttribute("href")).toBe(to);
  });
});

describe("completing an appointment", () => {
  test("charges, takes the supplies and reports missing ones with one click, and then offers the next visit", async () => {
    // This evening: for an older appointment the next visit would be offered for today.
    const today = studioDay(new Date(), "America/Mexico_City");
    const evening = new Date(`${addDays(today, 1)}T00:30Z`);
    await sql("UPDATE citas_susa SET fecha_hora = $1, fin = $1::timestamptz + interval '1 hour'", [evening]);
    const page = await ana.get(path("completar", "/admin/citas?q=x"));
    expect(page.values()).toMatchObject({
      cobrar: "on",
      por_cobrar: "350.00",
      monto: "350.00",
      metodo_pago: "efectivo",
      descontar: "on",
    });
    expect(page.all("input[type=radio]").map((radio) => radio.getAttribute("value"))).toEqual([
      "efectivo",
      "tarjeta",
      "transferencia",
      "otro",
    ]);
    expect(page.all("#insumos ~ ul li").map((line) => line.textContent)).toEqual([
      "2 × CERAHay 1: quedarán −1",
      "1 × GuantesNo está en el inventario",
    ]);
    const answers = await Promise.all(Array.from({ length: 20 }, () => page.submit({ metodo_pago: "tarjeta" })));
    const detail = `${path("detalle")}?de=${encodeURIComponent("/admin/citas?q=x")}`;
    expect(new Set(answers.map(({ status, location }) => `${status} ${location}`))).toEqual(new Set([`303 ${detail}`]));
    const after = await ana.get(detail);
    expect(after.text('main [role="status"]')).toBe(
      "Cita completadaSe registró un ingreso de $350.00 (tarjeta). Se descontó 1 insumo. Por debajo de cero: CERA. No están en el inventario: Guantes.",
    );
    expect(await sql("SELECT monto, metodo_pago, concepto, descripcion FROM ingresos_susa")).toEqual([
      { monto: "350.00", metodo_pago: "tarjeta", concepto: "cita", descripcion: "Diseño de cejas" },
    ]);
    expect([await estadoOf(), await countRows("movimientos_inventario_susa")]).toEqual(["completada", 2]);
    const next = after.document.querySelector("#retoque ~ a");
    expect(next?.textContent).toBe("Agendar próximo retoque");
    expect(next?.getAttribute("href")).toBe(
      `/admin/citas/nueva?cliente_id=${ids.cliente}&servicio_id=${ids.servicio}&empleado_id=${ids.empleado}&fecha=${addDays(today, 28)}&hora=18%3A30`,
    );
    expect(after.text("#dinero ~ ul")).toContain("Cobro");
    expect(after.text("#insumos ~ ul")).toBe("CERA−2 quedaron -1");
    expect(after.all("#pago")).toEqual([]);
  });

  test("dates the income in the studio's time zone", async () => {
    const days: unknown[] = [];
    for (const zone of ["Pacific/Kiritimati", "Pacific/Pago_Pago"]) {
      await setZone(zone);
      cita = await addCita({ empleado_id: null });
      await (await ana.get(path("completar"))).submit();
      const [row] = await sql<{ fecha: string; hoy: string }>(
        "SELECT fecha::text, (now() AT TIME ZONE $1)::date::text AS hoy FROM ingresos_susa WHERE cita_id = $2",
        [zone, cita],
      );
      expect(row?.fecha).toBe(row?.hoy);
      days.push(row?.fecha);
    }
    expect(days[0]).not.toBe(days[1]);
    await sql("DELETE FROM configuracion_susa");
  });

  test("does only what is checked, and says when there is nothing to charge", async () => {
    await sql("UPDATE servicios_susa SET insumos = '[]'");
    await (await ana.get(path("detalle"))).submit({ monto: "350", metodo_pago: "transferencia" }, "#pago");
    const page = await ana.get(path("completar"));
    expect(page.text()).toContain("No queda nada por cobrar.");
    expect(page.all("main input[type=checkbox], main input[type=radio]")).toEqual([]);
    await page.submit();
    expect(await flash()).toBe("Cita completada");
    expect(await countRows("ingresos_susa")).toBe(1);
    cita = await addCita({ empleado_id: null });
    const { cobrar, descontar, ...unticked } = (await ana.get(path("completar"))).values();
    expect((await ana.post(path("completar"), unticked)).status).toBe(303);
    expect([cobrar, descontar, await estadoOf(), await countRows("ingresos_susa")]).toEqual(["on", undefined, "completada", 1]);
  });

  test("with a changed remaining amount comes back with the choices kept and the new amount", async () => {
    const page = await ana.get(path("completar"));
    await (await ana.get(path("detalle"))).submit({ monto: "50" }, "#pago");
    const again = await page.submit({ metodo_pago: "otro" });
    expect([again.status, again.values().por_cobrar, again.values().metodo_pago]).toEqual([409, "300.00", "otro"]);
    expect(again.text('[role="alert"]:not(:empty)')).toContain("Lo que falta por cobrar cambió");
    expect([await estadoOf(), await countRows("ingresos_susa")]).toEqual(["programada", 1]);
    expect((await again.submit()).status).toBe(303);
    expect(await sql("SELECT monto FROM ingresos_susa WHERE concepto = 'cita'")).toEqual([{ monto: "300.00" }]);
  });

  test.each([
    ["with a discount", "300", "300.00"],
    ["with a tip", "$1,400.5", "1400.50"],
    ["the remaining amount when it is empty", " ", "350.00"],
  ])("charges the amount that was paid: %s", async (_what, monto, charged) => {
    expect((await (await ana.get(path("completar"))).submit({ monto })).status).toBe(303);
    expect(await sql("SELECT monto FROM ingresos_susa")).toEqual([{ monto: charged }]);
    expect(await sql("SELECT cobrado FROM citas_susa WHERE id = $1", [cita])).toEqual([{ cobrado: charged }]);
  });

  test("with an amount of zero charges nothing", async () => {
    expect((await (await ana.get(path("completar"))).submit({ monto: "0" })).status).toBe(303);
    expect([await estadoOf(), await countRows("ingresos_susa")]).toEqual(["completada", 0]);
  });

  test("with invalid values shows an error in Spanish and charges nothing", async () => {
    const form = (await ana.get(path("completar"))).values();
    for (const [name, value] of [
      ["metodo_pago", "cheque"],
      ["cobrar", "quizás"],
      ["descontar.x", "1"],
      ["por_cobrar", "0.01"],
      ["por_cobrar", "-350.00"],
      ["monto", "-1"],
      ["monto", "mucho"],
      ["token", ""],
    ] as const) {
      const page = await ana.post(path("completar"), { ...form, token: crypto.randomUUID(), [name]: value });
      expect(page.status, name).toBeGreaterThanOrEqual(400);
      expect(page.status, name).toBeLessThan(500);
      expect(page.html, name).toContain('lang="es-MX"');
    }
    expect([await estadoOf(), await countRows("ingresos_susa")]).toEqual(["programada", 0]);
  });

  test("that is over redirects back and says its status", async () => {
    const page = await ana.get(path("completar", "/admin"));
    await clickButton("Cancelar cita");
    await flash();
    expect((await page.submit()).location).toBe("/admin");
    expect(await flash()).toBe("La cita no cambióEsta cita está cancelada. Para cambiarla, reábrela.");
    expect((await ana.send(path("completar", "/admin"))).location).toBe("/admin");
    expect(await countRows("ingresos_susa")).toBe(0);
  });

  test("says that the charge was not recorded when somebody else completed it first", async () => {
    const [page, other] = [await ana.get(path("completar")), await ana.get(path("completar"))];
    const { cobrar: _, ...unticked } = other.values();
    await ana.post(path("completar"), unticked);
    await flash();
    await page.submit({ monto: "500" });
    expect(await flash()).toContain("La cita ya estaba completadaAlguien la completó antes, y tu cobro no se registró.");
    expect([await estadoOf(), await countRows("ingresos_susa")]).toEqual(["completada", 0]);
  });

  test("shows an error when the database rejects it, changes nothing, and can be sent again", async () => {
    const page = await ana.get(path("completar"));
    const answer = await withoutTable("asientos_susa", () => page.submit());
    expect([answer.status, await estadoOf(), await countRows("ingresos_susa")]).toEqual([503, "programada", 0]);
    expect(answer.text('[role="alert"]:not(:empty)')).toContain("No se pudo completar la cita");
    expect((await answer.submit()).status).toBe(303);
    expect(await estadoOf()).toBe("completada");
  });
});

describe("reopening a completed appointment", () => {
  test("lists what it will reverse, reverses it once, and keeps both in the history", async () => {
    await (await ana.get(path("detalle"))).submit({ monto: "100" }, "#pago");
    await (await ana.get(path("completar"))).submit();
    const detail = await ana.get(path("detalle", "/admin/citas?q=z"));
    const link = detail.all("main a").find((a) => a.textContent?.startsWith("Reabrir"));
    const page = await ana.get(String(link?.getAttribute("href")));
    expect(page.text("main form")).toContain("¿Estás segura de que quieres reabrir esta cita?");
    expect(page.all("main form li").map((line) => line.textContent?.replace(/\d\d\/\d\d\/\d{4}/, "hoy"))).toEqual([
      "Sale el ingreso de $250.00 del hoy (efectivo).",
      "Vuelven al inventario 2 de CERA.",
    ]);
    expect(await estadoOf()).toBe("completada");
    const answers = await Promise.all(Array.from({ length: 20 }, () => page.submit({}, "main form")));
    expect(new Set(answers.map(({ location }) => location))).toEqual(new Set([path("detalle", "/admin/citas?q=z")]));
    expect(await flash()).toBe("Cita reabierta");
    expect(await estadoOf()).toBe("programada");
    expect(await sql("SELECT concepto, monto FROM ingresos_susa ORDER BY concepto")).toEqual([
      { concepto: "anticipo", monto: "100.00" },
      { concepto: "cita", monto: "250.00" },
      { concepto: "reversa", monto: "-250.00" },
    ]);
    const after = await ana.get(path("detalle"));
    expect(after.text("#dinero ~ ul")).toContain("reversado");
    expect(after.text("#insumos ~ ul")).toBe("CERA−2 quedaron -1CERA+2 quedaron 1");
    expect(after.text("#historia ~ ol")).toMatch(/Se completóSe registró un ingreso de \$250\.00 \(efectivo\)\..*Se reabrió/);
    expect((await ana.send(path("reabrir"))).location).toBe("/admin/citas");
    await (await ana.get(path("completar"))).submit();
    expect([await estadoOf(), await countRows("ingresos_susa")]).toEqual(["completada", 4]);
  });
});

describe("a payment", () => {
  test("in advance is dated today by default, and may exceed the price with a notice", async () => {
    const page = await ana.get(path("detalle", "/admin"));
    const { fecha } = page.values("#pago");
    expect(await sql("SELECT (now() AT TIME ZONE 'America/Mexico_City')::date::text AS fecha")).toEqual([{ fecha }]);
    const answers = await Promise.all(
      Array.from({ length: 20 }, () => page.submit({ monto: "$1,200", metodo_pago: "tarjeta" }, "#pago")),
    );
    expect(new Set(answers.map(({ status, location }) => `${status} ${location}`))).toEqual(
      new Set([`303 ${path("detalle", "/admin")}`]),
    );
    const after = await ana.get(path("detalle"));
    expect(after.text('main [role="status"]')).toContain("Anticipo registradoCon este pago, lo pagado supera el precio");
    expect(after.all("#dinero ~ dl dd").map((dd) => dd.textContent)).toEqual(["$350.00", "$1,200.00", "$0.00"]);
    expect(await sql("SELECT monto, concepto, descripcion, fecha::text FROM ingresos_susa")).toEqual([
      { monto: "1200.00", concepto: "anticipo", descripcion: "Anticipo: Diseño de cejas", fecha },
    ]);
  });

  test("of what a completed appointment was not charged can be recorded later", async () => {
    const { cobrar: _, ...unticked } = (await ana.get(path("completar"))).values();
    await ana.post(path("completar"), unticked);
    expect([await estadoOf(), await countRows("ingresos_susa")]).toEqual(["completada", 0]);
    const page = await ana.get(path("detalle"));
    expect(page.text("details:has(#pago) summary")).toBe("Registrar un cobro");
    const [row] = await sql<{ fecha: string }>("SELECT (now() AT TIME ZONE 'America/Mexico_City')::date::text AS fecha");
    await page.submit({ monto: "350" }, "#pago");
    expect(await flash()).toBe("Cobro registrado");
    expect(await sql("SELECT monto, concepto, descripcion, fecha::text FROM ingresos_susa")).toEqual([
      { monto: "350.00", concepto: "cita", descripcion: "Diseño de cejas", ...row },
    ]);
    expect((await ana.get(path("detalle"))).all("#pago")).toEqual([]);
  });

  test("with invalid values, or for a cancelled appointment, comes back with what was typed", async () => {
    const [tomorrow] = await sql<{ day: string }>("SELECT ((now() AT TIME ZONE 'America/Mexico_City')::date + 1)::text AS day");
    for (const [name, value] of [
      ["monto", "0"],
      ["monto", "mil"],
      ["monto", "-5"],
      ["fecha", "1999-12-31"],
      ["fecha", "2099-10-05"],
      ["fecha", tomorrow?.day ?? ""],
      ["metodo_pago", "cheque"],
    ] as const) {
      const answer = await (await ana.get(path("detalle"))).submit({ monto: "10", [name]: value }, "#pago");
      expect([answer.status, answer.all('[role="alert"] a').length], value).toEqual([400, 1]);
      expect(answer.values("#pago")[name], value).toBe(value);
    }
    const page = await ana.get(path("detalle"));
    await clickButton("Cancelar cita");
    const late = await page.submit({ monto: "10" }, "#pago");
    expect([late.status, await countRows("ingresos_susa")]).toEqual([409, 0]);
    expect(late.text('[role="alert"]:not(:empty)')).toContain("Esta cita está cancelada.");
    expect(late.values("#pago").monto).toBe("10");
  });
});

describe("returning an advance", () => {
  test("takes one click, is dated today, and is offered only where it is possible", async () => {
    await (await ana.get(path("detalle"))).submit({ monto: "100", fecha: "2026-10-05" }, "#pago");
    await clickButton("Cancelar cita");
    const page = await ana.get(path("detalle", "/admin/citas?q=x"));
    expect(page.text("section[aria-labelledby=dinero]")).toContain("usa «Devolver anticipo»");
    const form = formOfButton(page, "Sí, devolverlo");
    const answers = await Promise.all(Array.from({ length: 20 }, () => page.submit({}, form)));
    expect(new Set(answers.map(({ status, location }) => `${status} ${location}`))).toEqual(
      new Set([`303 ${path("detalle", "/admin/citas?q=x")}`]),
    );
    const after = await ana.get(path("detalle"));
    expect(after.text('main [role="status"]')).toBe(
      "Anticipo devueltoSe registró la salida de $100.00 (efectivo) con la fecha de hoy.",
    );
    expect(after.text("section[aria-labelledby=dinero]")).not.toMatch(/Devolver|Lo pagado/);
    expect(
      await sql(
        "SELECT monto, fecha = (now() AT TIME ZONE 'America/Mexico_City')::date AS hoy, descripcion FROM ingresos_susa WHERE concepto = 'reversa'",
      ),
    ).toEqual([{ monto: "-100.00", hoy: true, descripcion: "Anticipo devuelto: Diseño de cejas" }]);
    expect(await sql("SELECT fecha::text FROM ingresos_susa WHERE concepto = 'anticipo'")).toEqual([{ fecha: "2026-10-05" }]);
    expect(
      (await ana.post(String(page.document.querySelector(form)?.getAttribute("action")), { token: crypto.randomUUID() })).status,
    ).toBe(303);
    expect(await flash()).toContain("Este ingreso ya está reversado");
  });

  test("for a completed appointment, with an unknown id or without a key does nothing and causes no 500", async () => {
    await (await ana.get(path("detalle"))).submit({ monto: "100" }, "#pago");
    const open = await ana.get(path("detalle"));
    await (await ana.get(path("completar"))).submit();
    await open.submit({}, formOfButton(open, "Sí, devolverlo"));
    expect(await flash()).toBe("El anticipo no se devolvióEsta cita ya está completada. Para cambiarla, reábrela.");
    expect((await ana.get(path("detalle"))).text("section[aria-labelledby=dinero]")).not.toContain("Devolver");
    for (const id of ["abc", crypto.randomUUID(), "__proto__"]) {
      expect((await ana.post(path(`anticipos/${id}/devolver`), { token: crypto.randomUUID() })).status).toBe(303);
      expect(await flash()).toBe("ErrorEse registro ya no existe.");
      expect((await ana.post(path(`anticipos/${id}/devolver`), {})).status).toBe(303);
      expect(await flash()).toContain("El envío llegó incompleto");
    }
    expect((await ana.send(path("anticipos/x/devolver", "/admin"))).location).toBe("/admin");
    expect(await sql("SELECT FROM ingresos_susa WHERE concepto = 'reversa'")).toEqual([]);
  });
});

describe("the notes of an appointment that is over", () => {
  test.each(["Cancelar cita", "completar"])("can be edited on its page: after %s", async (how) => {
    expect((await ana.get(path("detalle"))).all("#notas")).toEqual([]);
    if (how === "completar") await (await ana.get(path("completar"))).submit();
    else await clickButton(how);
    const page = await ana.get(path("detalle", "/admin/citas?q=x"));
    const saved = await page.submit({ notas: "Le ardió un poco" }, "#notas");
    expect([saved.status, saved.location]).toEqual([303, path("detalle", "/admin/citas?q=x")]);
    const after = await ana.get(path("detalle"));
    expect(after.text('main [role="status"]')).toBe("Notas guardadas");
    expect(after.text("section[aria-label]")).toContain("Le ardió un poco");
    expect(after.values("#notas").notas).toBe("Le ardió un poco");
    expect(after.text("#historia ~ ol li:last-child")).toMatch(/^Se editó/);
    await after.submit({ notas: " " }, "#notas");
    expect(await sql("SELECT notas FROM citas_susa")).toEqual([{ notas: null }]);
  });

  test("show both versions after a stale edit, and can then be saved", async () => {
    await clickButton("Cancelar cita");
    const mine = await ana.get(path("detalle", "/admin"));
    await (await ana.get(path("detalle"))).submit({ notas: "Lo de ella" }, "#notas");
    const answer = await mine.submit({ notas: "Lo mío" }, "#notas");
    expect([answer.status, answer.values("#notas").notas]).toEqual([409, "Lo mío"]);
    expect(answer.text('[role="alert"]:not(:empty)')).toContain("Alguien más cambió este registro");
    expect(answer.text("section[aria-labelledby=versiones]")).toMatch(/Guardado ahora: Lo de ella.*Lo que escribiste: Lo mío/);
    const saved = await answer.submit({}, "#notas");
    expect([saved.status, saved.location]).toEqual([303, path("detalle", "/admin")]);
    expect(await sql("SELECT notas FROM citas_susa")).toEqual([{ notas: "Lo mío" }]);
  });

  test("that are too long, of an unknown appointment or rejected by the database show an error and keep what was typed", async () => {
    await clickButton("Cancelar cita");
    const page = await ana.get(path("detalle"));
    const long = await page.submit({ notas: "x".repeat(2001) }, "#notas");
    expect([long.status, long.all('[role="alert"] a').length, long.values("#notas").notas?.length]).toEqual([400, 1, 2001]);
    expect((await page.submit({ token: "", notas: "a" }, "#notas")).status).toBe(400);
    const failed = await withoutTable("cambios_cita_susa", () => page.submit({ notas: "Se queda" }, "#notas"));
    expect([failed.status, failed.values("#notas").notas]).toEqual([503, "Se queda"]);
    for (const id of ["abc", crypto.randomUUID()]) {
      expect((await ana.get(`/admin/citas/${id}/notas`)).status).toBe(404);
      expect((await ana.post(`/admin/citas/${id}/notas`, { token: crypto.randomUUID(), notas: "a" })).status).toBe(404);
    }
    expect((await ana.get(path("notas"))).values("#notas").notas).toBe("");
    expect(await sql("SELECT notas FROM citas_susa")).toEqual([{ notas: null }]);
  });
});

test("reopening and deleting say which supplies do not return to the stock", async () => {
  await (await ana.get(path("completar"))).submit();
  expect((await ana.get(`/admin/citas/${cita}/eliminar`)).text()).toContain("Los insumos que descontó no vuelven al inventario.");
  await sql("DELETE FROM inventario_susa");
  const page = await ana.get(path("reabrir"));
  expect(page.text("main form")).toContain("No vuelven al inventario 2 de CERA: ese item ya se eliminó.");
  expect(page.text("main form")).not.toContain("ni descontó insumos");
  await page.submit({}, "main form");
  expect(await estadoOf()).toBe("programada");
  cita = await addCita({ empleado_id: null });
  expect((await ana.get(`/admin/citas/${cita}/eliminar`)).text()).not.toContain("insumos");
});

test("the page of an appointment shows its data, its visit and its links, but no health notes", async () => {
  await sql("UPDATE clientes_susa SET medicina = 'SECRETO', enfermedades = 'SECRETO', ocupacion = 'SECRETO'");
  const visita_id = crypto.randomUUID();
  await sql("UPDATE citas_susa SET visita_id = $1, notas = 'Trae <b>foto</b>'", [visita_id]);
  const other = await addCita({ visita_id, empleado_id: null, estado: "cancelada", no_asistio: true });
  await addCita({ empleado_id: null });
  const page = await ana.get(path("detalle", "/admin/citas?q=x"));
  expect(page.document.title).not.toMatch(/Lucía|Peña/);
  for (const text of [
    "Sábado 21 de noviembre",
    "de 6:30 p.m. a 7:30 p.m.",
    "Lucía Peña",
    "222 123 4567",
    "Diseño de cejas, 60 min",
    "Especialista: Ana Sol",
    "Trae <b>foto</b>",
  ])
    expect(page.text().toLowerCase()).toContain(text.toLowerCase());
  expect(page.html).not.toContain("SECRETO");
  const visit = page.all("#visita ~ ul li");
  expect(visit.map((line) => line.textContent)).toEqual(["6:30 p.m., Diseño de cejas sin especialistacanceladano asistió"]);
  expect(visit[0]?.querySelector("a")?.getAttribute("href")).toContain(`/admin/citas/${other}/detalle?de=`);
  for (const table of ["clientes_susa", "servicios_susa", "empleados_susa"]) await sql(`DELETE FROM ${table}`);
  cita = await insert("citas_susa", { fecha_hora: new Date(), fin: new Date(Date.now() + 1000), estado: "completada" });
  const bare = await ana.get(path("detalle"));
  expect([bare.status, bare.all("#retoque").length]).toEqual([200, 0]);
  expect(bare.text()).toMatch(/Cliente eliminado.*Servicio eliminado.*Sin especialista.*La clienta ya no existe/);
});

async function setZone(zona_horaria: string): Promise<void> {
  const { ESTUDIO } = await import("../../../../app/content/estudio");
  const row = { ...ESTUDIO, horario: JSON.stringify(ESTUDIO.horario), zona_horaria };
  await sql("DELETE FROM configuracion_susa");
  await sql(
    `INSERT INTO configuracion_susa (${Object.keys(row)}) VALUES (${Object.keys(row).map((_, n) => `$${n + 1}`)})`,
    Object.values(row),
  );
}
