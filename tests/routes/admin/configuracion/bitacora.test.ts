import { describe, expect, test } from "vitest";
import { db } from "~/database/client.server";
import { MOVIDA } from "~/models/citas/cita.server";
import type { Page } from "../../../support/browser";
import { createCita, createCliente, createCorte, createIngreso, createItem, createServicio } from "../../../support/factories";
import { countOf, sql, sqlValue } from "../../../support/test-database";
import { startSiteForFile } from "../../start-site";

const BITACORA = "/admin/configuracion/bitacora";
const SEEN = 'form[action^="/admin/configuracion/bitacora/revisada"]';

const site = await startSiteForFile({ SIGNUP: "open" });
const ana = await site.staff("ana@ejemplo.mx");
const luz = await site.staff("luz@ejemplo.mx");

const shown = (page: Page, within = "main") => page.texts(`${within} ol > li`);
const section = "section[aria-labelledby=por-revisar]";

describe("money that shows", () => {
  test("an income lowered and deleted by staff stands on the owner's dashboard and Cuadre until she has seen it", async () => {
    const id = await createIngreso("2026-11-20", 500);
    await sql("DELETE FROM por_revisar_susa");
    await luz.submit(`/admin/ingresos/${id}`, { monto: "50.00" });
    await luz.submit(`/admin/ingresos/${id}/eliminar`, {}, "form[action*=eliminar]");
    const page = await ana.get("/admin");
    const lines = shown(page, section);
    expect(lines).toHaveLength(2);
    expect(lines[0]).toMatch(/Eliminó un ingreso de \$50.00.*luz@ejemplo.mx/);
    expect(lines[1]).toMatch(/Cambió un ingreso: monto de \$500.00 a \$50.00.*luz@ejemplo.mx/);
    expect(shown(await ana.get("/admin/reportes/cuadre"), section)).toEqual(lines);
    for (const path of ["/admin", "/admin/reportes/cuadre"]) expect((await luz.get(path)).html).not.toContain("por-revisar");
    // Written after she opened the page: it is still to be seen after she says that she has seen the page.
    await luz.submit("/admin/ingresos/nuevo", { monto: "70", fecha: "2026-11-20" });
    await luz.submit(`/admin/ingresos/${await sqlValue("SELECT id FROM ingresos_susa WHERE monto = 70")}`, { monto: "7" });
    expect((await page.submit({}, SEEN)).location).toBe("/admin");
    const rest = shown(await ana.get("/admin"), section);
    expect(rest).toHaveLength(1);
    expect(rest[0]).toContain("de $70.00 a $7.00");
    await ana.submit("/admin", {}, SEEN);
    expect((await ana.get("/admin")).html).not.toContain("por-revisar");
  });

  test("money given back and taken back is named so, and a cut leads to its page", async () => {
    await sql("DELETE FROM por_revisar_susa");
    const given = await createIngreso("2026-11-20", -50, { concepto: "devolucion" });
    await createIngreso("2026-11-20", 50, { concepto: "devolucion", reversa_de: given });
    const corte = await createCorte({ contado: 8, motivo: "Falta" });
    const page = await ana.get("/admin");
    expect(shown(page, section)).toEqual([
      expect.stringContaining("un corte de caja"),
      expect.stringContaining("Canceló una devolución de $50.00"),
      expect.stringContaining("Hizo una devolución de $50.00"),
    ]);
    expect(page.hrefs(`${section} ol a`)[0]).toBe(`/admin/caja/cortes/${corte}`);
    await ana.submit("/admin", {}, SEEN);
  });

  test("what happens again while she says that she has seen it is still to be seen", async () => {
    const download = "SELECT record_act('exportacion', 'cliente', NULL, '{}', '{}')";
    await sql(download);
    const page = await ana.get("/admin");
    await db.$transaction(
      async (transaction) => {
        await transaction.$queryRawUnsafe(download);
        await page.submit({}, SEEN);
      },
      { timeout: 30_000 },
    );
    expect(shown(await ana.get("/admin"), section)).toEqual([expect.stringContaining("2 veces")]);
    await ana.submit("/admin", {}, SEEN);
    expect(await countOf("por_revisar_susa")).toBe(0);
  });

  test("of more than a hundred the newest hundred are marked at once, and the rest stay", async () => {
    await sql("INSERT INTO bitacora_susa (accion) SELECT 'bloqueo' FROM generate_series(1, 103)");
    const page = await ana.get("/admin");
    expect(page.text(section)).toContain("103 avisos");
    expect(page.text(section)).toContain("Ver los otros 98 en la bitácora");
    expect(shown(page, section)).toHaveLength(5);
    await page.submit({}, SEEN);
    expect(await countOf("por_revisar_susa")).toBe(3);
    // Sent again it marks nothing more, and what is no id marks nothing.
    await page.submit({}, SEEN);
    await ana.submit("/admin", { vista: "todo" }, SEEN);
    expect(await countOf("por_revisar_susa")).toBe(3);
    expect(
      await sql(
        "SELECT 1 FROM por_revisar_susa JOIN bitacora_susa b ON b.id = linea_id WHERE b.orden > (SELECT min(orden) + 2 FROM bitacora_susa WHERE accion = 'bloqueo')",
      ),
    ).toEqual([]);
    await ana.submit("/admin", {}, SEEN);
    expect(await countOf("por_revisar_susa")).toBe(0);
  });

  test("a lowered payment stands in its appointment's history with who did it, and the appointment says what is missing", async () => {
    const cita = await createCita("2026-11-20T18:00:00Z", { precio: 350, cobrado: 350, estado: "completada" });
    const id = await createIngreso("2026-11-20", 350, { concepto: "cita", cita_id: cita });
    await luz.submit(`/admin/ingresos/${id}`, { monto: "100" });
    const page = await ana.get(`/admin/citas/${cita}/detalle`);
    expect(page.text("section[aria-labelledby=historia]")).toMatch(/Lo pagado bajó de \$350.00 a \$100.00\..*luz@ejemplo.mx/);
    expect(page.text("section[aria-labelledby=dinero]")).toMatch(/Falta cobrar\s*\$250.00/);
  });
});

test("a download that is repeated after the owner opened the page is still to be seen after she says that she has seen it", async () => {
  await sql("DELETE FROM por_revisar_susa");
  const download = async () => expect((await luz.send("/admin/ingresos.csv")).status).toBe(200);
  for (let n = 0; n < 2; n++) await download();
  const page = await ana.get("/admin");
  expect(shown(page, section)).toEqual([expect.stringMatching(/Descargó la lista de ingresos · 2 veces.*luz@ejemplo.mx/)]);
  expect(page.text(section)).toContain("1 aviso");
  await download();
  await page.submit({}, SEEN);
  const again = await ana.get("/admin");
  expect(shown(again, section)).toEqual([expect.stringContaining("· 3 veces")]);
  await again.submit({}, SEEN);
  expect(await countOf("por_revisar_susa")).toBe(0);
});

describe("the screen of the record", () => {
  test("lists by person, kind and day, newest first, and gives the same as CSV", async () => {
    const id = await sqlValue("SELECT id FROM cuentas_susa WHERE email = 'luz@ejemplo.mx'");
    const all = shown(await ana.get(BITACORA));
    const hers = shown(await ana.get(`${BITACORA}?cuenta=${id}`));
    expect(hers.length).toBeGreaterThan(3);
    expect(hers.every((line) => line.includes("luz@ejemplo.mx"))).toBe(true);
    expect(hers.length).toBeLessThan(all.length);
    const deleted = shown(await ana.get(`${BITACORA}?accion=eliminacion`));
    expect(deleted.every((line) => line.includes("Eliminó"))).toBe(true);
    expect(shown(await ana.get(`${BITACORA}?dia=2026-01-01`))).toEqual([]);
    const csv = await ana.send(`${BITACORA}.csv?cuenta=${id}`);
    expect(csv.status).toBe(200);
    expect(csv.html.trim().split("\r\n")).toHaveLength(hers.length + 1);
    expect(shown(await ana.get(BITACORA))[0]).toContain("Descargó");
  });

  test("shows all sign-ins of an account on one day as one line, at the last of them", async () => {
    const [eva, otra] = await sql<{ id: string }>(`INSERT INTO cuentas_susa (email, password_hash, rol)
      VALUES ('eva@ejemplo.mx', 'x', 'personal'), ('otra@ejemplo.mx', 'x', 'personal') RETURNING id`);
    await sql(`INSERT INTO bitacora_susa (accion, cuenta_id, veces, created_at) VALUES
      ('entrada', '${eva?.id}', 1, '2026-03-04T18:00Z'), ('entrada', '${otra?.id}', 1, '2026-03-05T17:00Z'),
      ('entrada', '${eva?.id}', 2, '2026-03-05T16:00Z'), ('entrada', '${eva?.id}', 1, '2026-03-05T18:00Z')`);
    const lines = [...shown(await ana.get(`${BITACORA}?dia=2026-03-05`)), ...shown(await ana.get(`${BITACORA}?dia=2026-03-04`))];
    expect(lines).toEqual([
      "Entró 3 veces12:00 p.m.eva@ejemplo.mx",
      "Entró11:00 a.m.otra@ejemplo.mx",
      "Entró12:00 p.m.eva@ejemplo.mx",
    ]);
    await sql("DELETE FROM cuentas_susa WHERE email IN ('eva@ejemplo.mx', 'otra@ejemplo.mx')");
  });

  test("shows a refused screen once, with a number", async () => {
    for (let n = 0; n < 3; n++) expect((await luz.send(BITACORA)).status).toBe(403);
    const refused = shown(await ana.get(`${BITACORA}?accion=prohibido`));
    expect(refused).toHaveLength(1);
    expect(refused[0]).toMatch(/Intentó abrir algo que su cuenta no puede ver · 3 veces.*luz@ejemplo.mx/);
    const csv = await ana.send(`${BITACORA}.csv?accion=prohibido`);
    expect(csv.html.split("\r\n")[1]).toMatch(/,127\.0\.0\.0\/24,3$/);
  });

  test("names the service or the item of a line, also of a deleted one, and never a client or a note", async () => {
    const servicio = await createServicio({ nombre: "Lifting de pestañas", precio: 700 });
    const [henna, gel] = [await createItem({ nombre: "Henna", cantidad: 10 }), await createItem({ nombre: "Gel" })];
    const cliente_id = await createCliente({ nombre: "CANARIO" });
    const cita = await createCita("2026-11-20T18:00:00Z", { servicio_id: servicio, cliente_id, notas: "CANARIO" });
    await ana.submit(`/admin/servicios/${servicio}`, { precio: "720" });
    await sql(`INSERT INTO movimientos_inventario_susa (tipo, cantidad, item_id, item_nombre, saldo)
      VALUES ('salida', 1, '${henna}', 'Henna', 9)`);
    const ingreso = await createIngreso("2026-11-20", 480, { concepto: "anticipo", cita_id: cita, descripcion: "CANARIO" });
    await ana.submit(`/admin/inventario/${gel}/eliminar`, {}, "form[action*=eliminar]");
    const page = await ana.get(BITACORA);
    const lines = shown(page).join("\n");
    for (const line of [
      "Cambió Lifting de pestañas: precio de $700.00 a $720.00",
      "Cambió Henna: cantidad de 10 a 9",
      "Agregó un ingreso de $480.00 · Lifting de pestañas",
      "Eliminó Gel",
    ])
      expect(lines).toContain(line);
    expect(page.hrefs("main ol > li a")).toContain(`/admin/ingresos/${ingreso}`);
    expect(page.texts("main h2")).toEqual(["Hoy"]);
    expect(page.html).not.toMatch(/CANARIO|Desde la red/);
  });

  test("has under Agenda what happened to each appointment, with its service and hour, and gives it as CSV", async () => {
    const servicio = await createServicio({ nombre: "Pedicura spa" });
    const cliente_id = await createCliente({ nombre: "CANARIO" });
    const cita = await createCita("2099-11-24T18:00:00Z", { servicio_id: servicio, cliente_id });
    const detail = `/admin/citas/${cita}/detalle`;
    const press = (estado: string) => luz.submit(detail, {}, `form:has([name=estado][value=${estado}])`);
    expect((await press("confirmada")).status).toBe(303);
    expect((await press("cancelada")).status).toBe(303);
    await sql(`INSERT INTO cambios_cita_susa (cita_id, accion, estado, detalle, created_at)
      VALUES ('${cita}', 'editada', 'cancelada', '${MOVIDA}', now() - interval '1 day'),
        ('${cita}', 'no_asistio', 'cancelada', 'CANARIO', '2025-03-04T18:00:00Z')`);
    await sql(`DELETE FROM cambios_cita_susa WHERE cita_id <> '${cita}'`);
    const page = await ana.get(`${BITACORA}?accion=agenda`);
    expect(shown(page)).toEqual([
      expect.stringMatching(/^Se canceló · Pedicura spa · martes 24 de noviembre, 12:00 p.m..*luz@ejemplo.mx$/),
      expect.stringMatching(/^Se confirmó · Pedicura spa.*luz@ejemplo.mx$/),
      expect.stringContaining("Se movió o se cambió · Pedicura spa"),
      expect.stringContaining("No asistió · Pedicura spa"),
    ]);
    expect(page.texts("main h2")).toEqual(["Hoy", "Ayer", "Martes 4 de marzo de 2025"]);
    expect(page.hrefs("main ol > li a")).toEqual(Array(4).fill(detail));
    expect(page.html).not.toContain("CANARIO");
    const luzId = await sqlValue("SELECT id FROM cuentas_susa WHERE email = 'luz@ejemplo.mx'");
    expect(shown(await ana.get(`${BITACORA}?accion=agenda&cuenta=${luzId}`))).toHaveLength(2);
    const csv = await ana.send(`${BITACORA}.csv?accion=agenda`);
    expect(csv.html.trim().split("\r\n")).toHaveLength(5);
    expect(csv.html).toContain(`luz@ejemplo.mx,Se confirmó,${cita}`);
  });
});
