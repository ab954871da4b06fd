import { heroDrawing } from "~/components/public/hero-drawing";
import { Photo } from "~/components/public/photo";
import type { Apertura } from "~/format/hours";
import type { Site } from "~/http/public-page.server";
import { OpenNow } from "./open-now";

/** The first screen of Home: what the studio says of itself, the way to book, whether it is open, and its picture. */
export function Hero({
  estudio,
  picture,
  apertura,
}: {
  estudio: Site["estudio"];
  picture: Photograph;
  apertura: Apertura | null;
}) {
  return (
    <section className="hero wrap">
      <div>
        {estudio.textos.portada_linea ? <p className="kicker">{estudio.textos.portada_linea}</p> : null}
        <h1>{estudio.hero_titulo ?? estudio.nombre}</h1>
        {estudio.hero_texto ? <p className="lead">{estudio.hero_texto}</p> : null}
        <p className="actions">
          <a className="button" href="#contact">
            Agenda tu Cita
          </a>
          <a className="button button-quiet" href="#services">
            Ver Servicios
          </a>
        </p>
        <OpenNow apertura={apertura} />
      </div>
      {picture ? (
        <Photo picture={picture} alt="" sizes="(width >= 48rem) min(42vw, 34.5rem), 100vw" highPriority />
      ) : (
        <img src={heroDrawing(estudio)} alt="" width="960" height="1080" fetchpriority="high" />
      )}
    </section>
  );
}

type Photograph = Site["apariencia"]["hero"];
