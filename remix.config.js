import { statSync } from "node:fs";

const TABLE = new URL("./app/routes.js", import.meta.url);

/** @type {import("@remix-run/dev").AppConfig} */
export default {
  server: "app/build.server.ts",
  serverModuleFormat: "esm",
  serverPlatform: "node",
  tailwind: false,
  postcss: true,
  ignoredRouteFiles: ["**/*"],
  async routes(defineRoutes) {
    // Node keeps a module it has imported: with the file's time of change in its address, a changed table is read again.
    const { default: table } = await import(`${TABLE}?${statSync(TABLE).mtimeMs}`);
    return defineRoutes((route) => addRoutes(route, table));
  },
  future: {
    v3_fetcherPersist: true,
    v3_relativeSplatPath: true,
    v3_throwAbortReason: true,
    // Denial-of-service advisories without a fix in Remix 2 (docs/decisions/0002).
    v3_singleFetch: false,
    v3_lazyRouteDiscovery: false,
  },
};

function addRoutes(route, table, used = new Set()) {
  for (const [path, entry] of Object.entries(table)) {
    const [file, children = {}] = [entry].flat();
    const own = `routes/${file.replace(/\.tsx$/, "")}`;
    // A file that serves several paths needs an id for each of them.
    const id = used.has(own) ? `${own}-${path}` : own;
    used.add(id);
    const address = path === "" || path === "/" ? undefined : path;
    route(address, `routes/${file}`, { id, index: path === "/" }, () => addRoutes(route, children, used));
  }
}
