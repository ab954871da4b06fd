import type { ServerBuild } from "@remix-run/node";
import type { RequestHandler } from "express";

type Routes = ServerBuild["routes"];

/**
 * Answers each request by a handler that knows only the routes which its path can mean. Remix compares a path with all of its
 * routes three times over, which was a fifth of what an admin page costs. `handlerOf` makes the handler of a build.
 */
export function withMatchingRoutes(build: ServerBuild, handlerOf: (build: ServerBuild) => RequestHandler): RequestHandler {
  const whole = handlerOf(build);
  const handlers = new Map<string, RequestHandler>();
  const patterns = Object.keys(build.routes).map((id) => ({ id, words: segmentsOf(id, build.routes) }));
  return (request, response, next) => {
    // As Remix reads it. What is escaped may stand for any letter.
    const { pathname } = new URL(`http://susa${request.originalUrl}`);
    if (pathname.includes("%")) return whole(request, response, next);
    const path = pathname.toLowerCase().split("/").filter(Boolean);
    const ids = patterns.filter(({ words }) => canMatch(path, words)).map(({ id }) => id);
    const key = ids.join(" ");
    // As many as there are sets of routes that one path can mean.
    if (!handlers.has(key)) handlers.set(key, handlerOf(buildOf(build, ids)));
    handlers.get(key)?.(request, response, next);
  };
}

/** The words of a route's whole path, from the root on. */
function segmentsOf(id: string | undefined, routes: Routes): string[] {
  const route = id === undefined ? undefined : routes[id];
  if (!route) return [];
  return [...segmentsOf(route.parentId, routes), ...(route.path ?? "").toLowerCase().split("/").filter(Boolean)];
}

/** Whether a path may be one of a pattern's: never false for one that is. */
function canMatch(path: string[], pattern: string[]): boolean {
  const open = pattern.findIndex((word) => word === "*" || word.endsWith("?"));
  if (open === -1 ? path.length !== pattern.length : path.length < open) return false;
  return pattern.slice(0, open === -1 ? undefined : open).every((word, n) => word.includes(":") || word === path[n]);
}

/** A build of some routes and of those around them. */
function buildOf(build: ServerBuild, ids: string[]): ServerBuild {
  const kept = new Set(["root"]);
  for (let id of ids) for (; id && !kept.has(id); id = build.routes[id]?.parentId ?? "") kept.add(id);
  const only = <Route>(routes: Record<string, Route>) =>
    Object.fromEntries(Object.entries(routes).filter(([id]) => kept.has(id)));
  return { ...build, routes: only(build.routes), assets: { ...build.assets, routes: only(build.assets.routes) } };
}
