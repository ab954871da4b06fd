import { setTimeout as sleep } from "node:timers/promises";
import { log } from "~/log.server";
import { StartError } from "../start-error";
import { startPostgres } from "./embedded-postgres";

// The delay before each restart. After five seconds without a crash the count starts again: what ends it now and then (the system
// short of memory, somebody) must not take the website along, only a database that cannot run at all.
const RESTART_DELAYS_MS = [250, 500, 1_000, 2_000, 4_000];
const STABLE_MS = 5_000;

export type SupervisedPostgres = {
  url: string;
  stop: () => Promise<void>;
  /** Resolves, with the error to report, when PostgreSQL exited and could not be restarted. */
  failed: Promise<StartError>;
};

/** Starts the embedded PostgreSQL and restarts it when it exits, on the same port, so connection pools can reconnect. */
export async function supervisePostgres(dataDir: string): Promise<SupervisedPostgres> {
  let postgres = await startPostgres(dataDir);
  const { url } = postgres;
  let isStopping = false;

  async function restartOnExit(): Promise<StartError> {
    let restarts = 0;
    let startedAt = Date.now();
    let lastError: unknown;
    for (;;) {
      // If the last restart failed, `postgres` is still the process before it, and this resolves at once.
      await postgres.exited;
      if (isStopping) break;
      if (Date.now() - startedAt > STABLE_MS) restarts = 0;
      const delay = RESTART_DELAYS_MS[restarts++];
      if (delay === undefined)
        return lastError instanceof StartError ? lastError : new StartError("La base de datos incluida se detuvo.");
      await sleep(delay);
      if (isStopping) break;
      // Only now: what it wrote last may arrive after its exit.
      log.error({ postgres: postgres.lastWords() }, "La base de datos incluida se detuvo: arranca otra vez.");
      try {
        lastError = undefined;
        postgres = await startPostgres(dataDir, {}, Number(new URL(url).port));
      } catch (error) {
        lastError = error;
      }
      startedAt = Date.now();
    }
    // Stopped on purpose: `failed` never resolves.
    return new Promise(() => undefined);
  }

  return {
    url,
    failed: restartOnExit(),
    stop: () => {
      isStopping = true;
      return postgres.stop();
    },
  };
}
