import type { LoaderFunctionArgs, MetaFunction, SerializeFrom } from "@remix-run/node";
import { useLoaderData, useLocation } from "@remix-run/react";
import { Badge, EmptyState, Filter, Found, ListScreen, NewLink, Pagination, SearchForm } from "~/components/admin";
import { DELETE_QUESTIONS } from "~/components/admin/delete-questions";
import { RecordCard } from "~/components/admin/record-card";
import { ButtonForm } from "~/components/form/write-form";
import { Icon } from "~/components/icon";
import { Link } from "~/components/link";
import { RecordLabel } from "~/components/record-label";
import { LOAD_ERRORS } from "~/content/load-errors";
import { formatPrice } from "~/format/numbers";
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
  const create = <NewLink>Nuevo servicio</NewLink>;
  const subtitle = (
    <>
      <Found q={q}>{found}</Found>
      {isNone ? null : (
        <>
          {" · "}
          <Link to="/admin/servicios/precios" className="link inline-block py-3">
            Cambiar precios
          </Link>
        </>
      )}
    </>
  );
  const isFiltered = q !== "" || categoria !== "" || estado !== "";
  const grupos = categorias
    .map((word) => ({ categoria: word, servicios: servicios.filter((servicio) => servicio.categoria === word) }))
    .filter((grupo) => grupo.servicios.length > 0);
  return (
    <ListScreen title="Servicios" subtitle={subtitle} action={create}>
      {!isNone || isFiltered ? (
        <SearchForm q={q} label="Buscar por nombre o descripción" chosen={[capitalize(categoria), capitalize(estado)]}>
          <Filter name="categoria" label="Categoría" value={categoria} all="Todas" options={asOptions(categorias)} />
          <Filter name="estado" label="Estado" value={estado} all="Activos" options={asOptions(["desactivados", "todos"])} />
        </SearchForm>
      ) : null}
      {grupos.length > 1 ? (
        <nav aria-label="Ir a" className="jumps">
          <ul>
            {grupos.map(({ categoria }) => (
              <li key={categoria}>
                <a href={`#${categoria}`} className="choice">
                  {capitalize(categoria)}
                </a>
              </li>
            ))}
          </ul>
        </nav>
      ) : null}
      {servicios.length === 0 ? (
        <EmptyState title="Todavía no hay servicios" filtered={isFiltered}>
          {create}
        </EmptyState>
      ) : (
        grupos.map(({ categoria, servicios }) => (
          <section key={categoria} aria-labelledby={categoria} className="group">
            <h2 id={categoria}>{capitalize(categoria)}</h2>
            <ul className="compact">
              {servicios.map((servicio) => (
                <ServicioCard key={servicio.id} servicio={servicio} hasTeam={hasTeam} />
              ))}
            </ul>
          </section>
        ))
      )}
      <Pagination page={pagina} last={last} />
    </ListScreen>
  );
}

type Listed = SerializeFrom<typeof loader>["servicios"][number];

function ServicioCard({ servicio, hasTeam }: { servicio: Listed; hasTeam: boolean }) {
  const { search } = useLocation();
  const { id, nombre, precio, duracion_minutos, quien, activo, descripcion, insumos } = servicio;
  const recordName = `el servicio ${nombre}`;
  return (
    <RecordCard
      heading="h3"
      path={`/admin/servicios/${id}`}
      title={nombre}
      recordName={recordName}
      marks={activo ? null : <Badge tone="plain">Desactivado</Badge>}
      acts={
        <>
          {activo ? null : <ActivateButton id={id} recordName={recordName} />}
          <Link to={`${id}/copiar${search}`} preventScrollReset className="square">
            <Icon name="copy" />
            <span className="sr-only">
              <RecordLabel of={recordName}>Copiar</RecordLabel>
            </span>
          </Link>
        </>
      }
      more={
        descripcion || insumos.length > 0 ? (
          <>
            {descripcion ? <p className="line-clamp-4 whitespace-pre-line">{descripcion}</p> : null}
            {insumos.length > 0 ? (
              <p>
                {plural(insumos.length, "insumo", "insumos")}:{" "}
                {insumos.map(({ nombre, cantidad }) => `${cantidad} × ${nombre}`).join(", ")}
              </p>
            ) : null}
          </>
        ) : null
      }
      question={activo ? DELETE_QUESTIONS.servicio(nombre) : undefined}
    >
      <p>
        <span className="text-base font-semibold text-ink">{formatPrice(precio)}</span> · {duracion_minutos} min
      </p>
      {quien.length > 0 ? <p className="truncate">con {describeQuien(quien)}</p> : null}
      {activo && hasTeam && quien.length === 0 ? <NadieLoHace /> : null}
    </RecordCard>
  );
}

/** One by her whole name, several by their first names, so that a phone has them in one line. */
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
      className="button button-quiet px-3 text-sm"
    >
      Activar
    </ButtonForm>
  );
}
