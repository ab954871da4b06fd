import { rmSync } from "node:fs";

/** Removes the folder that the run made for itself. */
export default function teardown() {
  if (process.env.E2E_DATA) rmSync(process.env.E2E_DATA, { recursive: true, force: true, maxRetries: 10, retryDelay: 200 });
}
