import type { HeadersFunction, MetaFunction } from "@remix-run/node";
import { useOutletContext } from "@remix-run/react";
import { publicHead } from "~/components/public/head";
import type { Site } from "~/http/public-page.server";
import { publicPage } from "~/http/public-page.server";

// The layout's loader has all data of this page; this one only sets its cache headers.
export const loader = () => publicPage(null);

export const headers: HeadersFunction = ({ loaderHeaders }) => loaderHeaders;

export const meta: MetaFunction<typeof loader> = ({ matches }) =>
  publicHead(matches, {
    title: "Nosotros · Más de 10 años cuidando miradas",
    description:
      "Conoce a la fundadora del estudio: más de 10 años de experiencia, más de 1,000 clientas satisfechas y una manera tranquila de entender la belleza.",
    path: "/about",
  });

export default function About() {
  const { estudio } = useOutletContext<Site>();
  return (
    <main id="contenido">
      <article className="about wrap">
        <img src="/art/retratos/fundadora.svg" alt="Retrato dibujado de la fundadora del estudio" width="800" height="1000" />
        <div>
          <p className="eyebrow">Nosotros</p>
          <h1>Una mirada, muchos años de oficio</h1>
          {estudio.biografia?.split(/\n{2,}/).map((paragraph) => (
            <p key={paragraph}>{paragraph}</p>
          ))}
          <dl>
            <div>
              <dt>años de experiencia</dt>
              <dd>10+</dd>
            </div>
            <div>
              <dt>clientas satisfechas</dt>
              <dd>1,000+</dd>
            </div>
          </dl>
        </div>
      </article>
      <figure className="band quote">
        <div className="wrap">
          <img src="/art/hoja.svg" alt="" width="400" height="400" loading="lazy" />
          <blockquote>{estudio.frase}</blockquote>
          <figcaption>{estudio.frase_autora}</figcaption>
        </div>
      </figure>
      <section className="band wrap next" aria-labelledby="next-title">
        <h2 id="next-title">Ven a conocernos</h2>
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
