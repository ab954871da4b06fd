import { randomUUID } from "node:crypto";
import pg from "pg";
import { afterAll, beforeEach, expect, test, vi } from "vitest";
import type { Transaction } from "~/database/client.server";
import { ANSWER_MS, DOUBT_MS } from "~/database/timeouts.server";
import { type Fault, tcpProxyTo } from "../tcp-proxy";
import { sql } from "../test-database";

// What becomes of each COMMIT in turn; then the way is well again.
const fates: Fault[] = [];
const home = process.env.DATABASE_URL ?? "";
const way = await tcpProxyTo(home, (sent) => (sent.includes("COMMIT\0") ? fates.shift() : undefined));
process.env.DATABASE_URL = way.url;
const { DatabaseUnavailable, findWriteResult: findUse, writeOnce } = await import("~/database/idempotency.server");
const { db } = await import("~/database/client.server");
process.env.DATABASE_URL = home;
afterAll(way.close);

let key = { id: randomUUID(), digest: "los valores" };
beforeEach(async () => {
  vi.spyOn(console, "log").mockImplementation(() => undefined);
  key = { id: randomUUID(), digest: "los valores" };
  await sql("TRUNCATE clientes_susa, form_tokens_susa CASCADE");
});

const write = async (transaction: Transaction) =>
  (await transaction.cliente.create({ data: { nombre: "Lucía" }, select: { id: true } })).id;
const clientes = async () => (await sql<{ id: string }>("SELECT id FROM clientes_susa")).map(({ id }) => id);

test("a write whose connection is lost before its COMMIT is begun again", async () => {
  fates.push("lost", "lost");
  const written = await writeOnce(key, write);
  expect(await clientes()).toEqual(["result" in written && written.result]);
  expect(written.outcome).toBe("written");
});

test("a write whose COMMIT was carried out, and its answer lost, is found done", async () => {
  fates.push("unanswered");
  const repeated = await writeOnce(key, write);
  expect(await clientes()).toEqual(["result" in repeated && repeated.result]);
  expect(repeated.outcome).toBe("repeated");
});

test("a write whose connection is ended by who looks after the database is begun again", async () => {
  let ended = 0;
  const written = await writeOnce(key, async (transaction) => {
    const hers = "query LIKE '%INSERT INTO form_tokens%' AND pid <> pg_backend_pid()";
    if (ended === 0) ended += (await sql(`SELECT pg_terminate_backend(pid) FROM pg_stat_activity WHERE ${hers}`)).length;
    return write(transaction);
  });
  expect([ended, written.outcome]).toEqual([1, "written"]);
  expect(await clientes()).toHaveLength(1);
});

test("where no COMMIT is answered it is not known what was saved, and the same form comes again when the database is back", async () => {
  fates.push("lost", "lost", "lost", "lost");
  expect(await failureOf(writeOnce(key, write))).toEqual(new DatabaseUnavailable(true));
  expectLog(/^write: /);
  expect(await findUse(key)).toBeNull();
  expect(await writeOnce(key, write)).toMatchObject({ outcome: "written" });
  expect(await clientes()).toHaveLength(1);
});

test("where the database refuses, it is known that nothing was saved", async () => {
  await way.refuse();
  expect(await failureOf(writeOnce(key, write))).toEqual(new DatabaseUnavailable(false));
  expectLog(/^write: /);
  await way.heal();
  expect(await clientes()).toEqual([]);
  expect(await writeOnce(key, write)).toMatchObject({ outcome: "written" });
});

test("a database that hangs ends what waits for it, and what comes after, while it still hangs; then it is found again", async () => {
  expect(await findUse(key)).toBeNull();
  way.hang();
  // One that had a connection, more than there are connections, and one that comes later.
  const waiting = await Promise.all(Array.from({ length: 15 }, () => failureOf(findUse(key))));
  expect(waiting.every((error) => error instanceof Error)).toBe(true);
  expect(await failureOf(writeOnce(key, write))).toEqual(new DatabaseUnavailable(false));
  expectLog(/^database: no answer$/, /^write: /);
  await way.heal();
  await vi.waitFor(async () => expect(await findUse(key)).toBeNull(), 60_000);
  expect(await clientes()).toEqual([]);
});

test("no question reads the answer to another one: a connection that was given up is not used again", async () => {
  const ask = (n: number) => db.$queryRaw<{ n: number; mine: string }[]>`SELECT ${n}::int AS n, pg_backend_pid()::text AS mine`;
  const before = await Promise.all([ask(1), ask(2), ask(3)]);
  way.hang();
  await Promise.all([ask(4), ask(5), ask(6)].map(failureOf));
  expectLog(/^database: no answer$/);
  await way.heal();
  const after = await vi.waitFor(() => Promise.all([ask(7), ask(8), ask(9)]), 60_000);
  expect(after.flat().map(({ n }) => n)).toEqual([7, 8, 9]);
  const old = new Set(before.flat().map(({ mine }) => mine));
  expect(after.flat().filter(({ mine }) => old.has(mine))).toEqual([]);
});

test("a database that hangs in the middle of a transaction leaves nothing of it, and no part of it to the next one", async () => {
  const lost = failureOf(
    writeOnce(key, async (transaction) => {
      const id = await write(transaction);
      way.hang();
      return id;
    }),
  );
  expect(await lost).toEqual(new DatabaseUnavailable(false));
  expectLog(/^database: no answer$/, /^write: /);
  await way.heal();
  await vi.waitFor(async () => expect(await findUse(key)).toBeNull(), 60_000);
  expect(await clientes()).toEqual([]);
  const other = { id: randomUUID(), digest: "otros" };
  expect(await writeOnce(other, write)).toMatchObject({ outcome: "written" });
  expect(await clientes()).toHaveLength(1);
});

test("a write whose COMMIT is carried out, and whose connection then says nothing more, is found done", async () => {
  fates.push("hangs");
  expect((await writeOnce(key, write)).outcome).toBe("repeated");
  expect(await clientes()).toHaveLength(1);
});

test("a row that is locked for long in a database that answers is waited for", async () => {
  const order: string[] = [];
  const [first] = await sql<{ id: string }>("INSERT INTO clientes_susa (nombre) VALUES ('Eva') RETURNING id");
  const holder = new pg.Client({ connectionString: home });
  await holder.connect();
  await holder.query("BEGIN");
  await holder.query("SELECT 1 FROM clientes_susa WHERE id = $1 FOR UPDATE", [first?.id]);
  const saved = writeOnce(key, async (transaction) => {
    await transaction.cliente.update({ where: { id: first?.id ?? "" }, data: { nombre: "Eva Sol" } });
    return 1;
  }).then((written) => order.push(written.outcome));
  // Longer than a database that is away is waited for.
  await new Promise((resolve) => setTimeout(resolve, DOUBT_MS + 2 * ANSWER_MS));
  order.push("let go");
  await holder.query("COMMIT");
  await holder.end();
  await saved;
  expect(order).toEqual(["let go", "written"]);
});

/** What was logged, in order; it was expected. */
function expectLog(...lines: RegExp[]): void {
  const logged = vi.mocked(console.error).mock.calls.map(([line]) => String(line));
  expect(logged.length).toBe(lines.length);
  for (const [index, line] of lines.entries()) expect(logged[index]).toMatch(line);
  vi.mocked(console.error).mockClear();
}

const failureOf = (work: Promise<unknown>): Promise<unknown> =>
  work.then(
    (result) => ({ result }),
    (error) => error,
  );
