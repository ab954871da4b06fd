import type { ServerBuild } from "@remix-run/node";
import { matchRoutes } from "@remix-run/react";

type Routes = ServerBuild["routes"];
type Route = Parameters<typeof matchRoutes>[0][number];

/** Converts the routes of a build to React Router's route objects. */
function toRouteObjects(routes: Routes, parentId?: string): Route[] {
  return Object.values(routes)
    .filter((route) => route.parentId === parentId)
    .map(({ id, path, index }) => (index ? { id, index } : { id, path, children: toRouteObjects(routes, id) }));
}

/** Gives the ids and parameters of the routes that match a path, from the root down; null without a match. */
export function matchIds(routes: Routes, path: string) {
  return matchRoutes(toRouteObjects(routes), path)?.map(({ route, params }) => [route.id, params] as const) ?? null;
}
