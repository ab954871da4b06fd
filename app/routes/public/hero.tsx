import { heroOf, Photo } from "~/components/public/photo";
import { PublicIcon } from "~/components/public/public-icon";
import type { Apertura } from "~/format/hours";
import { formatOneDecimal } from "~/format/numbers";
import type { Site } from "~/http/public-page.server";
import { OpenNow } from "./open-now";

/** The first screen of Home: what the studio says of itself, the way to book, whether it is open, and its picture. */
export function Hero({ estudio, picture, apertura, testimonios }: Props) {
  const canBook = Boolean(estudio.whatsapp || estudio.telefono);
  const lead = estudio.hero_texto || (canBook ? null : "Estamos preparando todo para recibirte.");
  return (
    <section className="hero wrap">
      <div>
        {estudio.textos.portada_linea ? <p className="kicker">{estudio.textos.portada_linea}</p> : null}
        <h1>{estudio.hero_titulo ?? estudio.nombre}</h1>
        {lead ? <p className="lead">{lead}</p> : null}
        <p className="actions">
          <a className={canBook ? "button" : "button button-quiet"} href="#contact">
            Agenda tu Cita
          </a>
          <a className="button button-quiet" href="#services">
            Ver Servicios
          </a>
        </p>
        <Rating testimonios={testimonios} />
        <OpenNow apertura={apertura} />
      </div>
      {picture ? (
        <Photo picture={picture} alt="" sizes="(width >= 48rem) min(42vw, 34.5rem), 100vw" highPriority />
      ) : (
        <img
          src={heroOf(estudio)}
          alt=""
          width="960"
          height="1080"
          fetchpriority="high"
          className={estudio.isOwn ? "mark" : undefined}
        />
      )}
    </section>
  );
}

/** The mean rating, rounded down; of fewer than three it would say little. */
function Rating({ testimonios }: Pick<Props, "testimonios">) {
  if (testimonios.length < 3) return null;
  const sum = testimonios.reduce((all, { rating }) => all + rating, 0);
  return (
    <a className="rating" href="#testimonials">
      <PublicIcon name="star" filled />
      {`${formatOneDecimal(Math.floor((10 * sum) / testimonios.length) / 10)} de 5 · ${testimonios.length} opiniones`}
    </a>
  );
}

type Props = {
  estudio: Site["estudio"];
  picture: Site["apariencia"]["hero"];
  apertura: Apertura | null;
  testimonios: { rating: number }[];
};
