import { NewLink } from "~/components/admin";
import { Icon } from "~/components/icon";
import { formatClock, formatTimeWithArticle } from "~/format/dates";
import { clockOf } from "~/format/hours";
import type { MinuteSpan } from "~/models/citas/agenda.server";
import { AgendaCitaLink, type AgendaData, byTime, colorOf, EspecialistaHeading, NewCitaLink } from "./cell";
import { DayList } from "./day-list";

type DayProps = AgendaData & { zona: string };

/** A day as a grid of hours by specialist; on a narrow screen a list for each specialist. */
export function AgendaDayView({ isEmpty, ...agenda }: DayProps & { isEmpty: boolean }) {
  const { columns, grid, libres } = agenda;
  return (
    <>
      {isEmpty ? (
        <div className="mb-4 flex flex-wrap items-center gap-x-6 gap-y-2">
          <p>No hay citas este día.</p>
          <NewLink to="nueva">Agendar</NewLink>
        </div>
      ) : null}
      {grid ? <DayGrid {...agenda} grid={grid} /> : null}
      <div className={`grid gap-6 print:hidden ${grid ? "@2xl:hidden" : ""}`}>
        {columns.map((column, index) => (
          <DayList key={column.id} {...agenda} column={column} huecos={libres[index]?.huecos ?? []} />
        ))}
      </div>
    </>
  );
}

/** Every minute has the same height: where something stands and how high it is are classes, because the CSP allows no style attribute. */
function DayGrid({ columns, grid, libres, ahora, ...rest }: DayProps & { grid: MinuteSpan }) {
  const horas = Array.from({ length: (grid.hasta - grid.desde) / 60 }, (_, index) => grid.desde + index * 60);
  const height = minutesClass("por", grid.hasta - grid.desde);
  const top = (minute: number) => minutesClass("en", minute - grid.desde);
  const place = ({ desde, hasta }: MinuteSpan) => `${top(desde)} ${minutesClass("por", hasta - desde)}`;
  const now =
    ahora !== null && grid.desde <= ahora && ahora <= grid.hasta ? { minute: ahora, className: `ahora ${top(ahora)}` } : null;
  return (
    <div className="agenda-dia">
      <div className="columna" aria-hidden="true">
        <div />
        <div className={`tiempo ${height}`}>
          {horas.map((hora) => (
            <span key={hora} className={`hora ${top(hora)}`}>
              {formatClock(clockOf(hora))}
            </span>
          ))}
          {now ? <span className={now.className}>{formatClock(clockOf(now.minute))}</span> : null}
        </div>
      </div>
      {columns.map((column, index) => (
        <section key={column.id} aria-label={column.nombre} className={`columna ${colorOf(column)}`}>
          <EspecialistaHeading column={column} />
          <ol className={`tiempo ${height}`}>
            {byTime(column.dias[0]?.citas ?? [], libres[index]?.porMedias ?? []).map(({ cita, ...span }) =>
              cita ? (
                <li key={cita.id} className={`${place(span)} ${sizeClass(span)} carril-${cita.carril} de-${cita.carriles}`}>
                  <AgendaCitaLink cita={cita} zona={rest.zona} isCut />
                </li>
              ) : (
                <li key={span.desde} className={place(span)}>
                  <NewCitaLink dia={rest.dia} minute={span.desde} especialista={column} className="libre">
                    <Icon name="plus" />
                    <span className="sr-only">
                      Agendar {formatTimeWithArticle(`1970-01-01T${clockOf(span.desde)}:00Z`, "UTC")} con {column.nombre}
                    </span>
                  </NewCitaLink>
                </li>
              ),
            )}
            {now ? <li className={now.className} aria-hidden="true" /> : null}
          </ol>
        </section>
      ))}
    </div>
  );
}

/** The class of a time in the grid: `en` so many minutes from its top, `por` so many minutes high. */
function minutesClass(word: "en" | "por", minutes: number): string {
  return `${word}-h-${Math.floor(minutes / 60)} ${word}-m-${minutes % 60}`;
}

/** How many lines of text fit. */
function sizeClass({ desde, hasta }: MinuteSpan): string {
  const minutes = hasta - desde;
  return minutes < 25 ? "una-linea" : minutes < 45 ? "dos-lineas" : "";
}
