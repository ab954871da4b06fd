import pg from "pg";
import { expect, test, vi } from "vitest";
import { PatientPool } from "~/database/connection.server";
import { QUERY_MS } from "~/database/timeouts.server";

// What counts as a crowd, and what as an outage, with a database that is told what to answer.

const FULL = Object.assign(new Error("too many clients"), { code: "53300" });
/** Makes the driver refuse each new connection with this error, until `mockRestore`. */
const refuseWith = (error: Error) => vi.spyOn(pg.Pool.prototype, "connect").mockImplementation(() => Promise.reject(error));
const turn = () => new Promise((done) => setImmediate(done));

test("is busy while the database refuses one more connection than it has", async () => {
  const pool = new PatientPool(6, QUERY_MS);
  const first = await pool.connect();
  expect(pool.isBusy()).toBe(false);
  const refusing = refuseWith(FULL);
  const waiting = pool.connect();
  await turn();
  expect(pool.isBusy()).toBe(true);
  refusing.mockRestore();
  first.release();
  (await waiting).release();
  expect(pool.isBusy()).toBe(false);
  await pool.end();
});

test("is busy while somebody waits for one of its own connections", async () => {
  const pool = new PatientPool(1, QUERY_MS);
  const first = await pool.connect();
  const waiting = pool.connect();
  await turn();
  expect(pool.isBusy()).toBe(true);
  first.release();
  (await waiting).release();
  expect(pool.isBusy()).toBe(false);
  await pool.end();
});

test("is not busy but without a database when it has no connection of its own", async () => {
  const pool = new PatientPool(6, QUERY_MS);
  const refusing = refuseWith(FULL);
  const waiting = pool.connect();
  await turn();
  expect(pool.isBusy()).toBe(false);
  refusing.mockRestore();
  (await waiting).release();
  await pool.end();
});

test("waits for nothing when the database says something else", async () => {
  const pool = new PatientPool(6, QUERY_MS);
  const down = Object.assign(new Error("starting up"), { code: "57P03" });
  const refusing = refuseWith(down);
  await expect(pool.connect()).rejects.toBe(down);
  expect(refusing).toHaveBeenCalledTimes(1);
  refusing.mockRestore();
  await pool.end();
});

test.each([
  [QUERY_MS, "1500ms"],
  [QUERY_MS + 1, "0"],
])("a transaction of %d ms waits %s for a locked row", async (ms, expected) => {
  const pool = new PatientPool(1, ms);
  const client = await pool.connect();
  await client.query({ text: "BEGIN" });
  expect((await client.query({ text: "SHOW lock_timeout" })).rows).toEqual([{ lock_timeout: expected }]);
  await client.query({ text: "ROLLBACK" });
  client.release();
  await pool.end();
});
