import { slug } from "~/format/slug";
import { capitalize } from "~/format/text";

/** What the gallery's URL asks for: a service or else a category, by their slugs, and a work that is open. */
export type Asked = { servicio?: string | null; categoria?: string | null; obra?: string };

/** The URL of the gallery of a service, of a category, or of everything, and of a work in it. */
export function galleryPath({ servicio, categoria, obra }: Asked): string {
  const asked = servicio ? { servicio, obra } : { categoria, obra };
  const query = new URLSearchParams(Object.entries(asked).flatMap(([name, value]) => (value ? [[name, value]] : [])));
  return query.size > 0 ? `/gallery?${query}` : "/gallery";
}

type Props = {
  categorias: string[];
  servicios: { nombre: string; categoria: string; slug: string }[];
  chosen: { servicio: string | null; categoria: string | null; isAll: boolean };
};

/** The filters of the gallery, as links: the categories, and under them the services by name, folded until a category is chosen. */
export function GalleryFilters({ categorias, servicios, chosen }: Props) {
  const filter = (name: string, asked: Asked, isChosen: boolean) => (
    <li key={name}>
      <a href={galleryPath(asked)} aria-current={isChosen ? "true" : undefined}>
        {name}
      </a>
    </li>
  );
  const isFolded = chosen.categoria === null;
  const shown = servicios.filter(({ categoria }) =>
    isFolded ? categorias.includes(categoria) : slug(categoria) === chosen.categoria,
  );
  const services = <ul>{shown.map(({ nombre, slug }) => filter(nombre, { servicio: slug }, slug === chosen.servicio))}</ul>;
  return (
    <nav className="filters" aria-label="Filtrar los trabajos">
      <ul>
        {filter("Todos los servicios", {}, chosen.isAll)}
        {categorias.map((one) => filter(capitalize(one), { categoria: slug(one) }, slug(one) === chosen.categoria))}
      </ul>
      {isFolded && shown.length > 0 ? (
        <details className="more">
          <summary>Por servicio</summary>
          {services}
        </details>
      ) : (
        services
      )}
    </nav>
  );
}
