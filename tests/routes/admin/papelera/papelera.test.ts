import { beforeEach, describe, expect, test } from "vitest";
import { encrypt } from "~/database/encryption.server";
import type { Page } from "../../../support/browser";
import {
  createCita,
  createCliente,
  createEmpleado,
  createImagen,
  createItem,
  createServicio,
  createTestimonio,
  insertRow,
} from "../../../support/factories";
import { ledgerMatches } from "../../../support/ledger";
import { countOf, emptyTables, sql, sqlColumn, sqlValue } from "../../../support/test-database";
import { startSiteForFile } from "../../start-site";

const PAPELERA = "/admin/configuracion/papelera";
const UNDO = 'form[action*="/deshacer"]';

const site = await startSiteForFile();
const ana = await site.staff("ana@ejemplo.mx");
// An account of the front desk.
const eva = await site.staff("eva@ejemplo.mx");
beforeEach(async () => {
  await emptyTables(
    "papelera_susa",
    "clientes_susa",
    "citas_susa",
    "ingresos_susa",
    "egresos_susa",
    "inventario_susa",
    "empleados_susa",
    "testimonios_susa",
    "service_images_susa",
    "asientos_susa",
    "form_tokens_susa",
  );
});

async function remove(path: string, by = ana): Promise<Page> {
  const deleted = await by.submit(`${path}/eliminar`, {}, 'form[action*="/eliminar"]');
  return by.get(String(deleted.location));
}

const message = (page: Page, role = "status") => page.text(`main [role="${role}"]`);

const createMoney = async (table: "ingresos_susa" | "egresos_susa") => {
  const id = await insertRow(table, { monto: "120.50", fecha: "2026-11-20", descripcion: "Renta" });
  await sql(
    "INSERT INTO asientos_susa (libro, registro_id, fecha, metodo_pago, monto) VALUES ($1, $2, '2026-11-20', 'efectivo', 120.50)",
    [table === "ingresos_susa" ? "ingreso" : "egreso", id],
  );
  return id;
};

const KINDS: [section: string, kind: string, title: string, create: () => Promise<string>, table: string][] = [
  ["clientes", "Clienta", "Lucía Peña", () => createCliente({ medicina: encrypt("no sale") }), "clientes_susa"],
  ["ingresos", "Ingreso", "$120.50 del 20/11/2026 · Renta", () => createMoney("ingresos_susa"), "ingresos_susa"],
  ["egresos", "Egreso", "$120.50 del 20/11/2026 · Renta", () => createMoney("egresos_susa"), "egresos_susa"],
  ["inventario", "Artículo", "Henna", () => createItem(), "inventario_susa"],
  ["empleados", "Empleado", "Ana Núñez", () => createEmpleado(), "empleados_susa"],
  ["testimonios", "Testimonio", "Eva", () => createTestimonio(), "testimonios_susa"],
  [
    "galeria",
    "Imagen",
    "Servicio eliminado · Uñas",
    () => createImagen(null, "https://ejemplo.mx/a.jpg", { alt_text: "Uñas" }),
    "service_images_susa",
  ],
];

describe.each(KINDS)("in %s", (section, kind, title, create, table) => {
  test("a deletion is undone from its message, once", async () => {
    const id = await create();
    const list = await remove(`/admin/${section}/${id}`);
    expect(await countOf(table)).toBe(0);
    expect(list.text(UNDO)).toBe("Deshacer");
    const answers = await Promise.all([list.submit({}, UNDO), list.submit({}, UNDO), list.submit({}, UNDO)]);
    expect(answers.map(({ status, location }) => [status, location])).toEqual(Array(3).fill([303, `/admin/${section}`]));
    const after = await ana.get(`/admin/${section}`);
    expect(message(after)).toMatch(new RegExp(`^${kind} recuperad[oa]`));
    expect(await sqlColumn(`SELECT id FROM ${table}`)).toEqual([id]);
    expect((await ana.get(String(after.hrefs('main [role="status"] a').at(-1)))).status).toBe(200);
    await ledgerMatches();
  });

  test("a deletion stands in the trash of the owner, who brings it back", async () => {
    await remove(`/admin/${section}/${await create()}`);
    const trash = await ana.get(PAPELERA);
    expect(trash.text("main li h2")).toBe(title);
    expect(trash.text("main li")).toContain(kind);
    expect(trash.text("main li")).toContain("ana@ejemplo.mx");
    expect(trash.html).not.toContain("no sale");
    expect((await trash.submit({}, UNDO)).location).toBe(PAPELERA);
    const after = await ana.get(PAPELERA);
    expect(message(after)).toContain(`${kind} recuperad`);
    expect(after.text()).toContain("No hay nada en la papelera");
    expect(
      after
        .texts("main")
        .join()
        .match(/30 días/g),
    ).toHaveLength(1);
    expect(await countOf(table)).toBe(1);
  });
});

describe("the trash", () => {
  test("asks before it deletes something for good, and keeps no copy", async () => {
    const id = await createCliente();
    await remove(`/admin/clientes/${id}`);
    const question = await ana.get((await ana.get(PAPELERA)).href(`main a[href^="${PAPELERA}/"]`));
    expect(question.text("dialog")).toContain("Clienta: Lucía Peña. Ya no podrás recuperarlo.");
    expect(await countOf("papelera_susa")).toBe(1);
    const answers = await Promise.all([question.submit({}, "dialog form"), question.submit({}, "dialog form")]);
    expect(answers.map(({ location }) => location)).toEqual([PAPELERA, PAPELERA]);
    expect(message(await ana.get(PAPELERA))).toContain("Se eliminó para siempre");
    expect([await countOf("papelera_susa"), await countOf("clientes_susa")]).toEqual([0, 0]);
    const recorded = await sqlColumn("SELECT accion FROM bitacora_susa WHERE registro_id = $1 ORDER BY orden", [id]);
    expect(recorded).toEqual(["alta", "eliminacion", "eliminacion_definitiva"]);
  });

  // That its screens are the owner's alone proves tests/http/rights.test.ts.
  test("gives back what another deleted to the owner alone", async () => {
    await remove(`/admin/clientes/${await createCliente()}`);
    const papelera_id = await sqlValue("SELECT id FROM papelera_susa");
    const { token = "" } = (await eva.get("/admin/clientes/nuevo")).values();
    expect((await eva.post(`/admin/papelera/${papelera_id}/deshacer`, { token })).status).toBe(403);
    expect([await countOf("papelera_susa"), await countOf("clientes_susa")]).toEqual([1, 0]);
  });

  test("has pages, and says who deleted what, newest first", async () => {
    for (let n = 0; n < 3; n++)
      await remove(`/admin/clientes/${await createCliente({ nombre: `Clienta ${n}` })}`, n === 1 ? eva : ana);
    const titles = (page: Page) => page.texts("main li h2");
    expect(titles(await ana.get(PAPELERA))).toEqual(["Clienta 2", "Clienta 1", "Clienta 0"]);
    expect((await ana.get(PAPELERA)).all("main li")[1]?.textContent).toContain("Eliminada por eva@ejemplo.mx");
    await sql(
      "INSERT INTO papelera_susa (tipo, registro_id, fila, cuenta_id) SELECT 'cliente', gen_random_uuid(), fila, cuenta_id FROM papelera_susa, generate_series(1, 20) LIMIT 50",
    );
    expect(titles(await ana.get(`${PAPELERA}?pagina=2`)).length).toBe(3);
  });
});

describe("undoing", () => {
  test("is for who deleted it, with the right that deleting requires", async () => {
    const list = await remove(`/admin/inventario/${await createItem()}`, eva);
    await sql("UPDATE cuentas_susa SET permisos = '{}' WHERE email = 'eva@ejemplo.mx'");
    expect((await list.submit({}, UNDO)).status).toBe(403);
    expect(await sql("SELECT 1 FROM bitacora_susa WHERE accion = 'prohibido' AND campos = '{inventario}'")).toHaveLength(1);
    await sql("UPDATE cuentas_susa SET permisos = '{inventario}' WHERE email = 'eva@ejemplo.mx'");
    expect((await list.submit({}, UNDO)).status).toBe(303);
    expect(await countOf("inventario_susa")).toBe(1);
    await sql("UPDATE cuentas_susa SET permisos = '{salud,dinero,inventario,catalogo}' WHERE email = 'eva@ejemplo.mx'");
  });

  test("says what could not be tied again, and is recorded with the amount of money", async () => {
    const id = await createCliente();
    for (let n = 0; n < 3; n++) await createCita(new Date(Date.UTC(2026, 10, 23, 16 + n)), { cliente_id: id });
    const list = await remove(`/admin/clientes/${id}`);
    await sql("DELETE FROM citas_susa WHERE id = (SELECT min(id::text)::uuid FROM citas_susa)");
    await list.submit({}, UNDO);
    expect(message(await ana.get("/admin/clientes"))).toBe(
      "Clienta recuperada1 cita no volvió: se eliminó o se cambió mientras tanto.Ver su ficha",
    );
    const ingreso = await createMoney("ingresos_susa");
    await (await remove(`/admin/ingresos/${ingreso}`)).submit({}, UNDO);
    expect(
      await sql("SELECT accion, tipo, importes FROM bitacora_susa WHERE registro_id = $1 ORDER BY orden", [ingreso]),
    ).toEqual([
      { accion: "alta", tipo: "ingreso", importes: { monto: [null, "120.50"] } },
      { accion: "eliminacion", tipo: "ingreso", importes: { monto: ["120.50", null] } },
      { accion: "recuperacion", tipo: "ingreso", importes: { monto: [null, "120.50"] } },
    ]);
  });

  test("after somebody else brought it back changes nothing and says so", async () => {
    const list = await remove(`/admin/clientes/${await createCliente()}`, eva);
    await ana.submit(PAPELERA, {}, UNDO);
    await list.submit({}, UNDO);
    expect(message(await eva.get("/admin/clientes"), "alert")).toContain("Ya no está en la papelera");
    expect(await countOf("clientes_susa")).toBe(1);
  });

  test("returns only to a page of the back-office", async () => {
    const list = await remove(`/admin/clientes/${await createCliente()}`);
    const action = String(list.document.querySelector(UNDO)?.getAttribute("action"));
    const sent = await ana.post(action.replace(/de=.*/, "de=//ejemplo.mx/admin"), list.values(UNDO));
    expect([sent.status, sent.location]).toEqual([303, "/admin"]);
  });

  test("of a service stays what it was: it is only deactivated", async () => {
    const id = await createServicio();
    expect((await remove(`/admin/servicios/${id}`)).all(UNDO)).toEqual([]);
  });
});
