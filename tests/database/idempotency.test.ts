import { randomUUID } from "node:crypto";
import { beforeEach, expect, test, vi } from "vitest";
import { db, type Transaction } from "~/database/client.server";
import {
  type IdempotencyKey,
  isExclusionViolation,
  isUniqueViolation,
  WriteRejection,
  writeOnce,
} from "~/database/idempotency.server";
import type { Prisma } from "~/generated/client";
import { sql } from "../test-database";

let key: NonNullable<IdempotencyKey>;
beforeEach(async () => {
  key = { id: randomUUID(), digest: "los valores" };
  await sql("TRUNCATE clientes_susa, form_tokens_susa CASCADE");
  write.mockClear();
});

const write = vi.fn(async (transaction: Transaction) => {
  const { id } = await transaction.cliente.create({ data: { nombre: "Lucía" }, select: { id: true } });
  return id;
});

const names = async () => (await db.cliente.findMany({ select: { nombre: true } })).map(({ nombre }) => nombre);
const tokens = () => db.formToken.count();

test("a form that comes once is written, and its token kept with what it gave", async () => {
  const written = await writeOnce(key, write);
  expect(written).toEqual({ outcome: "written", result: expect.any(String) });
  expect(await names()).toEqual(["Lucía"]);
  expect(await db.formToken.findUnique({ where: { id: key.id } })).toMatchObject({
    digest: "los valores",
    result: "result" in written && written.result,
  });
});

test("the same form with the same values writes nothing and gives what the first one gave", async () => {
  const first = await writeOnce(key, write);
  const second = await writeOnce(key, write);
  expect(second).toEqual({ ...first, outcome: "repeated" });
  expect(write).toHaveBeenCalledTimes(1);
  expect(await names()).toEqual(["Lucía"]);
});

test("ten at once write one, and all give the same", async () => {
  const all = await Promise.all(Array.from({ length: 10 }, () => writeOnce(key, write)));
  expect(all.filter(({ outcome }) => outcome === "written")).toHaveLength(1);
  expect(all.filter(({ outcome }) => outcome === "repeated")).toHaveLength(9);
  expect(new Set(all.map((each) => "result" in each && each.result)).size).toBe(1);
  expect(await names()).toEqual(["Lucía"]);
});

test("the same form with other values is told apart, and writes nothing", async () => {
  await writeOnce(key, write);
  expect(await writeOnce({ ...key, digest: "otros valores" }, write)).toEqual({ outcome: "reused" });
  expect(await names()).toEqual(["Lucía"]);
});

test("another form with the same values is another form", async () => {
  await writeOnce(key, write);
  expect(await writeOnce({ ...key, id: randomUUID() }, write)).toMatchObject({ outcome: "written" });
  expect(await names()).toEqual(["Lucía", "Lucía"]);
});

test("a refusal takes everything back, the token too, so that the form may come again", async () => {
  const refused = await writeOnce<string, "stale">(key, async (transaction) => {
    await write(transaction);
    throw new WriteRejection("stale");
  });
  expect(refused).toEqual({ outcome: "stale" });
  expect([await names(), await tokens()]).toEqual([[], 0]);
  expect(await writeOnce(key, write)).toMatchObject({ outcome: "written" });
});

test("a write that the database refuses is logged without its values, and takes everything back", async () => {
  const failed = await writeOnce(key, async (transaction) => {
    await write(transaction);
    await transaction.cliente.create({ data: { nombre: "Lucía, alérgica", edad: -1 } });
    return true;
  });
  expect(failed).toEqual({ outcome: "failed" });
  expect([await names(), await tokens()]).toEqual([[], 0]);
  expect(vi.mocked(console.error)).toHaveBeenCalledTimes(1);
  expect(String(vi.mocked(console.error).mock.calls[0])).toMatch(/^write: /);
  expect(String(vi.mocked(console.error).mock.calls[0])).not.toContain("alérgica");
  vi.mocked(console.error).mockClear();
  expect(await writeOnce(key, write)).toMatchObject({ outcome: "written" });
});

test("what a unique constraint refuses is the caller's to answer, and takes everything back", async () => {
  const twice = writeOnce(key, async (transaction) => {
    await write(transaction);
    for (let n = 0; n < 2; n++) await transaction.cuenta.create({ data: { email: "ana@ejemplo.mx", password_hash: "x" } });
    return true;
  });
  const error: unknown = await twice.catch((reason: unknown) => reason);
  expect(isUniqueViolation(error)).toBe(true);
  expect([await names(), await tokens()]).toEqual([[], 0]);
});

const OVERLAP = [
  ["created", (transaction: Transaction, data: Prisma.CitaUncheckedCreateInput) => transaction.cita.create({ data })],
  [
    "created in one",
    (transaction: Transaction, data: Prisma.CitaUncheckedCreateInput) => transaction.cita.createMany({ data: [data] }),
  ],
  [
    "written by hand",
    (transaction: Transaction, { fecha_hora, fin, empleado_id }: Prisma.CitaUncheckedCreateInput) =>
      transaction.$executeRaw`
        INSERT INTO citas_susa (fecha_hora, fin, empleado_id)
        VALUES (${fecha_hora}::timestamptz, ${fin}::timestamptz, ${empleado_id}::uuid)`,
  ],
  [
    "un-cancelled",
    async (transaction: Transaction, data: Prisma.CitaUncheckedCreateInput) => {
      const { id } = await transaction.cita.create({ data: { ...data, estado: "cancelada" } });
      await transaction.cita.update({ where: { id }, data: { estado: "programada" } });
    },
  ],
] as const;

test.each(OVERLAP)("a place that is taken, %s, is the caller's to answer too", async (_how, put) => {
  const { id } = await db.empleado.create({ data: { nombre: "Ana", apellido: "Sol" } });
  const data = { fecha_hora: new Date("2026-11-21T16:00Z"), fin: new Date("2026-11-21T17:00Z"), empleado_id: id };
  await db.cita.create({ data });
  const twice = writeOnce(key, async (transaction) => {
    await write(transaction);
    await put(transaction, { ...data, fecha_hora: new Date("2026-11-21T16:30Z"), fin: new Date("2026-11-21T17:30Z") });
    return true;
  });
  const error: unknown = await twice.catch((reason: unknown) => reason);
  expect([isExclusionViolation(error), isUniqueViolation(error)]).toEqual([true, false]);
  expect([await names(), await tokens()]).toEqual([[], 0]);
});

test("of twenty forms that want the same place at once, one has it, and each of the others is told", async () => {
  const { id } = await db.empleado.create({ data: { nombre: "Ana", apellido: "Sol" } });
  const all = await Promise.all(
    Array.from({ length: 20 }, (_, n) =>
      writeOnce({ ...key, id: randomUUID() }, async (transaction) => {
        const fecha_hora = new Date(Date.parse("2026-11-21T16:00Z") + n * 60_000);
        const fin = new Date(fecha_hora.getTime() + 3_600_000);
        return (await transaction.cita.create({ data: { fecha_hora, fin, empleado_id: id }, select: { id: true } })).id;
      }).then(
        ({ outcome }) => outcome,
        (error: unknown) => (isExclusionViolation(error) ? "taken" : error),
      ),
    ),
  );
  expect(all.filter((outcome) => outcome === "written")).toHaveLength(1);
  expect(all.filter((outcome) => outcome === "taken")).toHaveLength(19);
});

const CHANGE = [
  ["by Prisma", (transaction: Transaction, id: string) => transaction.cliente.update({ where: { id }, data: { edad: 30 } })],
  [
    "by hand",
    (transaction: Transaction, id: string) => transaction.$executeRaw`UPDATE clientes_susa SET edad = 30 WHERE id = ${id}::uuid`,
  ],
] as const;

test.each(CHANGE)("of two that wait for each other, %s, the one that is ended begins again", async (_how, change) => {
  const clientes = await Promise.all(["Ana", "Eva"].map((nombre) => db.cliente.create({ data: { nombre } })));
  const [one = "", other = ""] = clientes.map(({ id }) => id);
  let holding = 0;
  let both: () => void;
  const bothHold = new Promise<void>((resolve) => {
    both = resolve;
  });
  const cross = (first: string, second: string) =>
    writeOnce({ ...key, id: randomUUID() }, async (transaction) => {
      await change(transaction, first);
      holding += 1;
      if (holding === 2) both();
      await bothHold;
      await change(transaction, second);
      return second;
    });
  const outcomes = await Promise.all([cross(one, other), cross(other, one)]);
  expect(outcomes.map(({ outcome }) => outcome)).toEqual(["written", "written"]);
  // Begun three times in all, or more: who begins again can be quicker than the one who was waiting, and they meet once more.
  expect(holding).toBeGreaterThanOrEqual(3);
});
