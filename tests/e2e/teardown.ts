import { rmSync } from "node:fs";

/** Removes the temporary data folder of the run. The server still runs and may write into it, so a rest of it may stay. */
export default function teardown() {
  try {
    if (process.env.E2E_DATA) rmSync(process.env.E2E_DATA, { recursive: true, force: true, maxRetries: 10, retryDelay: 200 });
  } catch (error) {
    console.warn(`A rest of the data folder stayed: ${(error as Error).message}`);
  }
}
