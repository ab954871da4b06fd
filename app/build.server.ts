import { routes as plain } from "@remix-run/dev/server-build";
import type { ServerBuild } from "@remix-run/node";
import { withErrorPages } from "~/http/error-pages.server";

// What the server imports as build/index.js: the framework's build, in which a screen that meets a database that is away
// answers with a page instead of ending in an error.

export * from "@remix-run/dev/server-build";

export const routes: ServerBuild["routes"] = Object.fromEntries(
  Object.entries(plain).map(([id, route]) => [id, { ...route, module: withErrorPages(route.module) }]),
);
