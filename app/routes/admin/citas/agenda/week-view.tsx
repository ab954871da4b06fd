import { Link } from "~/components/link";
import { formatDay } from "~/format/dates";
import { AgendaCitaLink, type AgendaData, colorOf } from "./cell";

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
                  <DayLink dia={dia} />
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
                          <AgendaCitaLink cita={cita} zona={zona} />
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
          const citasOfDay = columns.flatMap((column) => (column.dias[index]?.citas ?? []).map((cita) => ({ cita, column })));
          citasOfDay.sort((one, other) => one.cita.desde - other.cita.desde);
          return (
            <section key={dia} aria-labelledby={`dia-${dia}`}>
              <h3 id={`dia-${dia}`} className="text-xl">
                <DayLink dia={dia} />
              </h3>
              {citasOfDay.length === 0 ? <p className="text-soft">Sin citas</p> : null}
              <ol className="agenda-lista">
                {citasOfDay.map(({ cita, column }) => (
                  <li key={cita.id} className={colorOf(column)}>
                    <AgendaCitaLink cita={cita} zona={zona} especialista={column.nombre} />
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

function DayLink({ dia }: { dia: string }) {
  return (
    <Link to={`?vista=dia&dia=${dia}`} className="link inline-block py-2.5 first-letter:uppercase">
      {formatDay(`${dia}T12:00:00Z`, "UTC")}
    </Link>
  );
}
