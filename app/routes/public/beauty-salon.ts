import { schemaHours } from "~/format/hours";
import type { Site } from "~/http/public-page.server";
import type { Cierre } from "./location-section";

/** The studio as schema.org's `BeautySalon`, for the page's JSON-LD. */
export function beautySalon({ estudio, apariencia, origin }: Site, cierres: Cierre[]) {
  const wholeDays = cierres.filter(({ de }) => de === null);
  return {
    "@context": "https://schema.org",
    "@type": "BeautySalon",
    name: estudio.nombre,
    url: `${origin}/`,
    image: `${origin}${apariencia.compartir}`,
    telephone: estudio.telefono || undefined,
    address: {
      "@type": "PostalAddress",
      streetAddress: estudio.direccion || undefined,
      addressLocality: (estudio.isFindable && estudio.ciudad) || undefined,
      addressCountry: "MX",
    },
    openingHoursSpecification: schemaHours(estudio.horario),
    specialOpeningHoursSpecification: wholeDays.length > 0 ? wholeDays.map(closedDays) : undefined,
    currenciesAccepted: "MXN",
    sameAs: [estudio.instagram_url, estudio.facebook_url].filter(Boolean),
  };
}

/** Days closed all day, as schema.org writes them. */
function closedDays({ desde, hasta }: Cierre) {
  return { "@type": "OpeningHoursSpecification", validFrom: desde, validThrough: hasta, opens: "00:00", closes: "00:00" };
}
