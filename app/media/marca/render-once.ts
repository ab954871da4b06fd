import { setTimeout } from "node:timers/promises";
import { logError } from "~/log.server";
import { concurrencyLimit } from "~/media/concurrency";

export type Rendered = { bytes: Buffer /** False for a fallback, which is tried again soon. */; isFinal: boolean };

const DEADLINE_MS = 8_000;
const RETRY_MS = 60_000;

type Kept = { version: string; rendered: Promise<Rendered>; retryAt: number };

// One entry for each file, the latest version: six small pictures.
const kept = new Map<string, Kept>();
const withLimit = concurrencyLimit(1);

/**
 * Renders the file `name` once for each `version`, one at a time; concurrent requests share it. When that fails or takes too long,
 * gives what `fallback` renders, and tries again after a minute.
 */
export function renderOnce(
  name: string,
  version: string,
  render: () => Promise<Buffer>,
  fallback: () => Promise<Buffer>,
): Promise<Rendered> {
  const present = kept.get(name);
  if (present?.version === version && Date.now() < present.retryAt) return present.rendered;
  const entry: Kept = { version, retryAt: Number.POSITIVE_INFINITY, rendered: attempt() };
  kept.set(name, entry);
  return entry.rendered;

  async function attempt(): Promise<Rendered> {
    try {
      return { bytes: await withLimit(1, () => inTime(render())), isFinal: true };
    } catch (error) {
      logError(`marca ${name}`, error);
      entry.retryAt = Date.now() + RETRY_MS;
      return { bytes: await fallback(), isFinal: false };
    }
  }
}

async function inTime<T>(work: Promise<T>): Promise<T> {
  const late = setTimeout(DEADLINE_MS, null, { ref: false }).then(() => Promise.reject(new Error("Timed out")));
  return Promise.race([work, late]);
}
