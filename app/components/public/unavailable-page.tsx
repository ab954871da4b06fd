import { telUrl, whatsappUrl } from "~/format/links";
import type { Site } from "~/http/public-page.server";
import { PublicIcon } from "./public-icon";
import { SiteFrame } from "./site-frame";

type UnavailablePageProps = { site: Site | undefined; retryPath: string; publicCss: string };

/**
 * The document for a public page when the database is unavailable and no copy of it is cached. `site` is the last known data for
 * the header and footer, and `retryPath` the path of the link that tries again.
 */
export function UnavailablePage({ site, retryPath, publicCss }: UnavailablePageProps) {
  const estudio = site?.estudio;
  return (
    <html lang="es-MX">
      <head>
        <meta charSet="utf-8" />
        <meta name="viewport" content="width=device-width, initial-scale=1" />
        <meta name="color-scheme" content="light dark" />
        <title>{estudio ? `${estudio.nombre} · Volvemos en un momento` : "Volvemos en un momento"}</title>
        {/* biome-ignore lint/security/noDangerouslySetInnerHtml: a style sheet of this project; React would escape its quotes. */}
        <style dangerouslySetInnerHTML={{ __html: publicCss }} />
      </head>
      <body>
        <SiteFrame site={site} pathname="">
          <main id="contenido">
            <div className="wrap page notice" role="alert">
              <h1>Volvemos en un momento</h1>
              <p className="lead">
                {estudio && (estudio.whatsapp || estudio.telefono)
                  ? "Ahora no podemos mostrarte esta página. Si es por una cita, escríbenos o llámanos."
                  : "Ahora no podemos mostrarte esta página. Espera un momento y vuelve a intentarlo."}
              </p>
              <p className="actions">
                {estudio?.whatsapp ? (
                  <a
                    className="button"
                    href={whatsappUrl(estudio.whatsapp, `Hola, ${estudio.nombre}. Me gustaría agendar una cita.`)}
                  >
                    <PublicIcon name="whatsapp" />
                    Escríbenos por WhatsApp
                  </a>
                ) : null}
                {estudio?.telefono ? (
                  <a className="button button-quiet" href={telUrl(estudio.telefono)}>
                    {`Llama al ${estudio.telefono}`}
                  </a>
                ) : null}
                <a className="button button-quiet" href={retryPath}>
                  Volver a intentar
                </a>
              </p>
            </div>
          </main>
        </SiteFrame>
      </body>
    </html>
  );
}
