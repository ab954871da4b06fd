import { randomUUID } from "node:crypto";
import { afterAll, beforeEach, expect, test, vi } from "vitest";
import type { Transaction } from "~/db.server";
import { sql } from "../database";
import { lossyWay } from "../way";

// What becomes of each COMMIT in turn; then the way is well again.
const fates: ("lost" | "unanswered")[] = [];
const home = process.env.DATABASE_URL ?? "";
const way = await lossyWay(home, (sent) => (sent.includes("COMMIT\0") ? fates.shift() : undefined));
process.env.DATABASE_URL = way.url;
const { findUse, writeOnce } = await import("~/models/form-token.server");
process.env.DATABASE_URL = home;
afterAll(way.close);

let seal = { id: randomUUID(), digest: "los valores" };
beforeEach(async () => {
  seal = { id: randomUUID(), digest: "los valores" };
  await sql("TRUNCATE clientes_susa, form_tokens_susa CASCADE");
});

const write = async (transaction: Transaction) =>
  (await transaction.cliente.create({ data: { nombre: "Lucía" }, select: { id: true } })).id;
const clientes = async () => (await sql<{ id: string }>("SELECT id FROM clientes_susa")).map(({ id }) => id);

test("a write whose connection is lost before its COMMIT is begun again", async () => {
  fates.push("lost", "lost");
  const written = await writeOnce(seal, write);
  expect(await clientes()).toEqual(["result" in written && written.result]);
  expect(written.outcome).toBe("written");
});

test("a write whose COMMIT was carried out, and its answer lost, is found done", async () => {
  fates.push("unanswered");
  const repeated = await writeOnce(seal, write);
  expect(await clientes()).toEqual(["result" in repeated && repeated.result]);
  expect(repeated.outcome).toBe("repeated");
});

test("a write whose connection is ended by who looks after the database is begun again", async () => {
  let ended = 0;
  const written = await writeOnce(seal, async (transaction) => {
    const hers = "query LIKE '%INSERT INTO form_tokens%' AND pid <> pg_backend_pid()";
    if (ended === 0) ended += (await sql(`SELECT pg_terminate_backend(pid) FROM pg_stat_activity WHERE ${hers}`)).length;
    return write(transaction);
  });
  expect([ended, written.outcome]).toEqual([1, "written"]);
  expect(await clientes()).toHaveLength(1);
});

test("where the database stays away it says so, and the same form comes again when it is back", async () => {
  fates.push("lost", "lost", "lost", "lost");
  expect(await writeOnce(seal, write)).toEqual({ outcome: "away" });
  expect(vi.mocked(console.error)).toHaveBeenCalledTimes(1);
  expect(String(vi.mocked(console.error).mock.calls[0])).toMatch(/^write: /);
  vi.mocked(console.error).mockClear();
  expect(await findUse(seal)).toBeNull();
  expect(await writeOnce(seal, write)).toMatchObject({ outcome: "written" });
  expect(await clientes()).toHaveLength(1);
});
