import { Link } from "~/components/link";
import { formatDay } from "~/format/dates";
import { plural } from "~/format/text";
import { AgendaCitaLink, type AgendaData, colorOf, shortName } from "./cell";

type Props = AgendaData & { isEmpty: boolean; zona: string; hoy: string };

/** A week as a table of days by specialist; on a narrow screen a list for each day. */
export function AgendaWeekView({ dias, columns, isEmpty, zona, hoy }: Props) {
  return (
    <>
      {isEmpty ? <p className="mb-4">No hay citas esta semana.</p> : null}
      <div className="hidden overflow-x-auto rounded-2xl border border-line bg-card @4xl:block print:block print:overflow-visible">
        <table className="agenda-semana">
          <caption className="sr-only">Citas de la semana por especialista</caption>
          <thead>
            <tr>
              <th scope="col">
                <span className="sr-only">Especialista</span>
              </th>
              {dias.map((dia) => (
                <th key={dia} scope="col" aria-current={dia === hoy ? "date" : undefined}>
                  <DayLink dia={dia} isShort />
                </th>
              ))}
            </tr>
          </thead>
          <tbody>
            {columns.map((column) => (
              <tr key={column.id} className={colorOf(column)}>
                <th scope="row">
                  <span className="especialista">{column.nombre}</span>
                </th>
                {column.dias.map((day) => (
                  <td key={day.dia} className={day.jornada?.libre ? "cerrado" : undefined}>
                    <p className="text-xs text-soft">{day.jornada?.libre}</p>
                    <ul className="grid gap-1.5">
                      {day.citas.map((cita) => (
                        <li key={cita.id}>
                          <AgendaCitaLink cita={cita} zona={zona} isCut />
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
      <div className="grid gap-3 @4xl:hidden print:hidden">
        {dias.map((dia, index) => {
          const citasOfDay = columns.flatMap((column) => (column.dias[index]?.citas ?? []).map((cita) => ({ cita, column })));
          citasOfDay.sort((one, other) => one.cita.desde - other.cita.desde);
          // On a phone this week begins with today: a day that is over is a link.
          const isOver = dias.includes(hoy) && dia < hoy;
          return (
            <section key={dia} aria-labelledby={`dia-${dia}`}>
              <div
                className={`flex flex-wrap items-center justify-between gap-x-3 ${dia === hoy ? "mb-1 rounded-lg bg-blush px-3" : ""}`}
              >
                <h3 id={`dia-${dia}`} className="text-xl">
                  {dia === hoy ? "Hoy · " : null}
                  <DayLink dia={dia} />
                </h3>
                <p className="text-soft">{citasOfDay.length === 0 ? "Sin citas" : plural(citasOfDay.length, "cita", "citas")}</p>
              </div>
              <ol className="agenda-lista compacta gap-1">
                {(isOver ? [] : citasOfDay).map(({ cita, column }) => (
                  <li key={cita.id} className={colorOf(column)}>
                    <AgendaCitaLink cita={cita} zona={zona} especialista={{ id: column.id, quien: shortName(column, columns) }} />
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

function DayLink({ dia, isShort = false }: { dia: string; isShort?: boolean }) {
  const [day, month] = formatDay(`${dia}T12:00:00Z`, "UTC").split(/(?= de )/);
  return (
    <Link to={`?vista=dia&dia=${dia}`} className="link inline-block py-2.5 first-letter:uppercase">
      {day}
      <span className={isShort ? "sr-only" : ""}>{month}</span>
    </Link>
  );
}
