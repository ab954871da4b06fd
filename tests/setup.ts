import { afterEach, beforeEach, expect, vi } from "vitest";
import { testDatabase } from "./database";

// Before any module of the application is loaded: it reads its environment once.
process.env.DATABASE_URL = await testDatabase();
process.env.SESSION_SECRET = "un secreto de prueba de más de treinta y dos letras";
process.env.DATA_KEY = "otra clave de prueba de más de treinta y dos letras";
process.env.SIGNUP ??= "open";

// Whatever is logged as an error was not expected, unless the test says so: `vi.mocked(console.error).mockClear()`.
beforeEach(() => {
  vi.spyOn(console, "error").mockImplementation(() => undefined);
});
afterEach(() => {
  const calls = vi.mocked(console.error).mock.calls;
  vi.restoreAllMocks();
  expect(calls).toEqual([]);
});
