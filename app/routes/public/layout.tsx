import { type HeadersFunction, json, type LoaderFunctionArgs } from "@remix-run/node";
import { isRouteErrorResponse, Outlet, useLoaderData, useLocation, useRouteError, useRouteLoaderData } from "@remix-run/react";
import { ErrorPage } from "~/components/error-page";
import { NotFoundPage } from "~/components/not-found-page";
import { SiteFrame } from "~/components/public/site-frame";
import { WaysOn } from "~/components/public/ways-on";
import { or503, orUndefined } from "~/http/guards.server";
import type { Site } from "~/http/public-page.server";
import { pageOrCopy, siteOf } from "~/http/public-page.server";
import { groundOf } from "~/media/marca/ground.server";
import { listEquipo } from "~/models/equipo/equipo.server";
import { getSitio, listOfrecidas } from "~/models/estudio/apariencia.server";

export async function loader({ request }: LoaderFunctionArgs) {
  const ofrecidas = orUndefined(listOfrecidas(), "layout: categorías");
  const equipo = orUndefined(listEquipo(), "layout: equipo");
  const sitio = await or503(getSitio(ofrecidas.then((read) => read ?? [])));
  const { logo } = sitio.apariencia;
  const site = siteOf(sitio, new URL(request.url).origin, logo ? await groundOf(logo) : undefined, (await equipo)?.length !== 0);
  return (await ofrecidas) ? json<Site>(site) : pageOrCopy<Site>(site);
}

export const headers: HeadersFunction = ({ loaderHeaders }) => loaderHeaders;

export default function Public() {
  const site = useLoaderData<typeof loader>();
  return (
    <SiteFrame site={site} pathname={useLocation().pathname}>
      <Outlet context={site satisfies Site} />
    </SiteFrame>
  );
}

export function ErrorBoundary() {
  const error = useRouteError();
  const site = useRouteLoaderData<typeof loader>("routes/public/layout");
  return (
    <SiteFrame site={site} pathname={useLocation().pathname}>
      <main id="contenido">
        {site && isRouteErrorResponse(error) && error.status === 404 ? (
          <NotFoundPage>
            <WaysOn {...site} />
          </NotFoundPage>
        ) : (
          <ErrorPage error={error} />
        )}
      </main>
    </SiteFrame>
  );
}
