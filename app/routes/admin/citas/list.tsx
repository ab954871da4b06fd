import type { LoaderFunctionArgs, MetaFunction, SerializeFrom } from "@remix-run/node";
import { useLoaderData, useLocation } from "@remix-run/react";
import {
  EmptyState,
  Filter,
  ListScreen,
  NewLink,
  Pagination,
  Phone,
  RecordActions,
  SearchForm,
  ViewLinks,
} from "~/components/admin";
import { AlertaBadge } from "~/components/admin/alerta";
import { CitaActions, citaDeleteQuestion, citaPath, describeCita, EstadoBadge } from "~/components/admin/cita";
import { Link } from "~/components/link";
import { LOAD_ERRORS } from "~/content/load-errors";
import { isId } from "~/database/fields.server";
import { formatDate, formatDay, formatTime, studioDay } from "~/format/dates";
import { formatMoney } from "~/format/numbers";
import { asOptions, CLIENTE_ELIMINADO, fullName, plural, SERVICIO_ELIMINADO, SIN_ESPECIALISTA } from "~/format/text";
import { or503, requireUser } from "~/http/guards.server";
import { lastPage, readChoice, readDay, readList } from "~/http/search-params.server";
import { CITAS_PER_PAGE } from "~/limits";
import { listAgenda } from "~/models/citas/agenda.server";
import { ESTADOS } from "~/models/citas/cita.server";
import { hasCitas, listCitas } from "~/models/citas/cita-list.server";
import { can } from "~/models/cuentas/permiso.server";
import { listEmpleadosActivos } from "~/models/equipo/empleado.server";
import { getZona } from "~/models/estudio/configuracion.server";
import { LazyAgenda, loadAgenda } from "~/routes/admin/citas/agenda/lazy-agenda";

export async function loader({ request }: LoaderFunctionArgs) {
  const user = await requireUser(request, "agenda");
  const { q, pagina } = readList(request);
  const zona = await getZona();
  const hoy = studioDay(new Date(), zona);
  const empleado = new URL(request.url).searchParams.get("empleado") ?? "";
  const filter = {
    q,
    cuando: readChoice(request, "cuando", ["manana", "proximas", "todas"]),
    empleado: empleado === "ninguna" || isId(empleado) ? empleado : "",
    estado: readChoice(request, "estado", ESTADOS),
  };
  const vista = readChoice(request, "vista", ["dia", "semana"]);
  const [empleados, agenda, list] = await Promise.all([
    // Only the list filters by specialist.
    vista === "" ? listEmpleadosActivos() : null,
    vista === "" ? null : or503(listAgenda(vista, readDay(request, "dia") || hoy, zona, user), LOAD_ERRORS.citas),
    vista === "" ? or503(listCitas({ ...filter, pagina }, zona, user), LOAD_ERRORS.citas) : null,
    vista === "" ? null : loadAgenda(),
  ]);
  const last = lastPage(request, list?.total ?? 0, CITAS_PER_PAGE);
  const isOwner = can(user, "propietaria");
  // "No appointment at all" is said only when that is so.
  const isFiltered = filter.q + filter.empleado + filter.estado !== "";
  const isNone = list?.total === 0 && !isFiltered && !(await or503(hasCitas(), LOAD_ERRORS.citas));
  return {
    ...filter,
    pagina,
    last,
    vista,
    zona,
    hoy,
    estados: ESTADOS,
    empleados,
    agenda,
    isOwner,
    isFiltered,
    isNone,
    list: list && { ...list, citas: list.citas.map(({ fin: _fin, empleado_id: _empleado, ...cita }) => cita) },
  };
}

const CUANDO = { "": "Hoy", manana: "Mañana", proximas: "Próximas", todas: "Todas" };

const NO_CITAS = {
  "": "Hoy no hay citas",
  manana: "Mañana no hay citas",
  proximas: "No hay próximas citas",
  todas: "No hay citas programadas",
};

const VISTAS = { "": "Lista", dia: "Día", semana: "Semana" };

export const meta: MetaFunction = () => [{ title: "Citas" }];

export default function Citas() {
  const { vista, agenda, list, zona, hoy, cuando, isOwner } = useLoaderData<typeof loader>();
  const subtitle = (
    <>
      {list ? `${CUANDO[cuando]}: ${plural(list.total, "cita", "citas")} · ` : null}
      <Link className="link inline-flex min-h-11 items-center" to="/admin/citas/recordatorios">
        Recordatorios
      </Link>
    </>
  );
  return (
    <ListScreen title="Citas" subtitle={subtitle} action={<NewLink to="nueva">Nueva Cita</NewLink>}>
      <div className="views">
        <ViewLinks label="Vista" name="vista" value={vista} options={VISTAS} keep={["dia"]} />
        {list ? <Filters /> : null}
      </div>
      {agenda ? <LazyAgenda {...agenda} zona={zona} hoy={hoy} isOwner={isOwner} /> : <CitasList citas={list?.citas ?? []} />}
    </ListScreen>
  );
}

/** When, who and in which state: folded on a phone, so that the first appointments are in sight. */
function Filters() {
  const { q, cuando, empleado, estado, estados, empleados, isFiltered } = useLoaderData<typeof loader>();
  const especialistas = (empleados ?? []).map((empleado) => ({ value: empleado.id, label: fullName(empleado) }));
  return (
    <details className="fold">
      <summary className="choice" aria-current={isFiltered ? "true" : undefined}>
        Filtrar
      </summary>
      <ViewLinks label="Cuándo" name="cuando" value={cuando} options={CUANDO} keep={["q", "empleado", "estado"]} />
      <SearchForm q={q} label="Buscar por clienta">
        {cuando ? <input type="hidden" name="cuando" value={cuando} /> : null}
        <Filter
          name="empleado"
          label="Especialista"
          value={empleado}
          all="Todas"
          options={[...especialistas, { value: "ninguna", label: SIN_ESPECIALISTA }]}
        />
        <Filter name="estado" label="Estado" value={estado} all="Todos" options={asOptions(estados)} />
      </SearchForm>
    </details>
  );
}

type Citas = NonNullable<SerializeFrom<typeof loader>["list"]>["citas"];

function CitasList({ citas }: { citas: Citas }) {
  const { q, cuando, empleado, estado, pagina, last, zona, isFiltered, isNone } = useLoaderData<typeof loader>();
  const { search } = useLocation();
  return (
    <>
      {citas.length === 0 ? (
        <>
          <EmptyState title={isNone ? "No hay citas programadas" : NO_CITAS[cuando]} filtered={isFiltered}>
            <NewLink to="nueva">{isNone ? "Programar primera cita" : "Agendar"}</NewLink>
          </EmptyState>
          {isFiltered && cuando !== "todas" ? (
            <p className="mt-4 text-center">
              <Link to={`?${new URLSearchParams({ cuando: "todas", q, empleado, estado })}`} className="link inline-block py-2">
                Buscar en todas las citas
              </Link>
            </p>
          ) : null}
        </>
      ) : (
        <ol className="grid gap-3 @2xl:grid-cols-2 @2xl:gap-4">
          {citas.map((cita) => (
            <li key={cita.id} className="card cita-card">
              <div className="flex items-start justify-between gap-3">
                <h2 className="tabular-nums">
                  <time dateTime={cita.fecha_hora}>{formatTime(cita.fecha_hora, zona)}</time>
                </h2>
                <EstadoBadge {...cita} />
              </div>
              <p className="text-sm text-soft first-letter:uppercase">
                {formatDay(cita.fecha_hora, zona)}, {formatDate(cita.fecha_hora, zona)}
              </p>
              <div className="who">
                <Link to={citaPath(cita.id, "detalle", `/admin/citas${search}`)} className="link">
                  {cita.cliente?.nombre ?? CLIENTE_ELIMINADO}
                </Link>
                {cita.cliente?.telefono ? <Phone phone={cita.cliente.telefono} /> : null}
              </div>
              <AlertaBadge alerta={cita.alerta} />
              <p>
                {cita.servicio?.nombre ?? SERVICIO_ELIMINADO} · {formatMoney(cita.precio)}
                <span className="block text-soft">
                  {cita.empleado ? `Especialista: ${fullName(cita.empleado)}` : SIN_ESPECIALISTA}
                </span>
              </p>
              {cita.notas ? <p className="text-sm whitespace-pre-line">{cita.notas}</p> : null}
              <div className="mt-auto pt-1">
                <CitaActions
                  cita={{ ...cita, telefono: cita.cliente?.telefono }}
                  back={`/admin/citas${search}`}
                  recordName={describeCita(cita, zona)}
                />
              </div>
              <RecordActions
                path={`/admin/citas/${cita.id}`}
                recordName={describeCita(cita, zona)}
                question={citaDeleteQuestion(cita)}
              />
            </li>
          ))}
        </ol>
      )}
      <Pagination page={pagina} last={last} />
    </>
  );
}
