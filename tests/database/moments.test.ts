import { afterAll, expect, test } from "vitest";
import { sql } from "../support/test-database";

// A database URL with its own options: a session in another time zone and another date style.
const originalUrl = process.env.DATABASE_URL ?? "";
process.env.DATABASE_URL = `${originalUrl}?options=${encodeURIComponent("-c TimeZone=America/Mexico_City -c DateStyle=German")}`;
const { checkMoments, db } = await import("~/database/client.server");
process.env.DATABASE_URL = originalUrl;
afterAll(() => db.$disconnect());

test("session options in the database URL do not change any moment", async () => {
  expect(await sql("SHOW TimeZone")).toEqual([{ TimeZone: "America/Mexico_City" }]);
  expect(await checkMoments()).toBeNull();
  const fecha_hora = new Date("2026-11-22T05:30:00.123Z");
  const { id } = await db.cita.create({ data: { fecha_hora, fin: new Date("2026-11-22T06:30:00Z") } });
  expect((await db.cita.findUniqueOrThrow({ where: { id } })).fecha_hora).toEqual(fecha_hora);
  expect(await sql("SELECT (extract(epoch FROM fecha_hora) * 1000)::bigint::text AS ms FROM citas_susa")).toEqual([
    { ms: String(fecha_hora.getTime()) },
  ]);
});
