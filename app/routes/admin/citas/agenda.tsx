import type { SerializeFrom } from "@remix-run/node";
import { useLocation } from "@remix-run/react";
import { citaPath, EstadoBadge } from "~/components/admin/cita";
import { EmptyState } from "~/components/admin/screen";
import { Icon } from "~/components/icon";
import { Link } from "~/components/link";
import { formatCalendarDay, formatClock, formatDay, formatTime, sayTime } from "~/format/dates";
import type { listAgenda } from "~/models/citas/agenda.server";

type Agenda = SerializeFrom<typeof listAgenda>;
type Cita = Agenda["canceladas"][number];
type Dia = Agenda["columns"][number]["dias"][number];

/** The agenda of a day or of a week, by specialist: a grid, and where it has no room, as on a phone, a list. */
export function Agenda({ zona, hoy, ...agenda }: Agenda & { zona: string; hoy: string }) {
  const { vista, dia, dias, grid, canceladas } = agenda;
  const [first = dia] = dias;
  const last = dias.at(-1) ?? dia;
  const title =
    vista === "dia" ? formatDay(`${dia}T12:00:00Z`, "UTC") : `Del ${formatCalendarDay(first)} al ${formatCalendarDay(last)}`;
  return (
    <>
      <div className="mb-4 flex flex-wrap items-center justify-between gap-3">
        <h2 className="text-2xl first-letter:uppercase">
          <span className="hidden print:inline">{vista === "dia" ? "Hoja del día: " : "Hoja de la semana: "}</span>
          {title}
        </h2>
        <nav aria-label="Días" className="flex flex-wrap gap-2 print:hidden">
          <Step dia={agenda.anterior}>Anterior</Step>
          <Step dia={hoy} current={dias.includes(hoy)}>
            Hoy
          </Step>
          <Step dia={agenda.siguiente}>Siguiente</Step>
        </nav>
      </div>
      {agenda.columns.length === 0 ? (
        <EmptyState title="No hay citas programadas">
          <p className="text-balance text-soft">Aquí verás a cada especialista con sus horas y sus citas.</p>
          <Link to="/admin/empleados" className="button button-quiet">
            Agregar especialistas
          </Link>
        </EmptyState>
      ) : vista === "dia" && grid ? (
        <Day {...agenda} grid={grid} zona={zona} />
      ) : (
        <Week {...agenda} zona={zona} hoy={hoy} />
      )}
      {canceladas.length === 0 ? null : (
        <section className="mt-6 print:hidden" aria-labelledby="canceladas">
          <h3 id="canceladas" className="mb-2 text-xl">
            Canceladas
          </h3>
          <ul className="grid gap-1 text-soft">
            {canceladas.map((cita) => (
              <li key={cita.id}>
                {vista === "semana" ? `${formatDay(cita.fecha_hora, zona)}, ` : null}
                <CitaLink cita={cita} zona={zona} />
              </li>
            ))}
          </ul>
        </section>
      )}
      <p className="mt-6 text-sm text-soft print:hidden">
        Para imprimir la hoja, usa «Imprimir» de tu navegador: salen solo las citas.
      </p>
    </>
  );
}

function Step({ dia, current = false, children }: { dia: string; current?: boolean; children: string }) {
  const { search } = useLocation();
  const params = new URLSearchParams(search);
  params.set("dia", dia);
  return (
    <Link to={`?${params}`} preventScrollReset className="choice" aria-current={current ? "date" : undefined}>
      {children}
    </Link>
  );
}

function said(cita: Cita): string {
  return `${cita.cliente?.nombre ?? "Cliente eliminado"}, ${cita.servicio?.nombre ?? "Servicio eliminado"}`;
}

function CitaLink({ cita, zona }: { cita: Cita; zona: string }) {
  const { pathname, search } = useLocation();
  return (
    <Link to={citaPath(cita.id, "detalle", pathname + search)} className="link wrap-anywhere">
      {formatTime(cita.fecha_hora, zona)} · {said(cita)}
    </Link>
  );
}

function hours({ jornada }: Dia): string {
  if (!jornada) return "";
  return jornada.libre ?? `${formatClock(jornada.abre)} a ${formatClock(jornada.cierra)}`;
}

/** The quarters of a day against the specialists; where there is no room for it, one after the other. */
function Day({ dia, columns, grid, zona }: Agenda & { grid: NonNullable<Agenda["grid"]>; zona: string }) {
  return (
    <>
      <div className="hidden overflow-x-auto rounded-2xl border border-line bg-card @2xl:block print:block print:overflow-visible">
        <table className="agenda">
          <caption className="sr-only">Citas por hora y especialista</caption>
          <thead>
            <tr>
              <th scope="col">
                <span className="sr-only">Hora</span>
              </th>
              {columns.map((column) => (
                <th key={column.id} scope="col">
                  {column.nombre}
                  {column.dias[0] ? <span className="block text-sm font-normal text-soft">{hours(column.dias[0])}</span> : null}
                </th>
              ))}
            </tr>
          </thead>
          <tbody>
            {grid.map(({ hora, cells }, row) => (
              // biome-ignore lint/suspicious/noArrayIndexKey: a row of the day is its place in it.
              <tr key={row}>
                {hora ? (
                  <th scope="row" rowSpan={4} className="whitespace-nowrap tabular-nums">
                    {formatClock(hora)}
                  </th>
                ) : null}
                {cells.map((cell, index) => {
                  const column = columns[index];
                  if (!cell || !column) return null;
                  return cell.citas.length > 0 ? (
                    <td key={column.id} rowSpan={cell.rows} className="taken">
                      {cell.citas.map((cita) => (
                        <Cell key={cita.id} cita={cita} zona={zona} />
                      ))}
                    </td>
                  ) : (
                    <td key={column.id} rowSpan={cell.rows} className={cell.abierta ? "open" : "closed"}>
                      {cell.abierta ? <Free dia={dia} hora={cell.hora} especialista={column} /> : null}
                    </td>
                  );
                })}
              </tr>
            ))}
          </tbody>
        </table>
      </div>
      <div className="grid gap-6 @2xl:hidden print:hidden">
        {columns.map((column) => (
          <section key={column.id} aria-label={column.nombre}>
            <h3 className="text-xl">{column.nombre}</h3>
            {column.dias.map((of) => (
              <DayList key={of.dia} of={of} zona={zona} />
            ))}
          </section>
        ))}
      </div>
    </>
  );
}

function DayList({ of, zona }: { of: Dia; zona: string }) {
  return (
    <>
      <p className="text-sm text-soft">{hours(of)}</p>
      {of.citas.length === 0 ? (
        <p className="py-2 text-soft">Sin citas</p>
      ) : (
        <ol className="mt-2 grid gap-2">
          {of.citas.map((cita) => (
            <li key={cita.id} className="rounded-xl border border-line bg-card px-4 py-3">
              <Cell cita={cita} zona={zona} />
            </li>
          ))}
        </ol>
      )}
    </>
  );
}

function Cell({ cita, zona }: { cita: Cita; zona: string }) {
  const { pathname, search } = useLocation();
  return (
    <div className="grid gap-0.5">
      <Link to={citaPath(cita.id, "detalle", pathname + search)} className="font-semibold wrap-anywhere hover:underline">
        <span className="tabular-nums">
          {formatTime(cita.fecha_hora, zona)} a {formatTime(cita.fin, zona)}
        </span>{" "}
        {cita.cliente?.nombre ?? "Cliente eliminado"}
      </Link>
      <p className="text-sm wrap-anywhere">{cita.servicio?.nombre ?? "Servicio eliminado"}</p>
      <div className="text-sm">
        <EstadoBadge {...cita} />
      </div>
    </div>
  );
}

function Free({ dia, hora, especialista }: { dia: string; hora: string; especialista: { id: string | null; nombre: string } }) {
  const { search } = useLocation();
  const params = new URLSearchParams(search);
  params.set("fecha", dia);
  params.set("hora", hora);
  if (especialista.id) params.set("empleado_id", especialista.id);
  return (
    <Link to={`nueva?${params}`} preventScrollReset className="free print:hidden">
      <Icon name="plus" />
      <span className="sr-only">
        Agendar {sayTime(`1970-01-01T${hora}:00Z`, "UTC")} con {especialista.nombre}
      </span>
    </Link>
  );
}

/** The days of a week against the specialists; where there is no room for it, day by day. */
function Week({ dias, columns, zona, hoy }: Agenda & { zona: string; hoy: string }) {
  const { pathname, search } = useLocation();
  const heading = (dia: string) => formatDay(`${dia}T12:00:00Z`, "UTC");
  return (
    <>
      <div className="hidden overflow-x-auto rounded-2xl border border-line bg-card @4xl:block print:block print:overflow-visible">
        <table className="agenda week">
          <caption className="sr-only">Citas de la semana por especialista</caption>
          <thead>
            <tr>
              <th scope="col">
                <span className="sr-only">Especialista</span>
              </th>
              {dias.map((dia) => (
                <th key={dia} scope="col" aria-current={dia === hoy ? "date" : undefined}>
                  <Link to={`?vista=dia&dia=${dia}`} className="link first-letter:uppercase">
                    {heading(dia)}
                  </Link>
                </th>
              ))}
            </tr>
          </thead>
          <tbody>
            {columns.map((column) => (
              <tr key={column.id}>
                <th scope="row">{column.nombre}</th>
                {column.dias.map((of) => (
                  <td key={of.dia} className={of.jornada?.libre ? "closed" : "open"}>
                    <p className="text-xs text-soft">{of.jornada?.libre}</p>
                    <ul className="grid gap-2">
                      {of.citas.map((cita) => (
                        <li key={cita.id}>
                          <Link
                            to={citaPath(cita.id, "detalle", pathname + search)}
                            className="block rounded-lg border-l-[3px] border-accent bg-blush px-2 py-1.5 text-sm wrap-anywhere hover:underline"
                          >
                            <span className="font-semibold">
                              {formatTime(cita.fecha_hora, zona)} · {cita.cliente?.nombre ?? "Cliente eliminado"}
                            </span>
                            <span className="block">{cita.servicio?.nombre ?? "Servicio eliminado"}</span>
                          </Link>
                        </li>
                      ))}
                    </ul>
                  </td>
                ))}
              </tr>
            ))}
          </tbody>
        </table>
      </div>
      <div className="grid gap-6 @4xl:hidden print:hidden">
        {dias.map((dia, index) => {
          const ofDay = columns.flatMap((column) =>
            (column.dias[index]?.citas ?? []).map((cita) => ({ cita, nombre: column.nombre })),
          );
          ofDay.sort((a, b) => Date.parse(a.cita.fecha_hora) - Date.parse(b.cita.fecha_hora));
          return (
            <section key={dia} aria-labelledby={`dia-${dia}`}>
              <h3 id={`dia-${dia}`} className="text-xl">
                <Link to={`?vista=dia&dia=${dia}`} className="link inline-block py-2 first-letter:uppercase">
                  {heading(dia)}
                </Link>
              </h3>
              {ofDay.length === 0 ? <p className="text-soft">Sin citas</p> : null}
              <ol className="grid gap-2">
                {ofDay.map(({ cita, nombre }) => (
                  <li key={cita.id} className="rounded-xl border border-line bg-card px-4 py-3">
                    <Cell cita={cita} zona={zona} />
                    <p className="mt-1 text-sm text-soft">{nombre}</p>
                  </li>
                ))}
              </ol>
            </section>
          );
        })}
      </div>
    </>
  );
}
