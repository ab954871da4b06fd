import type { SerializeFrom } from "@remix-run/node";
import { CategoryIndex } from "~/components/public/category-index";
import { artClass, Photo, placeholderOf } from "~/components/public/photo";
import { PriceSearch } from "~/components/public/price-search";
import { SectionTitle } from "~/components/public/section-title";
import { formatMoney } from "~/format/numbers";
import { pictureOf } from "~/format/picture";
import { slug } from "~/format/slug";
import { softHyphens } from "~/format/soft-hyphens";
import { capitalize, plural } from "~/format/text";
import type { Site } from "~/http/public-page.server";
import type { listServiciosActivos } from "~/models/catalogo/servicio.server";

type Servicio = SerializeFrom<typeof listServiciosActivos>[number];

// Of each category; the others open below them.
const FIRST = 3;

// Chapters that are open; the others show their titles alone.
const OPEN = 3;

/** The services: a chapter for each category that the studio shows, in its order; undefined `servicios` could not be read. */
export function ServiceList({ estudio, servicios }: { estudio: Site["estudio"]; servicios: Servicio[] | undefined }) {
  const chapters = estudio.categorias
    .map((chapter) => ({ ...chapter, offered: (servicios ?? []).filter(({ categoria }) => categoria === chapter.categoria) }))
    .filter(({ offered }) => offered.length > 0);
  return (
    <section className="band wrap" id="services" aria-labelledby="services-title">
      <SectionTitle id="services-title" title={estudio.textos.servicios_titulo} name="Servicios" />
      {servicios && chapters.length === 0 ? <p className="lead none">No hay servicios disponibles en este momento.</p> : null}
      {chapters.length > 1 ? <PriceSearch example={chapters[0]?.categoria} /> : null}
      {chapters.length > 1 ? <CategoryIndex categorias={chapters.map(({ categoria }) => categoria)} /> : null}
      <div className="chapters">
        {chapters.map((chapter, index) => (
          <Chapter
            key={chapter.categoria}
            estudio={estudio}
            {...chapter}
            isFolded={chapters.length > OPEN + 1 && index >= OPEN}
          />
        ))}
      </div>
      {chapters.length > 0 ? (
        <a className="button button-quiet" href="/precios">
          Ver todos los precios
        </a>
      ) : null}
    </section>
  );
}

type ChapterProps = { estudio: Site["estudio"]; categoria: string; frase: string | null; offered: Servicio[]; isFolded: boolean };

/** A category with its services: the first ones, and the others below them, or folded all of them. */
function Chapter({ estudio, categoria, frase, offered, isFolded }: ChapterProps) {
  if (isFolded)
    return (
      // A link to an element within opens the fold, one to the fold itself does not.
      <details className={`chapter more ${artClass(categoria, estudio)}`}>
        <summary>
          <h3>
            {capitalize(categoria)} <span>{plural(offered.length, "servicio", "servicios")}</span>
          </h3>
        </summary>
        <ul id={slug(categoria)}>{offered.map((servicio) => serviceCard(servicio, estudio))}</ul>
      </details>
    );
  return (
    <section className={`chapter ${artClass(categoria, estudio)}`} id={slug(categoria)}>
      <header>
        <h3>{capitalize(categoria)}</h3>
        {frase ? <p>{frase}</p> : null}
      </header>
      <div>
        <ul>{offered.slice(0, FIRST).map((servicio) => serviceCard(servicio, estudio))}</ul>
        {offered.length > FIRST ? (
          <details className="more">
            <summary>{`${offered.length - FIRST} más de ${capitalize(categoria)}`}</summary>
            <ul>{offered.slice(FIRST).map((servicio) => serviceCard(servicio, estudio))}</ul>
          </details>
        ) : null}
      </div>
    </section>
  );
}

function serviceCard({ id, nombre, precio, duracion_minutos, categoria, imagen }: Servicio, estudio: Site["estudio"]) {
  return (
    <li className="service" key={id}>
      <Photo
        picture={imagen ? pictureOf(imagen) : placeholderOf(categoria, estudio)}
        alt={imagen?.alt_text ?? ""}
        sizes="(width >= 48rem) 4.5rem, 3.5rem"
        small
      />
      <div>
        <h4>
          <a href={`/servicio/${id}`}>{softHyphens(nombre)}</a>
        </h4>
        <p className="price">
          <b>{formatMoney(precio)}</b>
          {` · ${duracion_minutos} min`}
        </p>
      </div>
    </li>
  );
}
