import type { ReactNode } from "react";
import { PUBLIC_PAGES } from "~/content/public-pages";
import { keepTimes } from "~/format/dates";
import { formatHours } from "~/format/hours";
import { telUrl } from "~/format/links";
import type { Site } from "~/http/public-page.server";
import { Logo, shapeOf } from "./logo";
import { PublicIcon } from "./public-icon";

const PAGES = Object.entries(PUBLIC_PAGES);

const SECTIONS: [path: string, name: string][] = [
  ["/#services", "Servicios"],
  ["/precios", "Precios"],
  ["/#testimonials", "Testimonios"],
  ["/#location", "Ubicación"],
];

/** The header and footer of a public page. `site` is undefined when the studio's data could not be read. */
export function SiteFrame({ site, pathname, children }: { site: Site | undefined; pathname: string; children: ReactNode }) {
  return (
    <>
      {site?.apariencia.css ? <link rel="stylesheet" href={site.apariencia.css} /> : null}
      <a className="skip" href="#contenido">
        Saltar al contenido
      </a>
      <TopBar site={site} pathname={pathname} />
      {children}
      <Footer site={site} />
    </>
  );
}

/** On small screens the menu is open while the URL ends in #menu, so every link in it closes it. Wide ones leave Precios out. */
function TopBar({ site, pathname }: { site: Site | undefined; pathname: string }) {
  const pages = PAGES.filter(([href]) => href !== "/about" || site?.estudio.hasAbout !== false);
  return (
    <header className="bar" id="barra">
      <div className="wrap">
        <a className="brand" href="/">
          {site ? <Brand site={site} /> : <span>Inicio</span>}
        </a>
        <a className="menu-open" href="#menu">
          Menú
          <PublicIcon name="menu" />
        </a>
        <nav id="menu" aria-label="Principal">
          <a className="menu-close" href="#barra">
            Cerrar menú
            <PublicIcon name="close" />
          </a>
          <ul>
            {[...pages, ...SECTIONS].map(([href, label]) => (
              <li key={href} className={href === "/precios" ? "narrow" : undefined}>
                <a href={href} aria-current={href === pathname ? "page" : undefined}>
                  {label}
                </a>
              </li>
            ))}
          </ul>
          <a className={site?.estudio.whatsapp || site?.estudio.telefono ? "button" : "button button-quiet"} href="/#contact">
            Agenda Cita
          </a>
          <a className="door" href="/dashboard">
            Admin
          </a>
        </nav>
      </div>
    </header>
  );
}

/** The logo, with the studio's name beside it unless it is wide enough to be a name itself; or its mark and name. */
function Brand({ site: { estudio, apariencia } }: { site: Site }) {
  const { logo } = apariencia;
  const isName = logo !== null && shapeOf(logo) === "wide";
  return (
    <>
      {logo ? (
        <Logo picture={logo} name={isName ? estudio.nombre : ""} />
      ) : estudio.isOwn ? (
        <i className="mark">{[...estudio.nombre.trim()][0]}</i>
      ) : (
        <img src="/art/marca.svg" alt="" width="40" height="40" />
      )}
      {isName ? null : <span>{estudio.nombre}</span>}
    </>
  );
}

function Footer({ site }: { site: Site | undefined }) {
  const estudio = site?.estudio;
  const logo = site?.apariencia.logo;
  const redes = [
    ["instagram", "Instagram", estudio?.instagram_url ?? ""] as const,
    ["facebook", "Facebook", estudio?.facebook_url ?? ""] as const,
  ].filter(([, , url]) => url);
  return (
    <footer className="foot">
      <div className="wrap">
        {estudio ? (
          <div>
            <p className="foot-name">{logo ? <Logo picture={logo} name={estudio.nombre} /> : estudio.nombre}</p>
            <p>
              {estudio.direccion}
              {formatHours(estudio.horario).map((stretch) => (
                <span key={stretch}>{keepTimes(stretch)}</span>
              ))}
              {estudio.telefono ? <a href={telUrl(estudio.telefono)}>{estudio.telefono}</a> : null}
            </p>
          </div>
        ) : null}
        <nav aria-label="Secciones">
          <ul>
            {[...SECTIONS, ["/#contact", "Contacto"]].map(([href, label]) => (
              <li key={href}>
                <a href={href}>{label}</a>
              </li>
            ))}
            {estudio?.hasAviso ? (
              <li>
                <a href="/aviso-de-privacidad">Aviso de privacidad</a>
              </li>
            ) : null}
          </ul>
        </nav>
        {redes.length > 0 ? (
          <ul aria-label="Redes sociales">
            {redes.map(([icon, name, url]) => (
              <li key={icon}>
                <a href={url}>
                  <PublicIcon name={icon} />
                  {name}
                </a>
              </li>
            ))}
          </ul>
        ) : null}
      </div>
    </footer>
  );
}
