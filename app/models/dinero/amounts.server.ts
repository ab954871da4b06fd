import { Prisma } from "~/generated/client";

// Amounts are decimals of pesos, or decimal text (`350.00`); sums of rows are made in SQL.

type Amount = Prisma.Decimal | string;

/** The sum of some amounts. */
export const sum = (amounts: Amount[]): Prisma.Decimal => Prisma.Decimal.sum(0, ...amounts);

/** An amount, taken `count` times. */
export const times = (amount: Amount, count: number): Prisma.Decimal => new Prisma.Decimal(amount).times(count);

/** What is left to charge of an appointment, advance payments subtracted; never negative. */
export const porCobrar = ({ precio, cobrado }: { precio: Prisma.Decimal; cobrado: Prisma.Decimal }): Prisma.Decimal =>
  Prisma.Decimal.max(0, precio.minus(cobrado));

/** The same as SQL, of the appointment that a query calls `cita`. */
export const porCobrarOf = (cita: string): Prisma.Sql => Prisma.raw(`greatest(${cita}.precio - ${cita}.cobrado, 0.00)`);
