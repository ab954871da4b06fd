import { createHash, timingSafeEqual } from "node:crypto";
import { setTimeout as sleep } from "node:timers/promises";
import type { RequestHandler } from "express";
import type { applicationOf } from "./application";
import type { RequestFacts } from "./request-log";

// Longer than a database that works needs for a row; shorter than the patience of a monitor.
const BACKUP_READ_MS = 1_000;
const SECONDS = [0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1, 2.5, 5, 10];

export type Metrics = { observe: (facts: RequestFacts) => void; endpoint: RequestHandler };

/** Counts requests, and answers GET /metrics in Prometheus' text format to who sends `token`; 401 to others. */
export function createMetrics(
  token: string,
  application: Pick<ReturnType<typeof applicationOf>, "poolFacts" | "getLastBackup">,
): Metrics {
  const loaded = load(application);
  return {
    observe: ({ method, route, status, ms }) => {
      void loaded.then(({ requests, seconds }) => {
        requests.inc({ method, route, status: status === undefined ? "aborted" : `${Math.floor(status / 100)}xx` });
        seconds.observe({ route }, ms / 1_000);
      });
    },
    endpoint: async ({ headers }, response) => {
      // Of digests, because values of different lengths cannot be compared in constant time.
      if (!timingSafeEqual(digest(headers.authorization ?? ""), digest(`Bearer ${token}`)))
        return void response.status(401).end();
      const { registry } = await loaded;
      response.type(registry.contentType).send(await registry.metrics());
    },
  };
}

const digest = (text: string) => createHash("sha256").update(text).digest();

async function load({ poolFacts, getLastBackup }: Parameters<typeof createMetrics>[1]) {
  // Imported here, because a server without a token never needs it.
  const { collectDefaultMetrics, Counter, Gauge, Histogram, Registry } = await import("prom-client");
  const registry = new Registry();
  const registers = [registry];
  collectDefaultMetrics({ register: registry });
  new Gauge({
    name: "susa_database_connections",
    help: "Connections of the application's pools in use and idle, and queries that wait for one.",
    labelNames: ["pool", "state"],
    registers,
    collect() {
      for (const { pool, ...states } of poolFacts())
        for (const [state, count] of Object.entries(states)) this.set({ pool, state }, count);
    },
  });
  new Gauge({
    name: "susa_last_backup_age_seconds",
    help: "Seconds since the last nightly backup; absent before the first, and while the database does not answer.",
    registers,
    async collect() {
      const made = await Promise.race([getLastBackup().catch(() => null), sleep(BACKUP_READ_MS, null, { ref: false })]);
      this.remove();
      if (made !== null) this.set((Date.now() - made.getTime()) / 1_000);
    },
  });
  const requests = new Counter({
    name: "susa_http_requests_total",
    help: "Requests by method, route and class of status.",
    labelNames: ["method", "route", "status"],
    registers,
  });
  const seconds = new Histogram({
    name: "susa_http_request_seconds",
    help: "How long requests took, by route.",
    labelNames: ["route"],
    buckets: SECONDS,
    registers,
  });
  return { registry, requests, seconds };
}
