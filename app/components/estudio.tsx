import { formatHours, schemaHours } from "~/format/hours";
import { telUrl } from "~/format/links";
import { Icon } from "./icon";
import type { Site } from "./public";

// Where the studio is and when it opens: for who visits, and for search engines.

/** Address, hours, telephone and map. The map comes into its frame when its link is followed: until then nobody else learns of the visit. */
export function Ubicacion({ estudio }: { estudio: Site["estudio"] }) {
  return (
    <section className="band wrap place" id="location" aria-labelledby="location-title">
      <div>
        <h2 id="location-title">Ubicación</h2>
        <dl>
          <dt>Dirección</dt>
          <dd>
            <address>{estudio.direccion}</address>
            <a className="link" href={`https://www.google.com/maps/search/?api=1&query=${encodeURIComponent(estudio.direccion)}`}>
              Cómo llegar
            </a>
          </dd>
          <dt>Horario</dt>
          {formatHours(estudio.horario).map((stretch) => (
            <dd key={stretch}>{stretch}</dd>
          ))}
          <dt>Teléfono</dt>
          <dd>
            <a className="link" href={telUrl(estudio.telefono)}>
              {estudio.telefono}
            </a>
          </dd>
        </dl>
      </div>
      {estudio.mapa_url ? (
        <div className="map">
          <iframe name="mapa" title="Mapa del estudio" />
          <p>
            <a className="button button-quiet" href={estudio.mapa_url} target="mapa">
              <Icon name="place" />
              Ver mapa
            </a>
            {`El mapa viene de ${new URL(estudio.mapa_url).hostname.replace(/^www\./, "")} y se carga solo si lo pides.`}
          </p>
        </div>
      ) : null}
    </section>
  );
}

/** The studio as schema.org's `BeautySalon`, for the page's JSON-LD. */
export function beautySalon({ estudio, origin }: Site) {
  return {
    "@context": "https://schema.org",
    "@type": "BeautySalon",
    name: estudio.nombre,
    url: `${origin}/`,
    image: `${origin}/art/og.png`,
    telephone: estudio.telefono,
    address: {
      "@type": "PostalAddress",
      streetAddress: estudio.direccion,
      addressLocality: estudio.ciudad,
      addressCountry: "MX",
    },
    openingHoursSpecification: schemaHours(estudio.horario),
    currenciesAccepted: "MXN",
    sameAs: [estudio.instagram_url, estudio.facebook_url].filter(Boolean),
  };
}
