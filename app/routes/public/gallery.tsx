import type { LoaderFunctionArgs, MetaFunction } from "@remix-run/node";
import { useLoaderData, useOutletContext } from "@remix-run/react";
import { publicHead } from "~/components/public/head";
import { artClass, isWide, Photo } from "~/components/public/photo";
import { knownSlug } from "~/content/obras";
import { slug } from "~/format/slug";
import { capitalize } from "~/format/text";
import { orUndefined } from "~/http/guards.server";
import type { Site } from "~/http/public-page.server";
import { pageOrCopy, publicPage } from "~/http/public-page.server";
import type { RouteHandle } from "~/http/route-handle";
import { listImagenesPublicas, listServiciosForFilter } from "~/models/catalogo/servicio.server";
import { GalleryFilters, galleryPath } from "./gallery-filters";
import { listWorks, type Work } from "./gallery-works";

export async function loader({ request }: LoaderFunctionArgs) {
  const asked = new URL(request.url).searchParams;
  const [servicios, imagenes] = await Promise.all([
    orUndefined(listServiciosForFilter(), "gallery: servicios"),
    orUndefined(listImagenesPublicas(), "gallery: imágenes"),
  ]);
  const isRead = Boolean(servicios && imagenes);
  const data = { ...chosenOf(asked, servicios ?? []), servicios: servicios ?? [], imagenes: imagenes ?? [], isRead };
  return isRead ? publicPage(data) : pageOrCopy(data);
}

/** What the address filters by: a service, or else a category, both by their slugs; `isUnknown` when there is no such service. */
function chosenOf<S extends { categoria: string; slug: string }>(asked: URLSearchParams, servicios: S[]) {
  const wanted = asked.get("servicio");
  if (wanted === null) return { servicio: null, categoria: asked.get("categoria"), isUnknown: false };
  const known = knownSlug(
    wanted,
    servicios.map((servicio) => servicio.slug),
  );
  const servicio = servicios.find((servicio) => servicio.slug === known) ?? null;
  return { servicio, categoria: servicio && slug(servicio.categoria), isUnknown: servicio === null };
}

export const handle: RouteHandle = { cacheParams: ["servicio", "categoria"] };

export { publicHeaders as headers } from "~/http/public-page.server";

export const meta: MetaFunction<typeof loader> = ({ data, matches }) => {
  const site = matches.find(({ id }) => id === "routes/public/layout")?.data as Site | undefined;
  const textos = site?.estudio.textos;
  const { servicio, categoria } = data ?? {};
  const shown = site?.estudio.categorias.find((one) => slug(one.categoria) === categoria);
  const name = servicio?.nombre ?? (shown && capitalize(shown.categoria));
  return publicHead(matches, {
    title: name ? `${name} · Nuestros Trabajos` : textos?.galeria_meta_titulo || "Nuestros Trabajos",
    description: textos?.galeria_meta ?? "",
    path: galleryPath({ servicio: servicio?.slug, categoria: shown && slug(shown.categoria) }),
  });
};

export default function Gallery() {
  const { servicio, categoria, isUnknown, servicios, imagenes, isRead } = useLoaderData<typeof loader>();
  const { estudio } = useOutletContext<Site>();
  const works = isUnknown || !isRead ? [] : listWorks({ servicios, imagenes, estudio, servicio, categoria });
  return (
    <main id="contenido" className="wrap page">
      <header className="title">
        <h1>{estudio.textos.galeria_titulo || "Nuestros Trabajos"}</h1>
        {estudio.textos.galeria_texto ? <p className="lead">{estudio.textos.galeria_texto}</p> : null}
      </header>
      {isRead ? (
        <GalleryFilters
          categorias={estudio.categorias.map((one) => one.categoria)}
          servicios={servicios}
          chosen={{ servicio: servicio?.slug ?? null, categoria, isAll: categoria === null && !isUnknown }}
        />
      ) : null}
      {isRead && works.length === 0 ? <p className="empty">No hay imágenes disponibles para este servicio.</p> : null}
      {works.length === 0 ? null : (
        <ul className="works">
          {works.map((work, index) => (
            <WorkItem
              key={work.key}
              work={work}
              back={galleryPath({ servicio: servicio?.slug, categoria: categoria ?? undefined })}
              eager={index < 2}
            />
          ))}
        </ul>
      )}
    </main>
  );
}

/** A work with its caption, linked to its service if the studio offers it; a wide picture has two places. */
function WorkItem({ work, back, eager }: { work: Work; back: string; eager: boolean }) {
  const { picture, alt, titulo, categoria, servicio } = work;
  const isDouble = isWide(picture);
  const sizes = isDouble
    ? "(width >= 48rem) min(63vw, 51rem), calc(100vw - 2.5rem)"
    : "(width >= 48rem) min(30.4vw, 24.4rem), calc(50vw - 1.75rem)";
  const figure = (
    <figure className={artClass(categoria)}>
      {/* A screen reader would read the caption twice. */}
      <Photo picture={picture} alt={alt === titulo ? "" : alt} sizes={sizes} eager={eager} />
      <figcaption>{titulo}</figcaption>
    </figure>
  );
  return (
    <li className={isDouble ? "wide" : undefined}>
      {servicio ? (
        <a href={`/servicio/${servicio.id}?de=${encodeURIComponent(back)}`}>{figure}</a>
      ) : (
        // biome-ignore lint/a11y/noNoninteractiveTabindex: its caption appears on focus.
        <div tabIndex={0}>{figure}</div>
      )}
    </li>
  );
}
