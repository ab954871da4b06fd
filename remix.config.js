/** @type {import("@remix-run/dev").AppConfig} */
export default {
  server: "app/build.server.ts",
  serverModuleFormat: "esm",
  serverPlatform: "node",
  tailwind: false,
  postcss: true,
  ignoredRouteFiles: ["**/.*"],
  future: {
    v3_fetcherPersist: true,
    v3_relativeSplatPath: true,
    v3_throwAbortReason: true,
    // Denial-of-service advisories without a fix in Remix 2 (docs/decisions/0002).
    v3_singleFetch: false,
    v3_lazyRouteDiscovery: false,
  },
};
