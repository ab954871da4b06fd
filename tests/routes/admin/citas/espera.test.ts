import { beforeEach, describe, expect, test } from "vitest";
import { PURGE_ESPERAS } from "~/models/citas/espera.server";
import { addDays } from "../../../../app/format/days.server";
import type { Page } from "../../../support/browser";
import { createCita, createCliente, createEspera } from "../../../support/factories";
import { sql, sqlColumn, sqlValue } from "../../../support/test-database";
import { ANA, at, BETY, blank, book, CEJAS, fields, HOY, LUCIA, PEDICURA, press, site, staff, TOMORROW } from "./agenda";

const ESPERA = "/admin/citas/espera";
const DIAS = { desde: TOMORROW, hasta: addDays(TOMORROW, 14) };

let sole: string;
beforeEach(async () => {
  await sql("DELETE FROM citas_susa");
  await sql("DELETE FROM esperas_susa");
  await sql("DELETE FROM clientes_susa WHERE id <> $1", [LUCIA]);
  sole = await createCliente({ nombre: "Sole Luna", telefono: "+525511112222" });
});

const esperas = () =>
  sql("SELECT cliente_id, servicio_id, empleado_id, desde::text, hasta::text, nota FROM esperas_susa ORDER BY created_at");

/** The address of a freed place of Ana, tomorrow at ten unless another hour is given. */
const huecoOf = (hora = "10:00") => `${ESPERA}?${new URLSearchParams({ dia: TOMORROW, hora, con: ANA })}`;

/** Cancels the only appointment, and gives the next page. */
async function cancel(estado = "confirmada") {
  const id = await sqlValue("SELECT id FROM citas_susa ORDER BY created_at LIMIT 1");
  const change = { token: crypto.randomUUID(), desde: estado, estado: "cancelada" };
  await staff.post(`/admin/citas/${id}/estado?de=/admin/citas`, change);
  return staff.get("/admin/clientes");
}

describe("the booking form", () => {
  const typed = fields({ "servicios[0].empleado_id": BETY, notas: "Trae foto", hora: "" });
  const chosen = `/admin/citas/nueva?${new URLSearchParams({ cliente_id: LUCIA, servicio_id: CEJAS })}`;
  const waiting = async (values = typed) => press(await staff.get(chosen), "Anotarla en la espera", values);

  test("notes its client for its service and specialist with two presses and no typed value", async () => {
    const page = await waiting();
    expect(page.values()).toMatchObject({ cliente_id: LUCIA, servicio_id: CEJAS, empleado_id: BETY, nota: "", ...DIAS });
    const noted = await page.submit();
    expect([noted.status, noted.location]).toEqual([303, "/admin/citas"]);
    expect((await staff.get("/admin/citas")).flash).toBe("Anotada en la esperaVer la lista de espera");
    expect(await esperas()).toEqual([{ cliente_id: LUCIA, servicio_id: CEJAS, empleado_id: BETY, nota: null, ...DIAS }]);
    expect(await sqlValue("SELECT count(*)::int FROM citas_susa")).toBe(0);
  });

  test("waits for anyone where it asks for whoever is free or for no one, and from today where its day is past", async () => {
    for (const empleado of ["libre", ""]) {
      const page = await waiting({ ...typed, "servicios[0].empleado_id": empleado, fecha: addDays(HOY, -3) });
      expect(page.values()).toMatchObject({ empleado_id: "", desde: HOY, hasta: addDays(HOY, 14) });
    }
  });

  test("creates the client whose name is typed, once, and looks for one who was only searched", async () => {
    const nueva = { ...typed, cliente_id: "", elegida: "", cliente_nombre: "Nora Ríos", cliente_telefono: "55 7777 8888" };
    const page = await waiting(nueva);
    expect(await page.submitThrice()).toEqual(["303 /admin/citas"]);
    expect(await sql("SELECT nombre, telefono FROM esperas_susa JOIN clientes_susa c ON c.id = cliente_id")).toEqual([
      { nombre: "Nora Ríos", telefono: "+525577778888" },
    ]);
    const searched = await waiting({ ...typed, cliente_id: "", elegida: "", cliente_q: "sole" });
    expect(searched.values().cliente_id).toBe(sole);
  });

  test("comes back as it was typed, also from the form that was refused", async () => {
    const page = await waiting();
    const refused = await page.submit({ hasta: addDays(TOMORROW, -1) });
    expect([refused.status, refused.alert]).toEqual([400, expect.stringContaining("El último día no puede ser antes")]);
    for (const form of [page, refused]) {
      const button = form.all("dialog button[formaction]")[0];
      const path = String(button?.getAttribute("formaction"));
      const back = await staff.post(path, { ...form.values(), intent: String(button?.getAttribute("value")) });
      expect(back.values()).toMatchObject(typed);
      expect(back.texts("dialog button")).toContain("Crear cita");
    }
    expect(await esperas()).toEqual([]);
  });

  test("offers it neither in the editor of an appointment nor before a service is chosen", async () => {
    await book(fields());
    const id = await sqlValue("SELECT id FROM citas_susa");
    expect((await staff.get(`/admin/citas/${id}`)).texts("dialog button")).not.toContain("Anotarla en la espera");
    expect((await blank()).texts("dialog button")).not.toContain("Anotarla en la espera");
  });
});

describe("the form of the waiting list", () => {
  const note = (changes: Record<string, string> = {}) =>
    staff.submit(`${ESPERA}/nueva`, { cliente_id: LUCIA, servicio_id: PEDICURA, ...DIAS, nota: "Solo tardes", ...changes });

  test("is opened by Mover with what she has an appointment for", async () => {
    await book(fields());
    const id = await sqlValue("SELECT id FROM citas_susa");
    const path = (await staff.get(`/admin/citas/${id}/mover`)).hrefs("main nav a").find((href) => href.startsWith(ESPERA));
    const page = await staff.get(String(path));
    expect(page.values()).toMatchObject({ cliente_id: LUCIA, servicio_id: CEJAS, empleado_id: ANA, desde: HOY });
    expect((await page.submit()).location).toBe("/admin/citas");
  });

  test.each([
    ["no client", { cliente_id: "" }, "Elige a la clienta, o escribe el nombre de una nueva."],
    ["two clients", { cliente_nombre: "Eva" }, "Espera una sola clienta"],
    ["no first day", { desde: "" }, "Escribe desde qué día puede."],
    ["no last day", { hasta: "" }, "Escribe hasta qué día puede."],
    ["days that are over", { desde: "2020-01-01", hasta: "2020-01-02" }, "Ese día ya pasó."],
    ["a day of another century", { hasta: "2127-02-03" }, "Escribe la fecha como año-mes-día"],
    ["another text for a service", { servicio_id: "x" }, "Elige el servicio de la lista."],
    ["a deleted service", { servicio_id: crypto.randomUUID() }, "Ese servicio ya no está."],
    ["a deleted specialist", { empleado_id: crypto.randomUUID() }, "Esa especialista ya no está."],
    ["a deleted client", { cliente_id: crypto.randomUUID() }, "Esa clienta ya no está."],
    ["a long note", { nota: "x".repeat(201) }, "Escribe 200 caracteres o menos."],
  ])("refuses %s and keeps the rest", async (_, changes: Record<string, string>, sentence) => {
    const page = await note(changes);
    expect([page.status, page.alert]).toEqual([400, expect.stringContaining(sentence)]);
    const { cliente_id: _of, ...kept }: Record<string, string> = {
      servicio_id: PEDICURA,
      nota: "Solo tardes",
      ...DIAS,
      ...changes,
    };
    expect(page.values()).toMatchObject(kept);
    expect(await esperas()).toEqual([]);
  });

  test("saves an emptied service, specialist and note as none, and each edit once", async () => {
    await note({ empleado_id: ANA });
    const id = await sqlValue("SELECT id FROM esperas_susa");
    const page = await staff.get(`${ESPERA}/${id}?pagina=1`);
    const answers = await page.submitThrice({ servicio_id: "", empleado_id: "", nota: "" });
    expect(answers).toEqual([`303 ${ESPERA}?pagina=1`]);
    expect(await esperas()).toEqual([{ cliente_id: LUCIA, servicio_id: null, empleado_id: null, nota: null, ...DIAS }]);
  });

  test("merges what two people changed, and asks about a field that both did", async () => {
    await note();
    const id = await sqlValue("SELECT id FROM esperas_susa");
    const [first, second, third] = [await editorOf(id), await editorOf(id), await editorOf(id)];
    await first.submit({ nota: "Solo mañanas" });
    expect((await second.submit({ empleado_id: ANA })).status).toBe(303);
    expect(await esperas()).toMatchObject([{ empleado_id: ANA, nota: "Solo mañanas" }]);
    const asked = await third.submit({ nota: "A la hora que sea" });
    expect([asked.status, asked.values().nota]).toEqual([409, "A la hora que sea"]);
    expect((await asked.submit()).status).toBe(303);
    expect(await esperas()).toMatchObject([{ empleado_id: ANA, nota: "A la hora que sea" }]);
  });

  const editorOf = (id: unknown) => staff.get(`${ESPERA}/${id}`);

  test("an unknown one is a page that was not found", async () => {
    for (const id of [crypto.randomUUID(), "nunca"])
      for (const path of [`${ESPERA}/${id}`, `${ESPERA}/${id}/eliminar`]) expect((await staff.send(path)).status, path).toBe(404);
    await note();
    const id = await sqlValue("SELECT id FROM esperas_susa");
    const page = await editorOf(id);
    await sql("DELETE FROM esperas_susa");
    expect((await page.submit({ nota: "Sigue aquí" })).status).toBe(404);
  });
});

describe("the waiting list", () => {
  test("shows who waits from today on by her last day, each with whom and what she waits for", async () => {
    await createEspera(LUCIA, HOY, HOY, { nota: "Por la tarde" });
    await createEspera(sole, TOMORROW, addDays(TOMORROW, 5), { servicio_id: PEDICURA, empleado_id: BETY });
    await createEspera(sole, addDays(HOY, -9), addDays(HOY, -1));
    const page = await staff.get(ESPERA);
    expect(page.texts(".records h2")).toEqual(["Lucía Peña", "Sole Luna"]);
    expect(page.texts(".records li > p")).toEqual([
      expect.stringMatching(/^Cualquier servicio · con quien esté libreEl /),
      "Por la tarde",
      expect.stringMatching(/^Pedicura · con Bety PazDel .* al /),
    ]);
    expect(page.hrefs(".records h2 a")[1]).toBe(`/admin/clientes/${sole}/ficha?de=${encodeURIComponent(ESPERA)}`);
    const agendar = page.hrefs(".records a").filter((href) => href.startsWith("/admin/citas/nueva"));
    const form = await staff.get(String(agendar[1]));
    expect(form.values()).toMatchObject({ cliente_id: sole, fecha: TOMORROW, "servicios[0].servicio_id": PEDICURA });
    expect(page.hrefs(".records a[target]")).toEqual(["https://wa.me/525512345678", "https://wa.me/525511112222"]);
    expect((await site.visitor().send(ESPERA)).location).toMatch(/^\/auth/);
  });

  test("says so when nobody waits, and when a client has no telephone", async () => {
    const empty = await staff.get(ESPERA);
    expect(empty.text()).toContain("Nadie está en espera");
    expect(empty.hrefs(".empty-state a")).toEqual([`${ESPERA}/nueva`]);
    await createEspera(await createCliente({ nombre: "Sin Teléfono" }), HOY, HOY);
    await createEspera(await createCliente({ nombre: "A Medias", telefono: "12" }), HOY, HOY);
    const page = await staff.get(ESPERA);
    expect(page.text()).toContain("No tiene teléfono. Corregir el teléfono de Sin Teléfono");
    expect(page.text()).toContain("Su teléfono no está completo.");
  });

  test("asks before one is taken off, who can be brought back while the client is there", async () => {
    const id = await createEspera(LUCIA, ...(Object.values(DIAS) as [string, string]), { servicio_id: CEJAS });
    const ask = await staff.get(`${ESPERA}/${id}/eliminar`);
    expect(ask.text("dialog")).toContain("¿Quitas a Lucía Peña de la espera? Su ficha se queda como está.");
    expect((await ask.submit({}, "dialog form")).location).toBe(ESPERA);
    const list = await staff.get(ESPERA);
    expect(list.flash).toContain("Ya no está en la espera");
    expect(await esperas()).toEqual([]);
    await list.submit({}, 'form[action*="/deshacer"]');
    expect((await staff.get("/admin")).flash).toBe("Sigue en la esperaVer lo que espera");
    expect(await esperas()).toMatchObject([{ cliente_id: LUCIA, servicio_id: CEJAS, ...DIAS }]);
  });
});

describe("who waits", () => {
  const wait = (cliente_id: string) => createEspera(cliente_id, DIAS.desde, DIAS.hasta, { servicio_id: CEJAS, nota: "Tardes" });
  const undo = async (page: Page) => {
    await page.submit({}, 'form[action*="/deshacer"]');
    return staff.get("/admin/clientes");
  };
  const remove = async (path: string) => {
    await staff.submit(`${path}/eliminar`, {}, "dialog form");
    return staff.get("/admin/clientes");
  };

  /** Gives what the record will have of the waiting list from now on. */
  async function linesFromNow() {
    const before = await sqlValue("SELECT coalesce(max(orden), 0) FROM bitacora_susa");
    const line = "concat_ws(' ', accion::text, nullif(array_to_string(campos, ','), ''))";
    return () => sqlColumn(`SELECT ${line} FROM bitacora_susa WHERE tipo = 'espera' AND orden > $1 ORDER BY orden`, [before]);
  }

  test("goes with a deleted client and comes back with her, and not without her", async () => {
    const id = await wait(sole);
    const deleted = await remove(`/admin/clientes/${sole}`);
    expect(await esperas()).toEqual([]);
    await undo(deleted);
    expect(await esperas()).toMatchObject([{ cliente_id: sole, servicio_id: CEJAS, nota: "Tardes" }]);
    const off = await remove(`${ESPERA}/${id}`);
    await sql("DELETE FROM clientes_susa WHERE id = $1", [sole]);
    expect((await undo(off)).alert).toBe("No se recuperóSu clienta ya no está. Si la eliminaste, recupérala primero.");
    expect((await staff.get("/admin/configuracion/papelera")).text("main li")).toContain(
      "Clienta eliminada · Diseño de cejas · del",
    );
  });

  test("goes to the record that two of hers are merged into, also from the trash", async () => {
    const other = await wait(sole);
    const gone = await remove(`${ESPERA}/${await wait(sole)}`);
    await staff.submit(`/admin/clientes/${LUCIA}/fusionar?otra=${sole}`);
    expect(await sql("SELECT id, cliente_id FROM esperas_susa")).toEqual([{ id: other, cliente_id: LUCIA }]);
    await undo(gone);
    expect(await esperas()).toMatchObject([{ cliente_id: LUCIA }, { cliente_id: LUCIA }]);
  });

  test("is taken off by a booking and by a move into her days, without a line of the record, and by no other change", async () => {
    await createEspera(LUCIA, TOMORROW, TOMORROW, { servicio_id: PEDICURA });
    await createEspera(LUCIA, addDays(TOMORROW, 1), addDays(TOMORROW, 1));
    await createEspera(sole, TOMORROW, TOMORROW);
    const lines = await linesFromNow();
    await book(fields());
    expect(await sqlValue("SELECT count(*)::int FROM esperas_susa")).toBe(3);
    const id = await sqlValue("SELECT id FROM citas_susa");
    await staff.submit(`/admin/citas/${id}`, { "servicios[0].servicio_id": PEDICURA });
    expect(await esperas()).toMatchObject([{ cliente_id: LUCIA, servicio_id: null }, { cliente_id: sole }]);
    const next = `${addDays(TOMORROW, 1)}T10:00`;
    await staff.submit(`/admin/citas/${id}/mover`, { intent: `book:${next}/${ANA}` }, "main form");
    expect(await esperas()).toMatchObject([{ cliente_id: sole }]);
    expect(await lines()).toEqual([]);
  });

  test("is deleted once her days are over everywhere, by no account", async () => {
    const past = await createEspera(LUCIA, "2020-01-01", "2020-01-02");
    await wait(sole);
    const lines = await linesFromNow();
    await sql(PURGE_ESPERAS);
    expect(await sql("SELECT id FROM esperas_susa WHERE id = $1", [past])).toEqual([]);
    expect(await sqlValue("SELECT count(*)::int FROM esperas_susa")).toBe(1);
    expect(await lines()).toEqual([]);
  });

  test("is in the record of who did what", async () => {
    const lines = await linesFromNow();
    await (await staff.get(`${ESPERA}/nueva?cliente_id=${sole}`)).submit();
    const id = await sqlValue("SELECT id FROM esperas_susa");
    await staff.submit(`${ESPERA}/${id}`, { nota: "Solo tardes" });
    await remove(`${ESPERA}/${id}`);
    expect(await lines()).toEqual(["alta", "cambio nota", "eliminacion"]);
    expect((await staff.get("/admin/configuracion/bitacora")).text()).toContain("Agregó una clienta en espera");
  });
});

describe("a freed hour", () => {
  const free = (page: Page) => page.flash || page.alert;

  test("is told to whom cancels, with the list of exactly those whom it suits", async () => {
    const nora = await createCliente({ nombre: "Nora Ríos" });
    await book(fields());
    await createEspera(LUCIA, ...range);
    await createEspera(sole, ...range, { servicio_id: CEJAS, empleado_id: ANA });
    await createEspera(nora, ...range);
    await createEspera(nora, ...range, { servicio_id: PEDICURA, empleado_id: BETY });
    const after = await cancel();
    expect(free(after)).toBe("Cita cancelada2 clientas esperan este horario.Ver quiénes");
    expect(after.href('main [role="status"] a')).toBe(huecoOf());
    const page = await staff.get(huecoOf());
    expect(page.texts(".records h2").sort()).toEqual(["Nora Ríos", "Sole Luna"]);
    expect(page.text(".screen-header")).toContain("Mañana a las 10:00 a.m. con Ana Núñez2 clientas esperan este horario");
    const [avisar] = page.hrefs(".records a[target]");
    expect(decodeURIComponent(String(avisar))).toMatch(/wa\.me\/525511112222\?text=Hola, Sole\. .*10:00 a\.m\./);
  });

  const range: [string, string] = [TOMORROW, TOMORROW];

  test("fills the booking form with her, her service, the hour and the specialist, and is gone once she is booked", async () => {
    await book(fields());
    await createEspera(sole, ...range, { servicio_id: CEJAS });
    await cancel();
    const agendar = (await staff.get(huecoOf())).hrefs(".records a").find((href) => href.startsWith("/admin/citas/nueva"));
    const form = await staff.get(String(agendar));
    const filled = { cliente_id: sole, "servicios[0].servicio_id": CEJAS, "servicios[0].empleado_id": ANA };
    expect(form.values()).toMatchObject({ ...filled, fecha: TOMORROW, hora: "10:00" });
    expect((await form.submit()).location).toBe(huecoOf());
    expect(await esperas()).toEqual([]);
    expect((await staff.get(huecoOf())).text()).toContain("Nadie espera ese horario");
  });

  test("is told after a move and an edit of the hour, and not after one of the notes", async () => {
    await createEspera(sole, ...range);
    await book(fields());
    const id = await sqlValue("SELECT id FROM citas_susa");
    await staff.submit(`/admin/citas/${id}/mover`, { intent: `book:${TOMORROW}T12:00/${ANA}` }, "main form");
    const moved = await staff.get("/admin/clientes");
    expect(moved.flash).toMatch(/^Cita movidaQuedó el .* a las 12:00 p\.m\. 1 clienta espera el horario que dejó\.Ver quién/);
    expect(moved.hrefs('main [role="status"] a')).toContain(huecoOf());
    await staff.submit(`/admin/citas/${id}`, { notas: "Sin flores" });
    expect((await staff.get("/admin/clientes")).flash).not.toContain("espera");
    await staff.submit(`/admin/citas/${id}`, { hora: "15:00" });
    const edited = await staff.get("/admin/clientes");
    expect(edited.flash).toContain("1 clienta espera el horario que dejó.");
    expect(edited.hrefs('main [role="status"] a')).toContain(huecoOf("12:00"));
  });

  test("names nobody once it is taken, is too short, or had no specialist", async () => {
    await createEspera(sole, ...range, { servicio_id: PEDICURA });
    await book(fields({ "servicios[0].empleado_id": "" }));
    expect(free(await cancel())).toBe("Cita cancelada");
    await sql("DELETE FROM citas_susa");
    await book(fields());
    await createCita(at("11:00"), { empleado_id: ANA, duracion_minutos: 30 });
    expect(free(await cancel())).toContain("1 clienta espera este horario.");
    await createCita(at("10:30"), { empleado_id: ANA, duracion_minutos: 30 });
    expect((await staff.get(huecoOf())).text()).toContain("Nadie espera ese horario");
  });

  test("is said on the dashboard until it is taken", async () => {
    await createEspera(sole, ...range);
    await book(fields());
    await cancel();
    const section = 'section[aria-labelledby="por-atender"]';
    const sentence = "1 clienta espera un horario que se liberó: mañana a las 10:00 a.m. con Ana Núñez.";
    const page = await staff.get("/admin");
    expect(page.text(section)).toContain(sentence);
    expect(page.hrefs(`${section} a`)).toContain(huecoOf());
    await createCita(at("10:30"), { empleado_id: ANA });
    expect((await staff.get("/admin")).text(section)).not.toContain("se liberó");
  });
});
