import type { LoaderFunctionArgs, MetaFunction } from "@remix-run/node";
import { useLoaderData, useOutletContext } from "@remix-run/react";
import { CategoryIndex } from "~/components/public/category-index";
import { Empty } from "~/components/public/empty";
import { publicHead } from "~/components/public/head";
import { PriceSearch } from "~/components/public/price-search";
import { PublicIcon } from "~/components/public/public-icon";
import { contactUrl } from "~/format/links";
import { formatMoney } from "~/format/numbers";
import { slug } from "~/format/slug";
import { softHyphens } from "~/format/soft-hyphens";
import { capitalize, plural } from "~/format/text";
import { orUndefined } from "~/http/guards.server";
import type { Site } from "~/http/public-page.server";
import { pageOrCopy, publicPage } from "~/http/public-page.server";
import type { RouteHandle } from "~/http/route-handle";
import { MAX_SEARCH_LENGTH } from "~/limits";
import { listPrecios } from "~/models/catalogo/precios.server";

export async function loader({ request }: LoaderFunctionArgs) {
  const typed = new URL(request.url).searchParams.get("q") ?? "";
  const q = [...typed].slice(0, MAX_SEARCH_LENGTH).join("").replace(/\s+/g, " ").trim();
  const data = { q, servicios: await orUndefined(listPrecios(q), "prices: servicios") };
  return data.servicios ? publicPage(data) : pageOrCopy(data);
}

export const handle: RouteHandle = { cacheParams: ["q"] };

export { publicHeaders as headers } from "~/http/public-page.server";

export const meta: MetaFunction<typeof loader> = ({ data, matches }) => [
  ...publicHead(matches, {
    title: data?.q ? `Precios: ${data.q}` : "Precios",
    description: "Todos nuestros servicios, con su precio y cuánto duran.",
    path: "/precios",
  }),
  ...(data?.q ? [{ name: "robots", content: "noindex" }] : []),
];

export default function Precios() {
  const { q, servicios } = useLoaderData<typeof loader>();
  const { estudio } = useOutletContext<Site>();
  const shown = estudio.categorias.map(({ categoria }) => categoria);
  const groups = shown
    .map((categoria) => ({ categoria, servicios: (servicios ?? []).filter((servicio) => servicio.categoria === categoria) }))
    .filter(({ servicios }) => servicios.length > 0);
  const found = groups.flatMap(({ servicios }) => servicios);
  return (
    <main id="contenido" className="wrap page">
      <header className="title">
        <h1>Precios</h1>
        {servicios && shown.length > 0 ? <PriceSearch q={q} example={shown[0]} /> : null}
      </header>
      {servicios && found.length === 0 ? <NotFound q={shown.length > 0 ? q : ""} estudio={estudio} /> : null}
      {q && found.length > 0 ? (
        <p className="found">
          {`${plural(found.length, "servicio", "servicios")} para «${q}». `}
          <a className="link" href="/precios">
            Ver todos los precios
          </a>
        </p>
      ) : null}
      {groups.length > 1 ? <CategoryIndex categorias={groups.map(({ categoria }) => categoria)} /> : null}
      {groups.map(({ categoria, servicios }) => (
        <section key={categoria} id={slug(categoria)} className="prices">
          <h2>{capitalize(categoria)}</h2>
          <ul>
            {servicios.map(({ id, nombre, precio, duracion_minutos }) => (
              <li key={id}>
                <div>
                  <a href={`/servicio/${id}?de=/precios`}>{softHyphens(nombre)}</a> <span>{`${duracion_minutos} min`}</span>
                </div>
                <p>
                  <b>{formatMoney(precio)}</b>
                </p>
              </li>
            ))}
          </ul>
        </section>
      ))}
    </main>
  );
}

/** What is said when no service has the words, or when there are no services at all. */
function NotFound({ q, estudio }: { q: string; estudio: Site["estudio"] }) {
  const contact = contactUrl(estudio, `Hola, ${estudio.nombre}. ¿Hacen ${q}? Me gustaría saber el precio.`);
  if (!q) return <Empty text="Estamos preparando nuestra lista de precios." leadsHome />;
  return (
    <div className="not-found">
      <p className="lead">{`No encontramos «${q}» en la lista. Pregúntanos: a lo mejor lo hacemos con otro nombre.`}</p>
      <p className="actions">
        {contact ? (
          <a className="button" href={contact}>
            {estudio.whatsapp ? <PublicIcon name="whatsapp" /> : null}
            {estudio.whatsapp ? "Preguntar por WhatsApp" : `Llamar al ${estudio.telefono}`}
          </a>
        ) : null}
        <a className="button button-quiet" href="/precios">
          Ver todos los precios
        </a>
      </p>
    </div>
  );
}
