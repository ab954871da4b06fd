import { AsyncLocalStorage } from "node:async_hooks";
import { afterAll, afterEach, beforeEach, expect, vi } from "vitest";
import { testDatabase } from "./support/test-database";

// Files share a process: each begins with the environment of the run, its own database and application modules of its own.
vi.resetModules();
const environment = { ...process.env };
afterAll(() => {
  for (const name of Object.keys(process.env)) if (!(name in environment)) delete process.env[name];
  Object.assign(process.env, environment);
});

// Until it is disabled, each promise of the process passes a storage on, and with it the application of a file that has ended.
const storages = new Set<AsyncLocalStorage<unknown>>();
const { run } = AsyncLocalStorage.prototype;
AsyncLocalStorage.prototype.run = function (this: AsyncLocalStorage<unknown>, ...args: Parameters<typeof run>) {
  storages.add(this);
  return run.apply(this, args);
} as typeof run;
afterAll(() => {
  AsyncLocalStorage.prototype.run = run;
  for (const storage of storages) storage.disable();
});

// Keeps the program's log out of the output; a test that reads it spies on this function.
process.stdout.write = () => true;

process.env.DATABASE_URL = await testDatabase();
process.env.SESSION_SECRET = "un secreto de prueba de más de treinta y dos letras";
process.env.DATA_KEY = "otra clave de prueba de más de treinta y dos letras";
process.env.SIGNUP ??= "open";

// Midnights and agenda slots fall on half hours: waiting past an imminent one keeps the clock from crossing it between the first
// and last statement of a test (unless it takes longer than the margin), or between a file's clock constants and its tests.
const MARGIN_MS = 5_000;
const HALF_AN_HOUR_MS = 1_800_000;
async function waitPastHalfHour(): Promise<void> {
  const left = HALF_AN_HOUR_MS - (Date.now() % HALF_AN_HOUR_MS);
  // A timer may be a millisecond early.
  if (left < MARGIN_MS) await new Promise((resolve) => setTimeout(resolve, left + 2));
}
await waitPastHalfHour();
beforeEach(waitPastHalfHour);

// A test fails on any logged error, unless it clears the expected ones: `vi.mocked(console.error).mockClear()`.
beforeEach(() => {
  vi.spyOn(console, "error").mockImplementation(() => undefined);
});
afterEach(() => {
  const calls = vi.mocked(console.error).mock.calls;
  vi.restoreAllMocks();
  expect(calls).toEqual([]);
});
