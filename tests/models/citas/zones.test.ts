import { beforeAll, beforeEach, describe, expect, test } from "vitest";
import { db } from "~/database/client.server";
import { dayBounds, listCitasDelDia } from "~/models/citas/cita-list.server";
import { getTotalDelMes } from "~/models/dinero/suma.server";
import { createCita } from "../../support/factories";
import { query } from "../../support/process";
import { emptyTables, sql } from "../../support/test-database";

const MEXICO = "America/Mexico_City";
const TIJUANA = "America/Tijuana";
const OWNER = { rol: "propietaria" as const, permisos: [], empleado_id: null };
const HOUR = 3_600_000;

/** A moment of a day in a zone, and when the day begins and ends. */
const DAYS = [
  ["at noon", MEXICO, "2026-11-21T18:00:00Z", "2026-11-21T06:00:00Z", "2026-11-22T06:00:00Z"],
  [
    "in the evening, when UTC is already in the next day",
    MEXICO,
    "2026-11-22T01:30:00Z",
    "2026-11-21T06:00:00Z",
    "2026-11-22T06:00:00Z",
  ],
  ["at its first moment", MEXICO, "2026-11-21T06:00:00.000Z", "2026-11-21T06:00:00Z", "2026-11-22T06:00:00Z"],
  ["at its last moment", MEXICO, "2026-11-22T05:59:59.999Z", "2026-11-21T06:00:00Z", "2026-11-22T06:00:00Z"],
  [
    "in summer, when Mexico City has no daylight saving time",
    MEXICO,
    "2026-07-01T12:00:00Z",
    "2026-07-01T06:00:00Z",
    "2026-07-02T06:00:00Z",
  ],
  ["in winter on the border", TIJUANA, "2026-01-15T20:00:00Z", "2026-01-15T08:00:00Z", "2026-01-16T08:00:00Z"],
  ["in summer on the border", TIJUANA, "2026-07-01T12:00:00Z", "2026-07-01T07:00:00Z", "2026-07-02T07:00:00Z"],
  ["that loses an hour", TIJUANA, "2026-03-08T20:00:00Z", "2026-03-08T08:00:00Z", "2026-03-09T07:00:00Z"],
  ["that has an hour twice", TIJUANA, "2026-11-01T20:00:00Z", "2026-11-01T07:00:00Z", "2026-11-02T08:00:00Z"],
  ["that has an hour twice, in its second one", TIJUANA, "2026-11-01T09:30:00Z", "2026-11-01T07:00:00Z", "2026-11-02T08:00:00Z"],
] as const;

/** A moment of a month in a zone, and the month's income. */
const MONTHS = [
  ["in the middle of November", MEXICO, "2026-11-15T18:00:00Z", "1110.10"],
  ["at its first moment", MEXICO, "2026-11-01T06:00:00Z", "1110.10"],
  ["a moment before it begins", MEXICO, "2026-11-01T05:59:59.999Z", "9.99"],
  ["in its last evening, when UTC is already in December", MEXICO, "2026-12-01T05:59:59.999Z", "1110.10"],
  ["a moment after it has ended", MEXICO, "2026-12-01T06:00:00Z", "5000.00"],
  ["at its first moment on the border, still in summer time", TIJUANA, "2026-11-01T07:00:00Z", "1110.10"],
  ["a moment before that", TIJUANA, "2026-11-01T06:59:59.999Z", "9.99"],
  ["in its last moment on the border, in winter time", TIJUANA, "2026-12-01T07:59:59.999Z", "1110.10"],
  ["a moment after that", TIJUANA, "2026-12-01T08:00:00Z", "5000.00"],
  ["in a month without income", MEXICO, "2026-01-15T18:00:00Z", "0.00"],
  ["in December of the year before", MEXICO, "2026-01-01T05:59:59.999Z", "0.01"],
] as const;

// The studio's day must not depend on the time zone of the process or the database.
describe.each([
  ["UTC", "UTC"],
  ["America/Mexico_City", "UTC"],
  ["Asia/Tokyo", "UTC"],
  ["UTC", "Asia/Tokyo"],
  ["Asia/Kolkata", "Pacific/Marquesas"],
])("on a server in %s with a database in %s", (serverZone, databaseZone) => {
  beforeAll(async () => {
    process.env.TZ = serverZone;
    const [row] = await sql<{ name: string }>("SELECT current_database() AS name");
    await sql(`ALTER DATABASE ${row?.name} SET timezone = '${databaseZone}'`);
    // Connections opened from here on use the new time zone.
    await db.$disconnect();
  });
  beforeEach(() => emptyTables("citas_susa", "ingresos_susa"));

  test("the process and the database use those time zones", async () => {
    expect(new Intl.DateTimeFormat().resolvedOptions().timeZone).toBe(serverZone.replace("Kolkata", "Calcutta"));
    expect(await query(process.env.DATABASE_URL ?? "", "SHOW TimeZone")).toEqual([{ TimeZone: databaseZone }]);
  });

  test("each day has the right bounds", async () => {
    for (const [when, zone, now, start, end] of DAYS)
      expect(await dayBounds(zone, new Date(now)), `${when} in ${zone}`).toEqual({ start: new Date(start), end: new Date(end) });
  });

  test("a day has exactly its appointments, each at its moment", async () => {
    const moments = ["05:59:59.999", "06:00", "18:00"].map((clock) => `2026-11-21T${clock}Z`);
    moments.push("2026-11-22T05:59:59.999Z", "2026-11-22T06:00:00Z");
    for (const moment of moments) await createCita(moment);
    const citas = await listCitasDelDia(MEXICO, OWNER, new Date("2026-11-22T01:00:00Z"));
    expect(citas.map(({ fecha_hora }) => fecha_hora.toISOString())).toEqual([
      "2026-11-21T06:00:00.000Z",
      "2026-11-21T18:00:00.000Z",
      "2026-11-22T05:59:59.999Z",
    ]);
  });

  test("a moment or a day written by Prisma is the same in SQL", async () => {
    const moment = new Date("2026-11-22T05:30:00.123Z");
    const fecha = new Date("2026-11-01T00:00:00Z");
    const { id } = await db.cita.create({ data: { fecha_hora: moment, fin: new Date(moment.getTime() + HOUR) } });
    const ingreso = await db.ingreso.create({ data: { monto: "10.50", fecha } });
    expect(await sql("SELECT (extract(epoch FROM fecha_hora) * 1000)::bigint::text AS ms FROM citas_susa")).toEqual([
      { ms: String(moment.getTime()) },
    ]);
    expect(await sql("SELECT fecha::text FROM ingresos_susa WHERE id = $1", [ingreso.id])).toEqual([{ fecha: "2026-11-01" }]);
    expect((await db.cita.findUniqueOrThrow({ where: { id } })).fecha_hora).toEqual(moment);
    expect((await db.ingreso.findUniqueOrThrow({ where: { id: ingreso.id } })).fecha).toEqual(fecha);
    expect(await db.cita.count({ where: { id, fecha_hora: { gte: moment, lte: moment } } })).toBe(1);
  });

  test("each month's income is right", async () => {
    await sql(
      `INSERT INTO ingresos_susa (fecha, monto) VALUES ('2026-10-31', 9.99), ('2026-11-01', 1000), ('2026-11-15', 100.05),
        ('2026-11-30', 10.05), ('2026-12-01', 5000), ('2025-12-31', 0.01), ('2025-11-15', 77)`,
    );
    for (const [when, zone, now, total] of MONTHS)
      expect((await getTotalDelMes("ingresos_susa", zone, new Date(now))).amount, `${when} in ${zone}`).toBe(total);
  });
});

test("a month's income beyond the precision of a double is exact", async () => {
  await emptyTables("ingresos_susa");
  await sql("INSERT INTO ingresos_susa (fecha, monto) SELECT '2026-11-10', 9999999999.99 FROM generate_series(1, 99)");
  expect((await getTotalDelMes("ingresos_susa", MEXICO, new Date("2026-11-15T18:00:00Z"))).amount).toBe("989999999999.01");
});
