import { statSync } from "node:fs";

const ROUTES_FILE = new URL("./app/routes.js", import.meta.url);

/** @type {import("@remix-run/dev").AppConfig} */
export default {
  server: "app/build.server.ts",
  serverModuleFormat: "esm",
  serverPlatform: "node",
  tailwind: false,
  postcss: true,
  ignoredRouteFiles: ["**/*"],
  async routes(defineRoutes) {
    // Node caches imported modules; with the modification time in the URL, a changed file is read again.
    const { default: routes } = await import(`${ROUTES_FILE}?${statSync(ROUTES_FILE).mtimeMs}`);
    return defineRoutes((route) => addRoutes(route, routes));
  },
  future: {
    v3_fetcherPersist: true,
    v3_relativeSplatPath: true,
    v3_throwAbortReason: true,
    // Off, because of denial-of-service advisories without a fix in Remix 2 (docs/decisions/0001).
    v3_singleFetch: false,
    v3_lazyRouteDiscovery: false,
  },
};

function addRoutes(route, routes, usedIds = new Set()) {
  for (const [path, entry] of Object.entries(routes)) {
    const [file, children = {}] = [entry].flat();
    const fileId = `routes/${file.replace(/\.tsx$/, "")}`;
    // A file that serves several paths needs a different id for each.
    const id = usedIds.has(fileId) ? `${fileId}-${usedIds.size}` : fileId;
    usedIds.add(id);
    const routePath = path === "" || path === "/" ? undefined : path;
    route(routePath, `routes/${file}`, { id, index: path === "/" }, () => addRoutes(route, children, usedIds));
  }
}
