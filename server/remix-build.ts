import { cli } from "@remix-run/dev";
import { logger } from "@remix-run/dev/dist/tux/logger.js";

// Runs `remix build --sourcemap`, because the log needs the map of the server. It warns that the maps of the browser show the
// source, but compress-assets.ts deletes those.
const { warn } = logger;
logger.warn = (message, options) => {
  if (!message.includes("source maps enabled in production")) warn(message, options);
};
await cli.run(["build", "--sourcemap"]);
// As Remix's own command does, because its compiler would keep the process alive.
process.exit();
