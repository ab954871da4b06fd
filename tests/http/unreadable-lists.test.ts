import { expect, test, vi } from "vitest";
import { startSiteForFile } from "../routes/start-site";
import { sql, sqlColumn } from "../support/test-database";

// A list says one thing when it cannot be read, whichever of its reads fails first.

const site = await startSiteForFile();
const ana = await site.staff();

const LISTS: Record<string, string> = {
  "/admin/citas": "No se pudieron cargar las citas",
  "/admin/citas?vista=dia": "No se pudieron cargar las citas",
  "/admin/citas/recordatorios": "No se pudieron cargar las citas",
  "/admin/clientes": "No se pudieron cargar los clientes",
  "/admin/servicios": "No se pudieron cargar los servicios",
  "/admin/empleados": "Error al cargar empleados",
  "/admin/inventario": "No se pudo cargar el inventario",
  "/admin/proveedores": "No se pudieron cargar los proveedores",
  "/admin/testimonios": "No se pudieron cargar los testimonios",
  "/admin/galeria": "No se pudieron cargar las imágenes",
  "/admin/ingresos": "No se pudieron cargar los ingresos",
  "/admin/egresos": "No se pudieron cargar los egresos",
  "/admin/reportes": "No se pudieron cargar los reportes",
  "/admin/reportes/cuadre": "No se pudo revisar el cuadre",
  "/admin/ventas/por-cobrar": "No se pudo leer lo que falta por cobrar",
  "/admin/configuracion/bitacora": "No se pudo cargar la bitácora",
  "/admin/configuracion/dias-cerrados": "No se pudieron cargar los días cerrados",
  "/admin/configuracion/papelera": "No se pudo leer la papelera",
};

const tables = await sqlColumn<string>(
  "SELECT table_name::text FROM information_schema.tables WHERE table_schema = 'public' AND table_name LIKE '%\\_susa' ORDER BY 1",
);

// What a list can do without it leaves out: see unavailable-parts.test.ts.
test.each(tables)("without %s each list is shown, or says its own sentence", async (table) => {
  const paths = Object.keys(LISTS);
  await sql(`ALTER TABLE ${table} RENAME TO perdida`);
  const pages = await Promise.all(paths.map((path) => ana.get(path))).finally(() =>
    sql(`ALTER TABLE perdida RENAME TO ${table}`),
  );
  const said = pages.map(({ status, alert }) => (status === 503 ? alert.replace(/Si lo reportas.*/, "") : status));
  expect(said).toEqual(paths.map((path, place) => (said[place] === 200 ? 200 : `Error${LISTS[path]}`)));
  vi.mocked(console.error).mockClear();
});
