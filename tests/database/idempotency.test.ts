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
import { emptyTables } from "../support/test-database";

let key: NonNullable<IdempotencyKey>;
beforeEach(async () => {
  key = { id: randomUUID(), digest: "los valores" };
  await emptyTables("clientes_susa", "form_tokens_susa");
  write.mockClear();
});

const write = vi.fn(async (transaction: Transaction) => {
  const { id } = await transaction.cliente.create({ data: { nombre: "Lucía" }, select: { id: true } });
  return id;
});

const names = async () => (await db.cliente.findMany({ select: { nombre: true } })).map(({ nombre }) => nombre);
const countKeys = () => db.formToken.count();

test("a form sent once is written, and its key is stored with the result", async () => {
  const written = await writeOnce(key, write);
  expect(written).toEqual({ outcome: "written", result: expect.any(String) });
  expect(await names()).toEqual(["Lucía"]);
  expect(await db.formToken.findUnique({ where: { id: key.id } })).toMatchObject({
    digest: "los valores",
    result: "result" in written && written.result,
  });
});

test("the same form with the same values writes nothing and gives the first result", async () => {
  const first = await writeOnce(key, write);
  const second = await writeOnce(key, write);
  expect(second).toEqual({ ...first, outcome: "repeated" });
  expect(write).toHaveBeenCalledTimes(1);
  expect(await names()).toEqual(["Lucía"]);
});

test("ten identical submissions at once write one row and all give the same result", async () => {
  const all = await Promise.all(Array.from({ length: 10 }, () => writeOnce(key, write)));
  expect(all.filter(({ outcome }) => outcome === "written")).toHaveLength(1);
  expect(all.filter(({ outcome }) => outcome === "repeated")).toHaveLength(9);
  expect(new Set(all.map((each) => "result" in each && each.result)).size).toBe(1);
  expect(await names()).toEqual(["Lucía"]);
});

test("the same key with other values is reported as reused and writes nothing", async () => {
  await writeOnce(key, write);
  expect(await writeOnce({ ...key, digest: "otros valores" }, write)).toEqual({ outcome: "reused" });
  expect(await names()).toEqual(["Lucía"]);
});

test("another key with the same values writes again", async () => {
  await writeOnce(key, write);
  expect(await writeOnce({ ...key, id: randomUUID() }, write)).toMatchObject({ outcome: "written" });
  expect(await names()).toEqual(["Lucía", "Lucía"]);
});

test("a rejection rolls back the write and the key, so that the form can be sent again", async () => {
  const refused = await writeOnce<string, "stale">(key, async (transaction) => {
    await write(transaction);
    throw new WriteRejection("stale");
  });
  expect(refused).toEqual({ outcome: "stale" });
  expect([await names(), await countKeys()]).toEqual([[], 0]);
  expect(await writeOnce(key, write)).toMatchObject({ outcome: "written" });
});

test("a constraint violation is logged without values and rolls everything back", async () => {
  const failed = await writeOnce(key, async (transaction) => {
    await write(transaction);
    await transaction.cliente.create({ data: { nombre: "Lucía, alérgica", edad: -1 } });
    return true;
  });
  expect(failed).toEqual({ outcome: "failed" });
  expect([await names(), await countKeys()]).toEqual([[], 0]);
  expect(vi.mocked(console.error)).toHaveBeenCalledTimes(1);
  expect(String(vi.mocked(console.error).mock.calls[0])).toMatch(/"where":"write"/);
  expect(String(vi.mocked(console.error).mock.calls[0])).not.toContain("alérgica");
  vi.mocked(console.error).mockClear();
  expect(await writeOnce(key, write)).toMatchObject({ outcome: "written" });
});

test("a unique constraint violation is thrown to the caller and rolls everything back", async () => {
  const twice = writeOnce(key, async (transaction) => {
    await write(transaction);
    for (let n = 0; n < 2; n++) await transaction.cuenta.create({ data: { email: "ana@ejemplo.mx", password_hash: "x" } });
    return true;
  });
  const error: unknown = await twice.catch((reason: unknown) => reason);
  expect(isUniqueViolation(error)).toBe(true);
  expect([await names(), await countKeys()]).toEqual([[], 0]);
});

const OVERLAPPING_WRITES = [
  ["created", (transaction: Transaction, data: Prisma.CitaUncheckedCreateInput) => transaction.cita.create({ data })],
  [
    "created with createMany",
    (transaction: Transaction, data: Prisma.CitaUncheckedCreateInput) => transaction.cita.createMany({ data: [data] }),
  ],
  [
    "inserted with SQL",
    (transaction: Transaction, { fecha_hora, fin, empleado_id }: Prisma.CitaUncheckedCreateInput) =>
      transaction.$executeRaw`
        INSERT INTO citas_susa (fecha_hora, fin, empleado_id)
        VALUES (${fecha_hora}::timestamptz, ${fin}::timestamptz, ${empleado_id}::uuid)`,
  ],
  [
    "moved back from cancelled",
    async (transaction: Transaction, data: Prisma.CitaUncheckedCreateInput) => {
      const { id } = await transaction.cita.create({ data: { ...data, estado: "cancelada" } });
      await transaction.cita.update({ where: { id }, data: { estado: "programada" } });
    },
  ],
] as const;

test.each(OVERLAPPING_WRITES)(
  "an overlapping appointment, %s, is thrown to the caller as an exclusion violation",
  async (_how, writeCita) => {
    const { id } = await db.empleado.create({ data: { nombre: "Ana", apellido: "Sol" } });
    const data = { fecha_hora: new Date("2026-11-21T16:00Z"), fin: new Date("2026-11-21T17:00Z"), empleado_id: id };
    await db.cita.create({ data });
    const twice = writeOnce(key, async (transaction) => {
      await write(transaction);
      await writeCita(transaction, { ...data, fecha_hora: new Date("2026-11-21T16:30Z"), fin: new Date("2026-11-21T17:30Z") });
      return true;
    });
    const error: unknown = await twice.catch((reason: unknown) => reason);
    expect([isExclusionViolation(error), isUniqueViolation(error)]).toEqual([true, false]);
    expect([await names(), await countKeys()]).toEqual([[], 0]);
  },
);

const UPDATES = [
  [
    "updated with Prisma",
    (transaction: Transaction, id: string) => transaction.cliente.update({ where: { id }, data: { edad: 30 } }),
  ],
  [
    "updated with SQL",
    (transaction: Transaction, id: string) => transaction.$executeRaw`UPDATE clientes_susa SET edad = 30 WHERE id = ${id}::uuid`,
  ],
] as const;

test.each(UPDATES)("of two deadlocked writes, %s, the aborted one is retried", async (_how, change) => {
  const clientes = await Promise.all(["Ana", "Eva"].map((nombre) => db.cliente.create({ data: { nombre } })));
  const [one = "", other = ""] = clientes.map(({ id }) => id);
  let firstLocks = 0;
  let releaseBoth: () => void;
  const bothLocked = new Promise<void>((resolve) => {
    releaseBoth = resolve;
  });
  const updateBoth = (first: string, second: string) =>
    writeOnce({ ...key, id: randomUUID() }, async (transaction) => {
      await change(transaction, first);
      firstLocks += 1;
      if (firstLocks === 2) releaseBoth();
      await bothLocked;
      await change(transaction, second);
      return second;
    });
  const outcomes = await Promise.all([updateBoth(one, other), updateBoth(other, one)]);
  expect(outcomes.map(({ outcome }) => outcome)).toEqual(["written", "written"]);
  // Three locks in all, or more: the retried write can overtake the waiting one, and then they deadlock again.
  expect(firstLocks).toBeGreaterThanOrEqual(3);
});
