import { z } from "zod";
import { db, type Transaction } from "~/database/client.server";
import { isId, money, optionalMoney, optionalText } from "~/database/fields.server";
import { type IdempotencyKey, WriteRejection, writeOnce } from "~/database/idempotency.server";
import { pageOf } from "~/database/paging.server";
import { type MetodoPago, Prisma } from "~/generated/client";
import { sum } from "./amounts.server";

// A cut of the cash counts the ledger entries since the one before it. What is edited, deleted or brought back later writes new entries,
// so it falls into the next cut, and a closed one never changes.

/** The count: how much cash there is, and how much of it is taken out. */
export const conteoSchema = z
  .object({ contado: money("monto", { zero: true }), retiro: optionalMoney("monto", "0.00") })
  .refine(({ contado, retiro }) => new Prisma.Decimal(retiro).lessThanOrEqualTo(contado), {
    path: ["retiro"],
    message: "No puedes sacar más de lo que contaste.",
  });

/** The count with what the page showed: the number of the cut before (empty before the first), and what was expected. */
export const cierreSchema = conteoSchema.and(
  z.object({ anterior: z.string().default(""), esperado: z.string().default(""), motivo: optionalText(300) }),
);

export type CierreValues = z.output<typeof cierreSchema>;

/**
 * What entries of a method of payment come to, as decimal texts: `recibido` is income with its tips, `entregado` what was handed over of
 * tips, `neto` all together.
 */
export type SumasDeMetodo = Record<"ingresos" | "propinas" | "recibido" | "egresos" | "entregado" | "neto", string>;

type Reader = Pick<Transaction, "$queryRaw">;

/** What the entries after `desde` come to, up to `hasta`, and how many they are. */
async function sumEntries(reader: Reader, desde: number, hasta: number) {
  const rows = await reader.$queryRaw<(SumasDeMetodo & { metodo: MetodoPago; cuantos: number })[]>`
    SELECT metodo, count(a.id)::int AS cuantos,
      coalesce(sum(a.monto) FILTER (WHERE libro = 'ingreso'), 0.00)::text AS ingresos,
      coalesce(sum(a.monto) FILTER (WHERE libro = 'propina' AND p.liquidacion_id IS NULL), 0.00)::text AS propinas,
      coalesce(sum(a.monto) FILTER (WHERE libro <> 'egreso' AND p.liquidacion_id IS NULL), 0.00)::text AS recibido,
      coalesce(sum(a.monto) FILTER (WHERE libro = 'egreso'), 0.00)::text AS egresos,
      coalesce(-sum(a.monto) FILTER (WHERE p.liquidacion_id IS NOT NULL), 0.00)::text AS entregado,
      coalesce(sum(CASE libro WHEN 'egreso' THEN -a.monto ELSE a.monto END), 0.00)::text AS neto
    FROM unnest(enum_range(NULL::metodo_pago)) AS metodo
    LEFT JOIN asientos_susa a ON a.metodo_pago = metodo AND a.orden > ${desde} AND a.orden <= ${hasta}
    LEFT JOIN propinas_susa p ON libro = 'propina' AND p.id = a.registro_id
    GROUP BY metodo`;
  // The query gives a row for each method.
  const metodos = Object.fromEntries(rows.map(({ metodo, cuantos: _, ...sumas }) => [metodo, sumas])) as Record<
    MetodoPago,
    SumasDeMetodo
  >;
  return { cuantos: rows.reduce((count, row) => count + row.cuantos, 0), metodos };
}

/**
 * Gives what no cut counts yet: the cut before (null before the first), the entries since then by method, and the cash that there should
 * be (null before the first cut, which only counts).
 */
export async function getAbierto(reader: Pick<Transaction, "$queryRaw" | "corte" | "asiento"> = db) {
  const row = await reader.corte.findFirst({ orderBy: { numero: "desc" } });
  const last = await reader.asiento.aggregate({ _max: { orden: true } });
  const hasta = Math.max(last._max.orden ?? 0, row?.hasta ?? 0);
  const sumas = await sumEntries(reader, row?.hasta ?? 0, hasta);
  const anterior = row && { ...asText(row), created_at: row.created_at };
  const esperado = anterior && sum([anterior.queda, sumas.metodos.efectivo.neto]).toFixed(2);
  return { anterior, hasta, esperado, ...sumas };
}

type Amounts = { esperado: Prisma.Decimal; contado: Prisma.Decimal; retiro: Prisma.Decimal; diferencia: Prisma.Decimal };

const asText = ({ esperado, contado, retiro, diferencia, ...corte }: Amounts & { numero: number }) => ({
  numero: corte.numero,
  esperado: esperado.toFixed(2),
  contado: contado.toFixed(2),
  retiro: retiro.toFixed(2),
  diferencia: diferencia.toFixed(2),
  queda: contado.minus(retiro).toFixed(2),
});

/**
 * Closes the till and gives the id and number of its cut. Rejects with `stale` when the page showed another expected amount, or another
 * cut was made meanwhile; with `reason` when there is a difference without a reason.
 */
export function closeTill({ contado, retiro, motivo, ...shown }: CierreValues, cuenta_id: string, key: IdempotencyKey) {
  return writeOnce<{ id: string; numero: number; queda: string }, "stale" | "reason">(key, async (transaction) => {
    // Writers of entries wait, and so does another cut: SHARE alone would let two of them in.
    await transaction.$executeRaw`LOCK TABLE asientos_susa IN SHARE ROW EXCLUSIVE MODE`;
    const { anterior, esperado, hasta } = await getAbierto(transaction);
    if (String(anterior?.numero ?? "") !== shown.anterior || (esperado ?? "") !== shown.esperado)
      throw new WriteRejection("stale");
    const expected = new Prisma.Decimal(esperado ?? contado);
    const isRight = expected.equals(contado);
    if (!isRight && motivo === null) throw new WriteRejection("reason");
    const data = { hasta, esperado: expected, contado, retiro, motivo: isRight ? null : motivo, cuenta_id };
    const { id, ...row } = await transaction.corte.create({ data });
    return { id, numero: row.numero, queda: asText(row).queda };
  });
}

/** Lists a page of cuts, latest first, each with who made it; `total` is of all pages. */
export async function listCortes(pagina: number) {
  const include = { cuenta: { select: { email: true } } } as const;
  const [total, rows] = await Promise.all([
    db.corte.count(),
    db.corte.findMany({ include, orderBy: { numero: "desc" }, ...pageOf(pagina) }),
  ]);
  const cortes = rows.map(({ id, created_at, motivo, cuenta, ...row }) => ({
    ...{ id, created_at, motivo, quien: cuenta?.email ?? null },
    ...asText(row),
  }));
  return { total, cortes };
}

/**
 * Gives a cut with the one before it (null for the first, whose entries it does not sum up) and its entries by method; null when the id is
 * unknown or malformed.
 */
export async function getCorte(id: string | undefined) {
  const row = isId(id) ? await db.corte.findUnique({ where: { id }, include: { cuenta: { select: { email: true } } } }) : null;
  if (!row) return null;
  const before = await db.corte.findFirst({ where: { numero: { lt: row.numero } }, orderBy: { numero: "desc" } });
  return {
    ...{ ...asText(row), motivo: row.motivo, created_at: row.created_at, quien: row.cuenta?.email ?? null },
    anterior: before && asText(before),
    metodos: before && (await sumEntries(db, before.hasta, row.hasta)).metodos,
  };
}
