import type { NextFunction, Request, Response } from "express";
import type { Config } from "../config";
import { sendErrorPage } from "../error-page";

/** Middleware that rejects requests for other host names with 421. */
export function requireKnownHost(config: Config) {
  return (request: Request, response: Response, next: NextFunction) => {
    // Remix would build URLs from this header without any check.
    delete request.headers["x-forwarded-host"];
    if (isKnownHost(config, request.headers.host)) return next();
    sendErrorPage(
      response,
      421,
      "Dirección desconocida",
      "Este servidor no atiende esa dirección. Revisa que esté bien escrita.",
    );
  };
}

/** Whether we serve the host of a `Host` header: answering to any host would allow poisoned links and caches. */
export function isKnownHost(config: Config, host: string | undefined): boolean {
  const name = hostName(host);
  const isLocal = name === "localhost" || /^(\d{1,3}\.){3}\d{1,3}$/.test(name) || name.startsWith("[");
  return config.allowedHosts.has(name) || (config.allowLocalHosts && isLocal);
}

/** Whether a request has at most one `Host` header: of two, a proxy could have checked the other one. */
export function hasOneHost(rawHeaders: readonly string[]): boolean {
  let hosts = 0;
  for (let n = 0; n < rawHeaders.length; n += 2) if (rawHeaders[n]?.toLowerCase() === "host") hosts++;
  return hosts < 2;
}

/** The name in a `Host` header, without the port; empty if it is malformed. */
function hostName(host = ""): string {
  const isHost = /^([\w.-]+|\[[\da-f:.]+\])(:\d+)?$/i.test(host) && URL.canParse(`http://${host}`);
  return isHost ? new URL(`http://${host}`).hostname : "";
}
