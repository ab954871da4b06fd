import { createHash } from "node:crypto";
import { readFileSync } from "node:fs";
import { join } from "node:path";
import type { AppLoadContext, EntryContext } from "@remix-run/node";
import { isRouteErrorResponse, RemixServer } from "@remix-run/react";
import { renderToString } from "react-dom/server";
import { DocumentContext } from "~/components/document";
import { db } from "~/db.server";
import { logError } from "~/log.server";
import publicCssHref from "~/styles/public.css";

const publicCss = readFileSync(join("public", publicCssHref), "utf8");

/** The CSP source of the style sheet that travels inside every public page. */
export const publicStyleHash = `'sha256-${createHash("sha256").update(publicCss).digest("base64")}'`;

export { makeAvifs, stopAvifs } from "~/storage/avif.server";

/** Lets go of the database, for a server that stops. */
export const disconnect = () => db.$disconnect();

export default function handleRequest(
  request: Request,
  status: number,
  headers: Headers,
  context: EntryContext,
  load: AppLoadContext,
) {
  // Whole pages, never streamed: without JavaScript a fallback would stay for ever.
  const html = renderToString(
    <DocumentContext.Provider value={{ nonce: load?.nonce, publicCss }}>
      <RemixServer context={context} url={request.url} />
    </DocumentContext.Provider>,
  );
  headers.set("Content-Type", "text/html; charset=utf-8");
  return new Response(`<!DOCTYPE html>${html}`, { status, headers });
}

export function handleError(error: unknown, { request }: { request: Request }) {
  // A page that does not exist is no fault of ours, and a visitor who left is none either.
  if (!request.signal.aborted && !isRouteErrorResponse(error))
    logError(`${request.method} ${new URL(request.url).pathname}`, error);
}
