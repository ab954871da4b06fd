import type { LoaderFunctionArgs, MetaFunction } from "@remix-run/node";
import { useLoaderData, useLocation } from "@remix-run/react";
import { Badge, EmptyState, Filter, Found, ListScreen, NewLink, Pagination, RecordActions, SearchForm } from "~/components/admin";
import { DELETE_QUESTIONS } from "~/components/admin/delete-questions";
import { ButtonForm } from "~/components/form/write-form";
import { Icon } from "~/components/icon";
import { Link } from "~/components/link";
import { RecordLabel } from "~/components/record-label";
import { LOAD_ERRORS } from "~/content/load-errors";
import { formatMoney } from "~/format/numbers";
import { asOptions, capitalize, fullName, joinWords, listTitle, plural } from "~/format/text";
import { or503, requireUser } from "~/http/guards.server";
import { lastPage, readChoice, readList } from "~/http/search-params.server";
import { CATEGORIA_WORDS, listServicios } from "~/models/catalogo/servicio.server";
import { countEmpleadosActivos } from "~/models/equipo/empleado.server";

export async function loader({ request }: LoaderFunctionArgs) {
  await requireUser(request, "catalogo");
  const { q, pagina } = readList(request);
  const categoria = readChoice(request, "categoria", CATEGORIA_WORDS);
  const estado = readChoice(request, "estado", ["desactivados", "todos"]);
  const [list, team] = await or503(
    Promise.all([listServicios({ q, categoria, estado, pagina }), countEmpleadosActivos()]),
    LOAD_ERRORS.servicios,
  );
  const last = lastPage(request, list.total);
  // Without an active one the filter still leads to the others.
  const all = { q: "", categoria: "", estado: "todos", pagina: 1 } as const;
  const isNone = list.total === 0 && (await or503(listServicios(all), LOAD_ERRORS.servicios)).total === 0;
  return {
    q,
    categoria,
    estado,
    pagina,
    last,
    isNone,
    hasTeam: team > 0,
    categorias: CATEGORIA_WORDS,
    ...list,
    found: plural(list.total, "servicio", "servicios"),
  };
}

export const meta: MetaFunction<typeof loader> = ({ data, location }) => [
  { title: listTitle("Servicios", data?.found, location) },
];

export default function Servicios() {
  const { q, categoria, estado, pagina, last, isNone, hasTeam, categorias, servicios, found } = useLoaderData<typeof loader>();
  const { search } = useLocation();
  const create = <NewLink>Nuevo servicio</NewLink>;
  const subtitle = (
    <>
      <Found q={q}>{found}</Found>
      {isNone ? null : (
        <>
          {" · "}
          <Link to="/admin/servicios/precios" className="link inline-block py-2.5">
            Cambiar precios
          </Link>
        </>
      )}
    </>
  );
  const isFiltered = q !== "" || categoria !== "" || estado !== "";
  return (
    <ListScreen title="Servicios" subtitle={subtitle} action={create}>
      {!isNone || isFiltered ? (
        <SearchForm q={q} label="Buscar por nombre o descripción" chosen={[capitalize(categoria), capitalize(estado)]}>
          <Filter name="categoria" label="Categoría" value={categoria} all="Todas" options={asOptions(categorias)} />
          <Filter name="estado" label="Estado" value={estado} all="Activos" options={asOptions(["desactivados", "todos"])} />
        </SearchForm>
      ) : null}
      {servicios.length === 0 ? (
        <EmptyState title="Todavía no hay servicios" filtered={isFiltered}>
          {create}
        </EmptyState>
      ) : (
        <ul className="records">
          {servicios.map((servicio) => (
            <li key={servicio.id} className="card">
              <div className="card-title">
                <h2>{servicio.nombre}</h2>
                <p className="flex flex-wrap gap-2">
                  <Badge tone="done">{capitalize(servicio.categoria)}</Badge>
                  {servicio.activo ? null : <Badge tone="plain">Desactivado</Badge>}
                </p>
              </div>
              <p className="flex flex-wrap items-baseline gap-x-4">
                <span className="text-lg font-semibold tabular-nums">{formatMoney(servicio.precio)}</span>
                <span className="text-soft">{servicio.duracion_minutos} min</span>
                {servicio.quien.length > 0 ? (
                  <span className="min-w-0 text-soft">con {describeQuien(servicio.quien)}</span>
                ) : null}
              </p>
              {servicio.activo && hasTeam && servicio.quien.length === 0 ? <NadieLoHace /> : null}
              {servicio.descripcion ? (
                <p className="line-clamp-2 whitespace-pre-line md:line-clamp-3">{servicio.descripcion}</p>
              ) : null}
              {servicio.insumos.length > 0 ? (
                <p className="line-clamp-1 text-sm text-soft md:line-clamp-3">
                  {plural(servicio.insumos.length, "insumo", "insumos")}:{" "}
                  {servicio.insumos.map(({ nombre, cantidad }) => `${cantidad} × ${nombre}`).join(", ")}
                </p>
              ) : null}
              <RecordActions
                path={`/admin/servicios/${servicio.id}`}
                recordName={`el servicio ${servicio.nombre}`}
                question={servicio.activo ? DELETE_QUESTIONS.servicio(servicio.nombre) : undefined}
              >
                <Link
                  to={`${servicio.id}/copiar${search}`}
                  preventScrollReset
                  className="link inline-flex min-h-11 items-center px-2"
                >
                  <RecordLabel of={`el servicio ${servicio.nombre}`}>Copiar</RecordLabel>
                </Link>
                {servicio.activo ? null : <ActivateButton id={servicio.id} recordName={`el servicio ${servicio.nombre}`} />}
              </RecordActions>
            </li>
          ))}
        </ul>
      )}
      <Pagination page={pagina} last={last} />
    </ListScreen>
  );
}

/** One by her whole name, several by their first names, so that a card of a phone has them in one line. */
function describeQuien(quien: { nombre: string; apellido: string }[]): string {
  return quien.length === 1 ? quien.map(fullName).join() : joinWords(quien.map(({ nombre }) => nombre));
}

function NadieLoHace() {
  return (
    <p className="flex flex-wrap items-center gap-x-3 gap-y-1">
      <Badge tone="bad">Nadie lo hace</Badge>
      <span className="text-sm text-soft">Tu sitio lo ofrece por WhatsApp, sin horas.</span>
    </p>
  );
}

/** Sends the wanted state, so repeating it changes nothing. */
function ActivateButton({ id, recordName }: { id: string; recordName: string }) {
  const { search } = useLocation();
  return (
    <ButtonForm
      action={`/admin/servicios/${id}/activo${search}`}
      values={{ activo: "si" }}
      labelSuffix={recordName}
      className="button button-quiet"
    >
      <Icon name="check" />
      Activar
    </ButtonForm>
  );
}
