import { db, type Transaction } from "~/database/client.server";
import { isId } from "~/database/fields.server";
import { type IdempotencyKey, WriteRejection, writeOnce } from "~/database/idempotency.server";
import { dayOf } from "~/format/days.server";
import { Prisma } from "~/generated/client";
import { createClienteForCita, lockCitas } from "~/models/citas/visita.server";
import { porCobrar, sum, times } from "~/models/dinero/amounts.server";
import type { BookedBy } from "~/models/dinero/asiento.server";
import { reverseIngresos, UNPAID } from "~/models/dinero/ingreso.server";
import { reversePropinas } from "~/models/dinero/propina.server";
import { moveStockIfExists } from "~/models/inventario/movimiento.server";

/** SQL of what the products of sale `v` still owe. */
export const SALDO = Prisma.sql`greatest(0.00, ${UNPAID})`;

type Saldo = { id: string; folio: number; isCancelled: boolean; saldo: string; cliente: { id: string; nombre: string } | null };

/** Gives what the products of a sale still owe as decimal text, or null when the id is unknown or malformed. */
export async function getSaldo(id: string | undefined, reader: Pick<Transaction, "$queryRaw"> = db): Promise<Saldo | null> {
  if (!isId(id)) return null;
  const [venta] = await reader.$queryRaw<Saldo[]>`
    SELECT v.id, v.folio, v.cancelada_at IS NOT NULL AS "isCancelled",
      CASE WHEN v.cancelada_at IS NULL THEN ${SALDO} ELSE 0.00 END::text AS saldo,
      CASE WHEN k.id IS NOT NULL THEN json_build_object('id', k.id, 'nombre', k.nombre) END AS cliente
    FROM ventas_susa v LEFT JOIN clientes_susa k ON k.id = v.cliente_id WHERE v.id = ${id}::uuid`;
  return venta ?? null;
}

/** Locks a sale until the transaction ends, and gives what its products still owe. Throws WriteRejection `missing`. */
export async function lockVenta(transaction: Transaction, id: string | undefined): Promise<Saldo> {
  if (isId(id)) await transaction.$queryRaw`SELECT FROM ventas_susa WHERE id = ${id}::uuid FOR NO KEY UPDATE`;
  const venta = await getSaldo(id, transaction);
  if (!venta) throw new WriteRejection("missing");
  return venta;
}

/** A product of a sale. */
export type LineaDeVenta = {
  item_id: string;
  item_nombre: string;
  cantidad: number;
  precio: Prisma.Decimal;
  importe: Prisma.Decimal;
};

type Buyer = Parameters<typeof createClienteForCita>[1] & { cliente_id: string | null };
type Attended = { id: string; cliente_id: string | null; venta_id: string | null };

/**
 * Opens a sale of appointments and products, of which `debe` is left to be paid: the database numbers it with the next folio. The first
 * sale of an appointment keeps it: what is paid another day is another sale. Throws WriteRejection `client` when she no longer exists,
 * `debtor` for products that nobody would owe.
 */
export async function openVenta(
  transaction: Transaction,
  citas: Attended[],
  lineas: LineaDeVenta[],
  buyer: Buyer,
  { fecha, debe }: { fecha: Date; debe: Prisma.Decimal },
): Promise<{ id: string; folio: number }> {
  const cliente_id = citas[0]?.cliente_id ?? (await findCliente(transaction, buyer));
  if (lineas.length > 0 && cliente_id === null && debe.greaterThan(0)) throw new WriteRejection("debtor");
  const total = sum(lineas.map(({ importe }) => importe));
  const venta = await transaction.venta.create({ data: { cliente_id, fecha, total } });
  await transaction.ventaLinea.createMany({ data: lineas.map((linea) => ({ ...linea, venta_id: venta.id })) });
  const first = citas.filter((cita) => cita.venta_id === null).map(({ id }) => id);
  await transaction.cita.updateMany({ where: { id: { in: first } }, data: { venta_id: venta.id } });
  return venta;
}

/** The client of a sale, who is locked so that she is not deleted meanwhile, or a new one; null without any. */
async function findCliente(transaction: Transaction, buyer: Buyer): Promise<string | null> {
  const { cliente_id, cliente_nombre } = buyer;
  if (cliente_id === null) return cliente_nombre === null ? null : createClienteForCita(transaction, buyer);
  const rows = await transaction.$queryRaw<unknown[]>`SELECT id FROM clientes_susa WHERE id = ${cliente_id}::uuid FOR KEY SHARE`;
  if (rows.length === 0) throw new WriteRejection("client");
  return cliente_id;
}

const isCounted = { reversa_de: null, reversa: null } as const;
const cita = {
  select: {
    ...{ id: true, precio: true, cobrado: true, descuento: true, devuelto: true, estado: true },
    ingresos: { where: { concepto: "devolucion", ...isCounted }, select: { id: true, monto: true, metodo_pago: true } },
    servicio: { select: { nombre: true } },
    empleado: { select: { nombre: true, apellido: true } },
  },
} as const;

/**
 * Gives a sale with its services (those charged first in it, or paid in it), products, payments by method, tips and what was given back,
 * amounts as decimal text; null when the id is unknown or malformed. What was reversed is left out, unless the sale is cancelled. The
 * total is that of its lines, whatever came back. `saldo` is what its products still owe, `debe` what all of it does, `aparte` what was
 * paid in advance or in another sale.
 */
export async function getVenta(id: string | undefined) {
  const found = await getSaldo(id);
  if (!found) return null;
  const { isCancelled, saldo } = found;
  const where = isCancelled ? { reversa_de: null } : isCounted;
  const row = await db.venta.findUniqueOrThrow({
    where: { id },
    include: {
      cliente: { select: { id: true, nombre: true, telefono: true } },
      lineas: { orderBy: [{ item_nombre: "asc" }, { id: "asc" }] },
      citas: { ...cita, orderBy: [{ fecha_hora: "asc" }, { id: "asc" }] },
      ingresos: { where, include: { cita }, orderBy: [{ created_at: "asc" }, { id: "asc" }] },
      propinas: { where, include: { empleado: cita.select.empleado }, orderBy: [{ created_at: "asc" }, { id: "asc" }] },
    },
  });
  const all = [...row.citas, ...row.ingresos.flatMap(({ cita }) => cita ?? [])];
  const services = [...new Map(all.map((each) => [each.id, each])).values()];
  // Of an appointment that was deleted, its income says what it was.
  const deleted = row.ingresos.filter((ingreso) => ingreso.concepto === "cita" && ingreso.cita === null);
  const owed = new Map(
    services.filter(({ estado }) => !isCancelled && estado === "completada").map((service) => [service.id, porCobrar(service)]),
  );
  const paid = row.ingresos.filter(({ monto }) => monto.isPositive());
  // Of a service it is said on each sale that has it.
  const ofServices = isCancelled ? [] : services.flatMap(({ ingresos }) => ingresos);
  const refunds = new Map(
    [...row.ingresos.filter(({ monto }) => monto.isNegative()), ...ofServices].map((each) => [each.id, each]),
  );
  const metodos = [...new Set(paid.map(({ metodo_pago }) => metodo_pago))];
  const prices = services.map(({ precio, devuelto }) => precio.plus(devuelto));
  const total = sum([row.total, ...prices, ...deleted.map(({ monto }) => monto)]);
  const debe = sum([saldo, ...owed.values()]);
  const ofCitas = paid.filter(({ cita_id }) => cita_id !== null);
  const everPaid = sum([...services.map(({ cobrado }) => cobrado), ...ofServices.map(({ monto }) => monto.negated())]);
  const aparte = everPaid.minus(sum(ofCitas.map(({ monto }) => monto)));
  return {
    ...{ id: row.id, folio: row.folio, fecha: dayOf(row.fecha), cliente: row.cliente, isCancelled, saldo },
    citas: services.map(({ id, precio, descuento, devuelto, cobrado, estado, servicio, empleado }) => ({
      ...{ id, servicio, empleado, descuento: descuento.toFixed(2) },
      precio: precio.plus(descuento).plus(devuelto).toFixed(2),
      debe: (owed.get(id) ?? 0).toFixed(2),
      mayGiveBack: estado === "completada" && cobrado.isPositive() && !cobrado.isZero(),
    })),
    lineas: [
      ...deleted.map(({ descripcion, monto }) => ({ item_nombre: descripcion ?? "", cantidad: 1, importe: monto.toFixed(2) })),
      ...row.lineas.map(({ item_nombre, cantidad, importe }) => ({ item_nombre, cantidad, importe: importe.toFixed(2) })),
    ],
    porRegresar: row.lineas
      .filter(({ cantidad, devueltas }) => !isCancelled && devueltas < cantidad)
      .map(({ id, item_nombre }) => ({ id, item_nombre })),
    pagos: metodos.map((metodo_pago) => ({
      metodo_pago,
      monto: sum(paid.filter((ingreso) => ingreso.metodo_pago === metodo_pago).map(({ monto }) => monto)).toFixed(2),
    })),
    regresados: row.lineas
      .filter(({ devueltas }) => devueltas > 0)
      .map(({ item_nombre, devueltas, precio }) => ({ item_nombre, devueltas, importe: times(precio, devueltas).toFixed(2) })),
    devoluciones: [...refunds.values()].map(({ monto, metodo_pago }) => ({ monto: monto.toFixed(2), metodo_pago })),
    propinas: row.propinas.map(({ monto, metodo_pago, empleado }) => ({ monto: monto.toFixed(2), metodo_pago, empleado })),
    total: total.toFixed(2),
    debe: debe.toFixed(2),
    aparte: Prisma.Decimal.max(0, aparte).toFixed(2),
  };
}

/**
 * Cancels a sale: reverses its payments and tips on the studio's day `hoy` and puts its products back, once. Its appointments stay
 * completed and owe their price again. `changed` is false when it was cancelled already.
 */
export function cancelVenta(id: string | undefined, { cuenta_id, hoy }: BookedBy, key: IdempotencyKey) {
  return writeOnce<{ changed: boolean; folio: number }, "missing">(key, async (transaction) => {
    const where = { OR: [{ venta_id: id }, { ingresos: { some: { venta_id: id } } }] };
    const citas = isId(id) ? await transaction.cita.findMany({ where, select: { id: true } }) : [];
    const ids = citas.map((cita) => cita.id);
    await lockCitas(transaction, ids);
    const venta = await lockVenta(transaction, id);
    if (venta.isCancelled) return { changed: false, folio: venta.folio };
    const [venta_id, fecha, descripcion] = [venta.id, new Date(hoy), `Nota ${venta.folio} cancelada`];
    const data = { cancelada_at: new Date(), citas: { set: [] } };
    await transaction.venta.update({ where: { id: venta_id }, data, select: { id: true } });
    await reverseIngresos(transaction, { venta_id }, { fecha, descripcion, cuenta_id });
    await reversePropinas(transaction, { venta_id }, fecha, cuenta_id);
    // A deleted item that comes back meanwhile takes its movements with it.
    await transaction.$queryRaw`SELECT FROM movimientos_inventario_susa WHERE venta_id = ${venta_id}::uuid ORDER BY id FOR NO KEY UPDATE`;
    // By item, as charging takes them; without the pieces that came back before.
    const sold = await transaction.movimiento.findMany({
      where: { venta_id, tipo: "salida", reversa_de: null },
      orderBy: { item_id: "asc" },
    });
    const lineas = await transaction.ventaLinea.findMany({ where: { venta_id } });
    for (const { id: reversa_de, item_id, item_nombre, ...salida } of sold) {
      // Deleted items of one name are told apart by nothing, so each line is taken once.
      const at = lineas.findIndex(
        (each) => each.item_id === item_id && each.item_nombre === item_nombre && each.cantidad === salida.cantidad,
      );
      const [linea] = at < 0 ? [] : lineas.splice(at, 1);
      const cantidad = salida.cantidad - (linea?.devueltas ?? 0);
      if (cantidad === 0) continue;
      const reason = { motivo: descripcion, cuenta_id, venta_id, reversa_de };
      const item = await moveStockIfExists(transaction, item_id, cantidad, reason);
      // Of a deleted item too, so that every cancelled sale has its movements (Cuadre).
      if (!item) await transaction.movimiento.create({ data: { tipo: "entrada", cantidad, item_nombre, ...reason } });
    }
    return { changed: true, folio: venta.folio };
  });
}
