import { addMonths, dayOf } from "~/format/days.server";
import { Prisma } from "~/generated/client";

/** Joins conditions; null is one that is not asked for. */
export function allOf(...conditions: (Prisma.Sql | null)[]): Prisma.Sql {
  const asked = conditions.filter((condition) => condition !== null);
  return asked.length === 0 ? Prisma.sql`true` : Prisma.sql`(${Prisma.join(asked, " AND ")})`;
}

/** The days of the month `mes` (`2026-11`) as a condition on the column `fecha`; null for the empty text. */
export function isInMonth(mes: string): Prisma.Sql | null {
  const first = Prisma.sql`${`${mes}-01`}::date`;
  return mes ? Prisma.sql`fecha >= ${first} AND fecha < (${first} + interval '1 month')::date` : null;
}

/** The first day of the month after `mes`. */
export function monthAfter(mes: Date): Date {
  return new Date(`${addMonths(dayOf(mes).slice(0, 7), 1)}-01`);
}

// A day and four hours to clean up after: no appointment takes longer.
const MAX_CITA_MS = 28 * 3_600_000;

/**
 * The conditions under which an appointment takes time between two moments. Where it begins is bounded on both sides, or
 * every appointment that ever was would be looked at.
 */
export function overlaps(inicio: Date, fin: Date) {
  return {
    fecha_hora: { gt: new Date(inicio.getTime() - MAX_CITA_MS), lt: fin },
    fin: { gt: inicio },
  } satisfies Prisma.CitaWhereInput;
}
