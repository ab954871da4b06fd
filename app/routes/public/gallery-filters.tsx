import { slug } from "~/format/slug";
import { capitalize } from "~/format/text";

/** The address of the gallery of a service, of a category, or of everything. */
export function galleryPath({ servicio, categoria }: { servicio?: string; categoria?: string }): string {
  if (servicio) return `/gallery?servicio=${servicio}`;
  return categoria ? `/gallery?categoria=${categoria}` : "/gallery";
}

type Servicio = { nombre: string; categoria: string; slug: string };

/** What the gallery is filtered by, as slugs. */
type Chosen = { servicio: string | null; categoria: string | null; isAll: boolean };

/**
 * The filters of the gallery, as links: the categories, and below them the services of the chosen one. Before a category is
 * chosen, the services are folded.
 */
export function GalleryFilters({
  categorias,
  servicios,
  chosen,
}: {
  categorias: string[];
  servicios: Servicio[];
  chosen: Chosen;
}) {
  const groups = categorias.map((categoria) => ({
    categoria,
    servicios: servicios.filter((servicio) => servicio.categoria === categoria),
  }));
  const open = groups.find(({ categoria }) => slug(categoria) === chosen.categoria);
  return (
    <nav className="filters" aria-label="Filtrar los trabajos">
      <ul>
        <li>
          <a href="/gallery" aria-current={chosen.isAll ? "page" : undefined}>
            Todos los servicios
          </a>
        </li>
        {categorias.map((categoria) => (
          <li key={categoria}>
            <a
              href={galleryPath({ categoria: slug(categoria) })}
              aria-current={slug(categoria) === chosen.categoria ? "true" : undefined}
            >
              {capitalize(categoria)}
            </a>
          </li>
        ))}
      </ul>
      {open ? <Servicios servicios={open.servicios} chosen={chosen.servicio} /> : null}
      {open || servicios.length === 0 ? null : (
        <details>
          <summary>Elegir un servicio</summary>
          {groups.map(({ categoria, servicios }) => (
            <div key={categoria}>
              <p>{capitalize(categoria)}</p>
              <Servicios servicios={servicios} chosen={null} />
            </div>
          ))}
        </details>
      )}
    </nav>
  );
}

function Servicios({ servicios, chosen }: { servicios: Servicio[]; chosen: string | null }) {
  return (
    <ul className="of-category">
      {servicios.map(({ nombre, slug }) => (
        <li key={slug}>
          <a href={galleryPath({ servicio: slug })} aria-current={chosen === slug ? "page" : undefined}>
            {nombre}
          </a>
        </li>
      ))}
    </ul>
  );
}
