import { afterEach, beforeEach, expect, vi } from "vitest";
import { testDatabase } from "./test-database";

// Before any module of the application is loaded: it reads its environment once.
process.env.DATABASE_URL = await testDatabase();
process.env.SESSION_SECRET = "un secreto de prueba de más de treinta y dos letras";
process.env.DATA_KEY = "otra clave de prueba de más de treinta y dos letras";
process.env.SIGNUP ??= "open";

// Every midnight of a studio, and every beginning that its agenda offers, falls on a half hour: none passes between the first
// statement of a test and its last (unless it is slower than this), nor between what a file reads from the clock and its tests.
const MARGIN_MS = 5_000;
const HALF_AN_HOUR_MS = 1_800_000;
async function waitPastHalfHour(): Promise<void> {
  const left = HALF_AN_HOUR_MS - (Date.now() % HALF_AN_HOUR_MS);
  // A timer may be a millisecond early.
  if (left < MARGIN_MS) await new Promise((resolve) => setTimeout(resolve, left + 2));
}
await waitPastHalfHour();
beforeEach(waitPastHalfHour);

// Whatever is logged as an error was not expected, unless the test says so: `vi.mocked(console.error).mockClear()`.
beforeEach(() => {
  vi.spyOn(console, "error").mockImplementation(() => undefined);
});
afterEach(() => {
  const calls = vi.mocked(console.error).mock.calls;
  vi.restoreAllMocks();
  expect(calls).toEqual([]);
});
