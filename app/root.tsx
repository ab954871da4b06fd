import type { MetaFunction } from "@remix-run/node";
import {
  isRouteErrorResponse,
  Links,
  LiveReload,
  Meta,
  Outlet,
  Scripts,
  ScrollRestoration,
  useMatches,
  useRouteError,
} from "@remix-run/react";
import { type ReactNode, useContext } from "react";
import { DocumentContext } from "~/components/document-context";
import { ErrorPage } from "~/components/error-page";
import type { Site } from "~/http/public-page.server";
import type { RouteHandle } from "~/http/route-handle";
import adminCssHref from "~/styles/admin.css";

export const meta: MetaFunction = ({ error }) => [
  {
    title: isRouteErrorResponse(error) && error.status === 404 ? "No encontramos esa página" : error ? "Algo salió mal" : "Susa",
  },
];

/** Only screens with `handle.hydrate` load the framework's JavaScript and the admin style sheet. */
export function Layout({ children }: { children: ReactNode }) {
  const { nonce, publicCss } = useContext(DocumentContext);
  const matches = useMatches();
  const hydrate = matches.some(({ handle }) => (handle as RouteHandle | undefined)?.hydrate);
  // Public pages know the version of the icons. Elsewhere they are revalidated.
  const { iconos = "" } = (matches[1]?.data as Partial<Site> | undefined)?.apariencia ?? {};
  return (
    <html lang="es-MX">
      <head>
        <meta charSet="utf-8" />
        <meta name="viewport" content="width=device-width, initial-scale=1" />
        <meta name="color-scheme" content="light dark" />
        <meta name="theme-color" content="#fbf6f1" media="(prefers-color-scheme: light)" />
        <meta name="theme-color" content="#180d14" media="(prefers-color-scheme: dark)" />
        <Meta />
        {hydrate ? (
          <link rel="stylesheet" href={adminCssHref} />
        ) : (
          // biome-ignore lint/security/noDangerouslySetInnerHtml: a style sheet of this project; React would escape its quotes.
          <style dangerouslySetInnerHTML={{ __html: publicCss ?? "" }} />
        )}
        <Links />
        <link rel="icon" href={`/icono.svg${iconos}`} type="image/svg+xml" sizes="any" />
        <link rel="icon" href={`/icono-192.png${iconos}`} type="image/png" sizes="192x192" />
        <link rel="apple-touch-icon" href={`/icono-180.png${iconos}`} />
        <link rel="manifest" href="/manifest.webmanifest" />
      </head>
      <body>
        {children}
        {hydrate ? (
          <>
            <ScrollRestoration nonce={nonce} />
            <Scripts nonce={nonce} />
            <LiveReload nonce={nonce} />
          </>
        ) : null}
      </body>
    </html>
  );
}

export default function App() {
  return <Outlet />;
}

export function ErrorBoundary() {
  return (
    <main id="contenido">
      <ErrorPage error={useRouteError()} />
    </main>
  );
}
