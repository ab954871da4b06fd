import { expect, test } from "vitest";
import { mergeEdits } from "~/http/form/merge-edits";

type Version = Record<string, string>;

const merge = (base: Version, mine: Version, theirs: Version, units = Object.keys(mine).map((field) => [field])) =>
  mergeEdits(units, (field) => ({ base: base[field], mine: mine[field] ?? "", theirs: theirs[field] ?? "" }));

const SEEN = { a: "1", b: "1", c: "1" };
const TOGETHER = [["a", "b"], ["c"]];

test.each([
  ["nothing", SEEN, SEEN, [], []],
  ["what only I changed", { ...SEEN, a: "2" }, SEEN, [], []],
  ["what only they changed", SEEN, { ...SEEN, a: "2" }, ["a"], []],
  ["different fields of both", { ...SEEN, a: "2" }, { ...SEEN, b: "2", c: "2" }, ["b", "c"], []],
  ["one field, in two ways", { ...SEEN, a: "2" }, { ...SEEN, a: "3" }, [], ["a"]],
  ["one field, in the same way", { ...SEEN, a: "2" }, { ...SEEN, a: "2" }, [], []],
  ["one field in two ways and others", { a: "2", b: "2", c: "1" }, { a: "3", b: "1", c: "3" }, ["c"], ["a"]],
])("merges a change of %s", (_what, mine, theirs, taken, conflicts) => {
  expect(merge(SEEN, mine, theirs)).toEqual({ taken, conflicts });
});

test.each([
  ["takes them when only the others changed any", SEEN, { a: "2", b: "2", c: "2" }, ["a", "b", "c"], []],
  ["keeps mine when only I did", { a: "2", b: "1", c: "1" }, { a: "1", b: "1", c: "2" }, ["c"], []],
  ["asks when each changed one of them", { a: "2", b: "1", c: "1" }, { a: "1", b: "2", c: "1" }, [], ["a", "b"]],
  ["asks only about those that differ", { a: "2", b: "2", c: "1" }, { a: "2", b: "3", c: "1" }, [], ["b"]],
])("with fields that decide together %s", (_what, mine, theirs, taken, conflicts) => {
  expect(merge(SEEN, mine, theirs, TOGETHER)).toEqual({ taken, conflicts });
});

test("asks about every difference when it is unknown what was shown", () => {
  expect(merge({}, { a: "1", b: "1" }, { a: "2", b: "1" })).toEqual({ taken: [], conflicts: ["a"] });
});

test("never loses a change: every field ends as mine, as theirs, or in a question", () => {
  const values = ["1", "2", "3"];
  for (const mine of values)
    for (const theirs of values) {
      const { taken, conflicts } = merge({ a: "1" }, { a: mine }, { a: theirs });
      const result = taken.includes("a") ? theirs : mine;
      const isAsked = conflicts.includes("a");
      expect(isAsked || mine === "1" || result === mine, `mine ${mine}, theirs ${theirs}`).toBe(true);
      expect(isAsked || theirs === "1" || result === theirs, `mine ${mine}, theirs ${theirs}`).toBe(true);
    }
});
