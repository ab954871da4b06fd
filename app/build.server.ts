import { routes as rawRoutes } from "@remix-run/dev/server-build";
import type { ServerBuild } from "@remix-run/node";
import { withErrorPages } from "~/http/error-pages.server";
import { withFormLists } from "~/http/form/field-names.server";

// What the server imports as build/index.js: the framework's build, whose routes answer with an error page when the database is
// unavailable, and take only the lists of rows that they declare.

export * from "@remix-run/dev/server-build";

export const routes: ServerBuild["routes"] = Object.fromEntries(
  Object.entries(rawRoutes).map(([id, route]) => [id, { ...route, module: withErrorPages(id, withFormLists(route.module)) }]),
);
