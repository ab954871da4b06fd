import type { ServerBuild } from "@remix-run/node";
import { matchRoutes } from "@remix-run/react";

type Routes = ServerBuild["routes"];
type Route = Parameters<typeof matchRoutes>[0][number];

/** The routes of a build as React Router takes them. */
function toRouteObjects(routes: Routes, parentId?: string): Route[] {
  return Object.values(routes)
    .filter((route) => route.parentId === parentId)
    .map(({ id, path, index }) => (index ? { id, index } : { id, path, children: toRouteObjects(routes, id) }));
}

/** The ids and parameters of the routes that answer a path, from the root on; null when none does. */
export function matchIds(routes: Routes, path: string) {
  return matchRoutes(toRouteObjects(routes), path)?.map(({ route, params }) => [route.id, params] as const) ?? null;
}
