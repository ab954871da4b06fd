import type { ServerBuild } from "@remix-run/node";
import type * as application from "../app/entry.server";

/** The segments of a route's full path, in lower case. */
export function pathOfRoute(id: string | undefined, routes: ServerBuild["routes"]): string[] {
  const route = id === undefined ? undefined : routes[id];
  if (!route) return [];
  return [...pathOfRoute(route.parentId, routes), ...(route.path ?? "").toLowerCase().split("/").filter(Boolean)];
}

/** What the built application exports for the server in addition to its pages: app/entry.server.tsx. */
export function applicationOf(build: ServerBuild) {
  // Remix's type knows only its own exports of that module.
  return build.entry.module as unknown as typeof application;
}
