import { json, type LoaderFunctionArgs } from "@remix-run/node";
import { Outlet, useLoaderData, useLocation, useRouteError, useRouteLoaderData } from "@remix-run/react";
import { ErrorPage } from "~/components/error-page";
import { SiteFrame } from "~/components/public/site-frame";
import { or503 } from "~/http/guards.server";
import type { Site } from "~/http/public-page.server";
import { siteOf } from "~/http/public-page.server";
import { groundOf } from "~/media/marca/ground.server";
import { getSitio } from "~/models/estudio/apariencia.server";

export async function loader({ request }: LoaderFunctionArgs) {
  const sitio = await or503(getSitio());
  const { logo } = sitio.apariencia;
  return json<Site>(siteOf(sitio, new URL(request.url).origin, logo ? await groundOf(logo) : undefined));
}

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
        <ErrorPage error={error} />
      </main>
    </SiteFrame>
  );
}
