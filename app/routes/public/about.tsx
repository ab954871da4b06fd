import type { MetaFunction } from "@remix-run/node";
import { useLoaderData, useOutletContext } from "@remix-run/react";
import { publicHead } from "~/components/public/head";
import { heroDrawing } from "~/components/public/hero-drawing";
import { Photo } from "~/components/public/photo";
import { orUndefined } from "~/http/guards.server";
import type { Site } from "~/http/public-page.server";
import { publicPage } from "~/http/public-page.server";
import { listEquipo } from "~/models/equipo/equipo.server";
import { Team } from "./team";

export async function loader() {
  const equipo = await orUndefined(listEquipo(), "about: equipo");
  return publicPage({ equipo }, equipo !== undefined);
}

export { publicHeaders as headers } from "~/http/public-page.server";

export const meta: MetaFunction<typeof loader> = ({ matches }) => {
  const site = matches.find(({ id }) => id === "routes/public/layout")?.data as Site | undefined;
  if (!site) return [{ title: "Nosotros" }];
  const { nosotros_meta_titulo, nosotros_meta } = site.estudio.textos;
  return publicHead(matches, { title: nosotros_meta_titulo || "Nosotros", description: nosotros_meta, path: "/about" });
};

export default function About() {
  const { equipo } = useLoaderData<typeof loader>();
  const { estudio, apariencia } = useOutletContext<Site>();
  const { textos, frase, frase_autora } = estudio;
  const hasStory = estudio.biografia || frase || equipo?.length !== 0;
  const actions = (
    <p className="actions">
      <a className={hasStory || estudio.whatsapp || estudio.telefono ? "button" : "button button-quiet"} href="/#contact">
        Agenda tu Cita
      </a>
      <a className="button button-quiet" href="/gallery">
        Nuestros Trabajos
      </a>
    </p>
  );
  return (
    <main id="contenido">
      <article className="about wrap">
        {hasStory || apariencia.retrato ? (
          <Portrait apariencia={apariencia} isOwn={estudio.isOwn} />
        ) : (
          <img src={heroDrawing(estudio)} alt="" width="960" height="1080" fetchpriority="high" />
        )}
        <div>
          {textos.nosotros_linea ? <p className="kicker">{textos.nosotros_linea}</p> : null}
          <h1>{textos.nosotros_titulo || estudio.nombre}</h1>
          {estudio.biografia?.split(/\n{2,}/).map((paragraph) => (
            <p key={paragraph}>{paragraph}</p>
          ))}
          <Figures textos={textos} />
          {hasStory ? null : (
            <>
              <p>Estamos preparando esta página. Muy pronto te contaremos aquí quiénes somos y cómo trabajamos.</p>
              {actions}
            </>
          )}
        </div>
      </article>
      <Team title={textos.equipo_titulo} equipo={equipo} />
      {frase ? (
        <figure className="band quote">
          <div className="wrap">
            <img src="/art/hoja.svg" alt="" width="400" height="400" loading="lazy" />
            <blockquote>{frase}</blockquote>
            {frase_autora ? <figcaption>{frase_autora}</figcaption> : null}
          </div>
        </figure>
      ) : null}
      {hasStory ? (
        <section className="band wrap" aria-label="Agenda tu Cita">
          {textos.nosotros_cierre ? <h2>{textos.nosotros_cierre}</h2> : null}
          {actions}
        </section>
      ) : null}
    </main>
  );
}

/** The founder: her photograph, or the drawn one of the example studio. Other studios have none until they upload it. */
function Portrait({ apariencia: { retrato, retrato_visible }, isOwn }: { apariencia: Site["apariencia"]; isOwn: boolean }) {
  if (!retrato_visible) return null;
  if (retrato)
    return (
      <Photo
        picture={retrato}
        alt="Retrato de la fundadora del estudio"
        sizes="(width >= 48rem) min(38vw, 32rem), calc(100vw - 2.5rem)"
        highPriority
      />
    );
  if (isOwn) return null;
  return (
    <img
      src="/art/retratos/fundadora.svg"
      alt="Retrato dibujado de la fundadora del estudio"
      width="800"
      height="1000"
      fetchpriority="high"
    />
  );
}

/** The studio's two figures; one without its number or its caption is left out. */
function Figures({ textos }: { textos: Site["estudio"]["textos"] }) {
  const figures = [
    [textos.nosotros_cifra_1, textos.nosotros_pie_1],
    [textos.nosotros_cifra_2, textos.nosotros_pie_2],
  ].filter(([figure, caption]) => figure && caption);
  if (figures.length === 0) return null;
  return (
    <dl>
      {figures.map(([figure, caption]) => (
        <div key={caption}>
          <dt>{caption}</dt>
          <dd>{figure}</dd>
        </div>
      ))}
    </dl>
  );
}
