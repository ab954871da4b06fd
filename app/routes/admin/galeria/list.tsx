import type { LoaderFunctionArgs, MetaFunction } from "@remix-run/node";
import { useLoaderData, useLocation } from "@remix-run/react";
import {
  BackLink,
  EmptyState,
  Filter,
  Found,
  ListScreen,
  NewLink,
  Pagination,
  RecordActions,
  SearchForm,
} from "~/components/admin";
import { DELETE_QUESTIONS } from "~/components/admin/delete-questions";
import { Link } from "~/components/link";
import { ResponsiveImage } from "~/components/public/responsive-image";
import { LOAD_ERRORS } from "~/content/load-errors";
import { nameOfImagen, pictureOf, servicioOfImagen } from "~/format/picture";
import { softHyphens } from "~/format/soft-hyphens";
import { listTitle, plural } from "~/format/text";
import { or503, requireUser } from "~/http/guards.server";
import { FIRST_STEPS, readReturnPath } from "~/http/return-path.server";
import { lastPage, readId, readList } from "~/http/search-params.server";
import { listImagenes } from "~/models/catalogo/imagen.server";
import { countPorAcomodar } from "~/models/catalogo/por-acomodar.server";

export async function loader({ request }: LoaderFunctionArgs) {
  await requireUser(request, "catalogo");
  const { q, pagina } = readList(request);
  const servicio = readId(request, "servicio");
  const read = Promise.all([listImagenes({ q, servicio, pagina }), countPorAcomodar()]);
  const [list, waiting] = await or503(read, LOAD_ERRORS.galeria);
  const servicios = list.servicios.map(({ id, nombre }) => ({ value: id, label: nombre }));
  return {
    ...list,
    waiting,
    q,
    servicio,
    servicios,
    pagina,
    last: lastPage(request, list.total),
    found: plural(list.total, "imagen", "imágenes"),
    panel: readReturnPath(request, "") === FIRST_STEPS ? FIRST_STEPS : null,
  };
}

export const meta: MetaFunction<typeof loader> = ({ data, location }) => [
  { title: listTitle("Gestión de Galería", data?.found, location) },
];

export default function Galeria() {
  const { q, servicio, servicios, pagina, last, imagenes, waiting, found, panel } = useLoaderData<typeof loader>();
  const { search } = useLocation();
  const create = <NewLink to="nueva">Nueva Imagen</NewLink>;
  const many = (
    <Link to={`varias${search}`} preventScrollReset className="button button-quiet">
      Subir varias
    </Link>
  );
  const isFiltered = q !== "" || servicio !== "";
  return (
    <ListScreen
      title="Gestión de Galería"
      subtitle={
        <>
          Fotos de tus servicios y trabajos realizados · <Found q={q}>{found}</Found>
        </>
      }
      action={
        <div className="flex flex-wrap gap-2">
          {create}
          {many}
        </div>
      }
      back={panel ? <BackLink to={panel}>Dashboard</BackLink> : null}
    >
      {waiting > 0 ? (
        <p className="mb-4 rounded-lg border border-line bg-sand px-4">
          <Link to={`/admin/galeria/por-acomodar${search}`} className="link inline-flex min-h-11 items-center">
            {waiting === 1 ? "1 foto espera su servicio: elígelo" : `${waiting} fotos esperan su servicio: elígelo`}
          </Link>
        </p>
      ) : null}
      {imagenes.length > 0 || isFiltered ? (
        <SearchForm
          q={q}
          label="Buscar por descripción o servicio"
          chosen={[servicios.find(({ value }) => value === servicio)?.label ?? ""]}
        >
          <Filter name="servicio" label="Servicio" value={servicio} all="Todos los servicios" options={servicios} />
        </SearchForm>
      ) : null}
      {imagenes.length === 0 ? (
        <EmptyState title="Todavía no hay imágenes" filtered={isFiltered}>
          {create}
          {many}
        </EmptyState>
      ) : (
        <ul className="records wide pictures">
          {imagenes.map((imagen) => {
            const nombre = servicioOfImagen(imagen);
            const descripcion = nameOfImagen(imagen, imagen.lugar);
            return (
              <li key={imagen.id} className="card picture-card">
                <span className="photo">
                  <ResponsiveImage
                    picture={pictureOf(imagen)}
                    alt={imagen.alt_text ?? descripcion}
                    sizes="(width < 48rem) 30vw, 14rem"
                    upTo={800}
                  />
                </span>
                <h2>{softHyphens(nombre)}</h2>
                <div className="text-sm text-soft">
                  <p>
                    Orden: {imagen.display_order}
                    {imagen.is_featured ? <span className="badge border-line bg-card text-ink">Destacada</span> : null}
                  </p>
                  <p className="line-clamp-2 max-md:hidden">{imagen.alt_text ?? descripcion}</p>
                </div>
                <RecordActions
                  path={`/admin/galeria/${imagen.id}`}
                  recordName={`la imagen de ${descripcion}`}
                  question={DELETE_QUESTIONS.imagen}
                />
              </li>
            );
          })}
        </ul>
      )}
      <Pagination page={pagina} last={last} />
    </ListScreen>
  );
}
