import type { ServerBuild } from "@remix-run/node";
import type { RequestHandler } from "express";

type Routes = ServerBuild["routes"];

/**
 * Handles each request with a handler that knows only the routes its path can match: Remix compares a path with all of its
 * routes three times, which took a fifth of the time of an admin page. `createHandler` makes the handler for a build.
 */
export function withMatchingRoutes(build: ServerBuild, createHandler: (build: ServerBuild) => RequestHandler): RequestHandler {
  const fullHandler = createHandler(build);
  const handlers = new Map<string, RequestHandler>();
  const patterns = Object.keys(build.routes).map((id) => ({ id, segments: pathOfRoute(id, build.routes) }));
  return (request, response, next) => {
    // Parsed as Remix does it. A percent-encoded path could match any pattern.
    const { pathname } = new URL(`http://susa${request.originalUrl}`);
    if (pathname.includes("%")) return fullHandler(request, response, next);
    const path = pathname.toLowerCase().split("/").filter(Boolean);
    const ids = patterns.filter(({ segments }) => canMatch(path, segments)).map(({ id }) => id);
    // Bounded: there are few different sets of routes.
    const key = ids.join(" ");
    if (!handlers.has(key)) handlers.set(key, createHandler(partialBuild(build, ids)));
    handlers.get(key)?.(request, response, next);
  };
}

/** The segments of a route's full path, in lower case. */
export function pathOfRoute(id: string | undefined, routes: Routes): string[] {
  const route = id === undefined ? undefined : routes[id];
  if (!route) return [];
  return [...pathOfRoute(route.parentId, routes), ...(route.path ?? "").toLowerCase().split("/").filter(Boolean)];
}

/** Whether a path could match a pattern. May be true for a path that does not, never false for one that does. */
function canMatch(path: string[], pattern: string[]): boolean {
  const variable = pattern.findIndex((segment) => segment === "*" || segment.endsWith("?"));
  if (variable === -1 ? path.length !== pattern.length : path.length < variable) return false;
  return pattern
    .slice(0, variable === -1 ? undefined : variable)
    .every((segment, n) => segment.includes(":") || segment === path[n]);
}

/** A build with only the given routes and their ancestors. */
function partialBuild(build: ServerBuild, ids: string[]): ServerBuild {
  const included = new Set(["root"]);
  for (let id of ids) for (; id && !included.has(id); id = build.routes[id]?.parentId ?? "") included.add(id);
  const pick = <Route>(routes: Record<string, Route>) =>
    Object.fromEntries(Object.entries(routes).filter(([id]) => included.has(id)));
  return { ...build, routes: pick(build.routes), assets: { ...build.assets, routes: pick(build.assets.routes) } };
}
