import { expect, test, vi } from "vitest";
import { logError } from "~/log.server";

/** What logError printed, and clears it. */
function logged(): string {
  const text = vi.mocked(console.error).mock.calls.flat().join("\n");
  vi.mocked(console.error).mockClear();
  return text;
}

test("logs the error's name, code and stack frames, and never its message", () => {
  const error = Object.assign(new TypeError("Key (correo)=(lucia@ejemplo.mx)\nalready exists"), { code: "23505" });
  logError("write", error);
  const text = logged();
  expect(text).toMatch(/^write: TypeError 23505\n\s+at .*log\.test\.ts/);
  expect(text).not.toMatch(/lucia|correo|exists/);
});

test("logs only the type of a thrown value that is no error", () => {
  logError("read", "lucia@ejemplo.mx");
  expect(logged()).toBe("read: string");
});
