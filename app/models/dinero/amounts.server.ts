import { Prisma } from "~/generated/client";

// Amounts are decimals of pesos, or decimal text (`350.00`); sums of rows are made in SQL.

export type Pesos = Prisma.Decimal | string;

/** The sum of some amounts. */
export const sum = (amounts: Pesos[]): Prisma.Decimal => Prisma.Decimal.sum(0, ...amounts);

/** An amount, taken `count` times. */
export const times = (amount: Pesos, count: number): Prisma.Decimal => new Prisma.Decimal(amount).times(count);

/** What is left to charge of an appointment, advance payments subtracted; never negative. */
export const porCobrar = ({ precio, cobrado }: { precio: Prisma.Decimal; cobrado: Prisma.Decimal }): Prisma.Decimal =>
  Prisma.Decimal.max(0, precio.minus(cobrado));

/** The same as SQL, of the appointment that a query calls `cita`. */
export const porCobrarOf = (cita: string): Prisma.Sql => Prisma.raw(`greatest(${cita}.precio - ${cita}.cobrado, 0.00)`);

/** A typed amount in pesos; one that is a percent (`10%`) is that much of `base`, rounded half up to the cent. */
export function amountOf(typed: string | null, base: Pesos): Prisma.Decimal {
  if (!typed?.endsWith("%")) return new Prisma.Decimal(typed ?? 0);
  return new Prisma.Decimal(base).times(typed.slice(0, -1)).dividedBy(100).toDecimalPlaces(2, Prisma.Decimal.ROUND_HALF_UP);
}
