import type { MetaFunction } from "@remix-run/node";
import { useLoaderData, useOutletContext } from "@remix-run/react";
import { Empty } from "~/components/public/empty";
import { publicHead } from "~/components/public/head";
import { Photo } from "~/components/public/photo";
import { Twig } from "~/components/public/twig";
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
  const title = textos.nosotros_titulo || estudio.nombre;
  if (!estudio.hasAbout)
    return (
      <main id="contenido" className="wrap page">
        <h1 className="title">{title}</h1>
        <Empty text="Muy pronto te contaremos aquí quiénes somos y cómo trabajamos." leadsHome />
      </main>
    );
  return (
    <main id="contenido">
      <article className="about wrap">
        <Portrait apariencia={apariencia} isOwn={estudio.isOwn} />
        <div>
          {textos.nosotros_linea ? <p className="kicker">{textos.nosotros_linea}</p> : null}
          <h1>{title}</h1>
          {estudio.biografia?.split(/\n{2,}/).map((paragraph) => (
            <p key={paragraph}>{paragraph}</p>
          ))}
          <Figures textos={textos} />
        </div>
      </article>
      <Team title={textos.equipo_titulo} equipo={equipo} />
      {frase ? (
        <figure className="band quote">
          <div className="wrap">
            <Twig size={400} lazy />
            <blockquote>{frase}</blockquote>
            {frase_autora ? <figcaption>{frase_autora}</figcaption> : null}
          </div>
        </figure>
      ) : null}
      <section className="band wrap next" aria-label="Agenda tu Cita">
        {hasStory && textos.nosotros_cierre ? <h2>{textos.nosotros_cierre}</h2> : null}
        <p className="actions">
          <a className="button" href="/#contact">
            Agenda tu Cita
          </a>
          <a className="button button-quiet" href="/gallery">
            Nuestros Trabajos
          </a>
        </p>
      </section>
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
