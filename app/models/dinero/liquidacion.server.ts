import { z } from "zod";
import { db, type Transaction } from "~/database/client.server";
import { isId, oneOf, optionalMoney, optionalText } from "~/database/fields.server";
import { type IdempotencyKey, WriteRejection, writeOnce } from "~/database/idempotency.server";
import { dayOf } from "~/format/days.server";
import { isNonZero } from "~/format/numbers";
import { fullName } from "~/format/text";
import { Prisma } from "~/generated/client";
import { sum } from "./amounts.server";
import type { BookedBy } from "./asiento.server";
import { getPorPagar, listLineas, listLineasDe, sumLineas } from "./comision.server";
import { recordEgreso, removeEgreso } from "./egreso.server";
import { metodoPago } from "./metodo-pago.server";
import { recordPropina } from "./propina.server";

// A settlement pays a specialist in one act: her commission and an adjustment as an expense, and her tips, which are no expense, by a
// negative tip.

/** The form that pays: what the page showed, an adjustment with its reason, and the method. */
export const liquidacionSchema = z
  .object({
    comision: z.string().default(""),
    propinas: z.string().default(""),
    ajuste_tipo: oneOf(["mas", "menos"], "Elige si se suma o se descuenta.").default("menos"),
    ajuste: optionalMoney("monto", null),
    ajuste_motivo: optionalText(200),
    metodo_pago: metodoPago().default("efectivo"),
  })
  .superRefine(({ ajuste, ajuste_motivo }, context) => {
    const require = (path: string, isMissing: boolean, message: string) =>
      isMissing && context.addIssue({ code: "custom", path: [path], message });
    require("ajuste_motivo", isNonZero(ajuste) && ajuste_motivo === null, "Escribe por qué: vale, producto, bono.");
    require("ajuste", !isNonZero(ajuste) && ajuste_motivo !== null, "Escribe de cuánto es el ajuste, o borra el motivo.");
  });

export type LiquidacionValues = z.output<typeof liquidacionSchema>;

type Pagado = { id: string; nombre: string; pago: string; propinas: string };

/**
 * Pays specialist `id` (or hands over her tips alone, with `onlyTips`) once, on the studio's day `hoy` in zone `zona`. Rejects with `stale`
 * when she is owed something else than the page showed, `nothing` when there is nothing to pay, `too_low` when commission and adjustment
 * together are below zero.
 */
export function payEmpleado(
  id: string | undefined,
  { comision: shownComision, propinas: shownPropinas, ajuste_tipo, metodo_pago, ...typed }: LiquidacionValues,
  { onlyTips, zona, cuenta_id, hoy }: BookedBy & { onlyTips: boolean; zona: string },
  key: IdempotencyKey,
) {
  return writeOnce<Pagado, "missing" | "stale" | "nothing" | "too_low">(key, async (transaction) => {
    // Of two who pay at once the second waits here, and then finds nothing owed.
    await transaction.$executeRaw`LOCK TABLE liquidaciones_susa IN SHARE ROW EXCLUSIVE MODE`;
    const owed = await getPorPagar(id, zona, transaction);
    if (!owed) throw new WriteRejection("missing");
    const lineas = onlyTips || owed.isDeleted ? [] : await listLineas(owed.id, zona, transaction);
    const comision = sumLineas(lineas);
    if (owed.propinas !== shownPropinas || (!onlyTips && comision.toFixed(2) !== shownComision))
      throw new WriteRejection("stale");
    const size = new Prisma.Decimal(onlyTips ? 0 : (typed.ajuste ?? 0));
    const ajuste = ajuste_tipo === "menos" ? size.negated() : size;
    const pago = comision.plus(ajuste);
    if (pago.isNegative()) throw new WriteRejection("too_low");
    if (lineas.length === 0 && ajuste.isZero() && !isNonZero(owed.propinas)) throw new WriteRejection("nothing");

    const fecha = new Date(hoy);
    const [empleado_id, empleado_nombre] = [owed.isDeleted ? null : owed.id, owed.nombre];
    const expense = {
      monto: pago,
      categoria: "Otro",
      metodo_pago,
      fecha,
      descripcion: `Comisiones de ${empleado_nombre}`,
    } as const;
    const egreso_id = pago.isZero() ? null : await recordEgreso(transaction, expense, cuenta_id);
    const liquidacion = await transaction.liquidacion.create({
      data: {
        ...{ empleado_id, empleado_nombre, fecha, comision, ajuste, metodo_pago, egreso_id, cuenta_id },
        ajuste_motivo: ajuste.isZero() ? null : typed.ajuste_motivo,
        propinas: owed.propinas,
        lineas: {
          createMany: { data: lineas.map(({ cita_id, base, porcentaje, monto }) => ({ cita_id, base, porcentaje, monto })) },
        },
      },
      select: { id: true },
    });
    if (isNonZero(owed.propinas)) {
      const handover = { empleado_id, empleado_nombre, liquidacion_id: liquidacion.id, metodo_pago, fecha };
      await recordPropina(transaction, { ...handover, monto: sum([owed.propinas]).negated() }, cuenta_id);
    }
    return { id: liquidacion.id, nombre: empleado_nombre, pago: pago.toFixed(2), propinas: owed.propinas };
  });
}

/**
 * Undoes a settlement on the studio's day `hoy`: its lines do not count any more, its expense goes to the trash, and the tips are to be
 * handed over again. Only the last one of a specialist: `later` when there is one after it. `changed` is false when it was undone already.
 */
export function undoLiquidacion(id: string | undefined, { cuenta_id, hoy }: BookedBy, key: IdempotencyKey) {
  return writeOnce<{ changed: boolean; nombre: string }, "missing" | "later">(key, async (transaction) => {
    if (!isId(id)) throw new WriteRejection("missing");
    await transaction.$executeRaw`LOCK TABLE liquidaciones_susa IN SHARE ROW EXCLUSIVE MODE`;
    const row = await transaction.liquidacion.findUnique({ where: { id } });
    if (!row) throw new WriteRejection("missing");
    const { empleado_id, empleado_nombre, cancelada_at, created_at, egreso_id } = row;
    if (cancelada_at !== null) return { changed: false, nombre: empleado_nombre };
    const where = { ...whoseOf(row), cancelada_at: null, created_at: { gt: created_at } };
    if (await transaction.liquidacion.count({ where })) throw new WriteRejection("later");
    await transaction.liquidacion.update({ where: { id }, data: { cancelada_at: new Date() }, select: { id: true } });
    if (egreso_id !== null) await removeEgreso(transaction, egreso_id, cuenta_id);
    const handed = await transaction.propina.findMany({ where: { liquidacion_id: id, reversa_de: null, reversa: null } });
    for (const { id: reversa_de, created_at: _, monto, ...handover } of handed)
      await recordPropina(
        transaction,
        { ...handover, empleado_id, monto: monto.negated(), reversa_de, fecha: new Date(hoy) },
        cuenta_id,
      );
    return { changed: true, nombre: empleado_nombre };
  });
}

/** A specialist by her id, or by her name once she was deleted. */
type Whose = { empleado_id: string | null; empleado_nombre: string };

/** The condition of the settlements of the same specialist. */
const whoseOf = ({ empleado_id, empleado_nombre }: Whose) =>
  empleado_id === null ? { empleado_id, empleado_nombre } : { empleado_id };

/**
 * Gives a specialist who came back from the trash what was written by her name since she was deleted at `deletedAt`: settlements, and
 * tips that were handed over. Otherwise she would be owed them again.
 */
export async function tieLiquidaciones(
  transaction: Transaction,
  { id: empleado_id, nombre, apellido }: { id: string; nombre: string; apellido: string },
  deletedAt: Date,
) {
  const where = { empleado_id: null, empleado_nombre: fullName({ nombre, apellido }), created_at: { gte: deletedAt } };
  await transaction.liquidacion.updateMany({ where, data: { empleado_id } });
  await transaction.propina.updateMany({ where, data: { empleado_id } });
}

const asText = <Row extends Record<"comision" | "ajuste" | "propinas", Prisma.Decimal>>(row: Row) => ({
  ...row,
  comision: row.comision.toFixed(2),
  ajuste: row.ajuste.toFixed(2),
  propinas: row.propinas.toFixed(2),
  total: row.comision.plus(row.ajuste).plus(row.propinas).toFixed(2),
});

/** Lists the last settlements of a specialist, latest first; those of a deleted one by her name. */
export async function listLiquidaciones(whose: Whose) {
  const rows = await db.liquidacion.findMany({
    where: whoseOf(whose),
    orderBy: [{ created_at: "desc" }, { id: "asc" }],
    take: 12,
  });
  return rows.map((row) => ({ ...asText(row), fecha: dayOf(row.fecha) }));
}

/** Gives a settlement of a specialist with its lines; null when she has none with this id. */
export async function getLiquidacion(id: string, whose: Whose) {
  const row = isId(id) ? await db.liquidacion.findFirst({ where: { id, ...whoseOf(whose) } }) : null;
  return row && { ...asText(row), fecha: dayOf(row.fecha), lineas: await listLineasDe(row.id) };
}
