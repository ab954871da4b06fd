import { cli } from "@remix-run/dev";
import emptyModules from "@remix-run/dev/dist/compiler/plugins/emptyModules.js";
import { logger } from "@remix-run/dev/dist/tux/logger.js";

// Runs `remix build --sourcemap`, because the log needs the map of the server. It warns that the maps of the browser show the
// source, but compress-assets.ts deletes those.
const { warn } = logger;
logger.warn = (message, options) => {
  if (!message.includes("source maps enabled in production")) warn(message, options);
};
// What a page imports of the server is an empty module for the browser. Said to have no effect, it is left out; otherwise a phone
// asks for each as a file of its own, up to twenty before a form comes alive.
const { emptyModulesPlugin } = emptyModules;
emptyModules.emptyModulesPlugin = (...options) => {
  const { name, setup } = emptyModulesPlugin(...options);
  return {
    name,
    setup: (build) =>
      setup({
        ...build,
        onResolve: (filter, resolve) =>
          build.onResolve(filter, async (module) => {
            const empty = await resolve(module);
            return empty && { ...empty, sideEffects: false };
          }),
      }),
  };
};
await cli.run(["build", "--sourcemap"]);
// As Remix's own command does, because its compiler would keep the process alive.
process.exit();
