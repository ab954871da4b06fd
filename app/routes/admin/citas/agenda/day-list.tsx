import { formatClock } from "~/format/dates";
import { clockOf } from "~/format/hours";
import type { MinuteSpan } from "~/models/citas/agenda.server";
import { AgendaCitaLink, type AgendaColumn, byTime, colorOf, EspecialistaHeading, NewCitaLink } from "./cell";

type Props = {
  column: AgendaColumn;
  /** Her free times, which can be booked. */
  huecos: MinuteSpan[];
  /** The minute of the day it is now; null on another day. */
  ahora: number | null;
  dia: string;
  zona: string;
};

/** A specialist's day as a list for a phone: what was, a line for now, and what comes, with the free times between. */
export function DayList({ column, huecos, ahora, dia, zona }: Props) {
  const [day] = column.dias;
  const items = byTime(day?.citas ?? [], huecos);
  const was = ahora === null ? [] : items.filter(({ desde }) => desde <= ahora);
  const render = (some: typeof items) =>
    some.map(({ cita, desde, hasta }) => (
      <li key={cita?.id ?? desde}>
        {cita ? (
          <AgendaCitaLink cita={cita} zona={zona} />
        ) : (
          <NewCitaLink dia={dia} minute={desde} especialista={column} className="libre">
            Libre de {shortClock(desde)} a {shortClock(hasta)} · <span className="link">Agendar</span>
            <span className="sr-only"> con {column.nombre}</span>
          </NewCitaLink>
        )}
      </li>
    ));
  return (
    <section aria-label={column.nombre} className={colorOf(column)}>
      <EspecialistaHeading column={column} />
      {items.length === 0 ? (
        day?.jornada?.abre && <p className="py-2 pl-3 text-soft">Sin citas</p>
      ) : (
        <ol className="agenda-lista">
          {render(was)}
          {ahora === null ? null : <li className="ahora">Ahora · {formatClock(clockOf(ahora))}</li>}
          {render(items.slice(was.length))}
        </ol>
      )}
    </section>
  );
}

/** `12:30`, where the rest of the line says which half of the day it is. */
function shortClock(minute: number): string {
  return formatClock(clockOf(minute)).replace(/ .*/, "");
}
