import { NewLink } from "~/components/admin";
import { Icon } from "~/components/icon";
import { formatClock } from "~/format/dates";
import { clockOf, type MinuteSpan } from "~/format/hours";
import { softHyphens } from "~/format/soft-hyphens";
import { AgendaCitaLink, type AgendaColumn, type AgendaData, byTime, colorOf, formatSpan, NewCitaLink } from "./cell";
import { DayList } from "./day-list";

type DayProps = AgendaData & { zona: string };

/** A day as a grid of hours by specialist; on a narrow screen a list by time. */
export function AgendaDayView({ isEmpty, ...agenda }: DayProps & { isEmpty: boolean }) {
  const { grid } = agenda;
  return (
    <>
      {isEmpty ? (
        <div className="mb-4 flex flex-wrap items-center gap-x-6 gap-y-2">
          <p>No hay citas este día.</p>
          <NewLink to="nueva">Agendar</NewLink>
        </div>
      ) : null}
      {grid ? <DayGrid {...agenda} grid={grid} /> : null}
      <div className={`grid gap-4 print:hidden ${grid ? "@min-[40rem]:hidden" : ""}`}>
        <DayList {...agenda} />
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
              {/* The time of now would cover the label of an hour so near. */}
              {now && hora - 8 < now.minute && now.minute < hora + 25 ? null : formatClock(clockOf(hora))}
            </span>
          ))}
          {now ? <span className={now.className}>{formatClock(clockOf(now.minute))}</span> : null}
        </div>
      </div>
      {columns.map((column, index) => (
        <section key={column.id} aria-label={column.nombre} className={`columna ${colorOf(column)}`}>
          <h3 className="especialista">
            {softHyphens(column.nombre)}
            <span>{describeJornada(column)}</span>
          </h3>
          <ol className={`tiempo ${height}`}>
            {byTime(column.dias[0], libres[index]?.porMedias).map(({ cita, motivo, ...span }) =>
              motivo !== null ? (
                <li key={`${motivo} ${span.desde}`} className={place(span)}>
                  <p className="pausa">
                    {motivo} {formatSpan(span)}
                  </p>
                </li>
              ) : cita ? (
                <li key={cita.id} className={`${place(span)} ${sizeClass(span)} carril-${cita.carril} de-${cita.carriles}`}>
                  <AgendaCitaLink cita={cita} zona={rest.zona} isCut />
                </li>
              ) : (
                <li key={span.desde} className={place(span)}>
                  <NewCitaLink dia={rest.dia} minute={span.desde} column={column} className="libre">
                    <Icon name="plus" />
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

/** How many lines of text fit; with a `corta` the whole day gets higher. */
function sizeClass({ desde, hasta }: MinuteSpan): string {
  const minutes = hasta - desde;
  if (minutes < 25) return minutes < 20 ? "una-linea corta" : "una-linea";
  return minutes < 45 ? "dos-lineas" : minutes < 60 ? "tres-lineas" : "";
}

/** When a specialist works on the day of her column, or why she does not. */
function describeJornada({ dias: [day] }: AgendaColumn) {
  return day?.jornada && (day.jornada.libre ?? `${formatClock(day.jornada.abre)} a ${formatClock(day.jornada.cierra)}`);
}
