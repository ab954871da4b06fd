import { fileURLToPath } from "node:url";
import { defineConfig } from "vitest/config";

const here = (path: string) => fileURLToPath(new URL(path, import.meta.url));

export default defineConfig({
  root: here(".."),
  resolve: { alias: { "~": here("../app") } },
  test: {
    include: ["tests/**/*.test.ts"],
    globalSetup: here("global-setup.ts"),
    setupFiles: here("setup.ts"),
    // Files share a process, which loads the libraries once; setup.ts gives each its own database and application.
    pool: "forks",
    isolate: false,
    unstubGlobals: true,
    maxWorkers: 2,
    // `npm test` leaves these out; `npm run test:all` runs them.
    tags: [
      { name: "slow", description: "Kills and freezes processes, cuts connections, fills disks, or repeats a race many times." },
    ],
    // Generous: only for tests that hang, because a busy machine is many times slower than an idle one.
    testTimeout: 120_000,
    hookTimeout: 180_000,
    teardownTimeout: 60_000,
  },
});
