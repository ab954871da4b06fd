import { expect, test } from "vitest";
import { createConfiguracion, createEmpleado, createServicio } from "../../../support/factories";
import { sql, sqlColumn, sqlValue } from "../../../support/test-database";
import { startSiteForFile } from "../../start-site";

const site = await startSiteForFile();
const ana = await site.staff();
await createConfiguracion({ whatsapp: "5215512345678" });
const lucia = await createEmpleado({ nombre: "Lucía", apellido: "Sol", especialidades: ["Cejas"] });
const iris = await createEmpleado({ nombre: "Iris", apellido: "Paz", especialidades: ["Masajes"] });

const doersOf = (servicio_id: string) =>
  sqlColumn("SELECT empleado_id FROM servicios_empleados_susa WHERE servicio_id = $1 ORDER BY empleado_id", [servicio_id]);
const idOf = (nombre: string) => sqlValue("SELECT id FROM servicios_susa WHERE nombre = $1", [nombre]);

test("a new service without anyone ticked comes back with whom its words propose, and is saved as she leaves it", async () => {
  const asked = await (await ana.get("/admin/servicios/nuevo")).submit({ nombre: "Laminado", precio: "10", categoria: "cejas" });
  expect([asked.status, asked.alert]).toEqual([400, expect.stringContaining("Marcamos a quienes parece que lo hacen")]);
  expect(asked.all("input[name=quien]:checked").map((box) => box.getAttribute("value"))).toEqual([lucia]);
  expect(await idOf("Laminado")).toBeUndefined();
  expect((await asked.submit()).status).toBe(303);
  expect(await doersOf(String(await idOf("Laminado")))).toEqual([lucia]);
  // Sent again without anyone it is nobody's.
  const again = await (await ana.get("/admin/servicios/nuevo")).submit({
    nombre: "Solo",
    precio: "10",
    categoria: "cejas",
    propuesto: "on",
  });
  expect([again.status, await doersOf(String(await idOf("Solo")))]).toEqual([303, []]);
});

test("a new specialist without anything ticked comes back with what her words propose", async () => {
  const masaje = await createServicio({ nombre: "Masaje", categoria: "masajes", quien: [iris] });
  await sql("DELETE FROM servicios_susa WHERE nombre = 'Solo'");
  const asked = await (await ana.get("/admin/empleados/nuevo")).submit({
    nombre: "Eva",
    apellido: "Luz",
    especialidades: "masajes",
  });
  expect(asked.status).toBe(400);
  expect(asked.all("input[name=hace]:checked").map((box) => box.getAttribute("value"))).toEqual([masaje]);
  expect((await asked.submit()).status).toBe(303);
  expect(await doersOf(masaje)).toHaveLength(2);
  await sql("DELETE FROM empleados_susa WHERE nombre = 'Eva'");
});

test("who is named on its page does it, and is named no more where she stops doing it", async () => {
  const id = await createServicio({ nombre: "Diseño", quien: [iris] });
  await (await ana.get(`/admin/servicios/${id}`)).submit({ empleado_id: lucia });
  expect(await doersOf(id)).toEqual([lucia, iris].sort());
  const others = (await sqlColumn("SELECT servicio_id FROM servicios_empleados_susa WHERE empleado_id = $1", [
    lucia,
  ])) as string[];
  const kept = others.find((other) => other !== id) ?? "";
  expect((await (await ana.get(`/admin/empleados/${lucia}`)).submit({ hace: kept })).status).toBe(303);
  expect([await doersOf(id), await sqlValue("SELECT empleado_id FROM servicios_susa WHERE id = $1", [id])]).toEqual([
    [iris],
    null,
  ]);
  const lines = await sql("SELECT tipo, campos FROM bitacora_susa WHERE accion = 'cambio' AND registro_id = $1 ORDER BY orden", [
    id,
  ]);
  expect(lines).toContainEqual({ tipo: "servicio", campos: ["quien"] });
});

test("a copy is done by the same specialists", async () => {
  const id = await createServicio({ nombre: "Gelish", quien: [lucia, iris] });
  expect((await (await ana.get(`/admin/servicios/${id}/copiar`)).submit()).status).toBe(303);
  expect(await doersOf(String(await idOf("Gelish (copia)")))).toEqual([lucia, iris].sort());
});

test("a service that nobody active does has no hours on the site, and the list says so", async () => {
  const id = await createServicio({ nombre: "Henna", quien: [iris] });
  const shown = async () => (await site.visitor().get(`/servicio/${id}`)).all(".slots").length;
  expect(await shown()).toBe(1);
  await sql("UPDATE empleados_susa SET activo = false WHERE id = $1", [iris]);
  const page = await site.visitor().get(`/servicio/${id}`);
  expect([page.all(".slots").length, page.text(".actions")]).toEqual([0, expect.stringContaining("Agendar Cita")]);
  expect((await ana.get("/admin/servicios?q=henna")).text("main")).toContain("Nadie lo hace");
  await sql("UPDATE empleados_susa SET activo = true WHERE id = $1", [iris]);
  expect((await ana.get("/admin/servicios?q=henna")).text("main")).toContain("con Iris Paz");
});

test("the notice of the dashboard goes when she has seen it", async () => {
  await sql("UPDATE instalacion_susa SET avisa_quien_lo_hace = true");
  const page = await ana.get("/admin");
  expect(page.text("section[aria-labelledby=quien-lo-hace]")).toContain("Cada servicio dice quién lo hace");
  const done = await page.submit({}, 'form[action="/admin/servicios/quien-lo-hace"]');
  expect([done.status, done.location]).toEqual([303, "/admin"]);
  expect((await ana.get("/admin")).all("section[aria-labelledby=quien-lo-hace]").length).toBe(0);
});
