import { db } from "~/db.server";
import { Prisma } from "~/generated/client";

/** What came in during the studio's month of `now`, summed in SQL, as a decimal text. */
export async function sumIngresosDelMes(zone: string, now = new Date()): Promise<string> {
  const [row] = await db.$queryRaw<{ total: string }[]>(Prisma.sql`
    SELECT coalesce(sum(monto), 0)::numeric(14, 2)::text AS total FROM ingresos_susa
    WHERE fecha >= date_trunc('month', ${now}::timestamptz AT TIME ZONE ${zone})::date
      AND fecha < (date_trunc('month', ${now}::timestamptz AT TIME ZONE ${zone}) + interval '1 month')::date`);
  return row?.total ?? "0.00";
}
