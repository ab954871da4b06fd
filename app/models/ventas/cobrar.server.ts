import { z } from "zod";
import type { Transaction } from "~/database/client.server";
import {
  checkbox,
  integer,
  isId,
  oneOf,
  optionalId,
  optionalMoney,
  optionalName,
  optionalPhone,
  optionalText,
} from "~/database/fields.server";
import { type IdempotencyKey, WriteRejection, writeOnce } from "~/database/idempotency.server";
import { formatMoney, formatNumber, isNonZero, readPercent } from "~/format/numbers";
import { plural } from "~/format/text";
import { type MetodoPago, Prisma } from "~/generated/client";
import { matchInsumos } from "~/models/catalogo/insumo.server";
import { MAX_SERVICIOS } from "~/models/citas/cita.server";
import { isOpen } from "~/models/citas/estado";
import { type LockedCita, lockCitas, recordChange } from "~/models/citas/visita.server";
import { type Linea, record } from "~/models/cuentas/bitacora.server";
import { porCobrar, sum, times } from "~/models/dinero/amounts.server";
import type { BookedBy } from "~/models/dinero/asiento.server";
import { recordIngreso } from "~/models/dinero/ingreso.server";
import { METODOS, metodoPago } from "~/models/dinero/metodo-pago.server";
import { type listTips, recordPropina } from "~/models/dinero/propina.server";
import { moveStock, takeSupply } from "~/models/inventario/movimiento.server";
import { applyDiscount } from "./descuento.server";
import { quoteCobro } from "./quote.server";
import { allocate, DESPUES, type Misfit } from "./settle.server";
import { type LineaDeVenta, lockVenta, openVenta } from "./venta.server";

const MAX_PRODUCTOS = 30;
/** Pieces of one product in a sale. */
const MAX_PIEZAS = 9_999;

const citaRow = z.object({ id: optionalId("Elige la cita de la lista."), por_cobrar: z.string().optional() });
const productoRow = z.object({
  item_id: z.string().refine(isId, "Elige el producto de la lista."),
  cantidad: integer(1, MAX_PIEZAS, `Escribe cuántos se lleva con un número entero, de 1 a ${formatNumber(MAX_PIEZAS)}.`),
  precio: z.string().optional(),
});

/** An optional amount of pesos, or a percent of what is due (`10%`), at most all of it. */
function optionalAmount(tooMuch: string) {
  const pesos = optionalMoney("monto", null);
  return z
    .string({ error: "Escribe un solo monto." })
    .optional()
    .transform((text, context) => {
      const fail = (message: string) => {
        context.addIssue({ code: "custom", message });
        return z.NEVER;
      };
      const percent = readPercent(text ?? "");
      if (percent !== null) return Number(percent) > 100 ? fail(tooMuch) : `${percent}%`;
      const read = pesos.safeParse(text);
      if (read.success) return read.data;
      const isPercent = /%|por\s*ciento/i.test(text ?? "");
      return fail(isPercent ? "Escribe el porcentaje como 10% o 12.5%." : (read.error.issues[0]?.message ?? ""));
    });
}

const propinaRow = z.object({
  empleado_id: z.string().refine(isId),
  monto: optionalAmount("La propina en porcentaje llega hasta 100%. Si es más, escríbela en pesos."),
});

/** Refuses more pieces of one product than a sale may have, at the row that is too many: each product is one line of a sale. */
function checkPiezas(productos: z.output<typeof productoRow>[], context: z.RefinementCtx) {
  const counts = new Map<string, number>();
  for (const [index, { item_id, cantidad }] of productos.entries()) {
    const count = (counts.get(item_id) ?? 0) + cantidad;
    counts.set(item_id, count);
    if (count <= MAX_PIEZAS) continue;
    const most = `en una nota caben hasta ${formatNumber(MAX_PIEZAS)}`;
    const message = `Son ${formatNumber(count)} del mismo producto, y ${most}. Cobra las demás en otra.`;
    context.addIssue({ code: "custom", path: [index, "cantidad"], message });
  }
}

/**
 * The form that charges: which appointments of a visit and which products, each with the amount that the page showed, how they are
 * paid, tips, a discount on the services, and whether to use up supplies.
 */
export const cobroSchema = z
  .object({
    citas: z.array(citaRow).max(MAX_SERVICIOS).default([]),
    productos: z
      .array(productoRow)
      .max(MAX_PRODUCTOS, `Cobra hasta ${MAX_PRODUCTOS} productos a la vez.`)
      .superRefine(checkPiezas)
      .default([]),
    cliente_id: optionalId("Elige a la clienta de la lista."),
    cliente_nombre: optionalName(120),
    cliente_telefono: optionalPhone(),
    por_cobrar: z.string().optional(),
    monto: optionalMoney("monto", null),
    metodo_pago: oneOf([...METODOS, DESPUES], "Elige un método de pago de la lista.").default("efectivo"),
    parte_metodo: metodoPago().optional(),
    parte_monto: optionalMoney("monto", null),
    propinas: z.array(propinaRow).max(MAX_SERVICIOS).default([]),
    propina_metodo: metodoPago().optional(),
    descuento: optionalAmount("El descuento llega hasta 100%. Escríbelo como 10% o en pesos."),
    descuento_motivo: optionalText(200),
    descontar: checkbox(),
  })
  .superRefine((cobro, context) => {
    const { parte_monto, parte_metodo, descuento, descuento_motivo, cliente_id, cliente_nombre, cliente_telefono } = cobro;
    const require = (path: keyof typeof cobro, isMissing: boolean, message: string) =>
      isMissing && context.addIssue({ code: "custom", path: [path], message });
    const [hasPart, hasDiscount] = [isNonZero(parte_monto), isNonZero(descuento)];
    require("parte_metodo", hasPart && !parte_metodo, "Elige con qué paga esa parte.");
    require("parte_monto", !hasPart && parte_metodo !== undefined, "Escribe cuánto paga de esa otra forma.");
    const isTwice = cliente_id !== null && cliente_nombre !== null;
    require("cliente_id", isTwice, "Es una sola clienta: borra el nombre de la nueva, o elige «Otra clienta».");
    require("cliente_nombre", !cliente_id && !cliente_nombre && cliente_telefono !== null, "Escribe su nombre.");
    require("descuento_motivo", hasDiscount && !descuento_motivo, "Escribe por qué se le hizo el descuento.");
    require("descuento", !hasDiscount && descuento_motivo !== null, "Escribe de cuánto es el descuento, o borra el motivo.");
  });

export type CobroValues = z.output<typeof cobroSchema>;

/** What was done, with amounts as decimal text. */
export type Cobrado = {
  /** How many appointments were completed. */
  completadas: number;
  venta_id: string | null;
  folio: number | null;
  pagos: { metodo_pago: MetodoPago; monto: string }[];
  propinas: { nombre: string; monto: string; metodo_pago: MetodoPago }[];
  /** What a discount in percent came to; null without one. */
  descuento: { porcentaje: string; monto: string } | null;
  cambio: string;
  /** What is left to be paid another day. */
  debe: string;
  /** How many supplies were taken, and the names of those that are not in stock at all. */
  insumos: number;
  missing: string[];
};

/** Why nothing was charged: the page is out of date, or what was typed does not fit; the form says each in words. */
export type CobroReason =
  | ("stale" | "cancelada" | "missing" | "product" | "client" | "mixed")
  | (Misfit | "short_stock" | "debtor" | "discount" | "tip" | "tip_percent");

const reject = (reason: CobroReason) => new WriteRejection<CobroReason>(reason);

/**
 * Charges in one act, which is the only way to charge: completes the open appointments, uses up their supplies, takes products out of
 * stock, and writes payments and tips into a sale with a folio. With `venta_id` it charges what the products of that sale still owe.
 * Without anything to charge it only completes.
 */
export function chargeBill(
  { venta_id, ...values }: CobroValues & { venta_id?: string },
  { cuenta_id, hoy }: BookedBy,
  key: IdempotencyKey,
) {
  return writeOnce<Cobrado, CobroReason>(key, async (transaction) => {
    const by = { cuenta_id, fecha: new Date(hoy) };
    const { locked, owed } = await lockDues(transaction, values, venta_id);
    const productos = owed ? [] : await findProductos(transaction, values);
    const isDebt = productos.length === 0 && !locked.some(({ estado }) => isOpen(estado));
    const quote = quoteCobro({ citas: locked.map(asCharged), productos, saldo: owed?.saldo ?? "0.00", isDebt }, values);
    const { discount, propinas, pagos, tipMethod, debe } = quote;
    const citas = await applyDiscount(transaction, locked, discount, values.descuento_motivo);
    const open = citas.filter(({ estado }) => isOpen(estado));
    const dues = listDues(citas, productos, owed);
    const payments = allocate(dues, pagos);

    const isSale = pagos.length + propinas.length + productos.length > 0;
    const opening = { fecha: by.fecha, debe };
    const venta = owed ?? (isSale ? await openVenta(transaction, citas, productos, values, opening) : null);
    const used = await takeStock(transaction, values.descontar ? open : [], productos, venta, by);
    await completeCitas(transaction, open, payments, used.taken, by);
    if (venta) {
      await recordPayments(transaction, dues, payments, venta, by);
      await recordTips(transaction, propinas, tipMethod, venta, by);
    }
    return {
      completadas: open.length,
      venta_id: venta?.id ?? null,
      folio: venta?.folio ?? null,
      pagos: pagos.map(({ metodo_pago, monto }) => ({ metodo_pago, monto: monto.toFixed(2) })),
      propinas: propinas.map(({ nombre, monto }) => ({ nombre, monto: monto.toFixed(2), metodo_pago: tipMethod })),
      descuento: values.descuento?.endsWith("%") ? { porcentaje: values.descuento, monto: discount.toFixed(2) } : null,
      cambio: quote.cambio.toFixed(2),
      debe: debe.toFixed(2),
      insumos: used.taken.length,
      missing: used.missing,
    };
  });
}

/** Who charges, and the day on which it counts. */
type By = { cuenta_id: string; fecha: Date };
type Venta = { id: string; folio: number };

/**
 * Locks what is charged: the appointments that were ticked, or sale `venta_id`. Rejects unless each exists, is not cancelled, owes what
 * the page showed, and all are of one client.
 */
async function lockDues(transaction: Transaction, { citas, por_cobrar }: CobroValues, venta_id: string | undefined) {
  const shown = new Map(citas.flatMap(({ id, por_cobrar }) => (id === null ? [] : [[id, por_cobrar] as const])));
  const locked = await lockCitas(transaction, [...shown.keys()]);
  if (locked.length < shown.size) throw reject("missing");
  if (locked.some(({ estado }) => estado === "cancelada")) throw reject("cancelada");
  if (locked.some((cita) => shown.get(cita.id) !== porCobrar(cita).toFixed(2))) throw reject("stale");
  if (!isOfOne(locked) || (venta_id !== undefined && locked.length > 0)) throw reject("mixed");
  const owed = venta_id === undefined ? null : await lockVenta(transaction, venta_id);
  if (owed && (owed.saldo === "0.00" || owed.saldo !== por_cobrar)) throw reject("stale");
  return { locked, owed };
}

/** Whether appointments are of one visit, or of one client. */
function isOfOne(citas: LockedCita[]): boolean {
  const [first] = citas;
  const isSame = (of: (cita: LockedCita) => string | null) => citas.every((cita) => of(cita) === (first && of(first)));
  return isSame(({ visita_id, id }) => visita_id ?? id) || (first?.cliente_id !== null && isSame(({ cliente_id }) => cliente_id));
}

/** An appointment as `quoteCobro` takes it. */
function asCharged({ id, empleado_id, empleado, ...cita }: LockedCita) {
  return { id, empleado: empleado_id ? { id: empleado_id, nombre: empleado ?? "" } : null, por_cobrar: porCobrar(cita) };
}

/** What is owed, in the order in which payments are put to it: each appointment, then the products or what a sale still owes. */
function listDues(citas: LockedCita[], productos: LineaDeVenta[], owed: { folio: number; saldo: string } | null) {
  const goods = owed
    ? { left: new Prisma.Decimal(owed.saldo), descripcion: `Nota ${owed.folio}` }
    : { left: sum(productos.map(({ importe }) => importe)), descripcion: describeProductos(productos) };
  return [...citas.map((cita) => ({ cita, left: porCobrar(cita), descripcion: cita.servicio })), { cita: null, ...goods }];
}

type Due = ReturnType<typeof listDues>[number];
type Payment = ReturnType<typeof allocate<Due>>[number];

/** The products of the form, each once. Rejects unless all are for sale at the price that the page showed. */
async function findProductos(transaction: Transaction, { productos }: CobroValues): Promise<LineaDeVenta[]> {
  const ids = [...new Set(productos.map(({ item_id }) => item_id))];
  // Not deleted meanwhile.
  await transaction.$queryRaw`SELECT FROM inventario_susa WHERE id = ANY (${ids}::uuid[]) ORDER BY id FOR KEY SHARE`;
  const items = await transaction.item.findMany({ where: { id: { in: ids } } });
  return ids.map((item_id) => {
    const rows = productos.filter((row) => row.item_id === item_id);
    const { nombre: item_nombre, precio_venta } = items.find(({ id }) => id === item_id) ?? {};
    if (item_nombre === undefined || !precio_venta) throw reject("product");
    if (rows.some(({ precio }) => precio !== precio_venta.toFixed(2))) throw reject("stale");
    const cantidad = rows.reduce((count, row) => count + row.cantidad, 0);
    return { item_id, item_nombre, cantidad, precio: precio_venta, importe: times(precio_venta, cantidad) };
  });
}

/** `2 × Aceite de cutícula, 1 × Protector solar`: at most what an income may say. */
const describeProductos = (productos: LineaDeVenta[]) =>
  productos
    .map(({ cantidad, item_nombre }) => `${cantidad} × ${item_nombre}`)
    .join(", ")
    .slice(0, 500);

/**
 * Takes the supplies of appointments and products out of stock: supplies even below zero, because they were used whatever the stock
 * says; products only if there are enough. `taken` has the id of its appointment for each supply.
 */
async function takeStock(
  transaction: Transaction,
  citas: LockedCita[],
  productos: LineaDeVenta[],
  venta: Venta | null,
  { cuenta_id }: By,
) {
  const result = { taken: [] as string[], missing: [] as string[] };
  const insumos = [];
  for (const cita of citas)
    for (const insumo of await matchInsumos([cita.servicio_id], transaction)) insumos.push({ ...insumo, cita });
  // Always in the same order, so that two sales cannot deadlock on each other's items.
  const sold = venta ? productos.map((producto) => ({ ...producto, motivo: `Nota ${venta.folio}`, venta_id: venta.id })) : [];
  const moves = [...sold, ...insumos].sort((a, b) => (String(a.item_id) < String(b.item_id) ? -1 : 1));
  for (const move of moves) {
    if ("venta_id" in move) {
      const { motivo, venta_id } = move;
      await moveStock(transaction, move.item_id, -move.cantidad, { motivo, cuenta_id, venta_id }).catch((error: unknown) => {
        throw error instanceof WriteRejection ? reject(error.reason === "short" ? "short_stock" : "product") : error;
      });
      continue;
    }
    const { cita, nombre, cantidad, item_id } = move;
    const reason = { motivo: `Cita completada: ${cita.servicio}`, cuenta_id, cita_id: cita.id };
    if (await takeSupply(transaction, item_id, cantidad, reason)) result.taken.push(cita.id);
    else result.missing.push(nombre);
  }
  return result;
}

/** Completes appointments, and says in the history of each what was paid for it and how many supplies it `used`. */
async function completeCitas(transaction: Transaction, citas: LockedCita[], payments: Payment[], used: string[], by: By) {
  for (const cita of citas) {
    const own = payments.filter(({ due }) => due.cita === cita);
    const insumos = used.filter((id) => id === cita.id).length;
    const after = { estado: "completada", no_asistio: false } as const;
    await recordChange(transaction, cita, after, by.cuenta_id, describeCompletion(own, insumos));
  }
}

/** Writes the payments as income. The owner is shown what was charged at less than the appointment costs. */
async function recordPayments(
  transaction: Transaction,
  dues: Due[],
  payments: Payment[],
  venta: Venta,
  { cuenta_id, fecha }: By,
) {
  for (const { due, metodo_pago, monto } of payments) {
    const of = due.cita ? ({ concepto: "cita", cita_id: due.cita.id } as const) : ({ concepto: "venta" } as const);
    const row = { monto, descripcion: due.descripcion, metodo_pago, fecha, venta_id: venta.id };
    await recordIngreso(transaction, { ...row, ...of }, cuenta_id);
  }
  for (const due of dues) {
    const own = payments.filter((payment) => payment.due === due);
    const paid = sum(own.map(({ monto }) => monto));
    if (!due.cita || own.length === 0 || !paid.lessThan(due.left)) continue;
    const importes: Linea["importes"] = { cobrado: [due.left.toFixed(2), paid.toFixed(2)] };
    await record(transaction, { accion: "cambio", tipo: "cita", registro_id: due.cita.id, campos: ["cobrado"], importes });
  }
}

/** Writes the tips, all paid with one method. */
async function recordTips(
  transaction: Transaction,
  propinas: ReturnType<typeof listTips>,
  metodo_pago: MetodoPago,
  venta: Venta,
  { cuenta_id, fecha }: By,
) {
  for (const { nombre: _, ...propina } of propinas)
    await recordPropina(transaction, { ...propina, metodo_pago, fecha, venta_id: venta.id }, cuenta_id);
}

/** What the history of an appointment says about its completion; null when nothing was charged or used. */
function describeCompletion(payments: { monto: Prisma.Decimal; metodo_pago: MetodoPago }[], insumos: number): string | null {
  const sentences = payments.map(
    ({ monto, metodo_pago }) => `Se registró un ingreso de ${formatMoney(monto.toFixed(2))} (${metodo_pago}).`,
  );
  if (insumos > 0) sentences.push(`Se ${insumos === 1 ? "descontó" : "descontaron"} ${plural(insumos, "insumo", "insumos")}.`);
  return sentences.join(" ") || null;
}
