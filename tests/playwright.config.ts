import { randomBytes } from "node:crypto";
import { mkdtempSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { defineConfig } from "@playwright/test";
import { findChromium } from "./chromium";

// Workers read this file too and inherit the port and the folder of the run. Two runs have different ports, below the system's
// ephemeral ports and those of the other tests.
process.env.E2E_PORT ??= String(12_000 + (process.pid % 8_000));
const PORT = process.env.E2E_PORT;
// With it a test makes the links that clients are sent.
process.env.E2E_SECRET ??= randomBytes(32).toString("hex");
process.env.E2E_DATA ??= mkdtempSync(join(tmpdir(), "susa-e2e-"));

const ALL_JOURNEYS = /e2e\/(journeys|expired-session|servicios|citas)\.spec/;
// What the others do without scripts, the tests of the routes do by plain requests.
const withoutScripts = process.env.TEST_ALL ? ALL_JOURNEYS : /e2e\/journeys\.spec/;
const dependencies = ["owner"];

export default defineConfig({
  testDir: "e2e",
  outputDir: "../test-results",
  globalTeardown: "./e2e/teardown.ts",
  workers: 2,
  // Generous: only for tests that hang, because a busy machine is many times slower than an idle one.
  timeout: 120_000,
  expect: { timeout: 20_000 },
  reporter: [["line"]],
  use: {
    baseURL: `http://127.0.0.1:${PORT}`,
    locale: "es-MX",
    timezoneId: "America/Mexico_City",
    launchOptions: {
      executablePath: findChromium(),
      args: ["--no-sandbox", "--disable-quic", "--disable-background-networking"],
    },
  },
  projects: [
    { name: "owner", testMatch: /owner\.setup/ },
    // The journeys with JavaScript, without it, and (TEST_ALL) with script files that never load.
    { name: "con-js", testMatch: ALL_JOURNEYS, dependencies, use: { viewport: { width: 1280, height: 900 } } },
    {
      name: "sin-js",
      testMatch: withoutScripts,
      dependencies,
      use: { javaScriptEnabled: false, viewport: { width: 390, height: 844 } },
    },
    ...(process.env.TEST_ALL
      ? [{ name: "js-perdido", testMatch: ALL_JOURNEYS, dependencies, use: { viewport: { width: 390, height: 844 } } }]
      : []),
    { name: "paginas", testMatch: /(pages-[a-z]+|budget|enhancements|sending)\.spec/, dependencies },
  ],
  webServer: {
    command: "node --enable-source-maps build/server.js --demo",
    cwd: "..",
    url: `http://127.0.0.1:${PORT}/salud`,
    timeout: 180_000,
    env: {
      ...{ PORT, DATA_DIR: process.env.E2E_DATA, SIGNUP: "approval", DATABASE_URL: "" },
      SESSION_SECRET: process.env.E2E_SECRET,
    },
    gracefulShutdown: { signal: "SIGTERM", timeout: 60_000 },
  },
});
