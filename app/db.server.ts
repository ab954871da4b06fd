import { PrismaPg } from "@prisma/adapter-pg";
import { type Prisma, PrismaClient } from "~/generated/client";

/** The one database client. Only models import it. */
export const db = new PrismaClient({
  // The adapter writes moments without a zone and reads them without looking at it: every session must stand in UTC.
  adapter: new PrismaPg({
    connectionString: process.env.DATABASE_URL ?? "",
    max: 10,
    connectionTimeoutMillis: 15_000,
    options: "-c TimeZone=UTC",
  }),
  // Twenty taps on one button queue behind a single row; give them time to see what the first one did.
  transactionOptions: { maxWait: 20_000, timeout: 10_000 },
  errorFormat: "minimal",
  omit: {
    cliente: { busqueda: true },
    empleado: { busqueda: true },
    servicio: { busqueda: true },
    imagenServicio: { busqueda: true },
    item: { busqueda: true },
    proveedor: { busqueda: true },
    testimonio: { busqueda: true },
    ingreso: { busqueda: true },
    egreso: { busqueda: true },
  },
});

export type Transaction = Prisma.TransactionClient;

/** Reads many things as they all stood at one moment, whatever is written meanwhile. */
export function inSnapshot<T>(read: (transaction: Transaction) => Promise<T>): Promise<T> {
  return db.$transaction(read, { isolationLevel: "RepeatableRead", timeout: 60_000 });
}
