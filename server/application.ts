import type { ServerBuild } from "@remix-run/node";
import type * as application from "../app/entry.server";

/** What the built application exports for the server in addition to its pages: app/entry.server.tsx. */
export function applicationOf(build: ServerBuild) {
  // Remix's type knows only its own exports of that module.
  return build.entry.module as unknown as typeof application;
}
