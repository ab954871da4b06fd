import { expect } from "vitest";

/** The result of a write of a model, which is expected to have happened. */
export async function resultOf<T>(writing: Promise<{ outcome: string; result?: T }>): Promise<T> {
  const written = await writing;
  expect(written.outcome).toBe("written");
  return written.result as T;
}
