import { readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { expect, test } from "vitest";

// What Remix looks for in each route.
const ROUTE_EXPORTS = /^(loader|action|meta|handle|headers|links|shouldRevalidate|ErrorBoundary|clientAction|clientLoader)$/;

test("no two files export the same name", () => {
  const files = ["app", "server"].flatMap((folder) =>
    readdirSync(folder, { recursive: true }).map((name) => join(folder, String(name))),
  );
  const filesByName = new Map<string, string[]>();
  for (const file of files.filter((name) => /\.tsx?$/.test(name) && !name.includes("generated"))) {
    const declarations = readFileSync(file, "utf8").matchAll(
      /^export (?:async )?(?:const|function|type|interface|class) +(\w+)/gm,
    );
    for (const [, name = ""] of declarations) filesByName.set(name, [...(filesByName.get(name) ?? []), file]);
  }
  const twice = [...filesByName].filter(([name, places]) => !ROUTE_EXPORTS.test(name) && places.length > 1);
  expect(filesByName.size).toBeGreaterThan(500);
  expect(twice).toEqual([]);
});
