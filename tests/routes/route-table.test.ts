import { readdirSync, readFileSync } from "node:fs";
import { expect, test } from "vitest";

type Table = { [path: string]: string | [string, Table] };

const table: Table = (await import("../../app/routes.js" as string)).default;

const filesOf = (entries: Table): string[] =>
  Object.values(entries).flatMap((entry) => (typeof entry === "string" ? [entry] : [entry[0], ...filesOf(entry[1])]));

// A file without a loader, an action or a page is a part of a screen and has no URL.
const isRoute = (source: string) => /^export (default|(async )?function (loader|action)\b|const (loader|action)\b)/m.test(source);

test("every route file has its URL in app/routes.js, and every entry there has its file", () => {
  const names = readdirSync("app/routes", { recursive: true, encoding: "utf8" }).filter((name) => /\.tsx?$/.test(name));
  const routes = names.filter((name) => isRoute(readFileSync(`app/routes/${name}`, "utf8")));
  expect(routes.sort()).toEqual([...new Set(filesOf(table))].sort());
});

// Posted to by plain forms, which the browser sends, or by none.
const WITHOUT_WRITE_FORM = ["configuracion/export.tsx", "not-found.tsx", "sidebar.tsx"];

test("every action of the back-office keeps its form without an answer", () => {
  const names = readdirSync("app/routes/admin", { recursive: true, encoding: "utf8" }).filter((name) => name.endsWith(".tsx"));
  const unprotected = names.filter((name) => {
    const source = readFileSync(`app/routes/admin/${name}`, "utf8");
    return /^export (async function|const) action\b/m.test(source) && !/export \{ clientAction\b/.test(source);
  });
  expect(unprotected.sort()).toEqual(WITHOUT_WRITE_FORM);
});
