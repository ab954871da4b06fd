import type { RequestHandler } from "express";

/** How far the start has come: no database yet, applying migrations, or done; and whether the server is about to stop. */
export type Readiness = "unavailable" | "migrating" | "ready" | "stopping";

/** For a proxy that chooses where to send visitors: 200 only while the database answers the application, else 503. */
export function readinessCheck(readiness: () => Readiness, isReady: () => Promise<boolean>): RequestHandler {
  return async (_request, response) => {
    if (readiness() === "stopping") return void response.status(503).json({ estado: "se detiene" });
    const ready = readiness() === "ready" && (await isReady());
    response.status(ready ? 200 : 503).json({ estado: ready ? "ok" : "sin base de datos" });
  };
}

/** For the program that restarts containers: 200 while the process runs, even without its database. */
export const livenessCheck: RequestHandler = (_request, response) => {
  response.json({ estado: "vivo" });
};
