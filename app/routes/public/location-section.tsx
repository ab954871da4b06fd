import { PublicIcon } from "~/components/public/public-icon";
import { formatDays } from "~/format/dates";
import { formatHours } from "~/format/hours";
import { telUrl } from "~/format/links";
import type { Site } from "~/http/public-page.server";

/** A range of days on which the studio is closed; `begun` after its first day. */
export type Cierre = { id: string; desde: string; hasta: string; motivo: string | null; begun: boolean };

/** Address, hours, telephone and map. The map loads into its frame only when its link is clicked, for the visitor's privacy. */
export function LocationSection({ estudio, cierres }: { estudio: Site["estudio"]; cierres: Cierre[] }) {
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
          {cierres.map((cierre) => (
            <dd key={cierre.id} className="closed">
              {formatCierre(cierre)}
            </dd>
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
              <PublicIcon name="place" />
              Ver mapa
            </a>
            {`El mapa viene de ${new URL(estudio.mapa_url).hostname.replace(/^www\./, "")} y se carga solo si lo pides.`}
          </p>
        </div>
      ) : null}
    </section>
  );
}

/** `Cerramos del jueves 24 de diciembre al sábado 2 de enero (Navidad).` After the first day: `Cerramos hasta el…` */
function formatCierre({ desde, hasta, motivo, begun }: Cierre): string {
  const days = begun ? `hasta el ${formatDays(hasta, hasta)}` : `${desde === hasta ? "el" : "del"} ${formatDays(desde, hasta)}`;
  return `Cerramos ${days}${motivo ? ` (${motivo})` : ""}.`;
}
