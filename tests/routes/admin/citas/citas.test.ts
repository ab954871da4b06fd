import { afterAll, beforeAll, beforeEach, describe, expect, test } from "vitest";
import { ESTUDIO, ZONAS } from "../../../../app/content/estudio";
import { formatDay, formatTime, studioDay } from "../../../../app/format/dates";
import { addDays, weekday } from "../../../../app/format/days.server";
import { studioClock, studioMoment } from "../../../../app/format/zone.server";
import { type Page, type Site, startSite, type Visitor } from "../../../support/browser";
import { testFormContract } from "../../../support/form-contract";
import { sql, withoutTable } from "../../../support/test-database";

// A zone where it is before 22:30, so that an appointment late today is in the future.
const ZONA = Object.keys(ZONAS).find((zone) => studioClock(new Date(), zone) < "22:30") ?? "America/Tijuana";
const HOY = studioDay(new Date(), ZONA);
const HORA = "23:15";

const CEJAS = "10000000-0000-4000-8000-000000000001";
const PEDICURA = "10000000-0000-4000-8000-000000000002";
const ANA = "20000000-0000-4000-8000-000000000001";
const BETY = "20000000-0000-4000-8000-000000000002";
const LUCIA = "30000000-0000-4000-8000-000000000001";

let site: Site;
let staff: Visitor;

beforeAll(async () => {
  site = await startSite({ TZ: "Asia/Tokyo" });
  staff = await site.staff("ana@ejemplo.mx");
  const row = { ...ESTUDIO, horario: JSON.stringify(Array(7).fill({ abre: "00:00", cierra: "23:59" })), zona_horaria: ZONA };
  await sql(
    `INSERT INTO configuracion_susa (${Object.keys(row)}) VALUES (${Object.keys(row).map((_, n) => `$${n + 1}`)})`,
    Object.values(row),
  );
  await sql(`INSERT INTO empleados_susa (id, nombre, apellido, especialidades) VALUES
    ('${ANA}', 'Ana', 'Núñez', '{cejas}'), ('${BETY}', 'Bety', 'Paz', '{manicura}')`);
  await sql(`INSERT INTO servicios_susa (id, nombre, precio, categoria, duracion_minutos, limpieza_minutos) VALUES
    ('${CEJAS}', 'Diseño de cejas', 350, 'cejas', 45, 15), ('${PEDICURA}', 'Pedicura', 480, 'pedicura', 60, 0)`);
  await sql(`INSERT INTO clientes_susa (id, nombre, telefono) VALUES ('${LUCIA}', 'Lucía Peña', '+525512345678')`);
});
afterAll(() => site.close());
beforeEach(() => sql("TRUNCATE citas_susa CASCADE"));

const WHOLE = {
  codigo: "",
  canjeado: "",
  cliente_id: LUCIA,
  cliente_q: "",
  buscado: "",
  cliente_nombre: "",
  cliente_telefono: "",
  "servicios[0].servicio_anterior": CEJAS,
  "servicios[0].servicio_id": CEJAS,
  "servicios[0].empleado_id": "",
  "servicios[0].precio": "325.50",
  "servicios[0].duracion_minutos": "20",
  fecha: HOY,
  hora: HORA,
  estado: "confirmada",
  notas: "Trae foto\nde referencia",
};

const quedo = `Quedó el ${formatDay(studioMoment(HOY, HORA, ZONA), ZONA)} a las 11:15 p.m.`;

testFormContract(
  {
    path: "/admin/citas",
    newSegment: "nueva",
    table: "citas_susa",
    whole: WHOLE,
    required: { fecha: "Escribe la fecha.", hora: "Escribe la hora." },
    optional: ["notas"],
    invalid: [
      ["fecha", "21/11/2026"],
      ["fecha", "2026-02-30"],
      ["hora", "24:00"],
      ["hora", "9:00"],
      ["estado", "completada"],
      ["estado", "cancelada"],
      ["cliente_id", "nadie"],
      ["cliente_id", ""],
      ["cliente_nombre", "Y otra más"],
      ["servicios[0].servicio_id", ""],
      ["servicios[0].servicio_id", "cejas"],
      ["servicios[0].empleado_id", "ana"],
      ["servicios[0].precio", "-1"],
      ["servicios[0].duracion_minutos", "0"],
      ["servicios[0].duracion_minutos", "1441"],
      ["notas", "x".repeat(2001)],
    ],
    textField: "notas",
    messages: {
      created: `Cita creada${quedo}Ver la cita`,
      updated: `Cita actualizada${quedo}Ver la cita`,
      deleted: "Cita eliminada",
    },
    question: "¿Estás segura de que quieres eliminar esta cita?",
  },
  () => staff,
);

type Cita = {
  fecha_hora: Date;
  fin: Date;
  empleado_id: string | null;
  cliente_id: string;
  visita_id: string | null;
  precio: string;
  duracion_minutos: number;
};
const citas = () => sql<Cita>("SELECT * FROM citas_susa ORDER BY fecha_hora, id");
const TOMORROW = addDays(HOY, 1);
const at = (clock: string, day = TOMORROW) => studioMoment(day, clock, ZONA);
const blank = () => staff.get("/admin/citas/nueva");
const fields = (changes: Record<string, string> = {}) => ({
  ...WHOLE,
  fecha: TOMORROW,
  hora: "10:00",
  "servicios[0].empleado_id": ANA,
  "servicios[0].precio": "",
  "servicios[0].duracion_minutos": "",
  ...changes,
});
const alert = (page: Page) => page.text('dialog [role="alert"]:not(:empty)');

/** Submits the form with one of its buttons that do not save. */
function press(page: Page, text: string, changes: Record<string, string> = {}): Promise<Page> {
  const button = page.all("dialog form button[name]").find((each) => (each.textContent ?? "").includes(text));
  if (!button) throw new Error(`no button ${text}: ${page.text("dialog")}`);
  return page.submit({ ...changes, [button.getAttribute("name") ?? ""]: button.getAttribute("value") ?? "" });
}

describe("booking an appointment", () => {
  test("takes empty price and duration from the service, and adds its cleanup time", async () => {
    expect((await (await blank()).submit(fields())).status).toBe(303);
    expect(await citas()).toMatchObject([{ fecha_hora: at("10:00"), fin: at("11:00"), precio: "350.00", empleado_id: ANA }]);
    expect(await sql("SELECT accion, estado FROM cambios_cita_susa")).toEqual([{ accion: "creada", estado: "confirmada" }]);
  });

  test("rejects a second appointment at the same time, and shows the first, free alternatives and every typed value", async () => {
    await (await blank()).submit(fields());
    const page = await (await blank()).submit(fields({ hora: "10:30", notas: "No me pierdas" }));
    expect(page.status).toBe(409);
    expect(alert(page)).toContain("Ese horario ya está ocupado.");
    const taken = page.text("section[aria-labelledby=ocupado]");
    expect(taken).toContain(
      `Ana Núñez ya tiene a Lucía Peña el ${formatDay(at("10:00"), ZONA)}, de 10:00 a.m. a 11:00 a.m. (Diseño de cejas).`,
    );
    expect(page.values()).toMatchObject(fields({ hora: "10:30", notas: "No me pierdas" }));
    expect(await citas()).toHaveLength(1);

    const moved = await press(page, "A la misma hora con Bety Paz");
    expect(moved.text('dialog p[role="status"]')).toBe(
      `Puesto el ${formatDay(at("10:30"), ZONA)} a las 10:30 a.m. Falta guardar la cita.`,
    );
    expect([moved.status, moved.values()["servicios[0].empleado_id"], moved.values().notas]).toEqual([
      200,
      BETY,
      "No me pierdas",
    ]);
    expect(await citas()).toHaveLength(1);
    expect((await moved.submit()).status).toBe(303);

    const later = await press(page, `${formatDay(at("11:00"), ZONA)}, 11:00 a.m. con Ana Núñez`);
    expect([later.values().fecha, later.values().hora]).toEqual([TOMORROW, "11:00"]);
    expect((await later.submit()).status).toBe(303);
    expect((await citas()).map(({ fecha_hora, empleado_id }) => [fecha_hora, empleado_id])).toEqual([
      [at("10:00"), ANA],
      [at("10:30"), BETY],
      [at("11:00"), ANA],
    ]);
  });

  test("links two services of one visit back to back, with cleanup time in between only for the same specialist", async () => {
    const two = { "servicios[1].servicio_id": PEDICURA, "servicios[1].precio": "", "servicios[1].duracion_minutos": "" };
    expect((await (await blank()).submit(fields({ ...two, "servicios[1].empleado_id": ANA }))).status).toBe(303);
    expect((await (await blank()).submit(fields({ ...two, "servicios[1].empleado_id": BETY, hora: "15:00" }))).status).toBe(303);
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
    await (await blank()).submit(fields({ "servicios[0].empleado_id": BETY, "servicios[0].servicio_id": PEDICURA }));
    const before = await sql("SELECT count(*) FROM clientes_susa");
    const page = await (await blank()).submit(
      fields({
        cliente_id: "",
        cliente_nombre: "Nadie Todavía",
        cliente_telefono: "55 0000 0001",
        hora: "09:30",
        "servicios[1].servicio_id": PEDICURA,
        "servicios[1].empleado_id": BETY,
        "servicios[1].precio": "",
        "servicios[1].duracion_minutos": "",
      }),
    );
    expect(page.status).toBe(409);
    expect(page.values().cliente_nombre).toBe("Nadie Todavía");
    expect(await citas()).toHaveLength(1);
    expect(await sql("SELECT count(*) FROM clientes_susa")).toEqual(before);
  });

  test("offers only times at which both services of a visit fit, whichever of them conflicts", async () => {
    const pedicura = (empleado_id: string) => ({
      "servicios[1].servicio_id": PEDICURA,
      "servicios[1].empleado_id": empleado_id,
      "servicios[1].precio": "",
      "servicios[1].duracion_minutos": "",
    });
    const book = async (hora: string, empleado_id: string, servicio_id: string) =>
      (await blank()).submit(
        fields({
          hora,
          "servicios[0].empleado_id": empleado_id,
          "servicios[0].servicio_id": servicio_id,
          "servicios[0].servicio_anterior": "",
        }),
      );
    await book("10:00", ANA, CEJAS);
    await book("12:30", ANA, PEDICURA);
    const offers = (page: Page) => page.all("section[aria-labelledby=ocupado] button").map((button) => button.textContent);
    const day = formatDay(at("10:00"), ZONA);

    // At eleven the first service fits and the second does not.
    const first = await (await blank()).submit(fields({ hora: "10:30", ...pedicura(ANA) }));
    expect(offers(first).slice(0, 3)).toEqual(["A la misma hora con Bety Paz", `${day}, 1:30 p.m.`, `${day}, 2:00 p.m.`]);
    const moved = await press(first, "1:30 p.m.");
    expect((await moved.submit()).status).toBe(303);

    // The first service's slot is free and the second's is not: the offer starts when both fit.
    await book("10:15", BETY, PEDICURA);
    const second = await (await blank()).submit(
      fields({ hora: "09:00", ...pedicura(BETY), "servicios[0].duracion_minutos": "20" }),
    );
    expect(second.status).toBe(409);
    expect(offers(second)[0]).toBe(`${day}, 11:10 a.m.`);
    const later = await press(second, "11:10 a.m.");
    expect(later.values()).toMatchObject({ hora: "11:10", "servicios[0].empleado_id": ANA, "servicios[1].empleado_id": BETY });
    expect((await later.submit()).status).toBe(303);
    expect(await citas()).toHaveLength(7);
  });

  test("creates a new client with a normalized phone", async () => {
    const saved = await (await blank()).submit(
      fields({ cliente_id: "", cliente_nombre: "Nueva Clienta", cliente_telefono: "55 8765 4321" }),
    );
    expect(saved.status).toBe(303);
    expect(await sql("SELECT k.nombre, k.telefono FROM citas_susa JOIN clientes_susa k ON k.id = cliente_id")).toEqual([
      { nombre: "Nueva Clienta", telefono: "+525587654321" },
    ]);
  });

  test("notes other records with a new client's phone, and links to the merge", async () => {
    await (await blank()).submit(fields({ cliente_id: "", cliente_nombre: "Nueva Clienta", cliente_telefono: "55 8765 4399" }));
    const again = fields({ cliente_id: "", cliente_nombre: "Otra vez", cliente_telefono: "+52 55 8765 4399", hora: "15:00" });
    await (await blank()).submit(again);
    const list = await staff.get("/admin/citas");
    expect(list.text('main [role="status"]')).toContain("Otra ficha tiene el mismo teléfono o correo.");
    const [row] = await sql<{ id: string }>("SELECT id FROM clientes_susa WHERE nombre = 'Otra vez'");
    expect(list.document.querySelector('main [role="status"] a')?.getAttribute("href")).toBe(
      `/admin/clientes/${row?.id}/fusionar`,
    );
  });

  test("opens on the day of the agenda or the list, and links to the saved appointment", async () => {
    const day = addDays(HOY, 9);
    for (const [search, fecha] of [
      [`?vista=dia&dia=${day}`, day],
      ["?vista=dia&dia=nunca", HOY],
      ["?cuando=manana", TOMORROW],
      [`?vista=semana&dia=${day}`, HOY],
      ["?cuando=manana&fecha=2099-03-03", "2099-03-03"],
      ["", HOY],
    ])
      expect((await staff.get(`/admin/citas/nueva${search}`)).values().fecha, search).toBe(fecha);
    await (await blank()).submit(fields());
    const [cita] = await sql<{ id: string }>("SELECT id FROM citas_susa");
    const said = (await staff.get("/admin/citas")).document.querySelector('main [role="status"] a');
    expect([said?.textContent, said?.getAttribute("href")]).toEqual([
      "Ver la cita",
      `/admin/citas/${cita?.id}/detalle?de=%2Fadmin%2Fcitas`,
    ]);
    const own = `/admin/citas/${cita?.id}/detalle?de=%2Fadmin`;
    const editor = await staff.get(`/admin/citas/${cita?.id}?de=${encodeURIComponent(own)}`);
    expect((await editor.submit({ notas: "Desde su página" })).location).toBe(own);
  });

  test("replaces price and duration of the previous service by those of the newly chosen one", async () => {
    const filled = await press(await blank(), "Ver precio", fields());
    await sql("UPDATE servicios_susa SET precio = 120, duracion_minutos = 30 WHERE id = $1", [PEDICURA]);
    const asked = await press(filled, "Ver precio", { "servicios[0].servicio_id": PEDICURA });
    expect(asked.values()).toMatchObject({ "servicios[0].precio": "120.00", "servicios[0].duracion_minutos": "30" });
    expect((await filled.submit({ "servicios[0].servicio_id": PEDICURA })).status).toBe(303);
    expect(await citas()).toMatchObject([{ precio: "120.00", duracion_minutos: 30 }]);
    // A typed price is never replaced.
    const typed = { "servicios[0].servicio_id": PEDICURA, "servicios[0].precio": "99", hora: "16:00" };
    expect((await filled.submit({ ...typed, token: (await blank()).values().token ?? "" })).status).toBe(303);
    expect((await citas()).map(({ precio }) => precio)).toEqual(["120.00", "99.00"]);
  });

  test("keeps an appointment's cleanup time when it is edited later", async () => {
    await (await blank()).submit(fields());
    await (await blank()).submit(fields({ hora: "11:00" }));
    await sql("UPDATE servicios_susa SET limpieza_minutos = 30");
    const [cita] = await sql<{ id: string }>("SELECT id FROM citas_susa ORDER BY fecha_hora");
    const saved = await (await staff.get(`/admin/citas/${cita?.id}`)).submit({ notas: "Nada más una nota" });
    expect(saved.status).toBe(303);
    expect((await citas()).map(({ fin }) => fin)).toEqual([at("11:00"), at("12:00")]);
    await sql("UPDATE servicios_susa SET limpieza_minutos = 15");
  });

  test("searches for a client within the form: with the button, and when the form is sent without a chosen client", async () => {
    const typed = fields({ cliente_id: "", cliente_q: "PENA 5512", notas: "Sigue aquí" });
    for (const page of [await press(await blank(), "Buscar", typed), await (await blank()).submit(typed)]) {
      expect(page.all("dialog input[name=cliente_id]").map((radio) => radio.getAttribute("value"))).toEqual([LUCIA, ""]);
      expect(page.values()).toMatchObject({ notas: "Sigue aquí", hora: "10:00" });
      expect(await citas()).toHaveLength(0);
    }
    const noMatch = await press(await blank(), "Buscar", { ...typed, cliente_q: "zzz" });
    expect(noMatch.text("dialog")).toContain("Nadie coincide con lo que buscas");
  });

  test("shows the chosen client's name whenever the form comes back", async () => {
    const EVA = "30000000-0000-4000-8000-000000000002";
    await sql("INSERT INTO clientes_susa (id, nombre) VALUES ($1, 'Lucía Otra') ON CONFLICT DO NOTHING", [EVA]);
    const chosen = (page: Page) =>
      page.document.querySelector("dialog input[name=cliente_id]:checked")?.closest("label")?.textContent;
    const found = await press(await blank(), "Buscar", fields({ cliente_id: "", cliente_q: "lucia" }));
    expect(found.all("dialog input[name=cliente_id]")).toHaveLength(3);
    const refused = await found.submit({ cliente_id: EVA, hora: "" });
    const filled = await press(found, "Ver precio", { cliente_id: EVA });
    const warned = await found.submit({ cliente_id: EVA, fecha: addDays(HOY, -1) });
    expect([refused, filled, warned].map(({ status }) => status)).toEqual([400, 200, 409]);
    for (const page of [refused, filled, warned]) expect(chosen(page)).toBe("Lucía Otra");
    await sql("DELETE FROM clientes_susa WHERE id = $1", [EVA]);
  });

  test("can replace the chosen client with a new one", async () => {
    const chosen = await staff.get(`/admin/citas/nueva?cliente_id=${LUCIA}`);
    const both = await chosen.submit(fields({ cliente_nombre: "Nueva Clienta" }));
    expect(both.status).toBe(400);
    expect(both.text("dialog")).toContain("elige «Otra clienta» en la lista");
    const other = both.all("dialog label").find((label) => label.textContent === "Otra clienta");
    const value = other?.querySelector("input")?.getAttribute("value") ?? "no hay";
    expect((await both.submit({ cliente_id: value })).status).toBe(303);
    expect(await sql("SELECT k.nombre FROM citas_susa JOIN clientes_susa k ON k.id = cliente_id")).toEqual([
      { nombre: "Nueva Clienta" },
    ]);
  });

  test("lists at most twelve matching clients, and says when there are more", async () => {
    const many = "INSERT INTO clientes_susa (nombre) SELECT 'Numerosa ' || n FROM generate_series(10, 9 + $1) n";
    const search = async () => press(await blank(), "Buscar", fields({ cliente_id: "", cliente_q: "numerosa" }));
    await sql(many, [12]);
    const all = await search();
    expect([all.all("dialog input[name=cliente_id]").length, all.text("dialog").includes("Hay más que coinciden")]).toEqual([
      13,
      false,
    ]);
    await sql(many, [1]);
    const part = await search();
    expect([part.all("dialog input[name=cliente_id]").length, part.text("dialog").includes("Hay más que coinciden")]).toEqual([
      13,
      true,
    ]);
    await sql("DELETE FROM clientes_susa WHERE nombre LIKE 'Numerosa %'");
  });

  test("on Enter asks for what was newly typed where there is a button to ask, and otherwise saves", async () => {
    const enter = async (page: Page, changes: Record<string, string>) => page.submit({ ...changes, intent: "enter" });
    const searched = await enter(await blank(), fields({ cliente_q: "pena" }));
    expect([searched.status, (await citas()).length, searched.values().buscado]).toEqual([200, 0, "pena"]);
    const asked = await enter(searched, { codigo: "XXXXX" });
    expect([asked.status, asked.text("dialog [role=status]")]).toEqual([
      200,
      expect.stringContaining("No encontramos ese código"),
    ]);
    expect((await enter(asked, {})).status).toBe(303);
    expect(await citas()).toHaveLength(1);
    for (const cliente_q of ["\0a", "%", "x".repeat(5000)])
      expect((await press(await blank(), "Buscar", { cliente_q })).status).toBe(200);
  });

  test("waits for the first specialist's cleanup when she also does the third service", async () => {
    const row = (n: number, servicio_id: string, empleado_id: string, duracion: string) => ({
      [`servicios[${n}].servicio_id`]: servicio_id,
      [`servicios[${n}].empleado_id`]: empleado_id,
      [`servicios[${n}].precio`]: "",
      [`servicios[${n}].duracion_minutos`]: duracion,
    });
    const three = { ...row(0, CEJAS, ANA, "30"), ...row(1, PEDICURA, BETY, "10"), ...row(2, CEJAS, ANA, "30") };
    expect((await (await blank()).submit(fields(three))).status).toBe(303);
    expect((await citas()).map(({ fecha_hora }) => fecha_hora)).toEqual([at("10:00"), at("10:30"), at("10:45")]);
  });

  test("fills in price and duration of a service, and adds and removes rows", async () => {
    const filled = await press(await blank(), "Ver precio", fields());
    expect(filled.values()).toMatchObject({ "servicios[0].precio": "350.00", "servicios[0].duracion_minutos": "45" });
    expect(filled.all("dialog select[name='servicios[0].empleado_id'] option").map(({ textContent }) => textContent)).toEqual([
      "Sin especialista",
      "Ana Núñez ✓",
      "Bety Paz",
    ]);
    const grown = await press(filled, "Agregar otro servicio");
    expect(grown.all("dialog select[name$=servicio_id]")).toHaveLength(2);
    const shrunk = await press(grown, "Quitar el servicio 2");
    expect(shrunk.all("dialog select[name$=servicio_id]")).toHaveLength(1);
    expect(await citas()).toHaveLength(0);
  });

  test("warns about a time outside working hours, and books it when confirmed", async () => {
    await sql("INSERT INTO ausencias_susa (empleado_id, desde, hasta, motivo) VALUES ($1, $2, $2, 'vacaciones')", [
      ANA,
      TOMORROW,
    ]);
    const page = await (await blank()).submit(fields());
    expect(page.status).toBe(409);
    expect(page.text("section[aria-labelledby=avisos-titulo]")).toContain("vacaciones");
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
    await sql("TRUNCATE ausencias_susa");
  });

  test("makes one appointment of ten concurrent requests for a slot, and the other nine keep their values", async () => {
    const pages = await Promise.all(Array.from({ length: 10 }, blank));
    const answers = await Promise.all(
      pages.map((page, n) => page.submit(fields({ notas: `Soy la ${n}`, hora: `10:${10 + n}` }))),
    );
    expect(answers.map(({ status }) => status).sort()).toEqual([303, ...Array(9).fill(409)]);
    for (const [n, page] of answers.entries()) {
      if (page.status === 409) expect(page.values()).toMatchObject({ notas: `Soy la ${n}`, hora: `10:${10 + n}` });
    }
    expect(await citas()).toHaveLength(1);
  });

  test.each([
    ["servicios[0].servicio_id", "Uno de los servicios ya no está."],
    ["servicios[0].empleado_id", "Esa especialista ya no está."],
    ["cliente_id", "Esa clienta ya no está."],
  ])("rejects a deleted %s and keeps the form", async (name, sentence) => {
    const page = await (await blank()).submit(fields({ [name]: "00000000-0000-4000-8000-000000000000", notas: "Sigo" }));
    expect([page.status, alert(page), page.values().notas]).toEqual([400, expect.stringContaining(sentence), "Sigo"]);
    expect(await citas()).toHaveLength(0);
  });

  test("prefills the form from the URL, and returns to the list with the same filters", async () => {
    const address = `/admin/citas/nueva?vista=dia&dia=${TOMORROW}&fecha=${TOMORROW}&hora=12:30&empleado_id=${BETY}&cliente_id=${LUCIA}&servicio_id=${PEDICURA}`;
    const page = await staff.get(address);
    expect(page.values()).toMatchObject({
      fecha: TOMORROW,
      hora: "12:30",
      cliente_id: LUCIA,
      "servicios[0].servicio_id": PEDICURA,
      "servicios[0].empleado_id": BETY,
    });
    const saved = await page.submit();
    expect([saved.status, saved.location]).toEqual([303, `/admin/citas?vista=dia&dia=${TOMORROW}`]);
    expect((await staff.get("/admin/citas/nueva?fecha=x&hora=%00&cliente_id=y&servicio_id=<b>")).status).toBe(200);
  });
});

describe("the code in a client's WhatsApp message", () => {
  const offer = (codigo: string, fecha_hora: Date, precio = "299.00") =>
    sql("INSERT INTO codigos_susa (codigo, servicio_id, fecha_hora, precio) VALUES ($1, $2, $3, $4)", [
      codigo,
      CEJAS,
      fecha_hora,
      precio,
    ]);
  beforeEach(() => sql("TRUNCATE codigos_susa"));

  test("fills the form with the price that she saw, and books it", async () => {
    await offer("K7M2Q", at("16:30"));
    const page = await press(await blank(), "Usar código", { codigo: " k7m2q ", notas: "Sigue aquí" });
    expect(page.text("dialog [role=status]")).toContain("Código encontrado");
    expect(page.values()).toMatchObject({
      "servicios[0].servicio_id": CEJAS,
      "servicios[0].empleado_id": ANA,
      "servicios[0].precio": "299.00",
      "servicios[0].duracion_minutos": "45",
      fecha: TOMORROW,
      hora: "16:30",
      notas: "Sigue aquí",
    });
    expect((await page.submit({ cliente_nombre: "Quien escribió" })).status).toBe(303);
    expect(await citas()).toMatchObject([{ fecha_hora: at("16:30"), precio: "299.00", empleado_id: ANA }]);
  });

  test("fills the row without a service and leaves the others unchanged", async () => {
    await offer("K7M2Q", at("16:30"));
    const rows = { "servicios[0].servicio_id": PEDICURA, "servicios[0].precio": "77", "servicios[1].servicio_id": "" };
    const page = await press(await blank(), "Usar código", { ...rows, codigo: "K7M2Q" });
    expect(page.values()).toMatchObject({
      "servicios[0].servicio_id": PEDICURA,
      "servicios[0].precio": "77",
      "servicios[1].servicio_id": CEJAS,
      "servicios[1].precio": "299.00",
    });
  });

  test("is rejected when its slot is taken, when it has expired, and when it does not exist", async () => {
    await (await blank()).submit(fields({ hora: "16:30" }));
    await offer("K7M2Q", at("16:30"));
    await offer("A1C2D", at("00:00", addDays(HOY, -1)));
    const said = async (codigo: string) => (await press(await blank(), "Usar código", { codigo })).text("dialog [role=status]");
    expect(await said("K7M2Q")).toContain("Ese horario ya está ocupado");
    expect(await said("A1C2D")).toContain("Ese código ya venció");
    for (const codigo of ["", "XXXXX", "<b>", "\0", "x".repeat(5000)])
      expect(await said(codigo)).toContain("No encontramos ese código");
  });
});

describe("editing an appointment", () => {
  const made = async (changes: Record<string, string> = {}) => {
    await (await blank()).submit(fields(changes));
    return String((await sql<{ id: string }>("SELECT id FROM citas_susa ORDER BY created_at DESC, id LIMIT 1"))[0]?.id);
  };

  test("keeps its slot, rejects a move onto another appointment, and adds a history line", async () => {
    const id = await made();
    await made({ hora: "12:00" });
    const page = await staff.get(`/admin/citas/${id}`);
    expect((await page.submit({ notas: "Otra nota" })).status).toBe(303);
    const refused = await (await staff.get(`/admin/citas/${id}`)).submit({ hora: "11:30" });
    expect([refused.status, refused.text("section[aria-labelledby=ocupado]")]).toEqual([
      409,
      expect.stringContaining("de 12:00 p.m. a 1:00 p.m."),
    ]);
    expect(await sql("SELECT accion FROM cambios_cita_susa WHERE cita_id = $1 ORDER BY orden", [id])).toEqual([
      { accion: "creada" },
      { accion: "editada" },
    ]);
  });

  test("records a change of time and of status as two history lines, and warns about a past time only when it changes", async () => {
    const id = await made({ estado: "programada" });
    expect((await (await staff.get(`/admin/citas/${id}`)).submit({ hora: "13:00", estado: "confirmada" })).status).toBe(303);
    expect(await sql("SELECT accion, estado FROM cambios_cita_susa WHERE cita_id = $1 ORDER BY orden", [id])).toEqual([
      { accion: "creada", estado: "programada" },
      { accion: "editada", estado: "programada" },
      { accion: "confirmada", estado: "confirmada" },
    ]);
    await sql("UPDATE citas_susa SET fecha_hora = fecha_hora - interval '2 days', fin = fin - interval '2 days' WHERE id = $1", [
      id,
    ]);
    expect((await (await staff.get(`/admin/citas/${id}`)).submit({ notas: "Ya empezó" })).status).toBe(303);
    expect((await (await staff.get(`/admin/citas/${id}`)).submit({ hora: "09:00" })).status).toBe(409);
  });

  test("rejects an edit of an appointment completed since the form was opened", async () => {
    const id = await made();
    const page = await staff.get(`/admin/citas/${id}`);
    await sql("UPDATE citas_susa SET estado = 'completada' WHERE id = $1", [id]);
    const refused = await page.submit({ notas: "Tarde" });
    expect([refused.status, refused.values().notas]).toEqual([409, "Tarde"]);
    expect(alert(refused)).toContain("Alguien más cambió este registro");
    const again = await refused.submit();
    expect([again.status, again.values().notas, alert(again)]).toEqual([
      409,
      "Tarde",
      expect.stringContaining("Esta cita ya está completada. Para cambiarla, reábrela."),
    ]);
    const over = await staff.get(`/admin/citas/${id}`);
    expect(over.text("dialog")).toContain("Esta cita está completada. Para cambiarla, reábrela en su página.");
    expect(over.all("dialog form")).toHaveLength(0);
  });
});

describe("the list of appointments", () => {
  const add = (day: string, clock: string, values: Record<string, unknown> = {}) => {
    const names = Object.keys(values);
    return sql(
      `INSERT INTO citas_susa (fecha_hora, fin${names.map((name) => `, ${name}`).join("")})
       VALUES ($1, $1::timestamptz + interval '30 minutes'${names.map((_, n) => `, $${n + 2}`).join("")})`,
      [at(clock, day), ...Object.values(values)],
    );
  };
  const times = (page: Page) => page.all("main ol > li time").map((time) => time.getAttribute("datetime"));

  test("shows today by default, and tomorrow, upcoming or all on request", async () => {
    await add(addDays(HOY, -1), "23:59");
    await add(HOY, "00:00");
    await add(HOY, "23:59");
    await add(TOMORROW, "00:00");
    await add(addDays(HOY, 2), "00:00");
    const of = async (search: string) => times(await staff.get(`/admin/citas${search}`));
    const iso = (day: string, clock: string) => at(clock, day).toISOString();
    expect(await of("")).toEqual([iso(HOY, "00:00"), iso(HOY, "23:59")]);
    expect(await of("?cuando=manana")).toEqual([iso(TOMORROW, "00:00")]);
    expect(await of("?cuando=proximas")).toEqual([iso(HOY, "23:59"), iso(TOMORROW, "00:00"), iso(addDays(HOY, 2), "00:00")]);
    expect(await of("?cuando=todas")).toHaveLength(5);
    expect(await of("?cuando=nunca")).toHaveLength(2);
  });

  test("shows every field, and names deleted clients and services as such", async () => {
    await add(HOY, "10:00", {
      cliente_id: LUCIA,
      servicio_id: CEJAS,
      empleado_id: ANA,
      precio: "320.00",
      notas: "Con <b>henna</b>",
      estado: "cancelada",
      no_asistio: true,
    });
    await add(HOY, "11:00");
    const cards = (await staff.get("/admin/citas")).all("main ol > li").map((li) => (li.textContent ?? "").replace(/\s+/g, " "));
    for (const text of ["10:00 a.m.", formatDay(at("10:00", HOY), ZONA), "cancelada", "no asistió", "Lucía Peña", "55 1234 5678"])
      expect(cards[0]).toContain(text);
    for (const text of ["Diseño de cejas · $320.00", "Especialista: Ana Núñez", "Con <b>henna</b>"])
      expect(cards[0]).toContain(text);
    for (const text of ["Cliente eliminado", "Servicio eliminado", "Sin especialista"]) expect(cards[1]).toContain(text);
  });

  test("filters by specialist, status and client, and says when nothing matches", async () => {
    await add(HOY, "10:00", { empleado_id: ANA, cliente_id: LUCIA });
    await add(HOY, "11:00", { empleado_id: BETY, estado: "cancelada" });
    await add(HOY, "12:00");
    const count = async (search: string) => times(await staff.get(`/admin/citas${search}`)).length;
    expect(await count(`?empleado=${ANA}`)).toBe(1);
    expect(await count("?empleado=ninguna")).toBe(1);
    expect(await count("?empleado=%00")).toBe(3);
    expect(await count("?estado=cancelada")).toBe(1);
    expect(await count("?q=pena")).toBe(1);
    const noMatch = await staff.get("/admin/citas?q=nadie");
    expect(noMatch.text()).toContain("Nada coincide con lo que buscas");
    await sql("TRUNCATE citas_susa CASCADE");
    const empty = await staff.get("/admin/citas");
    expect(empty.text()).toContain("No hay citas programadas");
    expect(empty.text()).toContain("Programar primera cita");
  });

  test("answers 503 when it cannot be read", async () => {
    const page = await withoutTable("citas_susa", () => staff.get("/admin/citas"));
    expect([page.status, page.text("main [role=alert]:not(:empty)")]).toEqual([503, "ErrorNo se pudieron cargar las citas"]);
  });

  test("shows a day as a grid by specialist, with appointments by duration and links from free half hours to the form", async () => {
    await add(TOMORROW, "10:00", { empleado_id: ANA, cliente_id: LUCIA, servicio_id: CEJAS });
    await add(TOMORROW, "10:30", { empleado_id: ANA });
    await add(TOMORROW, "16:00", { empleado_id: BETY, estado: "cancelada" });
    await add(TOMORROW, "12:10", {});
    const page = await staff.get(`/admin/citas?vista=dia&dia=${TOMORROW}`);
    expect(page.all("table thead th").map((th) => (th.textContent ?? "").replace(/\d.*/, ""))).toEqual([
      "Hora",
      "Ana Núñez",
      "Bety Paz",
      "Sin especialista",
    ]);
    const taken = page.all("table td.taken");
    expect(taken.map((td) => td.getAttribute("rowspan"))).toEqual(["2", "2", "3"]);
    expect(taken[0]?.textContent).toContain("10:00 a.m. a 10:30 a.m. Lucía Peña");
    expect(page.text("section[aria-labelledby=canceladas]")).toContain("4:00 p.m.");
    const free = page.all("table a.free").map((link) => new URLSearchParams(link.getAttribute("href")?.split("?")[1]));
    expect(free.some((params) => params.get("hora") === "10:00" && params.get("empleado_id") === BETY)).toBe(true);
    expect(free.some((params) => params.get("hora") === "10:00" && params.get("empleado_id") === ANA)).toBe(false);
    // Every row has all its columns: its own cells and those that span into it.
    const open = [0, 0, 0, 0];
    for (const row of page.all("table tbody tr")) {
      const spans = [...row.children].map((cell) => Number(cell.getAttribute("rowspan") ?? 1));
      const places = open.flatMap((left, place) => (left === 0 ? [place] : []));
      expect(spans.length).toBe(places.length);
      for (const [index, place] of places.entries()) open[place] = spans[index] ?? 0;
      for (const place of open.keys()) open[place] = (open[place] ?? 0) - 1;
    }
    expect(open).toEqual([0, 0, 0, 0]);
  });

  test("shows a week from Monday, with links to the previous and next week", async () => {
    await add(TOMORROW, "10:00", { empleado_id: ANA, cliente_id: LUCIA });
    const monday = addDays(TOMORROW, -weekday(TOMORROW));
    const page = await staff.get(`/admin/citas?vista=semana&dia=${TOMORROW}`);
    expect(page.all("table thead th").slice(1)).toHaveLength(7);
    expect(page.all("table thead th")[1]?.textContent).toBe(formatDay(`${monday}T12:00:00Z`, "UTC"));
    expect(page.text("table tbody tr")).toContain(`${formatTime(at("10:00"), ZONA)} · Lucía Peña`);
    const days = page
      .all('nav[aria-label="Días"] a')
      .map((link) => new URLSearchParams(link.getAttribute("href") ?? "").get("dia"));
    expect(days).toEqual([addDays(monday, -7), HOY, addDays(monday, 7)]);
    for (const dia of ["x", "2026-02-30", "1900-01-01", "%00"])
      expect((await staff.get(`/admin/citas?vista=semana&dia=${dia}`)).status).toBe(200);
  });
});
