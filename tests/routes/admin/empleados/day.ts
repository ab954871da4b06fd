import { sql } from "../../../support/test-database";

/** The date `offset` days from the database's today. */
export async function day(offset: number): Promise<string> {
  const [row] = await sql<{ day: string }>("SELECT ((now() AT TIME ZONE 'America/Mexico_City')::date + $1::int)::text AS day", [
    offset,
  ]);
  return String(row?.day);
}
