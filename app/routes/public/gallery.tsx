import type { HeadersFunction, LoaderFunctionArgs, MetaFunction } from "@remix-run/node";
import { useLoaderData } from "@remix-run/react";
import { publicHead } from "~/components/public/head";
import { Photo } from "~/components/public/photo";
import { OBRAS } from "~/content/obras";
import { pictureOf } from "~/format/picture";
import { slug } from "~/format/slug";
import { orNull, publicPage } from "~/http/public-page.server";
import { listImagenesPublicas, listServiciosForFilter } from "~/models/catalogo/servicio.server";

export async function loader({ request }: LoaderFunctionArgs) {
  const selectedSlug = new URL(request.url).searchParams.get("servicio");
  const [servicios, imagenes] = await Promise.all([
    orNull("gallery: servicios", listServiciosForFilter()),
    orNull("gallery: imágenes", listImagenesPublicas()),
  ]);
  const fixed = OBRAS.map(({ slug, archivo, titulo, alt }) => ({ key: slug, slug, picture: { url: archivo }, titulo, alt }));
  const uploaded = (imagenes ?? []).map((image) => {
    const titulo = image.servicio?.nombre ?? "";
    return { key: image.id, slug: slug(titulo), picture: pictureOf(image), titulo, alt: image.alt_text ?? titulo };
  });
  const works = [...fixed, ...uploaded].filter((work) => selectedSlug === null || work.slug === selectedSlug);
  return publicPage(
    {
      chosen: selectedSlug,
      filters: (servicios ?? []).map(({ nombre, slug }) => ({ nombre, slug })),
      works: works
        // The same picture may be uploaded for several services, or be one of the eight fixed ones.
        .filter(({ picture }, index) => works.findIndex((work) => work.picture.url === picture.url) === index)
        .map((work) => ({ ...work, servicio: servicios?.find((servicio) => servicio.slug === work.slug)?.id })),
    },
    servicios !== null && imagenes !== null,
  );
}

export const headers: HeadersFunction = ({ loaderHeaders }) => loaderHeaders;

export const meta: MetaFunction<typeof loader> = ({ data, matches }) => {
  const chosen = data?.filters.find(({ slug }) => slug === data.chosen);
  return publicHead(matches, {
    title: chosen ? `${chosen.nombre} · Nuestros Trabajos` : "Nuestros Trabajos · Galería de cejas, pestañas y uñas",
    description: "Cejas, pestañas, uñas y piel: una muestra de los trabajos que hacemos en el estudio, servicio por servicio.",
    path: chosen ? `/gallery?servicio=${chosen.slug}` : "/gallery",
  });
};

export default function Gallery() {
  const { chosen, filters, works } = useLoaderData<typeof loader>();
  return (
    <main id="contenido" className="wrap page">
      <header className="title">
        <h1>Nuestros Trabajos</h1>
        <p className="lead">Cada rostro pide algo distinto. Elige un servicio para ver cómo lo hacemos.</p>
      </header>
      <nav className="filters" aria-label="Filtrar por servicio">
        <ul>
          <li>
            <a href="/gallery" aria-current={chosen === null ? "page" : undefined}>
              Todos los servicios
            </a>
          </li>
          {filters.map(({ nombre, slug }) => (
            <li key={slug}>
              <a href={`/gallery?servicio=${slug}`} aria-current={chosen === slug ? "page" : undefined}>
                {nombre}
              </a>
            </li>
          ))}
        </ul>
      </nav>
      {works.length === 0 ? (
        <p className="empty">No hay imágenes disponibles para este servicio.</p>
      ) : (
        <ul className="works">
          {works.map((work, index) => (
            <Work
              key={work.key}
              work={work}
              back={chosen === null ? "/gallery" : `/gallery?servicio=${chosen}`}
              eager={index < 3}
            />
          ))}
        </ul>
      )}
    </main>
  );
}

type Work = ReturnType<typeof useLoaderData<typeof loader>>["works"][number];

/** A work with its caption, linked to its service if the studio offers it. */
function Work({ work: { picture, alt, titulo, servicio }, back, eager }: { work: Work; back: string; eager: boolean }) {
  const figure = (
    <figure>
      <Photo picture={picture} alt={alt} sizes="(width >= 48rem) min(30.4vw, 24.4rem), calc(50vw - 1.75rem)" eager={eager} />
      <figcaption>{titulo}</figcaption>
    </figure>
  );
  return (
    <li>
      {servicio ? (
        <a href={`/servicio/${servicio}?de=${encodeURIComponent(back)}`}>{figure}</a>
      ) : (
        // biome-ignore lint/a11y/noNoninteractiveTabindex: its caption appears on focus.
        <div tabIndex={0}>{figure}</div>
      )}
    </li>
  );
}
