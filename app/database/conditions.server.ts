import { Prisma } from "~/generated/client";
import { HOUR_MS } from "~/limits";

/** Joins conditions with AND, leaving out those that are null. */
export function allOf(...conditions: (Prisma.Sql | null)[]): Prisma.Sql {
  const present = conditions.filter((condition) => condition !== null);
  return present.length === 0 ? Prisma.sql`true` : Prisma.sql`(${Prisma.join(present, " AND ")})`;
}

/** The condition that `fecha` is in the month `mes` (`2026-11`); null for an empty text. */
export function isInMonth(mes: string): Prisma.Sql | null {
  const first = Prisma.sql`${`${mes}-01`}::date`;
  return mes ? Prisma.sql`fecha >= ${first} AND fecha < (${first} + interval '1 month')::date` : null;
}

// The longest appointment: a day, and four hours of cleaning.
const MAX_CITA_MS = 28 * HOUR_MS;

/**
 * The conditions for an appointment that overlaps the time between two moments. Its start is bounded on both sides, so that
 * PostgreSQL reads a range of the index and not all past appointments.
 */
export function overlaps(inicio: Date, fin: Date) {
  return {
    fecha_hora: { gt: new Date(inicio.getTime() - MAX_CITA_MS), lt: fin },
    fin: { gt: inicio },
  } satisfies Prisma.CitaWhereInput;
}
