import type { LoaderFunctionArgs, MetaFunction } from "@remix-run/node";
import { useLoaderData, useLocation } from "@remix-run/react";
import { EmptyState, Filter, Found, ListScreen, NewLink, Pagination, SearchForm } from "~/components/admin";
import { DELETE_QUESTIONS } from "~/components/admin/delete-questions";
import { RecordCard } from "~/components/admin/record-card";
import { WriteForm } from "~/components/form/write-form";
import { Icon, type IconName } from "~/components/icon";
import { LOAD_ERRORS } from "~/content/load-errors";
import { listTitle, plural } from "~/format/text";
import { or503, requireUser } from "~/http/guards.server";
import { lastPage, pickColumns, readChoice, readList } from "~/http/search-params.server";
import { listTestimonios } from "~/models/catalogo/testimonio.server";

export async function loader({ request }: LoaderFunctionArgs) {
  await requireUser(request, "catalogo");
  const { q, pagina } = readList(request);
  const visible = readChoice(request, "visible", ["si", "no"]);
  const list = await or503(listTestimonios({ q, visible, pagina }), LOAD_ERRORS.testimonios);
  const testimonios = pickColumns(list.testimonios, "id", "nombre", "testimonio", "rating", "activo");
  return {
    q,
    visible,
    pagina,
    last: lastPage(request, list.total),
    ...list,
    testimonios,
    found: plural(list.total, "testimonio", "testimonios"),
  };
}

export const meta: MetaFunction<typeof loader> = ({ data, location }) => [
  { title: listTitle("Testimonios", data?.found, location) },
];

const VISIBLE = [
  { value: "si", label: "Visibles" },
  { value: "no", label: "Ocultos" },
];

export default function Testimonios() {
  const { q, visible, pagina, last, testimonios, found } = useLoaderData<typeof loader>();
  const create = <NewLink>Nuevo testimonio</NewLink>;
  const isFiltered = q !== "" || visible !== "";
  return (
    <ListScreen inline title="Testimonios" subtitle={<Found q={q}>{found}</Found>} action={create}>
      {testimonios.length > 0 || isFiltered ? (
        <SearchForm
          q={q}
          label="Buscar por nombre o por lo que dice"
          chosen={[VISIBLE.find(({ value }) => value === visible)?.label ?? ""]}
        >
          <Filter name="visible" label="En la página" value={visible} all="Todos" options={VISIBLE} />
        </SearchForm>
      ) : null}
      {testimonios.length === 0 ? (
        <EmptyState title="Todavía no hay testimonios" filtered={isFiltered}>
          {create}
        </EmptyState>
      ) : (
        <ul className="compact">
          {testimonios.map(({ id, nombre, testimonio, rating, activo }) => {
            const recordName = `el testimonio de ${nombre}`;
            return (
              <RecordCard
                key={id}
                path={`/admin/testimonios/${id}`}
                title={nombre}
                recordName={recordName}
                acts={<Switch id={id} activo={activo} recordName={recordName} />}
                question={DELETE_QUESTIONS.testimonio(nombre)}
                below={<p className="line-clamp-2">{testimonio}</p>}
              >
                <Rating rating={rating} />
              </RecordCard>
            );
          })}
        </ul>
      )}
      <Pagination page={pagina} last={last} />
    </ListScreen>
  );
}

/** Sends the wanted state, so repeating it changes nothing. */
function Switch({ id, activo, recordName }: { id: string; activo: boolean; recordName: string }) {
  const { search } = useLocation();
  return (
    <WriteForm action={`/admin/testimonios/${id}/visible${search}`} preventScrollReset>
      <input type="hidden" name="activo" value={activo ? "no" : "si"} />
      <button type="submit" role="switch" aria-checked={activo} className="switch">
        {activo ? "Visible" : "Oculto"}
        <span className="sr-only">{` en el sitio: ${recordName}`}</span>
      </button>
    </WriteForm>
  );
}

function Rating({ rating }: { rating: number }) {
  return (
    <p role="img" aria-label={`${rating} de 5 estrellas`} className="text-accent">
      <Icon name={`rating-${rating}` as IconName} />
    </p>
  );
}
