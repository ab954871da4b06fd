import { afterAll, expect, test } from "vitest";
import { batchedRead } from "~/database/batched-read.server";
import { db } from "~/database/client.server";
import { fold } from "~/database/search.server";
import { sql } from "../support/test-database";

afterAll(() => db.$disconnect());

const ASCII = Array.from({ length: 95 }, (_, index) => String.fromCharCode(32 + index)).join("");

test.each([ASCII, "áéíóúüñ ÁÉÍÓÚÜÑ", "Lucía Peña", "Ærø ¿Straße? ½ İıſ", "ﬁn 日本 🌸", ""])(
  "fold gives the same as fold_text in the database for %j",
  async (text) => {
    const [row] = await sql<{ folded: string }>("SELECT fold_text($1) AS folded", [text]);
    expect(await fold(text)).toBe(row?.folded);
  },
);

test("batchedRead shares one read per key among the calls of the same tick, and reads again later", async () => {
  const read: string[] = [];
  const shared = batchedRead(async (key) => read.push(key));
  const first = [shared("a"), shared("b"), shared("a")];
  expect(read).toEqual([]);
  expect(await Promise.all(first)).toEqual([1, 2, 1]);
  expect(read).toEqual(["a", "b"]);
  expect(await shared("a")).toBe(3);
});

test("a failed batched read rejects for every caller that shares it, and the next call reads again", async () => {
  let fails = true;
  const shared = batchedRead(async () => {
    if (fails) throw new Error("away");
    return "here";
  });
  const both = await Promise.allSettled([shared(), shared()]);
  expect(both.map(({ status }) => status)).toEqual(["rejected", "rejected"]);
  fails = false;
  expect(await shared()).toBe("here");
});
