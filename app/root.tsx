import type { LinksFunction, MetaFunction } from "@remix-run/node";
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
import type { RouteHandle } from "~/http/route-handle";
import adminCssHref from "~/styles/admin.css";

export const links: LinksFunction = () => [
  { rel: "icon", href: "/icons/favicon.svg", type: "image/svg+xml" },
  { rel: "apple-touch-icon", href: "/icons/icon-180.png" },
  { rel: "manifest", href: "/manifest.webmanifest" },
];

export const meta: MetaFunction = ({ error }) => [
  {
    title: isRouteErrorResponse(error) && error.status === 404 ? "No encontramos esa página" : error ? "Algo salió mal" : "Susa",
  },
];

/** Only screens with `handle.hydrate` load the framework's JavaScript and the admin style sheet. */
export function Layout({ children }: { children: ReactNode }) {
  const { nonce, publicCss } = useContext(DocumentContext);
  const hydrate = useMatches().some(({ handle }) => (handle as RouteHandle | undefined)?.hydrate);
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
