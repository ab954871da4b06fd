import { afterAll, expect, test } from "vitest";
import { sql } from "../test-database";

// An address with options of its own, to a database that stands in the zone of Mexico.
const home = process.env.DATABASE_URL ?? "";
process.env.DATABASE_URL = `${home}?options=${encodeURIComponent("-c TimeZone=America/Mexico_City -c DateStyle=German")}`;
const { checkMoments, db } = await import("~/database/client.server");
process.env.DATABASE_URL = home;
afterAll(() => db.$disconnect());

test("an address with options of its own changes no moment", async () => {
  expect(await sql("SHOW TimeZone")).toEqual([{ TimeZone: "America/Mexico_City" }]);
  expect(await checkMoments()).toBeNull();
  const fecha_hora = new Date("2026-11-22T05:30:00.123Z");
  const { id } = await db.cita.create({ data: { fecha_hora, fin: new Date("2026-11-22T06:30:00Z") } });
  expect((await db.cita.findUniqueOrThrow({ where: { id } })).fecha_hora).toEqual(fecha_hora);
  expect(await sql("SELECT (extract(epoch FROM fecha_hora) * 1000)::bigint::text AS ms FROM citas_susa")).toEqual([
    { ms: String(fecha_hora.getTime()) },
  ]);
});
