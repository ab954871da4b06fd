import { readFileSync } from "node:fs";
import { expect, test } from "vitest";

type Package = { optional?: boolean; engines?: { node?: string } };

const { engines } = JSON.parse(readFileSync("package.json", "utf8"));
const packages: Record<string, Package> = JSON.parse(readFileSync("package-lock.json", "utf8")).packages;
const [major = 0, minor = 0] = engines.node.match(/\d+/g).map(Number);

/** Whether one of the alternatives of a range such as `^18.12 || >=20.5.0` holds for our oldest Node; upper bounds are not read. */
function runsOnOldest(range: string): boolean {
  return range.split("||").some((alternative) => {
    const [, sign = "", needed = "0", neededMinor = "0"] = alternative.match(/([>=^~]*)\s*v?(\d+)(?:\.(\d+))?/) ?? [];
    if (Number(needed) === major) return Number(neededMinor) <= minor;
    return Number(needed) < major && (sign.startsWith(">") || needed === "0");
  });
}

test("every package that is installed runs on the oldest Node that ours allows, so that npm warns of none", () => {
  // npm leaves out an optional package that does not.
  const installed = Object.entries(packages).filter(([name, { optional }]) => name !== "" && !optional);
  expect(installed.length).toBeGreaterThan(500);
  expect(installed.filter(([, { engines }]) => engines?.node && !runsOnOldest(engines.node)).map(([name]) => name)).toEqual([]);
});
