import { expect, test } from "vitest";
import { sharedRead } from "~/database/shared-read.server";

test("the calls of one turn with the same arguments share a read, and a later call reads again", async () => {
  const read: string[] = [];
  const shared = sharedRead(async (name: string) => read.push(name));
  const first = [shared("a"), shared("b"), shared("a")];
  expect(read).toEqual([]);
  expect(await Promise.all(first)).toEqual([1, 2, 1]);
  expect(read).toEqual(["a", "b"]);
  expect(await shared("a")).toBe(3);
});

test("a failed read rejects for every caller that shares it, and the next call reads again", async () => {
  let fails = true;
  const shared = sharedRead(async () => {
    if (fails) throw new Error("away");
    return "here";
  });
  const both = await Promise.allSettled([shared(), shared()]);
  expect(both.map(({ status }) => status)).toEqual(["rejected", "rejected"]);
  fails = false;
  expect(await shared()).toBe("here");
});
