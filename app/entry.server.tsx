import { createHash } from "node:crypto";
import { readFileSync } from "node:fs";
import { join } from "node:path";
import { setTimeout } from "node:timers/promises";
import type { AppLoadContext, EntryContext } from "@remix-run/node";
import { RemixServer } from "@remix-run/react";
import { renderToStaticMarkup, renderToString } from "react-dom/server";
import { DocumentContext } from "~/components/document-context";
import sprite from "~/components/icons.svg";
import { UnavailablePage } from "~/components/public/unavailable-page";
import { answers, db, longDb } from "~/database/client.server";
import { unexpectedError } from "~/http/error-pages.server";
import { siteOf } from "~/http/public-page.server";
import type { Sitio } from "~/models/estudio/apariencia.server";
import publicCssHref from "~/styles/public.css";
import { logError } from "./log.server";

const publicCss = readFileSync(join("public", publicCssHref), "utf8");
const iconPaths = new Map(
  [...readFileSync(join("public", sprite), "utf8").matchAll(/id="(\w+)".*? d="([^"]+)"/g)].map(([, name = "", path = ""]) => [
    name,
    path,
  ]),
);

/** The CSP source of the style sheet that is inlined in every public page. */
export const publicStyleHash = `'sha256-${createHash("sha256").update(publicCss).digest("base64")}'`;

export { poolFacts } from "~/database/client.server";
export { mayUse } from "~/http/guards.server";
export { hasKnownBrowser } from "~/http/session/known-browser.server";
export { needsSetupCode } from "~/http/session/sign-up.server";
export { releaseSolicitudes } from "~/models/citas/solicitud.server";
export { getSitio } from "~/models/estudio/apariencia.server";
export { getLastBackup } from "~/models/estudio/instalacion.server";
export { runInRequest } from "./log.server";
export { startNightlyBackups } from "./nightly-backup.server";
export { purgeExpired } from "./purge.server";

/** Renders the page for a public URL that cannot be shown, with the last known data of the studio. */
export function renderUnavailable(sitio: Sitio | undefined, retryPath: string): string {
  const site = sitio && siteOf(sitio);
  const page = (
    <DocumentContext.Provider value={{ iconPaths }}>
      <UnavailablePage site={site} retryPath={retryPath} publicCss={publicCss} />
    </DocumentContext.Provider>
  );
  return `<!DOCTYPE html>${renderToStaticMarkup(page)}`;
}

const READY_MS = 1_500;
let pendingCheck: Promise<boolean> | undefined;

/** Whether the database answers pages in time. Concurrent calls share one query. */
export function isReady(): Promise<boolean> {
  pendingCheck ??= Promise.race([answers(), setTimeout(READY_MS, false, { ref: false })]).finally(() => {
    pendingCheck = undefined;
  });
  return pendingCheck;
}

/** Closes the database connections when the server stops. */
export const disconnect = () => Promise.all([db.$disconnect(), longDb.$disconnect()]);

export default function handleRequest(
  request: Request,
  status: number,
  headers: Headers,
  context: EntryContext,
  load: AppLoadContext,
) {
  // Pages are not streamed: without JavaScript a Suspense fallback would never be replaced.
  try {
    const html = renderToString(
      <DocumentContext.Provider value={{ nonce: load?.nonce, publicCss, iconPaths }}>
        <RemixServer context={context} url={request.url} />
      </DocumentContext.Provider>,
    );
    headers.set("Content-Type", "text/html; charset=utf-8");
    return new Response(`<!DOCTYPE html>${html}`, { status, headers });
  } catch (error) {
    logError(`render ${context.staticHandlerContext.matches.at(-1)?.route.id}`, error);
    // As an answer, Remix gives it to the error page of the document and of the client alike; of an error it gives nothing.
    throw unexpectedError();
  }
}

/** What neither a loader, an action nor a page threw. An answer (404), or an aborted request, is no error of the application. */
export function handleError(error: unknown, { request }: { request: Request }) {
  if (!request.signal.aborted && error instanceof Error) logError(request.method, error);
}
