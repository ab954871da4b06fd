import { afterEach, expect, test, vi } from "vitest";
import { emptyTables, sql } from "../support/test-database";

const url = process.env.DATABASE_URL ?? "";
afterEach(() => {
  process.env.DATABASE_URL = url;
});

const moments = [new Date("2026-07-01T05:30:00.123Z"), new Date("2026-12-31T23:59:59.999Z")];

// What a URL, a role, a database or a pooler can set for a session.
test.each([
  ["UTC", "ISO"],
  ["America/Mexico_City", "German"],
  ["Asia/Kolkata", "SQL,DMY"],
  ["<-06>+06", "Postgres"],
])("moments are written and read unchanged in a session in %s with the style %s", async (zone, style) => {
  process.env.DATABASE_URL = `${url}?options=${encodeURIComponent(`-c TimeZone=${zone} -c DateStyle=${style}`)}`;
  vi.resetModules();
  const { db } = await import("~/database/client.server");
  await emptyTables("citas_susa");
  const create = (fecha_hora: Date) => ({ data: { fecha_hora, fin: new Date(fecha_hora.getTime() + 3_600_000) } });
  for (const fecha_hora of moments) await db.cita.create(create(fecha_hora));
  const citas = await db.cita.findMany({ where: { fecha_hora: { in: moments } }, orderBy: { fecha_hora: "asc" } });
  expect(citas.map(({ fecha_hora }) => fecha_hora)).toEqual(moments);
  const [row] = await db.$transaction(
    (transaction) =>
      transaction.$queryRaw<{ first: Date; all: Date[]; counted: number }[]>`
      SELECT min(fecha_hora) AS first, array_agg(fecha_hora ORDER BY fecha_hora) AS all,
        (count(*) FILTER (WHERE fecha_hora = ANY(${moments}::timestamptz[])))::int AS counted FROM citas_susa`,
  );
  expect(row).toEqual({ first: moments[0], all: moments, counted: 2 });
  expect(await sql("SELECT (extract(epoch FROM fecha_hora) * 1000)::bigint::text AS ms FROM citas_susa ORDER BY 1")).toEqual(
    moments.map((moment) => ({ ms: String(moment.getTime()) })),
  );
  await db.$disconnect();
});
