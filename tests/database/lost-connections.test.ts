import { randomUUID } from "node:crypto";
import pg from "pg";
import { afterAll, beforeEach, expect, test, vi } from "vitest";
import type { Transaction } from "~/database/client.server";
import { LOCK_MS } from "~/database/timeouts.server";
import { createCliente } from "../support/factories";
import { type Fault, tcpProxyTo } from "../support/tcp-proxy";
import { emptyTables, endConnections, sql, sqlColumn } from "../support/test-database";

// What the proxy does with each COMMIT, in order; once the list is empty it forwards everything.
const commitFaults: Fault[] = [];
const directUrl = process.env.DATABASE_URL ?? "";
const proxy = await tcpProxyTo(directUrl, (sent) => (sent.includes("COMMIT\0") ? commitFaults.shift() : undefined));
process.env.DATABASE_URL = proxy.url;
const { DatabaseUnavailable, findWriteResult, writeOnce } = await import("~/database/idempotency.server");
const { db } = await import("~/database/client.server");
process.env.DATABASE_URL = directUrl;
afterAll(proxy.close);

let key = { id: randomUUID(), digest: "los valores" };
beforeEach(async () => {
  key = { id: randomUUID(), digest: "los valores" };
  await emptyTables("clientes_susa", "form_tokens_susa");
});

const write = async (transaction: Transaction) =>
  (await transaction.cliente.create({ data: { nombre: "Lucía" }, select: { id: true } })).id;
const clientes = async () => (await sql<{ id: string }>("SELECT id FROM clientes_susa")).map(({ id }) => id);

test("a write whose connection is lost before its COMMIT is retried", async () => {
  commitFaults.push("lost", "lost");
  const written = await writeOnce(key, write);
  expect(await clientes()).toEqual(["result" in written && written.result]);
  expect(written.outcome).toBe("written");
});

test("a write whose COMMIT succeeded but whose answer was lost is found by its key", async () => {
  commitFaults.push("unanswered");
  const repeated = await writeOnce(key, write);
  expect(await clientes()).toEqual(["result" in repeated && repeated.result]);
  expect(repeated.outcome).toBe("repeated");
});

test("a write whose connection an administrator terminates is retried", async () => {
  let ended = 0;
  const written = await writeOnce(key, async (transaction) => {
    // Other tests write to other databases of this server.
    const isWriter = "datname = current_database() AND query LIKE '%INSERT INTO form_tokens%' AND pid <> pg_backend_pid()";
    if (ended === 0) ended += (await sql(`SELECT pg_terminate_backend(pid) FROM pg_stat_activity WHERE ${isWriter}`)).length;
    return write(transaction);
  });
  expect([ended, written.outcome]).toEqual([1, "written"]);
  expect(await clientes()).toHaveLength(1);
});

test("the process survives when the database ends all connections under four writers and four readers, and nothing is doubled", async () => {
  let isOver = false;
  let answered = 0;
  const acknowledged: string[] = [];
  async function keepWriting(): Promise<void> {
    while (!isOver) {
      const nombre = randomUUID();
      const insert = async (transaction: Transaction) =>
        (await transaction.cliente.create({ data: { nombre }, select: { id: true } })).id;
      const written = await writeOnce({ id: nombre, digest: "los valores" }, insert).catch(() => null);
      if (written) acknowledged.push(nombre);
      answered++;
    }
  }
  async function keepReading(): Promise<void> {
    while (!isOver)
      await db.cliente.count().then(
        () => answered++,
        () => undefined,
      );
  }
  const crowd = Array.from({ length: 4 }, () => [keepWriting(), keepReading()]).flat();
  try {
    for (let round = 0; round < 12; round++) {
      const before = answered;
      await vi.waitFor(() => expect(answered).toBeGreaterThan(before + 8), 60_000);
      await sql(endConnections());
    }
  } finally {
    // Left at work, the crowd would log errors into the tests of other files.
    isOver = true;
    await Promise.all(crowd);
  }
  vi.mocked(console.error).mockClear();
  const stored = await sqlColumn<string>("SELECT nombre FROM clientes_susa");
  expect(new Set(stored).size).toBe(stored.length);
  expect(acknowledged.filter((nombre) => !stored.includes(nombre))).toEqual([]);
  expect(acknowledged.length).toBeGreaterThan(0);
});

test("when no COMMIT is answered the outcome is reported as unknown, and the same form can be sent again later", {
  tags: ["slow"],
}, async () => {
  commitFaults.push(...Array<Fault>(200).fill("lost"));
  expect(await failureOf(writeOnce(key, write))).toEqual(new DatabaseUnavailable(true));
  expectLog(/"where":"write"/);
  commitFaults.length = 0;
  expect(await findWriteResult(key)).toBeNull();
  expect(await writeOnce(key, write)).toMatchObject({ outcome: "written" });
  expect(await clientes()).toHaveLength(1);
});

test("when the database refuses connections it is certain that nothing was saved", { tags: ["slow"] }, async () => {
  await proxy.refuse();
  expect(await failureOf(writeOnce(key, write))).toEqual(new DatabaseUnavailable(false));
  expectLog(/"where":"write"/);
  await proxy.heal();
  expect(await clientes()).toEqual([]);
  expect(await writeOnce(key, write)).toMatchObject({ outcome: "written" });
});

test("a connection that timed out is not used again, so that no query reads the answer to another", {
  tags: ["slow"],
}, async () => {
  const ask = (n: number) => db.$queryRaw<{ n: number; mine: string }[]>`SELECT ${n}::int AS n, pg_backend_pid()::text AS mine`;
  const before = await Promise.all([ask(1), ask(2), ask(3)]);
  proxy.hang();
  await Promise.all([ask(4), ask(5), ask(6)].map(failureOf));
  await proxy.heal();
  const after = await vi.waitFor(() => Promise.all([ask(7), ask(8), ask(9)]), 60_000);
  expect(after.flat().map(({ n }) => n)).toEqual([7, 8, 9]);
  const old = new Set(before.flat().map(({ mine }) => mine));
  expect(after.flat().filter(({ mine }) => old.has(mine))).toEqual([]);
});

test("a database that hangs in the middle of a transaction saves none of it, and the next transaction starts clean", {
  tags: ["slow"],
}, async () => {
  const lost = failureOf(
    writeOnce(key, async (transaction) => {
      const id = await write(transaction);
      proxy.hang();
      return id;
    }),
  );
  expect(await lost).toEqual(new DatabaseUnavailable(false));
  expectLog(/"where":"write"/);
  await proxy.heal();
  await vi.waitFor(async () => expect(await findWriteResult(key)).toBeNull(), 60_000);
  expect(await clientes()).toEqual([]);
  const other = { id: randomUUID(), digest: "otros" };
  expect(await writeOnce(other, write)).toMatchObject({ outcome: "written" });
  expect(await clientes()).toHaveLength(1);
});

test("a write whose COMMIT succeeded and whose connection then hangs is found by its key when it is sent again", async () => {
  commitFaults.push("hangs");
  expect(await failureOf(writeOnce(key, write))).toEqual(new DatabaseUnavailable(true));
  expectLog(/"where":"write"/);
  expect((await writeOnce(key, write)).outcome).toBe("repeated");
  expect(await clientes()).toHaveLength(1);
});

test("a write waits for a row that is locked for a long time while the database answers", { tags: ["slow"] }, async () => {
  const order: string[] = [];
  const id = await createCliente();
  const holder = new pg.Client({ connectionString: directUrl });
  await holder.connect();
  await holder.query("BEGIN");
  await holder.query("SELECT 1 FROM clientes_susa WHERE id = $1 FOR UPDATE", [id]);
  const saved = writeOnce(key, async (transaction) => {
    await transaction.cliente.update({ where: { id }, data: { nombre: "Eva Sol" } });
    return 1;
  }).then((written) => order.push(written.outcome));
  // Longer than one attempt waits.
  await new Promise((resolve) => setTimeout(resolve, LOCK_MS + 800));
  order.push("let go");
  await holder.query("COMMIT");
  await holder.end();
  await saved;
  expect(order).toEqual(["let go", "written"]);
});

/** Expects these lines in the log, in order, and clears it. A line can be missing, if an equal error was just logged. */
function expectLog(...lines: RegExp[]): void {
  const logged = vi.mocked(console.error).mock.calls.map(([line]) => String(line));
  expect(logged.length).toBeLessThanOrEqual(lines.length);
  for (const [index, line] of logged.entries()) expect(line).toMatch(lines[index] ?? /^$/);
  vi.mocked(console.error).mockClear();
}

const failureOf = (work: Promise<unknown>): Promise<unknown> =>
  work.then(
    (result) => ({ result }),
    (error) => error,
  );
