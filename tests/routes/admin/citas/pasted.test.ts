import { beforeEach, describe, expect, test } from "vitest";
import { createCliente } from "../../../support/factories";
import { emptyTables, sql, sqlValue } from "../../../support/test-database";
import { ANA, book, CEJAS, fields, LUCIA, press, staff } from "./agenda";

// Every form reads what is pasted into it by the same readers, whose tables are in tests/format and tests/database.

const PHONE = "\u202a+52 1 55 4321 0988\u202c";
const NAME = " Ma.\u00a0del  Carmen\u200b Ruiz ";
const READ = { nombre: "Ma. del Carmen Ruiz", telefono: "+525543210988" };

const last = async (table: string) => (await sql(`SELECT * FROM ${table} ORDER BY created_at DESC LIMIT 1`))[0];
const noteAfter = async (path: string) => (await staff.get(path)).flash;

beforeEach(async () => {
  await emptyTables("citas_susa", "proveedores_susa");
  await sql("DELETE FROM clientes_susa WHERE id <> $1", [LUCIA]);
});

describe("what is pasted", () => {
  test("is read in a client's form", async () => {
    const values = { nombre: NAME, telefono: PHONE, correo: "Ana <ana@EJEMPLO.mx>" };
    expect((await staff.submit("/admin/clientes/nuevo", values)).status).toBe(303);
    expect(await last("clientes_susa")).toMatchObject({ ...READ, correo: "ana@ejemplo.mx" });
    const editor = await staff.get(`/admin/clientes/${(await last("clientes_susa"))?.id}`);
    expect(editor.values()).toMatchObject({ nombre: READ.nombre, telefono: "55 4321 0988", correo: "ana@ejemplo.mx" });
  });

  test("is read in an employee's form", async () => {
    const values = { nombre: NAME, apellido: "De  la\u00a0Luz", telefono: PHONE, email: "mailto:ana@ejemplo.mx" };
    expect((await staff.submit("/admin/empleados/nuevo", values)).status).toBe(303);
    expect(await last("empleados_susa")).toMatchObject({ ...READ, apellido: "De la Luz", email: "ana@ejemplo.mx" });
  });

  test("is read in a supplier's form", async () => {
    const values = { nombre: "Ceras", contacto: NAME, telefono: "(55) 4321-0988 ext. 12", email: "ana@ejemplo.mx." };
    expect((await staff.submit("/admin/proveedores/nuevo", values)).status).toBe(303);
    const read = { contacto: READ.nombre, telefono: "+525543210988 ext. 12", email: "ana@ejemplo.mx" };
    expect(await last("proveedores_susa")).toMatchObject(read);
    const list = await staff.get("/admin/proveedores?q=%2B52%201%2055%204321%200988");
    expect(list.href('main li a[href^="tel:"]')).toBe("tel:+525543210988");
    expect(list.text("main li")).toContain("55 4321 0988 ext. 12");
  });

  test("is read of an appointment's new client", async () => {
    const values = fields({ cliente_id: "", elegida: "", cliente_nombre: NAME, cliente_telefono: PHONE });
    expect((await book(values)).status).toBe(303);
    expect(await last("clientes_susa")).toMatchObject(READ);
  });

  test("is read of a client who walks in, and finds her the next time", async () => {
    const asked = { cliente_q: PHONE, "servicios[0].servicio_id": CEJAS };
    const arrived = await press(await staff.get("/admin/citas/nueva?ahora=1"), "Ver horas libres", asked);
    expect(arrived.values().cliente_nombre).toBe("");
    expect((await press(arrived, "Ahora", { cliente_nombre: NAME })).status).toBe(303);
    expect(await last("clientes_susa")).toMatchObject(READ);
    const page = await press(await staff.get("/admin/citas/nueva"), "Buscar", fields({ cliente_id: "", cliente_q: PHONE }));
    expect(page.values().cliente_id).toBe(String((await last("clientes_susa"))?.id));
  });

  test("is read in the settings, where a number that cannot receive bookings is refused", async () => {
    const [form, links] = ["#general-estudio", "#general-redes"];
    const open = () => staff.get("/admin/configuracion/general");
    const refused = await (await open()).submit(
      { nombre: "Uñas Lola", telefono: "\u202a222 123 4567\u202c", whatsapp: "55 4321 09876" },
      form,
    );
    expect(refused.status).toBe(400);
    expect(refused.text()).toContain("Sobra un dígito: son 10 y escribiste 11.");
    expect(refused.values(form).whatsapp).toBe("55 4321 09876");
    const frame = '<iframe src="https://www.google.com/maps/embed?pb=!1m18!1m12" width="600" loading="lazy"></iframe>';
    expect((await refused.submit({ whatsapp: "https://wa.me/16195550100" }, form)).status).toBe(303);
    const pasted = { facebook_url: "https://es-la.facebook.com/susa", mapa_url: frame };
    expect((await (await open()).submit(pasted, links)).status).toBe(303);
    expect(await last("configuracion_susa")).toMatchObject({
      ...{ telefono: "222 123 4567", whatsapp: "16195550100", facebook_url: "https://www.facebook.com/susa" },
      mapa_url: "https://www.google.com/maps/embed?pb=!1m18!1m12",
    });
    // A number of another country stays what it is when the form is saved again.
    const again = await open();
    expect(again.values(form).whatsapp).toBe("+16195550100");
    expect((await again.submit({ telefono: "222 123 4568" }, form)).status).toBe(303);
    expect((await last("configuracion_susa"))?.whatsapp).toBe("16195550100");
  });

  test("and cannot be read is kept and said", async () => {
    await staff.submit("/admin/clientes/nuevo", { nombre: "Eva", telefono: "55 4321 098", correo: "eva@gmail.con" });
    expect(await noteAfter("/admin/clientes")).toContain(
      "El teléfono se guardó como lo escribiste, pero falta un dígito: son 10 y escribiste 9.",
    );
    await staff.submit("/admin/clientes/nuevo", { nombre: "Iris", correo: "iris@gmail.con" });
    expect(await noteAfter("/admin/clientes")).toContain("termina en «.con»: revisa si es «.com».");
    await staff.submit("/admin/proveedores/nuevo", { nombre: "Ceras", telefono: "55 4321 0988 / 222 123 4567" });
    expect(await noteAfter("/admin/proveedores")).toContain("pero son dos teléfonos: deja uno solo.");
    const values = { cliente_id: "", elegida: "", cliente_nombre: "Otra", cliente_telefono: "55 4321 09876" };
    await book(fields(values));
    expect(await noteAfter("/admin/citas")).toContain("pero sobra un dígito: son 10 y escribiste 11.");
  });
});

describe("a name that another client has", () => {
  const AGAIN = "Ya tenías una clienta con ese nombre: revisa si es la misma.Ver su ficha";

  test("is saved and said, with a link to her, whatever its accents, case and blanks", async () => {
    const before = await createCliente({ nombre: "Carmen Peña", telefono: "+525543210988" });
    await staff.submit("/admin/clientes/nuevo", { nombre: "CARMEN   PENA" });
    const list = await staff.get("/admin/clientes");
    expect(list.flash).toBe(`Cliente creado${AGAIN}`);
    expect(list.href('main [role="status"] a')).toBe(`/admin/clientes/${before}/ficha`);
    await staff.submit("/admin/clientes/nuevo", { nombre: "Carmen Peña", telefono: "222 123 4567" });
    expect(await noteAfter("/admin/clientes")).toContain("Ya tenías otras clientas con ese nombre: revisa si es la misma.");
    await staff.submit("/admin/clientes/nuevo", { nombre: "Carmen" });
    expect(await noteAfter("/admin/clientes")).toBe("Cliente creado");
  });

  test("is said of an appointment's new client, not of an edit", async () => {
    const before = await createCliente({ nombre: "Carmen Peña" });
    await book(fields({ cliente_id: "", elegida: "", cliente_nombre: "carmen peña", "servicios[0].empleado_id": ANA }));
    const list = await staff.get("/admin/citas");
    expect(list.flash).toContain(AGAIN);
    expect(list.href('main [role="status"] a')).toBe(`/admin/clientes/${before}/ficha`);
    const id = await sqlValue("SELECT id FROM clientes_susa WHERE nombre = 'carmen peña'");
    await staff.submit(`/admin/clientes/${id}`, { ocupacion: "Maestra" });
    expect(await noteAfter("/admin/clientes")).toBe("Cliente actualizado");
  });
});
