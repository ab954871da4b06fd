import { fileURLToPath } from "node:url";
import { defineConfig } from "vitest/config";

const here = (path: string) => fileURLToPath(new URL(path, import.meta.url));

export default defineConfig({
  root: here(".."),
  resolve: { alias: { "~": here("../app") } },
  test: {
    include: ["tests/{format,models,http,server}/**/*.test.ts"],
    globalSetup: here("global-setup.ts"),
    setupFiles: here("setup.ts"),
    // A process for each file: the application reads its environment once, when it is loaded.
    pool: "forks",
    maxWorkers: 2,
    testTimeout: 30_000,
    hookTimeout: 60_000,
  },
});
