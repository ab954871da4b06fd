import { fileURLToPath } from "node:url";
import { defineConfig } from "vitest/config";

const here = (path: string) => fileURLToPath(new URL(path, import.meta.url));

export default defineConfig({
  root: here(".."),
  resolve: { alias: { "~": here("../app") } },
  test: {
    include: ["tests/{format,models,database,media,http,server}/**/*.test.ts"],
    globalSetup: here("global-setup.ts"),
    setupFiles: here("setup.ts"),
    // A process for each file: the application reads its environment once, when it is loaded.
    pool: "forks",
    maxWorkers: 2,
    // For a test that hangs: a machine with other work to do takes many times as long as an idle one.
    testTimeout: 120_000,
    hookTimeout: 180_000,
  },
});
