import { setTimeout } from "node:timers/promises";
import { StartError } from "./config";
import { startPostgres } from "./postgres";

// How long to wait before each new start, and after how long without an end the next one is the first again.
const PAUSES_MS = [250, 500, 1_000, 2_000, 4_000];
const WELL_MS = 60_000;

export type SupervisedPostgres = {
  url: string;
  stop: () => Promise<void>;
  /** Settles, with what to say, when the database ended and could not be started again. */
  lost: Promise<StartError>;
};

/** The embedded PostgreSQL, started again when it ends by itself, at the same address: pools reconnect by themselves. */
export async function supervisePostgres(dataDir: string): Promise<SupervisedPostgres> {
  let postgres = await startPostgres(dataDir);
  const { url } = postgres;
  let stopping = false;

  async function supervise(): Promise<StartError> {
    let tries = 0;
    let began = Date.now();
    let failure: unknown;
    for (;;) {
      // Of a start that failed, this is still the end of the one before it.
      await postgres.died;
      if (stopping) break;
      if (Date.now() - began > WELL_MS) tries = 0;
      const pause = PAUSES_MS[tries++];
      if (pause === undefined)
        return failure instanceof StartError ? failure : new StartError("La base de datos incluida se detuvo.");
      console.error("La base de datos incluida se detuvo: arranca otra vez.");
      await setTimeout(pause);
      if (stopping) break;
      try {
        failure = undefined;
        postgres = await startPostgres(dataDir, {}, Number(new URL(url).port));
      } catch (error) {
        failure = error;
      }
      began = Date.now();
    }
    // Nothing was lost.
    return new Promise(() => undefined);
  }

  return {
    url,
    lost: supervise(),
    stop: () => {
      stopping = true;
      return postgres.stop();
    },
  };
}
