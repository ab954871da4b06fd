import type { ServerBuild } from "@remix-run/node";

/** The segments of a route's full path, in lower case. */
export function pathOfRoute(id: string | undefined, routes: ServerBuild["routes"]): string[] {
  const route = id === undefined ? undefined : routes[id];
  if (!route) return [];
  return [...pathOfRoute(route.parentId, routes), ...(route.path ?? "").toLowerCase().split("/").filter(Boolean)];
}
