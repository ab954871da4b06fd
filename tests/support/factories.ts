import { ESTUDIO } from "../../app/content/estudio";
import { sql } from "./test-database";

// One row of each table that tests need, written by SQL and not by the models, so that a test does not rely on what it tests.
// Every factory takes the columns that matter to the test, fills the required ones, and gives the new row's id.

export type Columns = Record<string, unknown>;

/** Inserts one row and gives its id. A list or object for a JSON column is passed as JSON text. */
export async function insertRow(table: string, columns: Columns): Promise<string> {
  const names = Object.keys(columns);
  const [row] = await sql<{ id: string }>(
    `INSERT INTO ${table} (${names}) VALUES (${names.map((_, n) => `$${n + 1}`)}) RETURNING id`,
    Object.values(columns),
  );
  return String(row?.id);
}

export const createCliente = (columns: Columns = {}) => insertRow("clientes_susa", { nombre: "Lucía Peña", ...columns });

/** A specialist who does the services of `hace`, by id; every one that there is unless it is given. */
export async function createEmpleado({ hace, ...columns }: Columns & { hace?: string[] } = {}): Promise<string> {
  const id = await insertRow("empleados_susa", { nombre: "Ana", apellido: "Núñez", ...columns });
  const which = hace ? "id = ANY ($2)" : "true";
  await sql(
    `INSERT INTO servicios_empleados_susa (servicio_id, empleado_id) SELECT id, $1 FROM servicios_susa WHERE ${which}`,
    hace ? [id, hace] : [id],
  );
  return id;
}

/** A service that the specialists of `quien` do, by id; every one that there is unless it is given. */
export async function createServicio({ quien, ...columns }: Columns & { quien?: string[] } = {}): Promise<string> {
  const id = await insertRow("servicios_susa", { nombre: "Diseño de cejas", precio: 350, categoria: "cejas", ...columns });
  const which = quien ? "id = ANY ($2)" : "true";
  await sql(
    `INSERT INTO servicios_empleados_susa (servicio_id, empleado_id) SELECT $1, id FROM empleados_susa WHERE ${which}`,
    quien ? [id, quien] : [id],
  );
  return id;
}

/** Lets a specialist do these services, by id, and no others. */
export async function letDo(empleado_id: string, ...servicios: string[]): Promise<void> {
  await sql("DELETE FROM servicios_empleados_susa WHERE empleado_id = $1", [empleado_id]);
  await sql(
    "INSERT INTO servicios_empleados_susa (servicio_id, empleado_id) SELECT id, $1 FROM servicios_susa WHERE id = ANY ($2)",
    [empleado_id, servicios],
  );
}

/** For rows that were inserted without a factory: every specialist does every service. */
export const everyoneDoesEverything = () =>
  sql(`INSERT INTO servicios_empleados_susa (servicio_id, empleado_id)
    SELECT s.id, e.id FROM servicios_susa s CROSS JOIN empleados_susa e ON CONFLICT DO NOTHING`);

/** What a service will cost from a day of the studio on (`2026-11-22`). */
export const createPrecioDesde = (servicio_id: string, desde: string, precio: number | string, columns: Columns = {}) =>
  insertRow("precios_susa", { servicio_id, desde, precio, ...columns });

export const createImagen = (servicio_id: string | null, image_url: string, columns: Columns = {}) =>
  insertRow("service_images_susa", { servicio_id, image_url, ...columns });

/** An appointment that begins at `inicio` and lasts `duracion_minutos` (60). Its history is left empty. */
export function createCita(inicio: Date | string, columns: Columns = {}): Promise<string> {
  const fecha_hora = new Date(inicio);
  const minutos = Number(columns.duracion_minutos ?? 60);
  return insertRow("citas_susa", { fecha_hora, fin: new Date(fecha_hora.getTime() + minutos * 60_000), ...columns });
}

/** The absence of a specialist, or of everyone (a closed day of the studio) when `empleado_id` is null. Days are `2026-11-22`. */
export const createAusencia = (empleado_id: string | null, desde: string, hasta: string | null, columns: Columns = {}) =>
  insertRow("ausencias_susa", { empleado_id, desde, hasta, ...columns });

/** A client on the waiting list from one day to another: for any service and specialist, unless they are given. */
export const createEspera = (cliente_id: string, desde: string, hasta: string, columns: Columns = {}) =>
  insertRow("esperas_susa", { cliente_id, desde, hasta, ...columns });

export const createItem = (columns: Columns = {}) => insertRow("inventario_susa", { nombre: "Henna", ...columns });

export const createProveedor = (columns: Columns = {}) => insertRow("proveedores_susa", { nombre: "Ceras Ñandú", ...columns });

export const createTestimonio = (columns: Columns = {}) =>
  insertRow("testimonios_susa", { nombre: "Eva", testimonio: "Salí feliz.", ...columns });

export const createIngreso = (fecha: string, monto: number | string, columns: Columns = {}) =>
  insertRow("ingresos_susa", { fecha, monto, ...columns });

export const createVenta = (columns: Columns = {}) => insertRow("ventas_susa", { fecha: "2026-01-02", total: 0, ...columns });

/** A line of a sale, a new one of its own unless it is given. */
export async function createVentaLinea({ venta_id, ...columns }: Columns = {}) {
  const line = { item_nombre: "Aceite", cantidad: 2, precio: 9, importe: 18, ...columns };
  return insertRow("venta_lineas_susa", { venta_id: venta_id ?? (await createVenta({ total: line.importe })), ...line });
}

/** A tip, in a new sale of its own unless it is given, or with null its handover. */
export async function createPropina({ venta_id, ...columns }: Columns = {}) {
  const tip = { monto: 9, metodo_pago: "efectivo", fecha: "2026-01-02", ...columns };
  return insertRow("propinas_susa", { venta_id: venta_id === undefined ? await createVenta() : venta_id, ...tip });
}

/** What a specialist was paid: two pesos of commission unless it is given, without lines. */
export const createLiquidacion = (columns: Columns = {}) => {
  const paid = { empleado_nombre: "Ana Núñez", fecha: "2026-01-02", comision: 2, propinas: 0, metodo_pago: "efectivo" };
  return insertRow("liquidaciones_susa", { ...paid, ...columns });
};

/** A cut of the cash in which nothing is missing, unless its amounts are given. */
export const createCorte = (columns: Columns = {}) => insertRow("cortes_susa", { hasta: 0, esperado: 9, contado: 9, ...columns });

export const createEgreso = (fecha: string, monto: number | string, columns: Columns = {}) =>
  insertRow("egresos_susa", { fecha, monto, descripcion: "Renta", ...columns });

/** The saved settings of a studio that has said nothing else of itself but its hours; none with `horario` null. */
export const createConfiguracion = ({ horario = ESTUDIO.horario, ...columns }: Columns = {}) => {
  const { nombre, ciudad, zona_horaria } = ESTUDIO;
  return insertRow("configuracion_susa", {
    nombre,
    ciudad,
    zona_horaria,
    horario: horario && JSON.stringify(horario),
    ...columns,
  });
};

/** The settings of the demo, whose site shows the example's facts and drawings. */
export const createDemoConfiguracion = () => createConfiguracion({ ...ESTUDIO, es_demo: true, dibujos_ocultos: "{}" });

/** Adds tries to every account and address that has one already, as if they were sign-ins that failed; not to the sign-ups. */
export const addTries = (count: number) =>
  sql("UPDATE login_tries_susa SET tries = tries + $1 WHERE ends_at < now() + interval '4 minutes'", [count]);
