import { randomUUID } from "node:crypto";
import type { RequestListener, ServerResponse } from "node:http";
import type { RequestHandler } from "express";
import { type LoggedRequest, log } from "~/log.server";

/**
 * What the log says of a request. Not its path, query, headers or address: they can have a secret or personal data in them.
 * `status` is missing if the client left before its answer was complete.
 */
export type RequestFacts = LoggedRequest & { method: string; status?: number; aborted?: true; ms: number };

const requests = new WeakMap<ServerResponse, LoggedRequest>();

/** A new id for a request, never taken from the client: short enough to be read aloud. */
export const newRequestId = () => randomUUID().slice(0, 8);

/** The id of the request that a response answers. */
export const requestIdOf = (response: ServerResponse) => requests.get(response)?.id ?? "";

/** Names what answers a request in the log, where that is no loader or action. */
export function setRoute(response: ServerResponse, route: string): void {
  const request = requests.get(response);
  if (request) request.route = route;
}

/** Middleware that does so. */
export function answeredBy(route: string): RequestHandler {
  return (_request, response, next) => {
    setRoute(response, route);
    next();
  };
}

/** Gives each request an id, and logs one line when it is answered or aborted. `run` is the application's. */
export function logRequests(
  listener: RequestListener,
  run: (request: LoggedRequest, work: () => void) => void,
  observe: (facts: RequestFacts) => void = () => undefined,
): RequestListener {
  return (request, response) => {
    const startedAt = performance.now();
    const logged: LoggedRequest = { id: newRequestId(), route: "none" };
    requests.set(response, logged);
    response.once("close", () => {
      const facts: RequestFacts = {
        ...logged,
        method: request.method ?? "",
        ...(response.writableFinished ? { status: response.statusCode } : { aborted: true }),
        ms: Math.round((performance.now() - startedAt) * 10) / 10,
      };
      if (facts.status !== undefined && facts.status >= 500) log.warn(facts);
      else log.info(facts);
      observe(facts);
    });
    run(logged, () => listener(request, response));
  };
}
