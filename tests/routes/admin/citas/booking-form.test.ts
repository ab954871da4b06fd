import { beforeEach, describe, expect, test } from "vitest";
import { addDays } from "../../../../app/format/days.server";
import type { Page } from "../../../support/browser";
import { createCliente } from "../../../support/factories";
import { emptyTables, sql, sqlValue } from "../../../support/test-database";
import { ANA, at, BETY, blank, book, CEJAS, citas, fields, HOY, LUCIA, PEDICURA, press, staff, TOMORROW } from "./agenda";

beforeEach(() => sql("DELETE FROM citas_susa"));

describe("the appointment form", () => {
  test("creates a new client with a normalized phone", async () => {
    const saved = await book(fields({ cliente_id: "", cliente_nombre: "Nueva Clienta", cliente_telefono: "55 8765 4321" }));
    expect(saved.status).toBe(303);
    expect(await sql("SELECT k.nombre, k.telefono FROM citas_susa JOIN clientes_susa k ON k.id = cliente_id")).toEqual([
      { nombre: "Nueva Clienta", telefono: "+525587654321" },
    ]);
  });

  test("notes other records with a new client's phone, and links to the merge", async () => {
    await book(fields({ cliente_id: "", cliente_nombre: "Nueva Clienta", cliente_telefono: "55 8765 4399" }));
    const again = fields({ cliente_id: "", cliente_nombre: "Otra vez", cliente_telefono: "+52 55 8765 4399", hora: "15:00" });
    await book(again);
    const list = await staff.get("/admin/citas");
    expect(list.flash).toContain("Otra ficha tiene el mismo teléfono o correo.");
    const id = await sqlValue("SELECT id FROM clientes_susa WHERE nombre = 'Otra vez'");
    expect(list.href('main [role="status"] a')).toBe(`/admin/clientes/${id}/fusionar`);
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
    await book(fields());
    const id = await sqlValue("SELECT id FROM citas_susa");
    const list = await staff.get("/admin/citas");
    expect(list.texts('main [role="status"] a')).toEqual(["Ver la cita"]);
    expect(list.href('main [role="status"] a')).toBe(`/admin/citas/${id}/detalle?de=%2Fadmin%2Fcitas`);
    const own = `/admin/citas/${id}/detalle?de=%2Fadmin`;
    const saved = await staff.submit(`/admin/citas/${id}?de=${encodeURIComponent(own)}`, { notas: "Desde su página" });
    expect(saved.location).toBe(own);
  });

  test("replaces price and duration of the previous service by those of the newly chosen one", async () => {
    await book(fields({ "servicios[0].precio": "350.00", "servicios[0].duracion_minutos": "45" }));
    const editor = await staff.get(`/admin/citas/${(await citas())[0]?.id}`);
    await sql("UPDATE servicios_susa SET precio = 120, duracion_minutos = 30 WHERE id = $1", [PEDICURA]);
    expect((await editor.submit({ "servicios[0].servicio_id": PEDICURA })).status).toBe(303);
    expect(await citas()).toMatchObject([{ precio: "120.00", duracion_minutos: 30 }]);
    // A typed price is never replaced.
    const typed = { "servicios[0].servicio_id": CEJAS, "servicios[0].precio": "99" };
    expect((await staff.submit(`/admin/citas/${(await citas())[0]?.id}`, typed)).status).toBe(303);
    expect((await citas()).map(({ precio }) => precio)).toEqual(["99.00"]);
  });

  test("searches for a client within the form: with the button, and when the form is sent without a chosen client", async () => {
    const typed = fields({ cliente_id: "", cliente_q: "PENA 5512", notas: "Sigue aquí" });
    for (const page of [await press(await blank(), "Buscar", typed), await book(typed)]) {
      expect(page.all("dialog input[name=cliente_id]").map((radio) => radio.getAttribute("value"))).toEqual([LUCIA, ""]);
      expect(page.values()).toMatchObject({ notas: "Sigue aquí", hora: "10:00" });
      expect(await citas()).toHaveLength(0);
    }
    const noMatch = async (cliente_q: string) => (await press(await blank(), "Buscar", { ...typed, cliente_q })).values();
    expect(await noMatch("zzz")).toMatchObject({ cliente_nombre: "zzz", cliente_telefono: "" });
    expect(await noMatch("55 0000 0009")).toMatchObject({ cliente_nombre: "", cliente_telefono: "55 0000 0009" });
  });

  test("chooses the only client with the telephone that is searched, however it is written", async () => {
    const others = [
      await createCliente({ nombre: "Aurora Mar", telefono: "+525512345679" }),
      await createCliente({ telefono: "+1 212 555 0199" }),
    ];
    const typed = (cliente_q: string) => fields({ cliente_id: "", cliente_q });
    const search = async (q: string) => (await press(await blank(), "Buscar", typed(q))).values().cliente_id;
    for (const q of ["5512345678", "55 1234-5678", "+52 55 1234 5678", "525512345678", "044 55 1234 5678"])
      expect(await search(q), q).toBe(LUCIA);
    expect(await search("+1 212 555 0199")).toBe(others[1]);
    expect(await search("aurora")).toBe(others[0]);
    // Part of two telephones leaves the choice to the person; so does the name of a new client.
    expect((await search("551234567")) ?? "").toBe("");
    const other = await press(await blank(), "Buscar", { ...typed("5512345678"), cliente_nombre: "Nueva Clienta" });
    expect(other.values().cliente_id ?? "").toBe("");
    // Sent with everything else right it is saved at once, for her and not for the client chosen before.
    const corrected = { ...typed("5512345678"), cliente_id: others[1] ?? "", elegida: others[1] ?? "" };
    expect((await book(corrected)).status).toBe(303);
    expect(await citas()).toMatchObject([{ cliente_id: LUCIA }]);
    // Chosen in the list since then, or typed after that: which came last is not known.
    const unsure = await book({ ...corrected, elegida: "", hora: "16:00" });
    expect([unsure.status, unsure.values().cliente_id, (await citas()).length]).toEqual([400, others[1], 1]);
    expect((await unsure.submit()).status).toBe(303);
    // Of two with the same telephone none is chosen.
    others.push(await createCliente({ nombre: "Su hermana", telefono: "5512345678" }));
    expect((await search("5512345678")) ?? "").toBe("");
    await sql("DELETE FROM clientes_susa WHERE id = ANY ($1)", [others]);
  });

  test("forgets the name that a search filled in when another search or a client of the list follows", async () => {
    const typo = await press(await blank(), "Buscar", fields({ cliente_id: "", cliente_q: "Lucía Penia" }));
    expect(typo.values()).toMatchObject({ cliente_nombre: "Lucía Penia" });
    const found = await press(typo, "Buscar", { cliente_q: "Lucía Peña" });
    expect(found.values()).toMatchObject({ cliente_nombre: "", cliente_id: LUCIA });
    expect((await found.submit()).status).toBe(303);
    expect(await citas()).toMatchObject([{ cliente_id: LUCIA }]);
  });

  test("shows the chosen client's name whenever the form comes back", async () => {
    const cliente_id = await createCliente({ nombre: "Lucía Otra" });
    const chosen = (page: Page) =>
      page.document.querySelector("dialog input[name=cliente_id]:checked")?.closest("label")?.textContent;
    const searched = await press(await blank(), "Buscar", fields({ cliente_id: "", cliente_q: "lucia" }));
    expect(searched.all("dialog input[name=cliente_id]")).toHaveLength(3);
    const rejected = await searched.submit({ cliente_id, hora: "" });
    const filled = await press(searched, "Más horarios", { cliente_id });
    const warned = await searched.submit({ cliente_id, fecha: addDays(HOY, -1) });
    expect([rejected, filled, warned].map(({ status }) => status)).toEqual([400, 200, 409]);
    for (const page of [rejected, filled, warned]) expect(chosen(page)).toBe("Lucía Otra");
    await sql("DELETE FROM clientes_susa WHERE id = $1", [cliente_id]);
  });

  test("can replace the chosen client with a new one", async () => {
    const chosen = await staff.get(`/admin/citas/nueva?cliente_id=${LUCIA}`);
    const both = await chosen.submit(fields({ cliente_nombre: "Nueva Clienta" }));
    expect(both.status).toBe(400);
    expect(both.text("dialog")).toContain("elige «Otra clienta» en la lista");
    const other = both.all("dialog label").find((label) => label.textContent === "Es nueva: Nueva Clienta");
    const value = other?.querySelector("input")?.getAttribute("value") ?? "no hay";
    expect((await both.submit({ cliente_id: value })).status).toBe(303);
    expect(await sql("SELECT k.nombre FROM citas_susa JOIN clientes_susa k ON k.id = cliente_id")).toEqual([
      { nombre: "Nueva Clienta" },
    ]);
  });

  test("lists at most twelve matching clients, and says when there are more", async () => {
    const many = "INSERT INTO clientes_susa (nombre) SELECT 'Numerosa ' || n FROM generate_series(10, 9 + $1) n";
    const search = async () => press(await blank(), "Buscar", fields({ cliente_id: "", cliente_q: "numerosa" }));
    for (const [added, hasMore] of [
      [12, false],
      [1, true],
    ] as const) {
      await sql(many, [added]);
      const found = await search();
      expect(found.all("dialog input[name=cliente_id]")).toHaveLength(13);
      expect(found.text("dialog").includes("Hay más que coinciden")).toBe(hasMore);
    }
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
    expect((await enter(asked, { cliente_id: LUCIA })).status).toBe(303);
    expect(await citas()).toHaveLength(1);
    const form = await blank();
    for (const cliente_q of ["\0a", "%", "x".repeat(5000)]) expect((await press(form, "Buscar", { cliente_q })).status).toBe(200);
  });

  test("adds and removes rows of services, each for any specialist who is free", async () => {
    const grown = await press(await press(await blank(), "Ver horas", fields()), "Agregar otro servicio");
    expect(grown.values()).toMatchObject({ "servicios[0].empleado_id": ANA, "servicios[1].empleado_id": "libre" });
    const shrunk = await press(grown, "Quitar el servicio 2");
    expect(shrunk.all("dialog select[name$=servicio_id]")).toHaveLength(1);
    expect(await citas()).toHaveLength(0);
  });

  test("prefills the form from the URL, and returns to the list with the same filters", async () => {
    const address = `/admin/citas/nueva?vista=dia&dia=${TOMORROW}&fecha=${TOMORROW}&hora=12:30&empleado_id=${BETY}&cliente_id=${LUCIA}&servicio_id=${PEDICURA}`;
    const page = await staff.get(address);
    expect(page.document.title).toMatch(/^Nueva Cita/);
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
  beforeEach(() => emptyTables("codigos_susa"));

  test("fills the form with the price that she saw, and books it", async () => {
    await offer("K7M2Q", at("16:30"));
    const page = await press(await blank(), "Usar código", { codigo: " k7m2q ", notas: "Sigue aquí" });
    expect(page.text("dialog [role=status]")).toContain("Código encontrado");
    expect(page.values()).toMatchObject({
      "servicios[0].servicio_id": CEJAS,
      "servicios[0].empleado_id": ANA,
      "servicios[0].precio": "299.00",
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

  test("says that it has expired or its slot is taken and fills neither day nor hour, and nothing of a service that is gone", async () => {
    await book(fields({ hora: "16:30" }));
    await offer("K7M2Q", at("16:30"));
    await offer("A1C2D", at("09:00", addDays(HOY, -1)));
    const answer = async (codigo: string, changes = {}) => {
      const page = await press(await blank(), "Usar código", { codigo, ...changes });
      const { fecha, hora, ...rest } = page.values();
      const filled = [fecha, hora, rest["servicios[0].servicio_id"], rest["servicios[0].precio"]];
      return { says: page.text("dialog [role=status]"), filled };
    };
    for (const [codigo, says] of [
      ["K7M2Q", "Ese horario ya está ocupado"],
      ["A1C2D", "Ese código ya venció"],
    ] as const)
      expect(await answer(codigo)).toEqual({ says: expect.stringContaining(says), filled: [HOY, "", CEJAS, "299.00"] });
    // What was typed stays.
    const typed = { fecha: addDays(HOY, 3), hora: "12:00" };
    expect((await answer("A1C2D", typed)).filled).toEqual([typed.fecha, "12:00", CEJAS, "299.00"]);
    await sql("UPDATE servicios_susa SET activo = false WHERE id = $1", [CEJAS]);
    expect((await answer("A1C2D")).filled).toEqual([HOY, "", "", ""]);
    await sql("UPDATE servicios_susa SET activo = true WHERE id = $1", [CEJAS]);
  });

  test.each(["", "XXXXX", "\0", "x".repeat(5000)])("is not found when it does not exist: %j", async (codigo) => {
    const page = await press(await blank(), "Usar código", { codigo });
    expect(page.text("dialog [role=status]")).toContain("No encontramos ese código");
  });
});

test("without a service there is no form to fill in vain, but the way to the first one", async () => {
  await sql("UPDATE servicios_susa SET activo = false");
  const page = await staff.get("/admin/citas/nueva");
  expect([page.text("dialog p"), page.all("dialog form")]).toEqual([expect.stringContaining("Primero agrega un servicio"), []]);
  await sql("UPDATE servicios_susa SET activo = true");
});
