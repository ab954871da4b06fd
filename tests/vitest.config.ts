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
    // One process per file, because the application reads its environment once, when it is loaded.
    pool: "forks",
    maxWorkers: 2,
    // Generous: only for tests that hang, because a busy machine is many times slower than an idle one.
    testTimeout: 120_000,
    hookTimeout: 180_000,
  },
});
