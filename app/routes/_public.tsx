import { json, type LoaderFunctionArgs } from "@remix-run/node";
import { Outlet, useLoaderData, useLocation, useRouteError, useRouteLoaderData } from "@remix-run/react";
import type { ReactNode } from "react";
import { ErrorPage } from "~/components/error";
import { Icon } from "~/components/icon";
import { Logo, type Site } from "~/components/public";
import { formatHours } from "~/format/hours";
import { telUrl } from "~/format/links";
import type { Picture } from "~/format/picture";
import { orUnavailable } from "~/http/guards.server";
import { getApariencia } from "~/models/apariencia.server";
import { getConfiguracion } from "~/models/configuracion.server";

export async function loader({ request }: LoaderFunctionArgs) {
  const [estudio, { acento, logo, hero, updated_at }] = await orUnavailable(Promise.all([getConfiguracion(), getApariencia()]));
  // A new address for each version: browsers keep it for ever.
  const css = acento && `/apariencia.css?v=${Date.parse(updated_at)}`;
  return json<Site>({
    estudio,
    apariencia: { logo, hero, css },
    origin: process.env.PUBLIC_URL ?? new URL(request.url).origin,
  });
}

export default function Public() {
  const site = useLoaderData<typeof loader>();
  return (
    <Frame site={site}>
      <Outlet context={site satisfies Site} />
    </Frame>
  );
}

export function ErrorBoundary() {
  const error = useRouteError();
  const site = useRouteLoaderData<typeof loader>("routes/_public");
  return (
    <Frame site={site}>
      <main id="contenido">
        <ErrorPage error={error} />
      </main>
    </Frame>
  );
}

const LINKS = [
  ["/", "Inicio"],
  ["/about", "Nosotros"],
  ["/gallery", "Galería"],
  ["/#services", "Servicios"],
  ["/#testimonials", "Testimonios"],
  ["/#location", "Ubicación"],
] as const;

/** Navigation above, footer below. The studio is unknown on a page that says it could not be read. */
function Frame({ site, children }: { site: Site | undefined; children: ReactNode }) {
  return (
    <>
      {site?.apariencia.css ? <link rel="stylesheet" href={site.apariencia.css} /> : null}
      <a className="skip" href="#contenido">
        Saltar al contenido
      </a>
      <TopBar name={site?.estudio.nombre ?? "Susa"} logo={site?.apariencia.logo} />
      {children}
      <Footer estudio={site?.estudio} logo={site?.apariencia.logo} />
    </>
  );
}

/** The menu of small screens is open while the address ends in #menu, so every link in it closes it. */
function TopBar({ name, logo }: { name: string; logo: Picture | null | undefined }) {
  const { pathname } = useLocation();
  return (
    <header className="bar" id="barra">
      <div className="wrap">
        <a className="brand" href="/">
          {logo ? (
            <Logo picture={logo} name={name} />
          ) : (
            <>
              <img src="/art/marca.svg" alt="" width="40" height="40" />
              <span>{name}</span>
            </>
          )}
        </a>
        <a className="menu-open" href="#menu">
          Menú
          <Icon name="menu" />
        </a>
        <nav id="menu" aria-label="Principal">
          <a className="menu-close" href="#barra">
            Cerrar menú
            <Icon name="close" />
          </a>
          <ul>
            {LINKS.map(([href, label]) => (
              <li key={href}>
                <a href={href} aria-current={href === pathname ? "page" : undefined}>
                  {label}
                </a>
              </li>
            ))}
          </ul>
          <a className="button" href="/#contact">
            Agenda Cita
          </a>
          <a className="button button-quiet" href="/dashboard">
            Admin
          </a>
        </nav>
      </div>
    </header>
  );
}

function Footer({ estudio, logo }: { estudio: Site["estudio"] | undefined; logo: Picture | null | undefined }) {
  return (
    <footer className="foot">
      <div className="wrap">
        <div>
          <p className="foot-name">
            {estudio && logo ? <Logo picture={logo} name={estudio.nombre} /> : (estudio?.nombre ?? "Susa")}
          </p>
          {estudio ? (
            <p>
              {estudio.direccion}
              {formatHours(estudio.horario).map((stretch) => (
                <span key={stretch}>{stretch}</span>
              ))}
              <a href={telUrl(estudio.telefono)}>{estudio.telefono}</a>
            </p>
          ) : null}
        </div>
        <nav aria-label="Secciones">
          <ul>
            <li>
              <a href="/#services">Servicios</a>
            </li>
            <li>
              <a href="/#testimonials">Testimonios</a>
            </li>
            <li>
              <a href="/#location">Ubicación</a>
            </li>
            <li>
              <a href="/#contact">Contacto</a>
            </li>
          </ul>
        </nav>
        {estudio?.instagram_url || estudio?.facebook_url ? (
          <ul aria-label="Redes sociales">
            {estudio.instagram_url ? (
              <li>
                <a href={estudio.instagram_url}>
                  <Icon name="instagram" />
                  Instagram
                </a>
              </li>
            ) : null}
            {estudio.facebook_url ? (
              <li>
                <a href={estudio.facebook_url}>
                  <Icon name="facebook" />
                  Facebook
                </a>
              </li>
            ) : null}
          </ul>
        ) : null}
      </div>
    </footer>
  );
}
