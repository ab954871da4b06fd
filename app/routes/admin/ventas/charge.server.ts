import { isId } from "~/database/fields.server";
import { formatMoney, isNonZero } from "~/format/numbers";
import { asOptions, joinWords, plural, quedan } from "~/format/text";
import { hasNewSearch } from "~/http/form/cliente-search.server";
import { textOf } from "~/http/form/form.server";
import { parseRowIntent, type RowIntent } from "~/http/form/row-intent";
import { amountOf, sum } from "~/models/dinero/amounts.server";
import { METODOS } from "~/models/dinero/metodo-pago.server";
import { amountDue, type Bill } from "~/models/ventas/amount-due.server";
import type { Cobrado, CobroReason } from "~/models/ventas/cobrar.server";
import { getProductos, type Producto, searchProductos } from "~/models/ventas/producto.server";
import { DESPUES } from "~/models/ventas/settle.server";

// The form holds all that it shows (names, prices, the sum), so that it comes back whole after an expired session.

export const FORMAS_DE_PAGO = [...asOptions(METODOS), { value: DESPUES, label: "Paga después" }];

/** Which button sent the form: it charges, or comes back with one more product, one row less, or what a search found. */
export type CobroIntent = { type: "save" | "search-products" | "search-clients" } | { type: "add"; item_id: string } | RowIntent;

/** Reads the button (`intent`) that sent the form. A product that was typed is searched first. Throws 400 for an unknown button. */
export function readCobroIntent(values: FormData): CobroIntent {
  const intent = values.get("intent");
  if (intent === "search-products" || intent === "search-clients") return { type: intent };
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

/**
 * Gives the form after its button, in `payload`: its products with their present names and prices (what is not sold any more goes),
 * `por_cobrar` with what the ticked appointments, the sale and the products come to, and `monto` with that too where it was before.
 */
export async function answerCobro(
  sent: Payload,
  intent: CobroIntent,
  { citas, saldo }: Pick<Bill, "citas" | "saldo">,
): Promise<ProductosAnswer & { payload: Payload }> {
  const rows = rowsAfter(intent, rowsOf(sent.productos));
  const [onSale, found] = await Promise.all([
    getProductos(rows.map(({ item_id = "" }) => item_id)),
    intent.type === "search-products" ? searchProductos(String(sent.producto_q ?? "")) : undefined,
  ]);
  const productos = rows.flatMap((row) => {
    const producto = onSale.find(({ id }) => id === row.item_id);
    return producto ? [{ ...row, nombre: producto.nombre, precio: producto.precio, cantidad: row.cantidad ?? "" }] : [];
  });
  const ticked = rowsOf(sent.citas).map(({ id }) => id);
  const por_cobrar = amountDue({
    citas: citas.filter(({ id }) => ticked.includes(id)),
    saldo,
    productos: productos.map(({ precio, cantidad }) => ({ precio, cantidad: countOf(cantidad) })),
  }).toFixed(2);
  const { metodo_pago = "efectivo" } = sent;
  const monto = [undefined, "", sent.por_cobrar].includes(sent.monto) ? por_cobrar : sent.monto;
  const producto_q = found?.length === 0 ? sent.producto_q : "";
  return {
    payload: { ...sent, productos, producto_q, monto, metodo_pago, por_cobrar },
    found,
    pressed: intent.type === "add" ? intent.item_id : undefined,
  };
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
export async function explainRefusal(
  reason: CobroReason,
  payload: Payload,
  { citas, descuento, mayCount }: { citas: Bill["citas"]; descuento: string | null; mayCount: boolean },
) {
  const ticked = rowsOf(payload.citas).map(({ id }) => id);
  const services = sum(citas.filter(({ id }) => ticked.includes(id)).map(({ por_cobrar }) => por_cobrar));
  const due = formatMoney(sum([String(payload.por_cobrar), amountOf(descuento, services).negated()]).toFixed(2));
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
    tip_unpaid: [tip, "Si paga después, la propina se anota cuando la deje."],
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

/** What was charged, in words: `Cobrado $830.00: efectivo $500.00, tarjeta $330.00. Propina de Mariana: $50.00. Nota 124.` */
export function describeCobrado(done: Cobrado): string {
  const { pagos, propinas, missing, insumos } = done;
  const each = pagos.map(({ metodo_pago, monto }) => (pagos.length > 1 ? `${metodo_pago} ${formatMoney(monto)}` : metodo_pago));
  const amount = (name: string, text = "0") => (isNonZero(text) ? `${name}: ${formatMoney(text)}.` : "");
  const sentences = [
    each.length > 0 ? `Cobrado ${formatMoney(sum(pagos.map(({ monto }) => monto)).toFixed(2))}: ${each.join(", ")}.` : "",
    done.descuento ? amount(`Descuento de ${done.descuento.porcentaje}`, done.descuento.monto) : "",
    amount("Cambio", done.cambio),
    ...propinas.map(({ nombre, monto }) => amount(`Propina de ${nombre}`, monto)),
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
