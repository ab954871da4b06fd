import type { IncomingMessage, ServerResponse } from "node:http";
import { afterEach, beforeEach, expect, test, vi } from "vitest";
import { MAX_WAITING_SIGN_INS, SIGN_IN_INTERVAL_MS } from "~/limits";
import { spreadSignIns } from "../../../server/guards/spread-sign-ins";

beforeEach(() => void vi.useFakeTimers());
afterEach(() => vi.useRealTimers());

function start() {
  const seen: string[] = [];
  const listener = spreadSignIns((request) => void seen.push(String(request.headers.from)));
  const send = (from: string, { method = "POST", url = "/auth", cookie = "", destroyed = false } = {}) =>
    listener({ method, url, headers: { from, cookie } } as unknown as IncomingMessage, { destroyed } as ServerResponse);
  return { seen, send };
}

test("lets sign-ins that come at once into the application one by one, and other requests and known browsers at once", () => {
  const { seen, send } = start();
  send("one");
  send("two");
  send("gone", { destroyed: true });
  send("three", { url: "/auth?modo=registro" });
  send("page", { method: "GET" });
  send("known", { cookie: "__Host-navegador=x" });
  expect(seen).toEqual(["one", "page", "known"]);
  vi.advanceTimersByTime(SIGN_IN_INTERVAL_MS);
  expect(seen.slice(3)).toEqual(["two"]);
  vi.advanceTimersByTime(2 * SIGN_IN_INTERVAL_MS);
  expect(seen.slice(4)).toEqual(["three"]);
  vi.advanceTimersByTime(SIGN_IN_INTERVAL_MS);
  send("later");
  expect(seen.at(-1)).toBe("later");
});

test("keeps no more sign-ins waiting than the application would", () => {
  const { seen, send } = start();
  for (let n = 0; n <= MAX_WAITING_SIGN_INS; n++) send(String(n));
  expect(seen).toEqual(["0"]);
  send("one too many");
  expect(seen).toEqual(["0", "one too many"]);
});
