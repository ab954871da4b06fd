import type { ServerBuild } from "@remix-run/node";
import type { Request, RequestHandler, Response } from "express";
import { expect, test } from "vitest";
import { withMatchingRoutes } from "../../server/route-filter";
import { matchIds } from "../support/route-tree";

const build = (await import("../../build/index.js" as string)) as ServerBuild;
const routes = Object.values(build.routes);

const whole = (id: string | undefined): string =>
  id ? `${whole(build.routes[id]?.parentId)}/${build.routes[id]?.path ?? ""}` : "";

/** The routes of the partial build that handles a path. */
function given(path: string): ServerBuild["routes"] {
  let found: ServerBuild | undefined;
  const handlerOf = (some: ServerBuild): RequestHandler => {
    return () => {
      found = some;
    };
  };
  withMatchingRoutes(build, handlerOf)({ originalUrl: path } as Request, {} as Response, () => undefined);
  if (!found) throw new Error(`nothing answers ${path}`);
  expect(Object.keys(found.assets.routes).sort()).toEqual(Object.keys(found.routes).sort());
  return found.routes;
}

const words = ["nuevo", "10000000-0000-4000-8000-000000000001", "a%2Fb", "ñ", "x/y/z"];
const paths = routes.flatMap(({ id }) => {
  const pattern = whole(id).replace(/\/{2,}/g, "/");
  const filled = words.map((word) => pattern.replace(/:\w+\??|\*/g, word));
  return filled.flatMap((path) => [path, `${path}/`.toUpperCase(), `${path}/de-mas?x=/admin`]);
});

test("matches every path to the same routes as the full build", () => {
  expect(routes.length).toBeGreaterThan(100);
  for (const path of paths) {
    const { pathname } = new URL(`http://susa${path}`);
    expect(matchIds(given(path), pathname), path).toEqual(matchIds(build.routes, pathname));
  }
});

test("passes Remix only a few routes for each path", () => {
  const most = (path: string) => Object.keys(given(path)).length;
  expect(most("/admin/clientes")).toBeLessThan(8);
  expect(most("/admin/citas/10000000-0000-4000-8000-000000000001/detalle")).toBeLessThan(12);
  expect(most("/no-existe")).toBeLessThan(4);
});
