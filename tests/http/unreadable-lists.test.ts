import { expect, test, vi } from "vitest";
import { startSiteForFile } from "../routes/start-site";
import { sql, sqlColumn } from "../support/test-database";

// A list says one thing when it cannot be read, whichever of its reads fails first.

const site = await startSiteForFile();
const ana = await site.staff();

// The sentence of each list, and the tables it reads besides those of EVERY.
const LISTS: Record<string, [sentence: string, tables: string]> = {
  "/admin/citas": ["No se pudieron cargar las citas", "citas clientes empleados servicios"],
  "/admin/citas?vista=dia": [
    "No se pudieron cargar las citas",
    "ausencias citas clientes empleados servicios servicios_empleados",
  ],
  "/admin/citas/recordatorios": ["No se pudieron cargar las citas", "cambios_cita citas clientes empleados mensajes servicios"],
  "/admin/citas/espera": ["No se pudo cargar la lista de espera", "clientes empleados esperas servicios"],
  "/admin/citas/solicitudes": ["No se pudieron cargar las solicitudes", "citas clientes empleados servicios"],
  "/admin/citas/por-volver": ["No se pudo cargar quién está por volver", "citas clientes mensajes servicios"],
  "/admin/clientes": ["No se pudieron cargar los clientes", "citas clientes"],
  "/admin/servicios": ["No se pudieron cargar los servicios", "empleados servicios servicios_empleados"],
  "/admin/servicios/precios": ["No se pudieron cargar los precios", "precios servicios"],
  "/admin/empleados": ["Error al cargar empleados", "archivos empleados"],
  "/admin/inventario": ["No se pudo cargar el inventario", "inventario movimientos_inventario"],
  "/admin/proveedores": ["No se pudieron cargar los proveedores", "proveedores"],
  "/admin/testimonios": ["No se pudieron cargar los testimonios", "testimonios"],
  "/admin/galeria": ["No se pudieron cargar las imágenes", "archivos service_images servicios"],
  "/admin/galeria/por-acomodar": ["No se pudieron cargar las fotos", "archivos service_images servicios"],
  "/admin/ingresos": ["No se pudieron cargar los ingresos", "citas clientes ingresos ventas"],
  "/admin/egresos": ["No se pudieron cargar los egresos", "egresos"],
  "/admin/reportes": ["No se pudieron cargar los reportes", ""],
  "/admin/reportes/cuadre": [
    "No se pudo revisar el cuadre",
    "asientos bitacora cambios_cita citas cortes egresos ingresos inventario liquidacion_lineas liquidaciones movimientos_inventario papelera por_revisar propinas servicios venta_lineas ventas",
  ],
  "/admin/caja": ["No se pudo leer la caja", "asientos cortes propinas"],
  "/admin/comisiones": [
    "No se pudo leer lo que se le debe al equipo",
    "citas empleados liquidacion_lineas liquidaciones propinas",
  ],
  "/admin/ventas/por-cobrar": [
    "No se pudo leer lo que falta por cobrar",
    "citas clientes ingresos servicios venta_lineas ventas",
  ],
  "/admin/configuracion/bitacora": [
    "No se pudo cargar la bitácora",
    "bitacora cambios_cita citas egresos ingresos inventario papelera propinas servicios",
  ],
  "/admin/configuracion/dias-cerrados": ["No se pudieron cargar los días cerrados", "ausencias citas"],
  "/admin/configuracion/papelera": ["No se pudo leer la papelera", "clientes papelera servicios"],
};

// The guard reads the account, and every list the studio's zone.
const EVERY = "configuracion cuentas sesiones";

const paths = Object.keys(LISTS);
const tablesOf = (path: string) => `${EVERY} ${LISTS[path]?.[1]}`.trim().split(" ");
const readersOf = (table: string) => paths.filter((path) => tablesOf(path).includes(table));

/** Opens lists while a table is missing, and gives the status and the sentence of each, without the key of its request. */
async function openWithout(table: string, opened: string[]): Promise<string[]> {
  await sql(`ALTER TABLE ${table}_susa RENAME TO perdida`);
  const pages = await Promise.all(opened.map((path) => ana.get(path))).finally(() =>
    sql(`ALTER TABLE perdida RENAME TO ${table}_susa`),
  );
  vi.mocked(console.error).mockClear();
  return pages.map(({ status, alert }) => `${status} ${status === 503 ? alert.replace(/Si lo reportas.*/, "") : ""}`);
}
const sentence = (path: string) => `503 Error${LISTS[path]?.[0]}`;

test.each([...new Set(paths.flatMap(tablesOf))].sort())(
  "without %s each list that reads it says its own sentence",
  async (table) => {
    // The guard is the same on every list.
    const opened = ["cuentas", "sesiones"].includes(table) ? paths.slice(0, 1) : readersOf(table);
    expect(await openWithout(table, opened)).toEqual(opened.map(sentence));
  },
);

const tables = await sqlColumn<string>(
  `SELECT replace(table_name, '_susa', '') FROM information_schema.tables
   WHERE table_schema = 'public' AND table_name LIKE '%\\_susa' ORDER BY 1`,
);

// What a list can do without it leaves out: see unavailable-parts.test.ts.
test.each(tables)("without %s each list is shown, or says its own sentence", { tags: ["slow"] }, async (table) => {
  const readers = readersOf(table);
  expect(await openWithout(table, paths)).toEqual(paths.map((path) => (readers.includes(path) ? sentence(path) : "200 ")));
});
