import type { LoaderFunctionArgs, MetaFunction } from "@remix-run/node";
import { useLoaderData } from "@remix-run/react";
import {
  Badge,
  Email,
  EmptyState,
  Filter,
  Found,
  ListScreen,
  NewLink,
  Pagination,
  Phone,
  RecordActions,
  SearchForm,
} from "~/components/admin";
import { DELETE_QUESTIONS } from "~/components/admin/delete-questions";
import { Icon } from "~/components/icon";
import { Link } from "~/components/link";
import { LOAD_ERRORS } from "~/content/load-errors";
import { fullName, listTitle, plural } from "~/format/text";
import { or503, orUndefined, requireUser } from "~/http/guards.server";
import { lastPage, readChoice, readList } from "~/http/search-params.server";
import { countCitasAhead } from "~/models/citas/cita-list.server";
import { listPorPagar } from "~/models/dinero/comision.server";
import { listEmpleados } from "~/models/equipo/empleado.server";
import { getZona } from "~/models/estudio/configuracion.server";

export async function loader({ request }: LoaderFunctionArgs) {
  await requireUser(request, "propietaria");
  const { q, pagina } = readList(request);
  const activo = readChoice(request, "activo", ["si", "no"]);
  const [list, zona] = await Promise.all([
    or503(listEmpleados({ q, activo, pagina }), LOAD_ERRORS.empleados),
    or503(getZona(), LOAD_ERRORS.empleados),
  ]);
  const [ahead, porPagar] = await Promise.all([
    orUndefined(countCitasAhead("empleado_id", list.empleados, zona)),
    orUndefined(listPorPagar(zona)),
  ]);
  const empleados = list.empleados.map((empleado) => ({
    ...empleado,
    ahead: ahead?.get(empleado.id),
    owed: porPagar?.find(({ id }) => id === empleado.id)?.total,
  }));
  return {
    q,
    activo,
    pagina,
    last: lastPage(request, list.total),
    ...list,
    empleados,
    found: plural(list.total, "empleado", "empleados"),
  };
}

export const meta: MetaFunction<typeof loader> = ({ data, location }) => [
  { title: listTitle("Empleados", data?.found, location) },
];

const ESTADOS = [
  { value: "si", label: "Activos" },
  { value: "no", label: "Inactivos" },
];

export default function Empleados() {
  const { q, activo, pagina, last, empleados, found } = useLoaderData<typeof loader>();
  const create = <NewLink>Nuevo empleado</NewLink>;
  const isFiltered = q !== "" || activo !== "";
  return (
    <ListScreen inline title="Empleados" subtitle={<Found q={q}>{found}</Found>} action={create}>
      {empleados.length > 0 || isFiltered ? (
        <SearchForm
          q={q}
          label="Buscar por nombre, especialidad o teléfono"
          chosen={[ESTADOS.find(({ value }) => value === activo)?.label ?? ""]}
        >
          <Filter name="activo" label="Estado" value={activo} all="Todos" options={ESTADOS} />
        </SearchForm>
      ) : null}
      {empleados.length === 0 ? (
        <EmptyState title="Todavía no hay empleados" filtered={isFiltered}>
          {create}
        </EmptyState>
      ) : (
        <ul className="records wide">
          {empleados.map((empleado) => {
            const name = fullName(empleado);
            return (
              <li key={empleado.id} className={`card color-${empleado.color} @3xl:grid @3xl:grid-cols-[1fr_auto] @3xl:gap-8`}>
                <div className="grid min-w-0 gap-x-2 gap-y-1">
                  <div className="flex flex-wrap items-center gap-x-3 gap-y-1">
                    {empleado.foto?.url ? (
                      <img src={empleado.foto.url} alt="" className="size-14 rounded-full object-cover" loading="lazy" />
                    ) : null}
                    <h2 className="especialista">{name}</h2>
                    <Badge tone={empleado.activo ? "good" : "plain"}>{empleado.activo ? "Activo" : "Inactivo"}</Badge>
                  </div>
                  {empleado.especialidades.length > 0 ? (
                    <p className="line-clamp-2 md:line-clamp-none">{empleado.especialidades.join(", ")}</p>
                  ) : null}
                  <div className="flex flex-wrap gap-x-6 text-soft">
                    {empleado.telefono ? <Phone phone={empleado.telefono} /> : null}
                    {empleado.email ? <Email email={empleado.email} /> : null}
                    <span className="contact">
                      <Icon name="clock" />
                      <Link to={`/admin/empleados/${empleado.id}/horario`} className="link">
                        Horario y ausencias<span className="sr-only"> de {name}</span>
                      </Link>
                    </span>
                  </div>
                </div>
                <RecordActions
                  path={`/admin/empleados/${empleado.id}`}
                  recordName={`a ${name}`}
                  question={DELETE_QUESTIONS.empleado(name, empleado.ahead, empleado.owed)}
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
