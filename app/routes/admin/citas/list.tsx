import type { LoaderFunctionArgs, MetaFunction, SerializeFrom } from "@remix-run/node";
import { useLoaderData, useLocation } from "@remix-run/react";
import { Fragment } from "react";
import {
  AlertaBadge,
  EmptyState,
  Filter,
  Found,
  ListScreen,
  NewLink,
  Pagination,
  Phone,
  RecordActions,
  SearchForm,
  ViewLinks,
} from "~/components/admin";
import { CitaActions, citaDeleteQuestion, citaPath, describeCita, EstadoBadge } from "~/components/admin/cita";
import { Link } from "~/components/link";
import { LOAD_ERRORS } from "~/content/load-errors";
import { nameApart } from "~/format/action-name";
import { formatTime, formatTimeWithArticle, studioDay } from "~/format/dates";
import { formatDayOfYear, formatWeek } from "~/format/days.server";
import { formatMoney } from "~/format/numbers";
import { asOptions, CLIENTE_ELIMINADO, fullName, listTitle, plural, SERVICIO_ELIMINADO, SIN_ESPECIALISTA } from "~/format/text";
import { or503, requireUser } from "~/http/guards.server";
import { lastPage, readChoice, readDay, readId, readList } from "~/http/search-params.server";
import { CITAS_PER_PAGE } from "~/limits";
import { listAgenda } from "~/models/citas/agenda.server";
import { type CitaDelDia, hasCitas, listCitas } from "~/models/citas/cita-list.server";
import { ESTADOS } from "~/models/citas/estado";
import { can } from "~/models/cuentas/permiso.server";
import { listEmpleadosActivos } from "~/models/equipo/empleado.server";
import { getConfiguracion } from "~/models/estudio/configuracion.server";
import { LazyAgenda, loadAgenda } from "~/routes/admin/citas/agenda/lazy-agenda";

export { shouldRevalidate } from "~/components/form";

export async function loader({ request }: LoaderFunctionArgs) {
  const user = await requireUser(request, "agenda");
  const { q, pagina } = readList(request);
  const dia = readDay(request, "dia");
  const { zona_horaria: zona, reserva } = await getConfiguracion();
  const now = new Date();
  const hoy = studioDay(now, zona);
  const filter = {
    q,
    cuando: dia ? "" : readChoice(request, "cuando", ["manana", "proximas", "todas"]),
    dia,
    empleado: readId(request, "empleado", ["ninguna"]),
    estado: readChoice(request, "estado", ESTADOS),
  };
  const vista = readChoice(request, "vista", ["dia", "semana"]);
  const isPageAsked = new URL(request.url).searchParams.has("pagina");
  const [empleados, agenda, list] = await Promise.all([
    // Only the list filters by specialist.
    vista === "" ? listEmpleadosActivos() : null,
    vista === "" ? null : or503(listAgenda(vista, dia || hoy, zona, user), LOAD_ERRORS.citas),
    vista === "" ? or503(listCitas({ ...filter, pagina: isPageAsked ? pagina : null }, zona, user), LOAD_ERRORS.citas) : null,
    vista === "" ? null : loadAgenda(),
  ]);
  const last = lastPage(request, list?.total ?? 0, CITAS_PER_PAGE);
  const isOwner = can(user, "propietaria");
  // "No appointment at all" is said only when that is so.
  const isFiltered = filter.q + filter.empleado + filter.estado !== "";
  const isNone = list?.total === 0 && !isFiltered && !(await or503(hasCitas(), LOAD_ERRORS.citas));
  return {
    ...filter,
    last,
    vista,
    zona,
    hoy,
    estados: ESTADOS,
    empleados,
    agenda: agenda && { ...agenda, title: titleOf(agenda, hoy) },
    isOwner,
    isFiltered,
    isNone,
    takesSolicitudes: reserva === "solicitud",
    ahora: now.toISOString(),
    found: list ? plural(list.total, "cita", "citas") : undefined,
    list: list && { total: list.total, pagina: list.pagina, dias: byDay(list.citas, zona, hoy, now) },
    none: dia ? `No hay citas el ${formatDayOfYear(dia, "UTC", hoy)}` : NO_CITAS[filter.cuando],
  };
}

function titleOf({ vista, dia, dias }: { vista: string; dia: string; dias: string[] }, hoy: string): string {
  if (vista === "dia") return formatDayOfYear(dia, "UTC", hoy);
  return `del ${formatWeek(dias[0] ?? dia, dias.at(-1) ?? dia, hoy)}`;
}

/**
 * Appointments under the day of each in words, without what the list does not show. Of today's the first `over` are over (-1: all),
 * and `next` is the place of the first to come.
 */
function byDay(citas: CitaDelDia[], zona: string, hoy: string, now: Date) {
  const days = new Map<string, Omit<CitaDelDia, "empleado_id">[]>();
  for (const { empleado_id: _empleado, ...cita } of citas) {
    const day = formatDayOfYear(cita.fecha_hora, zona, hoy);
    days.set(day, [...(days.get(day) ?? []), cita]);
  }
  const today = formatDayOfYear(now, zona, hoy);
  return [...days].map(([dia, citas]) => ({
    dia,
    citas,
    over: dia === today ? citas.findIndex(({ fin }) => fin > now) : 0,
    next: dia === today ? citas.findIndex(({ fecha_hora }) => fecha_hora > now) : -1,
  }));
}

const CUANDO = { "": "Hoy", manana: "Mañana", proximas: "Próximas", todas: "Todas" };

const NO_CITAS = {
  "": "Hoy no hay citas",
  manana: "Mañana no hay citas",
  proximas: "No hay próximas citas",
  todas: "No hay citas programadas",
};

const VISTAS = { "": "Lista", dia: "Día", semana: "Semana" };

export const meta: MetaFunction<typeof loader> = ({ data, location }) => [{ title: listTitle("Citas", data?.found, location) }];

export default function Citas() {
  const { q, vista, agenda, list, found, zona, hoy, cuando, dia, isNone, isOwner, takesSolicitudes } =
    useLoaderData<typeof loader>();
  const { search } = useLocation();
  const subtitle = (
    // On a phone one row, which scrolls.
    <span className="block max-md:-mx-4 max-md:overflow-x-auto max-md:px-4 max-md:whitespace-nowrap">
      {found ? (
        <>
          <Found q={q}>{`${dia ? "" : `${CUANDO[cuando]}: `}${found}`}</Found>
          {" · "}
        </>
      ) : null}
      {Object.entries({
        ...(takesSolicitudes && { "/admin/citas/solicitudes": "Solicitudes" }),
        "/admin/citas/recordatorios": "Recordatorios",
        "/admin/citas/por-volver": "Por volver",
        "/admin/citas/espera": "En espera",
      }).map(([to, label]) => (
        // The dot stays at the end of its line.
        <Fragment key={to}>
          <span className="whitespace-nowrap">
            <Link className="link inline-flex min-h-11 items-center" to={to}>
              {label}
            </Link>
            {" ·"}
          </span>{" "}
        </Fragment>
      ))}
      <Link
        className="link inline-flex min-h-11 items-center"
        to={`/admin/ventas/nueva?de=${encodeURIComponent(`/admin/citas${search}`)}`}
      >
        Vender
      </Link>
    </span>
  );
  // Behind the form of a walk-in, each link still says by itself which form it opens.
  const behind = new URLSearchParams(search);
  behind.delete("ahora");
  const action = (
    <div className="flex flex-wrap gap-2">
      <Link to={`nueva?${new URLSearchParams([...behind, ["ahora", "1"]])}`} preventScrollReset className="button button-quiet">
        Llegó sin cita
      </Link>
      <NewLink to="nueva" search={behind.size > 0 ? `?${behind}` : ""}>
        Nueva Cita
      </NewLink>
    </div>
  );
  return (
    <ListScreen title="Citas" subtitle={subtitle} action={action}>
      <div className="views">
        <ViewLinks label="Vista" name="vista" value={vista} options={VISTAS} keep={["dia"]} />
        {list && !isNone ? <Filters /> : null}
      </div>
      {agenda ? <LazyAgenda {...agenda} zona={zona} hoy={hoy} isOwner={isOwner} /> : <CitasList />}
    </ListScreen>
  );
}

/** When, who and in which state: folded on a phone, so that the first appointments are in sight. */
function Filters() {
  const { q, cuando, dia, empleado, estado, estados, empleados, isFiltered } = useLoaderData<typeof loader>();
  const especialistas = (empleados ?? []).map((empleado) => ({ value: empleado.id, label: fullName(empleado) }));
  return (
    <details className="fold">
      <summary className="choice" aria-current={isFiltered || dia ? "true" : undefined}>
        Filtrar
      </summary>
      <ViewLinks label="Cuándo" name="cuando" value={dia || cuando} options={CUANDO} keep={["q", "empleado", "estado"]} />
      <SearchForm q={q} label="Buscar por clienta">
        {cuando ? <input type="hidden" name="cuando" value={cuando} /> : null}
        <div className="filter">
          <label htmlFor="filtro-dia">Día</label>
          <input id="filtro-dia" type="date" name="dia" defaultValue={dia} key={dia} className="control" />
        </div>
        <Filter
          name="empleado"
          label="Especialista"
          value={empleado}
          all="Todo el equipo"
          options={[...especialistas, { value: "ninguna", label: SIN_ESPECIALISTA }]}
        />
        <Filter name="estado" label="Estado" value={estado} all="Todos" options={asOptions(estados)} />
      </SearchForm>
    </details>
  );
}

type Cita = NonNullable<SerializeFrom<typeof loader>["list"]>["dias"][number]["citas"][number];

/** The appointments of a page under the day of each. */
function CitasList() {
  const { q, cuando, empleado, estado, list, last, none, isFiltered, isNone, zona, ahora } = useLoaderData<typeof loader>();
  const dias = list?.dias ?? [];
  const names = nameApart(
    dias.flatMap(({ dia, citas }) => citas.map((cita) => ({ ...cita, dia }))),
    (cita) => describeCita(cita, zona),
    ({ dia, servicio }) => `, ${dia}, ${servicio?.nombre ?? SERVICIO_ELIMINADO}`,
  );
  return (
    <>
      {dias.length === 0 ? (
        <>
          <EmptyState title={isNone ? "No hay citas programadas" : none} filtered={isFiltered}>
            {isNone ? <p className="text-balance text-soft">Aquí verás quién viene hoy, a qué hora y con quién.</p> : null}
            <NewLink to="nueva">{isNone ? "Programar primera cita" : "Agendar"}</NewLink>
          </EmptyState>
          {isFiltered && cuando !== "todas" ? (
            <p className="mt-4 text-center">
              <Link to={`?${new URLSearchParams({ cuando: "todas", q, empleado, estado })}`} className="link inline-block py-2.5">
                Buscar en todas las citas
              </Link>
            </p>
          ) : null}
        </>
      ) : (
        dias.map(({ dia, citas, over, next }) => {
          const cards = citas.map((cita, index) => (
            <Fragment key={cita.id}>
              {index === next ? <li className="now-line col-span-full">Ahora · {formatTime(ahora, zona)}</li> : null}
              <CitaCard cita={cita} dia={dia} recordName={names.get(cita.id)} />
            </Fragment>
          ));
          const grid = "grid gap-3 @2xl:grid-cols-2 @2xl:gap-4";
          return (
            <section key={dia} className="mb-5">
              <h2 className="mb-2 text-xl first-letter:uppercase">{dia}</h2>
              {over > 0 && !isFiltered ? (
                <details className="mb-3">
                  <summary className="button button-quiet">{plural(over, "ya pasó", "ya pasaron")}</summary>
                  <ol className={`mt-3 ${grid}`}>{cards.slice(0, over)}</ol>
                </details>
              ) : null}
              <ol className={grid}>{isFiltered ? cards : cards.slice(Math.max(over, 0))}</ol>
            </section>
          );
        })
      )}
      <Pagination page={list?.pagina ?? 1} last={last} />
    </>
  );
}

function CitaCard({ cita, dia, recordName = "" }: { cita: Cita; dia: string; recordName?: string }) {
  const { zona, ahora } = useLoaderData<typeof loader>();
  const { search } = useLocation();
  return (
    <li className="card cita-card">
      <div className="flex flex-wrap items-center justify-between gap-x-3">
        <h3 className="tabular-nums">
          <time dateTime={cita.fecha_hora}>{formatTime(cita.fecha_hora, zona)}</time>
        </h3>
        <EstadoBadge {...cita} />
      </div>
      <Link
        to={citaPath(cita.id, "detalle", `/admin/citas${search}`)}
        className="link -my-2.5 self-start py-2.5 font-semibold wrap-anywhere"
      >
        {cita.cliente?.nombre ?? CLIENTE_ELIMINADO}
        <span className="sr-only">
          {` ${dia} ${formatTimeWithArticle(cita.fecha_hora, zona)}, ${cita.servicio?.nombre ?? SERVICIO_ELIMINADO}`}
        </span>
      </Link>
      <AlertaBadge alerta={cita.alerta} />
      <p>
        {cita.servicio?.nombre ?? SERVICIO_ELIMINADO} · {formatMoney(cita.precio)}
        <span className="block text-soft">{cita.empleado ? `Especialista: ${fullName(cita.empleado)}` : SIN_ESPECIALISTA}</span>
      </p>
      {cita.notas ? <p className="text-sm whitespace-pre-line">{cita.notas}</p> : null}
      <div className="cita-actions mt-auto pt-1">
        {cita.cliente?.telefono ? <Phone phone={cita.cliente.telefono} /> : null}
        <CitaActions
          cita={{ ...cita, telefono: cita.cliente?.telefono }}
          ahora={ahora}
          back={`/admin/citas${search}`}
          recordName={recordName}
        >
          <RecordActions path={`/admin/citas/${cita.id}`} recordName={recordName} question={citaDeleteQuestion(cita)} />
        </CitaActions>
      </div>
    </li>
  );
}
