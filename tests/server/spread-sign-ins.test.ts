import type { Request, Response } from "express";
import { afterEach, beforeEach, expect, test, vi } from "vitest";
import { MAX_WAITING_SIGN_INS, SIGN_IN_INTERVAL_MS } from "~/limits";
import { spreadSignIns } from "../../server/guards/spread-sign-ins";

beforeEach(() => void vi.useFakeTimers({ toFake: ["setTimeout", "clearTimeout"] }));
afterEach(() => void vi.useRealTimers());

/** A guard for which only the cookie `known` is a known browser's, and who was let in so far. */
function setUp() {
  const guard = spreadSignIns(async (cookies) => {
    if (cookies === "unreadable") throw new Error("unreadable");
    return cookies === "known";
  });
  const letIn: string[] = [];
  const answers: string[] = [];
  const send = async (name: string, cookie?: string) => {
    const response = {
      destroyed: false,
      setHeader: (header: string, value: unknown) => header === "Retry-After" && answers.push(`${name}: ${header} ${value}`),
      getHeader: () => undefined,
      end: () => answers.push(`${name}: ${response.statusCode}`),
      statusCode: 200,
    };
    await guard({ headers: { cookie } } as Request, response as unknown as Response, () => letIn.push(name));
    return response;
  };
  return { send, letIn, answers };
}

const wait = (intervals: number) => vi.advanceTimersByTimeAsync(intervals * SIGN_IN_INTERVAL_MS);

test("lets unknown browsers in one by one in their order, and a lone one at once", async () => {
  const { send, letIn } = setUp();
  await send("one");
  expect(letIn).toEqual(["one"]);
  await send("two");
  await send("three", "unreadable");
  expect(letIn).toEqual(["one"]);
  await wait(1);
  expect(letIn).toEqual(["one", "two"]);
  await wait(3);
  expect(letIn).toEqual(["one", "two", "three"]);
  await send("four");
  expect(letIn).toEqual(["one", "two", "three", "four"]);
});

test("lets a known browser in before all who wait", async () => {
  const { send, letIn } = setUp();
  for (const name of ["one", "two", "three"]) await send(name);
  await send("owner", "known");
  expect(letIn).toEqual(["one", "owner"]);
  await wait(2);
  expect(letIn).toEqual(["one", "owner", "two", "three"]);
});

test("does not wait for one that has left", async () => {
  const { send, letIn } = setUp();
  await send("one");
  (await send("two")).destroyed = true;
  await send("three");
  await wait(2);
  expect(letIn).toEqual(["one", "three"]);
});

test("turns away who would wait behind too many, with when to come back", async () => {
  const { send, letIn, answers } = setUp();
  await send("first");
  for (let n = 0; n < MAX_WAITING_SIGN_INS; n++) await send(`stranger ${n}`);
  await send("late");
  await send("owner", "known");
  expect(answers).toEqual(["late: Retry-After 10", "late: 503"]);
  expect(letIn).toEqual(["first", "owner"]);
  await wait(MAX_WAITING_SIGN_INS);
  expect(letIn).toHaveLength(MAX_WAITING_SIGN_INS + 2);
  expect(letIn).not.toContain("late");
});
