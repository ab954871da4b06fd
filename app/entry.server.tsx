import { createHash } from "node:crypto";
import { readFileSync } from "node:fs";
import { join } from "node:path";
import { setTimeout } from "node:timers/promises";
import type { AppLoadContext, EntryContext } from "@remix-run/node";
import { isRouteErrorResponse, RemixServer } from "@remix-run/react";
import { renderToStaticMarkup, renderToString } from "react-dom/server";
import { DocumentContext } from "~/components/document-context";
import sprite from "~/components/icons.svg";
import { UnavailablePage } from "~/components/public/unavailable-page";
import { checkMoments, db } from "~/database/client.server";
import { siteOf } from "~/http/public-page.server";
import type { Directorio } from "~/models/estudio/directorio.server";
import publicCssHref from "~/styles/public.css";
import { logError } from "./log.server";

const publicCss = readFileSync(join("public", publicCssHref), "utf8");
const iconPaths = new Map(
  [...readFileSync(join("public", sprite), "utf8").matchAll(/id="(\w+)".*? d="([^"]+)"/g)].map(([, name = "", path = ""]) => [
    name,
    path,
  ]),
);

/** The CSP source of the style sheet that travels inside every public page. */
export const publicStyleHash = `'sha256-${createHash("sha256").update(publicCss).digest("base64")}'`;

export { makeAvifs, stopAvifs } from "~/media/avif-worker.server";
export { readDirectorio } from "~/models/estudio/directorio.server";

/** The document that answers for a public page that cannot be shown, with what was last known of the studio. */
export function renderUnavailable(directorio: Directorio | undefined, again: string): string {
  const site = directorio && siteOf(directorio);
  const page = (
    <DocumentContext.Provider value={{ iconPaths }}>
      <UnavailablePage site={site} again={again} publicCss={publicCss} />
    </DocumentContext.Provider>
  );
  return `<!DOCTYPE html>${renderToStaticMarkup(page)}`;
}

/** For a server that starts: the sentence that says why the database cannot be trusted with moments, or null. */
export { checkMoments };

const READY_MS = 1_500;
let asked: Promise<boolean> | undefined;

/** Whether the database answers the application in time. However many ask at once, the database is asked once. */
export function isReady(): Promise<boolean> {
  asked ??= Promise.race([
    db.$queryRaw`SELECT 1`.then(
      () => true,
      () => false,
    ),
    setTimeout(READY_MS, false, { ref: false }),
  ]).finally(() => {
    asked = undefined;
  });
  return asked;
}

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
    <DocumentContext.Provider value={{ nonce: load?.nonce, publicCss, iconPaths }}>
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
