import { readdirSync, readFileSync } from "node:fs";
import pg from "pg";
import { expect, test, vi } from "vitest";
import { db } from "~/database/client.server";
import { PatientPool } from "~/database/connection.server";
import { PostgresClient } from "~/database/postgres-client.server";
import { query } from "../support/process";

const url = String(process.env.DATABASE_URL);
const name = new URL(url).pathname.slice(1);

test("waits for one of its own connections while the database gives no more", async () => {
  await db.$disconnect();
  await query(url, `ALTER DATABASE ${name} CONNECTION LIMIT 2`);
  const pool = new PatientPool(6, 5_000);
  try {
    const answers = await Promise.all(
      Array.from({ length: 12 }, (_, n) => pool.query({ text: `SELECT pg_sleep(0.05), ${n} AS n` })),
    );
    expect(answers.map(({ rows: [row] }) => row.n)).toEqual(Array.from({ length: 12 }, (_, n) => n));
    expect(pool.totalCount).toBeLessThanOrEqual(2);
  } finally {
    await pool.end();
    await query(url, `ALTER DATABASE ${name} CONNECTION LIMIT -1`);
  }
});

test("sets its limits in each transaction, and leaves the session as it was", async () => {
  const sent: string[] = [];
  const send = pg.Client.prototype.query as (...given: unknown[]) => unknown;
  vi.spyOn(pg.Client.prototype, "query").mockImplementation(function (this: pg.Client, ...given: unknown[]) {
    const [statement] = given as [string | { text: string; name?: string }];
    sent.push(typeof statement === "string" ? statement : statement.text);
    expect((statement as { name?: string }).name).toBeUndefined();
    return send.apply(this, given);
  });
  const pool = new PatientPool(1, 2_200);
  const shown = async () => (await pool.query({ text: "SHOW statement_timeout" })).rows;
  expect(await shown()).toEqual([{ statement_timeout: "2s" }]);
  const client = await pool.connect();
  await client.query({ text: "BEGIN" });
  expect((await client.query({ text: "SHOW lock_timeout" })).rows).toEqual([{ lock_timeout: "1500ms" }]);
  await client.query({ text: "ROLLBACK" });
  expect((await client.query({ text: "SHOW statement_timeout" })).rows).toEqual([{ statement_timeout: "0" }]);
  client.release();
  await pool.end();
  expect(sent.filter((text) => /\bSET\b(?! LOCAL)/.test(text))).toEqual([]);
});

test("gives the error of a statement, and rolls back what came with it", async () => {
  const pool = new PatientPool(1, 2_200);
  await expect(pool.query({ text: "SELECT 1 / 0" })).rejects.toMatchObject({ code: "22012" });
  expect((await pool.query({ text: "SELECT 1 AS one" })).rows).toEqual([{ one: 1 }]);
  await pool.end();
});

test("every connection of the program is made of PostgresClient, which survives its end by the database", async () => {
  const files = ["app", "server"].flatMap((folder) =>
    readdirSync(folder, { recursive: true, encoding: "utf8" }).map((name) => `${folder}/${name}`),
  );
  const made = files.filter(
    (file) => file.endsWith(".ts") && /(new|extends) pg\.|from "pg-pool"/.test(readFileSync(file, "utf8")),
  );
  expect(made).toEqual(["app/database/postgres-client.server.ts"]);
  expect(new PostgresClient().listenerCount("error")).toBe(1);
  const pool = new PatientPool(1, 2_200);
  expect(pool.listenerCount("error")).toBe(1);
  const client = await pool.connect();
  expect(client).toBeInstanceOf(PostgresClient);
  client.release();
  await pool.end();
});
