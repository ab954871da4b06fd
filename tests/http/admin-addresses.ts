import { encrypt } from "~/database/encryption.server";
import type { Site } from "../support/browser";
import {
  createAusencia,
  createCita,
  createCliente,
  createCorte,
  createEgreso,
  createEmpleado,
  createEspera,
  createImagen,
  createIngreso,
  createItem,
  createLiquidacion,
  createPrecioDesde,
  createPropina,
  createProveedor,
  createServicio,
  createTestimonio,
  createVenta,
  createVentaLinea,
  insertRow,
} from "../support/factories";
import { sql } from "../support/test-database";

/** The id with which the addresses of the back-office are filled, and that rows have whom they should show. */
export const ID = "11111111-1111-4111-8111-111111111111";

/** Every address under /admin in the build, with its parameters filled with an id and with `nuevo`, and the id of its route. */
export function listAdminAddresses(site: Site): { id: string; path: string }[] {
  return Object.values(site.build.routes)
    .filter((route) => route !== undefined)
    .filter((route) => /^\/admin(\/|$)/.test(site.pathOf(route.id)))
    .flatMap((route) => {
      const path = site.pathOf(route.id).replace(/\?/g, "");
      const filled = [ID, "nuevo"].map((value) => path.replace(/:[^/]+|\*/g, value) + (route.index ? "?index" : ""));
      return [...new Set(filled)].map((address) => ({ id: route.id, path: address }));
    });
}

/** The first address of each route, which is the one with an id. */
export const firstOfEachRoute = (addresses: { id: string; path: string }[]) =>
  addresses.filter(({ id }, index) => addresses[index - 1]?.id !== id);

/** A checksum of every table except those that a rejected request may write to. */
export async function fingerprint(...ignored: string[]): Promise<Record<string, string>> {
  const tables = await sql<{ name: string }>(
    "SELECT table_name AS name FROM information_schema.tables WHERE table_schema = 'public' AND table_name LIKE '%\\_susa' ORDER BY 1",
  );
  const sums: Record<string, string> = {};
  for (const { name } of tables.filter((table) => ![...ignored, "sesiones_susa", "login_tries_susa"].includes(table.name))) {
    const [row] = await sql<{ sum: string }>(
      `SELECT md5(coalesce(string_agg(t::text, E'\\n' ORDER BY t::text), '')) AS sum FROM ${name} t`,
    );
    sums[name] = String(row?.sum);
  }
  return sums;
}

export type Right = "agenda" | "salud" | "dinero" | "inventario" | "catalogo" | "propietaria" | "nadie";

/** The item of the appointment's supply. Its stock is a number that no screen shows for another reason. */
export const SUPPLY = { nombre: "Henna de la cita", cantidad: 615_243 };

/** The product that is for sale: of this number, too, no screen shows the like for another reason. */
export const PRODUCT = { id: "22222222-2222-4222-8222-222222222222", cantidad: 7_243 };

/** A row with the id that the tests request in every private table, whose texts have the mark of the right to see them. */
export async function fillTables(markOf: (right: Right) => string): Promise<void> {
  const id = ID;
  const [agenda, salud, dinero, inventario] = [markOf("agenda"), markOf("salud"), markOf("dinero"), markOf("inventario")];
  const [catalogo, propietaria, nadie] = [markOf("catalogo"), markOf("propietaria"), markOf("nadie")];
  const [{ id: staff = "" } = {}] = await sql<{ id: string }>("SELECT id FROM cuentas_susa WHERE rol = 'personal' LIMIT 1");
  await createEmpleado({
    id,
    nombre: agenda,
    apellido: agenda,
    email: `${propietaria}@ejemplo.mx`,
    telefono: propietaria,
    especialidades: [propietaria],
  });
  await createAusencia(ID, "2099-12-24", "2099-12-25", { id, motivo: propietaria });
  const insumos = JSON.stringify([{ nombre: SUPPLY.nombre, cantidad: 2 }]);
  await createServicio({ id, nombre: agenda, descripcion: catalogo, insumos });
  await createPrecioDesde(ID, "2099-12-24", 400, { id });
  await createImagen(null, `https://ejemplo.mx/${catalogo}.jpg`, { id, alt_text: catalogo });
  await createImagen(null, `https://ejemplo.mx/${catalogo}.jpg`, { archivo_nombre: catalogo });
  await createTestimonio({ id, nombre: catalogo, testimonio: catalogo });
  const notes = { medicina: encrypt(salud), enfermedades: encrypt(salud), alerta: encrypt(salud) };
  await createCliente({ id, nombre: agenda, correo: `${agenda}@ejemplo.mx`, ...notes });
  await createEspera(ID, "2099-12-24", "2099-12-25", { id, servicio_id: ID, empleado_id: ID, nota: agenda });
  await createVenta({ id, cliente_id: ID, total: "196.00" });
  await createVentaLinea({ id, venta_id: ID, item_nombre: agenda, precio: 98, importe: 196 });
  const discount = { descuento: 1, descuento_motivo: agenda };
  await createCita(new Date(), {
    id,
    cliente_id: ID,
    servicio_id: ID,
    empleado_id: ID,
    venta_id: ID,
    notas: agenda,
    ...discount,
  });
  await createPropina({ id, venta_id: ID, cita_id: ID, empleado_id: ID, empleado_nombre: agenda });
  const item = { nombre: inventario, descripcion: inventario, categoria: inventario, proveedor: inventario };
  await createItem({ id, cantidad: 3, ...item });
  await insertRow("movimientos_inventario_susa", {
    ...{ id, tipo: "entrada", cantidad: 3, saldo: 3, item_id: ID, item_nombre: inventario, motivo: inventario },
  });
  // A supply that the appointment took: who may not see the stock sees its name and how much was used.
  const supply = await createItem({ ...SUPPLY, proveedor: inventario });
  const used = { tipo: "salida", cantidad: 2, saldo: SUPPLY.cantidad, item_id: supply, item_nombre: SUPPLY.nombre };
  await insertRow("movimientos_inventario_susa", { ...used, cita_id: ID });
  // Who sells sees what is for sale, but not how many there are.
  await createItem({ ...PRODUCT, nombre: agenda, proveedor: inventario, precio_venta: "98.00" });
  const contacto = { contacto: inventario, telefono: inventario, email: `${inventario}@ejemplo.mx`, direccion: inventario };
  await createProveedor({ id, nombre: inventario, ...contacto, productos_servicios: inventario, notas: inventario });
  await createIngreso(new Date().toISOString(), "98765.43", { id, descripcion: dinero });
  const paid = { concepto: "venta", venta_id: ID, descripcion: dinero };
  await createIngreso(new Date().toISOString(), "98.00", paid);
  const comprobante_url = `https://ejemplo.mx/${dinero}`;
  await createEgreso(new Date().toISOString(), "98765.43", { id, descripcion: dinero, comprobante_url });
  await createCorte({ id, contado: 10, motivo: dinero });
  const adjusted = { empleado_id: ID, empleado_nombre: agenda, ajuste: 1, ajuste_motivo: propietaria };
  await createLiquidacion({ id, ...adjusted });
  await insertRow("liquidacion_lineas_susa", { id, liquidacion_id: ID, cita_id: ID, base: 5, porcentaje: 40, monto: 2 });
  const line = { accion: "cambio", tipo: "servicio", registro_id: propietaria, origen: propietaria, campos: [propietaria] };
  await insertRow("bitacora_susa", line);
  await sql("INSERT INTO plantillas_susa (tipo, texto) VALUES ('gracias', $1)", [propietaria]);
  const fila = { nombre: propietaria, apellido: propietaria };
  await insertRow("papelera_susa", { id, tipo: "empleado", registro_id: ID, cuenta_id: staff, fila });
  await sql("UPDATE cuentas_susa SET password_hash = $1 WHERE rol = 'personal'", [nadie]);
  await sql("INSERT INTO calendarios_susa (empleado_id, digest, sobre) VALUES ($1, $2, $3)", [ID, nadie.padEnd(64, "-"), nadie]);
  await sql("INSERT INTO enlaces_acceso_susa (cuenta_id, digest) VALUES ($1, $2)", [staff, nadie.padEnd(64, "-")]);
  for (const table of ["envios_pendientes_susa", "importaciones_susa"])
    await insertRow(table, { id, cuenta_id: staff, sobre: nadie });
  await sql("UPDATE importaciones_susa SET respuestas = $1", [nadie]);
  await sql(
    "INSERT INTO sesiones_susa (id, cuenta_id, agente) VALUES ($1, (SELECT id FROM cuentas_susa WHERE rol = 'propietaria'), $2)",
    [nadie.padEnd(64, "-"), nadie],
  );
}
