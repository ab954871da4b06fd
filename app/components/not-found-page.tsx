import { useRouteLoaderData } from "@remix-run/react";
import { contactUrl } from "~/format/links";
import type { Site } from "~/http/public-page.server";
import { CenteredPage, HomeLink } from "./centered-page";

/** The 404 page of the website, with ways on, and of the back-office. */
export function NotFoundPage() {
  const site = useRouteLoaderData("routes/public/layout") as Site | undefined;
  return (
    <CenteredPage>
      <p className="kicker">404</p>
      <h1 className="text-4xl sm:text-5xl" lang="en">
        Oops! Page not found
      </h1>
      <p className="text-lg text-balance text-soft">
        {site
          ? "No encontramos esa página, pero con gusto te ayudamos a llegar a lo que buscas."
          : "No encontramos esa página. Puede que la dirección haya cambiado o que le falte una letra."}
      </p>
      {site ? <WaysOn {...site} /> : null}
      <HomeLink />
    </CenteredPage>
  );
}

function WaysOn({ estudio }: Site) {
  const contact = estudio.whatsapp
    ? contactUrl(estudio, `Hola, ${estudio.nombre}. No encontré lo que buscaba en su página.`)
    : null;
  return (
    <p className="actions justify-center">
      <a className="button button-quiet" href="/#services">
        Servicios
      </a>
      <a className="button button-quiet" href="/precios">
        Precios
      </a>
      {contact ? (
        <a className="button button-quiet" href={contact}>
          WhatsApp
        </a>
      ) : null}
    </p>
  );
}
