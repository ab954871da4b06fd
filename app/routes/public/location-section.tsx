import { PublicIcon } from "~/components/public/public-icon";
import { SectionTitle } from "~/components/public/section-title";
import { MAP_PAGES } from "~/content/mapas";
import { formatClocks, formatDays } from "~/format/dates";
import { type Apertura, formatHours } from "~/format/hours";
import { telUrl } from "~/format/links";
import type { Site } from "~/http/public-page.server";
import { OpenNow } from "./open-now";

/** Days on which the studio is closed, or the hours `de` to `a` of each; `begun` after the first day. */
export type Cierre = {
  id: string;
  desde: string;
  hasta: string;
  de: string | null;
  a: string | null;
  motivo: string | null;
  begun: boolean;
};

type Props = { estudio: Site["estudio"]; cierres: Cierre[]; apertura: Apertura | null };

/** Hours, address, telephone and map. The map loads into its frame only when its link is clicked, for the visitor's privacy. */
export function LocationSection({ estudio, cierres, apertura }: Props) {
  const { direccion, telefono, mapa_url, textos } = estudio;
  const hours = formatHours(estudio.horario);
  const isMapShown = mapa_url !== null && MAP_PAGES.some((page) => mapa_url.startsWith(`${page}?`));
  const route = mapa_url && !isMapShown ? mapa_url : direccion && searchUrl(direccion);
  return (
    <section className="band wrap place" id="location" aria-labelledby="location-title">
      <div>
        <SectionTitle id="location-title" title={textos.ubicacion_titulo} name="Ubicación" />
        {estudio.isFindable ? null : <p className="lead none">Pronto pondremos aquí cómo encontrarnos.</p>}
        <OpenNow apertura={apertura} />
        <dl>
          {route ? (
            <>
              <dt>Dirección</dt>
              <dd>
                {direccion ? <address>{direccion}</address> : null}
                <a className="link" href={route}>
                  Cómo llegar
                </a>
              </dd>
            </>
          ) : null}
          {hours.length + cierres.length > 0 ? <dt>Horario</dt> : null}
          {hours.map((stretch) => (
            <dd key={stretch}>{stretch}</dd>
          ))}
          {cierres.map((cierre) => (
            <dd key={cierre.id} className="closed">
              {formatCierre(cierre)}
            </dd>
          ))}
          {telefono ? (
            <>
              <dt>Teléfono</dt>
              <dd>
                <a className="link" href={telUrl(telefono)}>
                  {telefono}
                </a>
              </dd>
            </>
          ) : null}
        </dl>
      </div>
      {isMapShown ? (
        <div className={estudio.isOwn ? "map" : "map drawn"}>
          <iframe name="mapa" title="Mapa del estudio" />
          <p>
            <a className="button button-quiet" href={mapa_url} target="mapa">
              <PublicIcon name="place" />
              Ver mapa
            </a>
            <span>{`El mapa es de ${new URL(mapa_url).hostname.replace(/^www\./, "")} y no se abre hasta que lo pidas.`}</span>
          </p>
        </div>
      ) : null}
    </section>
  );
}

/** Google Maps looking for an address. */
function searchUrl(address: string): string {
  return `https://www.google.com/maps/search/?api=1&query=${encodeURIComponent(address)}`;
}

/** `Cerramos del jueves 24 de diciembre al sábado 2 de enero (Navidad).` After the first day: `Cerramos hasta el…` */
function formatCierre({ desde, hasta, de, a, motivo, begun }: Cierre): string {
  const days = begun ? `hasta el ${formatDays(hasta, hasta)}` : `${desde === hasta ? "el" : "del"} ${formatDays(desde, hasta)}`;
  const text = `Cerramos ${days}${de && a ? `, ${formatClocks(de, a)}` : ""}${motivo ? ` (${motivo})` : ""}`;
  return text.endsWith(".") ? text : `${text}.`;
}
