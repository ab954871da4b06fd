import { hash } from "@node-rs/argon2";
import { afterEach, beforeEach, expect, test, vi } from "vitest";
import { MAX_SIGN_IN_WAIT_MS, MAX_WAITING_SIGN_INS } from "~/limits";
import { hashPassword } from "~/models/cuentas/password-hash.server";
import { LineFull } from "~/models/cuentas/waiting-line.server";

vi.mock("@node-rs/argon2", () => ({ hash: vi.fn(), verify: vi.fn() }));

// Each hash that has begun, with what ends it.
let begun: { password: string; end: () => void }[] = [];

beforeEach(() => {
  begun = [];
  vi.mocked(hash).mockImplementation(
    (password) => new Promise((resolve) => begun.push({ password: String(password), end: () => resolve(`hash of ${password}`) })),
  );
});
afterEach(() => vi.useRealTimers());

const settle = () => new Promise(setImmediate);
async function endAll(): Promise<void> {
  for (let n = 0; n < begun.length; n++) {
    begun[n]?.end();
    await settle();
  }
}

test("hashes one password at a time, those of known people first", async () => {
  const all = ["one", "two", "three"].map((password) => hashPassword(password, false));
  const own = hashPassword("own", true);
  await settle();
  expect(begun.map(({ password }) => password)).toEqual(["one"]);
  begun[0]?.end();
  await settle();
  expect(begun.map(({ password }) => password)).toEqual(["one", "own"]);
  await endAll();
  expect(await Promise.all([...all, own])).toEqual(["hash of one", "hash of two", "hash of three", "hash of own"]);
  expect(begun.map(({ password }) => password)).toEqual(["one", "own", "two", "three"]);
});

test("turns away who would wait behind too many, and lets known people in meanwhile", async () => {
  const all = Array.from({ length: MAX_WAITING_SIGN_INS + 1 }, (_, n) => hashPassword(String(n), false));
  await expect(hashPassword("one too many", false)).rejects.toThrow(LineFull);
  const own = hashPassword("own", true);
  await endAll();
  expect(await own).toBe("hash of own");
  expect(await Promise.all(all)).toHaveLength(MAX_WAITING_SIGN_INS + 1);
});

test("turns away who has waited too long, and goes on after a failure", async () => {
  vi.useFakeTimers({ toFake: ["setTimeout", "clearTimeout"] });
  const first = hashPassword("first", false);
  const late = expect(hashPassword("late", false)).rejects.toThrow(LineFull);
  await vi.advanceTimersByTimeAsync(MAX_SIGN_IN_WAIT_MS);
  await late;
  vi.mocked(hash).mockRejectedValueOnce(new Error("no memory"));
  const failing = expect(hashPassword("failing", false)).rejects.toThrow("no memory");
  const next = hashPassword("next", false);
  await endAll();
  await failing;
  await settle();
  await endAll();
  expect(await Promise.all([first, next])).toEqual(["hash of first", "hash of next"]);
  expect(begun.map(({ password }) => password)).toEqual(["first", "next"]);
});
