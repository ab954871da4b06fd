import { formatClock } from "~/format/dates";
import { byHalfHour, clockOf, type MinuteSpan } from "~/format/hours";
import { AgendaCitaLink, type AgendaData, byTime, colorOf, formatSpan, NewCitaLink, shortName } from "./cell";

/**
 * A day as one list for a phone: what was, a line for now, and what comes, with the free hours and the pauses of each specialist, and
 * at the end who is away or has nothing on it.
 */
export function DayList({ columns, libres, ahora, dia, zona }: AgendaData & { zona: string }) {
  const lists = columns.map((column, index) =>
    byTime(column.dias[0], libres[index]?.huecos).map((item) => ({ ...item, column })),
  );
  const items = lists.flat().sort((one, other) => one.desde - other.desde || Number(!one.cita) - Number(!other.cita));
  const was = ahora === null ? [] : items.filter(({ desde }) => desde < ahora);
  const render = (some: typeof items) =>
    some.map(({ column, cita, motivo, ...span }) => (
      <li key={`${column.id} ${span.desde} ${cita?.id ?? motivo}`} className={colorOf(column)}>
        {cita ? (
          <AgendaCitaLink cita={cita} zona={zona} especialista={{ id: column.id, quien: shortName(column, columns) }} />
        ) : (
          <div className={motivo ? "pausa" : "libre"}>
            <p>
              <span className="quien">{shortName(column, columns)}</span> {motivo ? `${motivo} ${formatSpan(span)}` : "libre"}
            </p>
            {(motivo ? [] : hoursOf(span)).map((minute) => (
              <NewCitaLink key={minute} dia={dia} minute={minute} column={column} className="choice">
                {formatClock(clockOf(minute)).slice(0, -5)}
              </NewCitaLink>
            ))}
          </div>
        )}
      </li>
    ));
  return (
    <>
      <ol className="agenda-lista">
        {render(was)}
        {ahora === null || items.length === 0 ? null : <li className="now-line">Ahora · {formatClock(clockOf(ahora))}</li>}
        {render(items.slice(was.length))}
      </ol>
      <ul className="grid gap-1 text-soft">
        {columns.map((column, index) => {
          const away = column.dias[0]?.jornada?.libre ?? (lists[index]?.length === 0 ? "Sin citas" : null);
          return away === null ? null : (
            <li key={column.id} className={colorOf(column)}>
              <span className="quien">{column.nombre}</span> {away}
            </li>
          );
        })}
      </ul>
    </>
  );
}

/** The hours offered of a gap. In a long one they are further apart: the form that each opens has those after it. */
function hoursOf(gap: MinuteSpan): number[] {
  let hours = byHalfHour(gap).map(({ desde }) => desde);
  for (let step = 60; hours.length > 4; step *= 2) hours = hours.filter((minute) => minute === gap.desde || minute % step === 0);
  return hours;
}
