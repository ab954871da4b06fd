import { randomBytes } from "node:crypto";
import type { NextFunction, Request, Response } from "express";
import onHeaders from "on-headers";
import type { Config } from "./config";
import { contentSecurityPolicy, type PolicyOptions } from "./content-security-policy";
import { decodePath, isPrivatePath } from "./guards/private-path";
import { requestIdOf } from "./request-log";

export type Header = [name: string, value: string];

export type HeaderOptions = PolicyOptions & { https: boolean };

/** The security headers of every response to a path: pages, data, redirects, files, errors. */
export function securityHeadersFor(path: string, options: HeaderOptions): Header[] {
  const isPrivate = isPrivatePath(path);
  return [
    ["Content-Security-Policy", contentSecurityPolicy(decodePath(path), options)],
    ["X-Content-Type-Options", "nosniff"],
    // Not `no-referrer`: with it, browsers send `Origin: null` with our own forms.
    ["Referrer-Policy", isPrivate ? "same-origin" : "strict-origin-when-cross-origin"],
    ["Permissions-Policy", "camera=(), microphone=(), geolocation=(), payment=(), usb=(), browsing-topics=()"],
    ["Cross-Origin-Opener-Policy", "same-origin"],
    ...(isPrivate ? [["X-Robots-Tag", "noindex"] satisfies Header] : []),
    ...(options.https ? [["Strict-Transport-Security", "max-age=31536000"] satisfies Header] : []),
  ];
}

/** Middleware that sets the security headers, the id of the request and `Cache-Control` just before the headers of a response are sent. */
export function setSecurityHeaders(config: Config, publicStyleHash: string, development: boolean) {
  const https = config.publicUrl.protocol === "https:";
  return (request: Request, response: Response, next: NextFunction) => {
    const nonce = randomBytes(16).toString("base64");
    response.locals.nonce = nonce;
    const { path } = request;
    onHeaders(response, () => {
      const headers = securityHeadersFor(path, { https, nonce, publicStyleHash, development });
      // An error page has its own policy.
      for (const [name, value] of headers) if (!response.hasHeader(name)) response.setHeader(name, value);
      response.setHeader("X-Request-Id", requestIdOf(response));
      response.setHeader("Cache-Control", cacheControlFor(path, response.getHeader("Cache-Control")?.toString()));
      response.removeHeader("X-Powered-By");
    });
    next();
  };
}

/** The response's own `Cache-Control`; `no-store` if it has none or the path is private. */
function cacheControlFor(path: string, own: string | undefined): string {
  return own && !isPrivatePath(path) ? own : "no-store";
}
