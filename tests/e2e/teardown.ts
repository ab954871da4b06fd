import { rmSync } from "node:fs";

/** Removes the temporary data folder of the run. */
export default function teardown() {
  if (process.env.E2E_DATA) rmSync(process.env.E2E_DATA, { recursive: true, force: true, maxRetries: 10, retryDelay: 200 });
}
