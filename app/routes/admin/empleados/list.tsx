import type { LoaderFunctionArgs, MetaFunction } from "@remix-run/node";
import { useLoaderData } from "@remix-run/react";
import { Badge, EmptyState, Filter, Found, ListScreen, NewLink, Pagination, SearchForm } from "~/components/admin";
import { DELETE_QUESTIONS } from "~/components/admin/delete-questions";
import { CallAndWrite, RecordCard } from "~/components/admin/record-card";
import { Link } from "~/components/link";
import { LOAD_ERRORS } from "~/content/load-errors";
import { formatClocks } from "~/format/dates";
import { describePhone, dialable } from "~/format/phone";
import { fullName, listTitle, plural } from "~/format/text";
import { or503, orUndefined, requireUser } from "~/http/guards.server";
import { lastPage, readChoice, readList } from "~/http/search-params.server";
import { countCitasAhead } from "~/models/citas/cita-list.server";
import { listPorPagar } from "~/models/dinero/comision.server";
import { listEmpleados } from "~/models/equipo/empleado.server";
import { getJornadasDeHoy } from "~/models/equipo/jornada.server";
import { getZona } from "~/models/estudio/configuracion.server";

export async function loader({ request }: LoaderFunctionArgs) {
  await requireUser(request, "propietaria");
  const { q, pagina } = readList(request);
  const activo = readChoice(request, "activo", ["si", "no"]);
  const [list, zona] = await Promise.all([
    or503(listEmpleados({ q, activo, pagina }), LOAD_ERRORS.empleados),
    or503(getZona(), LOAD_ERRORS.empleados),
  ]);
  const ids = list.empleados.map(({ id }) => id);
  const [ahead, porPagar, jornadas] = await Promise.all([
    orUndefined(countCitasAhead("empleado_id", list.empleados, zona)),
    orUndefined(listPorPagar(zona)),
    orUndefined(getJornadasDeHoy(ids, zona)),
  ]);
  const empleados = list.empleados.map((empleado) => ({
    ...empleado,
    ahead: ahead?.get(empleado.id),
    jornada: jornadas?.get(empleado.id),
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
        <ul className="compact">
          {empleados.map((empleado) => {
            const { id, color, foto, activo, especialidades, telefono, jornada } = empleado;
            const name = fullName(empleado);
            return (
              <RecordCard
                key={id}
                className={`color-${color}`}
                path={`/admin/empleados/${id}`}
                title={name}
                recordName={`a ${name}`}
                picture={
                  foto?.url ? (
                    <img src={foto.url} alt="" className="portrait" loading="lazy" />
                  ) : (
                    <span aria-hidden="true" className="portrait">
                      {empleado.nombre.charAt(0)}
                      {empleado.apellido.charAt(0)}
                    </span>
                  )
                }
                marks={activo ? null : <Badge tone="plain">Inactivo</Badge>}
                question={DELETE_QUESTIONS.empleado(name, empleado.ahead, empleado.owed)}
                below={
                  <div className="flex items-center pl-15">
                    <Link to={`/admin/empleados/${id}/horario`} className="link mr-auto py-3">
                      Horario y ausencias<span className="sr-only">{` de ${name}`}</span>
                    </Link>
                    <CallAndWrite phone={telefono} nombre={name} />
                  </div>
                }
              >
                {especialidades.length > 0 ? <p className="line-clamp-1">{especialidades.join(", ")}</p> : null}
                {telefono && !dialable(telefono) ? <p>{describePhone(telefono)}</p> : null}
                {activo && jornada ? (
                  <p>{jornada.abre ? `Hoy ${formatClocks(jornada.abre, jornada.cierra)}` : "Hoy no trabaja"}</p>
                ) : null}
              </RecordCard>
            );
          })}
        </ul>
      )}
      <Pagination page={pagina} last={last} />
    </ListScreen>
  );
}
