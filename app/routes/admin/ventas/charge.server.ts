import { isId } from "~/database/fields.server";
import { WriteRejection } from "~/database/idempotency.server";
import { formatMoney, isNonZero } from "~/format/numbers";
import { asOptions, capitalize, joinWords, plural, quedan } from "~/format/text";
import { hasNewSearch } from "~/http/form/cliente-search.server";
import { textOf } from "~/http/form/form.server";
import { parseRowIntent, type RowIntent } from "~/http/form/row-intent";
import { amountOf, type Pesos, sum } from "~/models/dinero/amounts.server";
import { METODOS } from "~/models/dinero/metodo-pago.server";
import { amountDue, type Bill } from "~/models/ventas/amount-due.server";
import { type Cobrado, type CobroReason, type CobroValues, cobroSchema } from "~/models/ventas/cobrar.server";
import { getProductos, type Producto, searchProductos } from "~/models/ventas/producto.server";
import { quoteCobro } from "~/models/ventas/quote.server";
import { DESPUES } from "~/models/ventas/settle.server";

// The form holds all that it shows (names, prices, the sum), so that it comes back whole after an expired session.

export const FORMAS_DE_PAGO = [...asOptions(METODOS), { value: DESPUES, label: "Paga después" }];

/** Which button sent the form: it charges, or comes back with what that comes to, one more product, one row less, or what a search found. */
export type CobroIntent =
  | { type: "save" | "quote" | "search-products" | "search-clients" }
  | { type: "add"; item_id: string }
  | RowIntent;

/** Reads the button (`intent`) that sent the form. A product that was typed is searched first. Throws 400 for an unknown button. */
export function readCobroIntent(values: FormData): CobroIntent {
  const intent = values.get("intent");
  if (intent === "quote" || intent === "search-products" || intent === "search-clients") return { type: intent };
  if ((intent === null || intent === "enter") && textOf(values, "producto_q") !== "") return { type: "search-products" };
  if (intent === null || intent === "enter") return { type: intent && hasNewSearch(values) ? "search-clients" : "save" };
  const [, item_id] = /^add-product:(.+)$/.exec(String(intent)) ?? [];
  const known = isId(item_id) ? ({ type: "add", item_id } as const) : parseRowIntent(intent);
  if (!known) throw new Response(null, { status: 400 });
  return known;
}

type Payload = Record<string, unknown>;
type Row = Record<string, string>;
const rowsOf = (list: unknown): Row[] => (Array.isArray(list) ? list.map((row) => ({ ...row })) : []);

/** The products that a search found, and the one whose button was pressed. */
export type ProductosAnswer = { found?: Producto[]; pressed?: string };

/** What the form says after its button: the products, the discount in pesos, and what to charge, in lines. */
export type CobroAnswer = ProductosAnswer & { descuento?: string; quote?: string[] };

/**
 * Gives the form after its button, in `payload`: its products with their present names and prices (what is not sold any more goes),
 * `por_cobrar` with what the ticked appointments, the sale and the products come to after the discount, and `monto` with that too where
 * it was before. `charge` is what is charged.
 */
export async function answerCobro(
  sent: Payload,
  intent: CobroIntent,
  { citas, saldo }: Pick<Bill, "citas" | "saldo">,
): Promise<{ payload: Payload; charge: Charge; answer: CobroAnswer }> {
  const rows = rowsAfter(intent, rowsOf(sent.productos));
  const [onSale, found] = await Promise.all([
    getProductos(rows.map(({ item_id = "" }) => item_id)),
    intent.type === "search-products" ? searchProductos(String(sent.producto_q ?? "")) : undefined,
  ]);
  const productos = rows.flatMap((row) => {
    const producto = onSale.find(({ id }) => id === row.item_id);
    return producto ? [{ ...row, nombre: producto.nombre, precio: producto.precio, cantidad: row.cantidad ?? "" }] : [];
  });
  const ids = rowsOf(sent.citas).map(({ id }) => id);
  const ticked = citas.filter(({ id }) => ids.includes(id));
  const charge = {
    ...{ citas: ticked, saldo, isDebt: productos.length === 0 && !ticked.some(({ isOpen }) => isOpen) },
    productos: productos.map(({ precio, cantidad }) => ({ precio, cantidad: countOf(cantidad) })),
  };
  const discount = readDiscount(sent.descuento, charge);
  const por_cobrar = amountDue(charge).minus(discount).toFixed(2);
  const { metodo_pago = "efectivo" } = sent;
  const monto = [undefined, "", sent.por_cobrar].includes(sent.monto) ? por_cobrar : sent.monto;
  const producto_q = found?.length === 0 ? sent.producto_q : "";
  return {
    payload: { ...sent, productos, producto_q, monto, metodo_pago, por_cobrar },
    charge,
    answer: {
      found,
      pressed: intent.type === "add" ? intent.item_id : undefined,
      descuento: discount.isZero() ? undefined : discount.toFixed(2),
    },
  };
}

type Charge = Parameters<typeof quoteCobro>[0];

/** What a discount comes to on what services cost; nothing where its field says what is wrong with it. */
function readDiscount(sent: unknown, { citas }: Charge) {
  const services = sum(citas.map(({ por_cobrar }) => por_cobrar));
  const discount = amountOf(cobroSchema.shape.descuento.safeParse(sent).data ?? null, services);
  return discount.greaterThan(services) ? sum([]) : discount;
}

/**
 * What a charge comes to, in lines: the discount and what is due after it, each method with its tips in it, the change, and what is left;
 * or the reason why it does not fit.
 */
export function describeQuote(charge: Charge, values: CobroValues): { quote: string[] } | { reason: CobroReason } {
  try {
    const { discount, due, pagos, propinas, tipMethod, cambio, debe } = quoteCobro(charge, values);
    const tips = propinas.map(({ monto }) => ({ metodo_pago: tipMethod, monto }));
    const methods = new Set([...pagos, ...tips].map(({ metodo_pago }) => metodo_pago));
    const [discounted, left, change, owed] = [discount, due, cambio, debe].map((amount) => formatMoney(amount.toFixed(2)));
    const lines = [
      discount.isZero() ? "" : `Con el descuento de ${discounted} son ${left}`,
      ...[...methods].map((metodo) => describeMethod(metodo, pagos, tips)),
      methods.size === 0 && debe.isZero() ? "No se cobra nada" : "",
      cambio.isZero() ? "" : `Cambio ${change}`,
      debe.isZero() ? "" : `Queda a deber ${owed}`,
    ];
    return { quote: lines.filter(Boolean) };
  } catch (error) {
    if (error instanceof WriteRejection) return { reason: error.reason as CobroReason };
    throw error;
  }
}

type Metodo = (typeof METODOS)[number];
type Paid = { metodo_pago: Metodo; monto: Pesos }[];

/** What is paid with a method, its tips in it: `Tarjeta $425.00, de ellos $50.00 de propina`. */
function describeMethod(metodo_pago: Metodo, pagos: Paid, propinas: Paid): string {
  const sumOf = (rows: Paid) => sum(rows.filter((row) => row.metodo_pago === metodo_pago).map(({ monto }) => monto));
  const [paid, tips] = [sumOf(pagos), sumOf(propinas)];
  const whole = `${capitalize(metodo_pago)} ${formatMoney(paid.plus(tips).toFixed(2))}`;
  if (tips.isZero()) return whole;
  return paid.isZero() ? `${whole}, todo de propina` : `${whole}, de ellos ${formatMoney(tips.toFixed(2))} de propina`;
}

/** The rows of products with one piece more, or one row less, as the button asks. */
function rowsAfter(intent: CobroIntent, rows: Row[]): Row[] {
  if (intent.type === "remove-row") return rows.filter((_, index) => index !== intent.index);
  if (intent.type !== "add") return rows;
  const { item_id } = intent;
  if (!rows.some((row) => row.item_id === item_id)) return [...rows, { item_id, cantidad: "1" }];
  const first = rows.findIndex((row) => row.item_id === item_id);
  return rows.map((row, index) => (index === first ? { ...row, cantidad: String(countOf(row.cantidad) + 1) } : row));
}

const countOf = (cantidad: unknown) => Number(/^\d[\d,]*$/.exec(String(cantidad).trim())?.[0].replaceAll(",", "") ?? 0);

/**
 * Why nothing was charged, in words, and the status. `payload` is the form as `answerCobro` gives it; how many pieces of a product there
 * are is said only with `mayCount`, the right to see the stock.
 */
export async function explainRefusal(reason: CobroReason, payload: Payload, mayCount: boolean) {
  const due = formatMoney(String(payload.por_cobrar));
  const tips = rowsOf(payload.propinas);
  const tip = `propinas[${tips.findIndex(({ monto = "" }) => isNonZero(monto))}].monto`;
  const hasTip = tips.some(({ monto = "" }) => isNonZero(monto));
  const isCita = rowsOf(payload.citas).length > 0;
  const gone = "Algo de lo que ibas a cobrar se canceló o se eliminó. Revisa lo que queda y cobra otra vez.";
  const form = {
    stale: "Lo que falta por cobrar cambió mientras tanto. Revisa la cantidad y cobra otra vez.",
    missing: gone,
    cancelada: gone,
    mixed: "Cada nota es de una sola clienta: cobra cada visita por separado.",
    product: "Un producto ya no está a la venta y lo quitamos. Revisa la cuenta y cobra otra vez.",
  };
  const fields: Record<Exclude<CobroReason, keyof typeof form | "short_stock">, [field: string, sentence: string]> = {
    short: ["monto", `Son ${due}. Si paga menos, elige «Paga después» y escribe en «Una parte con» lo que paga hoy.`],
    no_change: ["monto", `Con ${payload.metodo_pago} no hay cambio: son ${due}${hasTip ? " más la propina" : ""}.`],
    part: ["parte_monto", "Esa parte no puede ser más de lo que paga."],
    tip_short: ["monto", `Con eso no alcanza para la propina: sin ella son ${due}.`],
    tip_unpaid: [tip, "Si la propina la deja hoy, elige con qué. Si no, anótala cuando la deje."],
    tip: [tip, "Esa propina es de alguien que no la atendió en las citas marcadas."],
    tip_percent: [tip, "No queda nada por cobrar: escribe la propina en pesos."],
    discount: ["descuento", "El descuento no puede ser más de lo que cuestan las citas."],
    debtor: isCita
      ? ["metodo_pago", "La clienta ya no está: cobra hoy."]
      : ["cliente_id", "Elige a la clienta que queda a deber."],
    client: ["cliente_id", "Esa clienta ya no está. Elige otra."],
  };
  if (reason === "short_stock") return { fieldErrors: await listShortages(rowsOf(payload.productos), mayCount), status: 400 };
  if (reason in form)
    return { formErrors: [form[reason as keyof typeof form]], status: ["product", "mixed"].includes(reason) ? 400 : 409 };
  const [field, sentence] = fields[reason as keyof typeof fields];
  return { fieldErrors: { [field]: [sentence] }, status: 400 };
}

/** The products of which there are too few. */
async function listShortages(rows: Row[], mayCount: boolean): Promise<Record<string, string[]>> {
  const productos = await getProductos(rows.map(({ item_id = "" }) => item_id));
  const errors = rows.flatMap(({ item_id }, index) => {
    const { nombre, hay = 0 } = productos.find(({ id }) => id === item_id) ?? {};
    const wanted = rows.filter((row) => row.item_id === item_id).reduce((count, { cantidad }) => count + countOf(cantidad), 0);
    if (hay >= wanted) return [];
    const sentence = mayCount
      ? `${hay > 0 ? quedan(hay) : "Ya no hay"} de ${nombre}.`
      : `No alcanza lo que hay de ${nombre}: pon menos o quítalo.`;
    return [[`productos[${index}].cantidad`, [sentence]]];
  });
  return Object.fromEntries(errors);
}

/**
 * What was charged, in words: `Cobrado $830.00: efectivo $500.00, tarjeta $330.00. Propina de Mariana: $50.00. Nota 124.` With a tip
 * that is not in cash also what its method charges: `Tarjeta $380.00, de ellos $50.00 de propina.`
 */
export function describeCobrado(done: Cobrado): string {
  const { pagos, propinas, missing, insumos } = done;
  const each = pagos.map(({ metodo_pago, monto }) => (pagos.length > 1 ? `${metodo_pago} ${formatMoney(monto)}` : metodo_pago));
  const ofTips = METODOS.filter((metodo) => metodo !== "efectivo" && propinas.some((tip) => tip.metodo_pago === metodo));
  const amount = (name: string, text = "0") => (isNonZero(text) ? `${name}: ${formatMoney(text)}.` : "");
  const sentences = [
    each.length > 0 ? `Cobrado ${formatMoney(sum(pagos.map(({ monto }) => monto)).toFixed(2))}: ${each.join(", ")}.` : "",
    done.descuento ? amount(`Descuento de ${done.descuento.porcentaje}`, done.descuento.monto) : "",
    amount("Cambio", done.cambio),
    ...propinas.map(({ nombre, monto }) => amount(`Propina de ${nombre}`, monto)),
    ...ofTips.map((metodo) => `${describeMethod(metodo, pagos, propinas)}.`),
    amount("Queda a deber", done.debe),
    done.folio ? `Nota ${done.folio}.` : "",
    insumos > 0 ? `Se ${insumos === 1 ? "descontó" : "descontaron"} ${plural(insumos, "insumo", "insumos")}.` : "",
    describeMissing(missing),
  ];
  return sentences.filter(Boolean).join(" ");
}

/** The first four of the supplies that are not in stock, because a flash message is kept in a cookie; empty without any. */
function describeMissing(names: string[]): string {
  const unique = [...new Set(names)];
  const shown = unique.length > 4 ? [...unique.slice(0, 4), `${unique.length - 4} más`] : unique;
  return shown.length > 0 ? `No están en el inventario: ${joinWords(shown)}.` : "";
}
