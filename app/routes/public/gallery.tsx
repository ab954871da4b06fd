import type { LoaderFunctionArgs, MetaFunction, SerializeFrom } from "@remix-run/node";
import { useLoaderData, useOutletContext } from "@remix-run/react";
import type { ReactNode } from "react";
import { Empty } from "~/components/public/empty";
import { publicHead } from "~/components/public/head";
import { artClass, isWide, Photo } from "~/components/public/photo";
import { PublicIcon } from "~/components/public/public-icon";
import { preloadOf } from "~/components/public/responsive-image";
import { knownSlug } from "~/content/obras";
import { contactUrl } from "~/format/links";
import { formatMoney } from "~/format/numbers";
import { slug } from "~/format/slug";
import { softHyphens } from "~/format/soft-hyphens";
import { capitalize } from "~/format/text";
import { orUndefined } from "~/http/guards.server";
import type { Site } from "~/http/public-page.server";
import { pageOrCopy, publicPage } from "~/http/public-page.server";
import type { RouteHandle } from "~/http/route-handle";
import { listImagenesPublicas } from "~/models/catalogo/imagen.server";
import { listServiciosForFilter } from "~/models/catalogo/servicio.server";
import { type Asked, GalleryFilters, galleryPath } from "./gallery-filters";
import { listWorks, type Work } from "./gallery-works";

export async function loader({ request }: LoaderFunctionArgs) {
  const asked = new URL(request.url).searchParams;
  const [servicios, imagenes] = await Promise.all([
    orUndefined(listServiciosForFilter(), "gallery: servicios"),
    orUndefined(listImagenesPublicas(), "gallery: imágenes"),
  ]);
  const isRead = Boolean(servicios && imagenes);
  const chosen = { ...chosenOf(asked, servicios ?? []), obra: asked.get("obra") };
  const data = { ...chosen, servicios: servicios ?? [], imagenes: imagenes ?? [], isRead };
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

export const handle: RouteHandle = { cacheParams: ["servicio", "categoria", "obra"] };

export { publicHeaders as headers } from "~/http/public-page.server";

/** The works that the URL asks for, and the one of them that is open. */
function worksOf(data: SerializeFrom<typeof loader>, estudio: Site["estudio"]) {
  const works = data.isUnknown || !data.isRead ? [] : listWorks({ ...data, estudio });
  return { works, open: works.find(({ key }) => key === data.obra) };
}

export const meta: MetaFunction<typeof loader> = ({ data, matches }) => {
  const site = matches.find(({ id }) => id === "routes/public/layout")?.data as Site | undefined;
  const textos = site?.estudio.textos;
  const { servicio, categoria } = data ?? {};
  const shown = site?.estudio.categorias.find((one) => slug(one.categoria) === categoria);
  const { works, open } = data && site ? worksOf(data, site.estudio) : { works: [], open: undefined };
  const [first] = works;
  const name = open?.titulo ?? servicio?.nombre ?? (shown && capitalize(shown.categoria));
  const head = publicHead(matches, {
    title: name ? `${name} · Nuestros Trabajos` : textos?.galeria_meta_titulo || "Nuestros Trabajos",
    description: textos?.galeria_meta ?? "",
    // A work has the address of its gallery.
    path: galleryPath({ servicio: servicio?.slug, categoria: shown && slug(shown.categoria) }),
  });
  return open || !first ? head : [...head, preloadOf(first.picture, SIZES)];
};

const SIZES = "(width >= 80rem) 18rem, (width >= 48rem) 30vw, calc(50vw - 1.75rem)";

// On a bad line more pictures than these take too long. The others open below them, and load only then.
const FIRST = 8;

export default function Gallery() {
  const data = useLoaderData<typeof loader>();
  const { servicio, categoria, isUnknown, servicios, isRead } = data;
  const { estudio } = useOutletContext<Site>();
  const { works, open } = worksOf(data, estudio);
  const filter = { servicio: servicio?.slug, categoria };
  const isAll = categoria === null && !isUnknown;
  const isLong = works.length > FIRST + 2;
  const [first, others] = isLong ? [works.slice(0, FIRST), works.slice(FIRST)] : [works, []];
  const listOf = (some: Work[], eager = 0) => (
    <ul className="works">
      {some.map((work, index) => (
        <WorkItem key={work.key} work={work} href={galleryPath({ ...filter, obra: work.key })} eager={index < eager} />
      ))}
    </ul>
  );
  if (open) return <OpenWork works={works} work={open} filter={filter} />;
  return (
    <main id="contenido" className="wrap page">
      <header className="title">
        <h1>{estudio.textos.galeria_titulo || "Nuestros Trabajos"}</h1>
        {servicio ? (
          <p className="lead">
            {softHyphens(servicio.nombre)}&nbsp;· <ServicioLink id={servicio.id} filter={filter} className="back" />
          </p>
        ) : estudio.textos.galeria_texto && works.length > 0 ? (
          <p className="lead">{estudio.textos.galeria_texto}</p>
        ) : null}
      </header>
      {isRead && servicios.length > 0 ? (
        <GalleryFilters
          categorias={estudio.categorias.map((one) => one.categoria)}
          servicios={servicios}
          chosen={{ servicio: servicio?.slug ?? null, categoria, isAll }}
        />
      ) : null}
      {isRead && works.length === 0 ? (
        <Empty
          text={isAll ? "Muy pronto verás aquí nuestros trabajos." : "No hay imágenes disponibles para este servicio."}
          leadsHome={isAll}
        />
      ) : null}
      {first.length === 0 ? null : listOf(first, 2)}
      {others.length === 0 ? null : (
        <details className="more">
          <summary>{`Ver ${others.length} trabajos más`}</summary>
          {listOf(others)}
        </details>
      )}
    </main>
  );
}

/** A work with its caption. */
function WorkItem({ work, href, eager }: { work: Work; href: string; eager: boolean }) {
  const { key, picture, alt, titulo, categoria, servicio } = work;
  const { estudio } = useOutletContext<Site>();
  return (
    <li id={key} className={isWide(picture) ? "wide" : undefined}>
      {/* Not a figure, through which Chromium takes no name of the link. */}
      <a href={href} className={artClass(categoria, estudio)}>
        <Photo picture={picture} alt={alt} sizes={SIZES} eager={eager} />
        <span className="caption">
          {/* A screen reader would read its name twice. */}
          <b aria-hidden={alt.startsWith(titulo) || undefined}>{softHyphens(titulo)}</b>{" "}
          {servicio ? <span>{formatMoney(servicio.precio)}</span> : null}
        </span>
      </a>
    </li>
  );
}

/** One work, large, with its service and the way to the works before and after it. */
function OpenWork({ works, work, filter }: { works: Work[]; work: Work; filter: Asked }) {
  const { key, picture, alt, titulo, categoria, servicio } = work;
  const place = works.indexOf(work);
  const turn = (other: Work | undefined, name: ReactNode) =>
    other ? (
      <a className="back" href={galleryPath({ ...filter, obra: other.key })}>
        {name}
      </a>
    ) : null;
  const { estudio } = useOutletContext<Site>();
  const booking = contactUrl(estudio, `Hola, vi sus trabajos y me gustaría agendar una cita para ${titulo}.`);
  return (
    <main id="contenido" className={`wrap page work ${isWide(picture) ? "wide " : ""}${artClass(categoria, estudio)}`}>
      <a className="back" href={`${galleryPath(filter)}#${key}`}>
        <PublicIcon name="close" />
        Cerrar
      </a>
      <Photo picture={picture} alt={alt === titulo ? "" : alt} sizes="(width >= 48rem) 62vw, 100vw" highPriority />
      {works.length > 1 ? (
        <nav className="actions" aria-label="Trabajos">
          {turn(
            works[place - 1],
            <>
              <span aria-hidden="true">←</span> Anterior
            </>,
          )}
          <span>{`${place + 1} de ${works.length}`}</span>
          {turn(
            works[place + 1],
            <>
              Siguiente <span aria-hidden="true">→</span>
            </>,
          )}
        </nav>
      ) : null}
      <div className="title">
        <h1>{softHyphens(titulo)}</h1>
        {servicio ? (
          <p className="figures">
            <b>{formatMoney(servicio.precio)}</b>
            <span>{`${servicio.duracion_minutos} min`}</span>
          </p>
        ) : null}
        <p className="actions">
          {booking ? (
            <a className="button" href={booking}>
              Agendar
            </a>
          ) : null}
          {servicio ? <ServicioLink id={servicio.id} filter={filter} className="button button-quiet" /> : null}
        </p>
      </div>
    </main>
  );
}

/** The link to a service, which returns to the gallery. */
function ServicioLink({ id, filter, className }: { id: string; filter: Asked; className: string }) {
  return (
    <a className={className} href={`/servicio/${id}?de=${encodeURIComponent(galleryPath(filter))}`}>
      Ver servicio
    </a>
  );
}
