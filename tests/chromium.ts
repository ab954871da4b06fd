import { execFileSync } from "node:child_process";
import { existsSync } from "node:fs";

// The shell without a window comes first: it is a third faster.
const SYSTEM = [
  "/usr/bin/chromium-headless-shell",
  "/usr/bin/chromium",
  "/usr/bin/chromium-browser",
  "/usr/bin/google-chrome-stable",
  "/usr/bin/google-chrome",
];

/** Finds the system's browser; undefined means Playwright's own. */
export function findChromium(): string | undefined {
  return SYSTEM.find((path) => existsSync(path));
}

// Run as a script (`npm run verify`), installs a browser if the machine has none.
if (process.argv[1]?.endsWith("chromium.ts") && !findChromium()) {
  const run = (command: string, ...args: string[]) => execFileSync(command, args, { stdio: "inherit" });
  try {
    run("npx", "playwright", "install", "--only-shell", "chromium");
  } catch {
    if (process.getuid?.() !== 0) throw new Error("No browser: install Chromium, or run as root on Debian.");
    run("apt-get", "update", "-qq");
    run("apt-get", "install", "-y", "-qq", "--no-install-recommends", "chromium-headless-shell");
  }
}
