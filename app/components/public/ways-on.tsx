import { contactUrl } from "~/format/links";
import type { Site } from "~/http/public-page.server";

/** Links for a client whose address leads to no page of the website. */
export function WaysOn({ estudio }: Site) {
  const contact = estudio.whatsapp
    ? contactUrl(estudio, `Hola, ${estudio.nombre}. No encontré lo que buscaba en su página.`)
    : null;
  return (
    <>
      <p className="text-lg text-balance text-soft">
        No encontramos esa página, pero con gusto te ayudamos a llegar a lo que buscas.
      </p>
      <p className="actions justify-center">
        <a className="button button-quiet px-4" href="/#services">
          Servicios
        </a>
        <a className="button button-quiet px-4" href="/precios">
          Precios
        </a>
        {contact ? (
          <a className="button button-quiet px-4" href={contact}>
            WhatsApp
          </a>
        ) : null}
      </p>
    </>
  );
}
