import type { ServerBuild } from "@remix-run/node";
import { pathOfRoute } from "./application";

/**
 * Gives for a URL (path and query) a handler that knows only the routes its path can match. With all routes, Remix compares each
 * path with each of them four times and converts them once more to render. `createHandler` makes the handler of a build.
 */
export function handlersByRoutes<Handler>(
  build: ServerBuild,
  createHandler: (build: ServerBuild) => Handler,
): (url: string) => Handler {
  const patterns = Object.keys(build.routes).map((id) => ({ id, segments: pathOfRoute(id, build.routes) }));
  const fullHandler = createHandler(build);
  // Bounded, because few sets of routes can match the same path.
  const handlers = new Map<string, Handler>();
  return (url) => {
    // Parsed as Remix does it. A percent-encoded path could match any pattern.
    const { pathname } = new URL(`http://susa${url}`);
    if (pathname.includes("%")) return fullHandler;
    const path = pathname.toLowerCase().split("/").filter(Boolean);
    const ids = patterns.filter(({ segments }) => canMatch(path, segments)).map(({ id }) => id);
    const key = ids.join(" ");
    const known = handlers.get(key);
    if (known) return known;
    const handler = createHandler(partialBuild(build, ids));
    handlers.set(key, handler);
    return handler;
  };
}

/** Whether a path could match a pattern: also true for some that do not, never false for one that does. */
function canMatch(path: string[], pattern: string[]): boolean {
  const variable = pattern.findIndex((segment) => segment === "*" || segment.endsWith("?"));
  if (variable === -1 ? path.length !== pattern.length : path.length < variable) return false;
  return pattern
    .slice(0, variable === -1 ? undefined : variable)
    .every((segment, n) => segment.startsWith(":") || segment === path[n]);
}

/** A build with only the given routes and their ancestors. The browser reads all routes from a file of the whole build. */
function partialBuild(build: ServerBuild, ids: string[]): ServerBuild {
  const included = new Set(ids.flatMap((id) => lineOf(id, build.routes)));
  const pick = <Route>(routes: Record<string, Route>) =>
    Object.fromEntries(Object.entries(routes).filter(([id]) => included.has(id)));
  return { ...build, routes: pick(build.routes), assets: { ...build.assets, routes: pick(build.assets.routes) } };
}

/** A route's id and those of its ancestors. */
function lineOf(id: string | undefined, routes: ServerBuild["routes"]): string[] {
  return id === undefined ? [] : [id, ...lineOf(routes[id]?.parentId, routes)];
}
