import { useLocation } from "@remix-run/react";
import { AlertaBadge } from "~/components/admin/alerta";
import { citaPath } from "~/components/admin/cita";
import { Link } from "~/components/link";
import { formatDay, formatTime } from "~/format/dates";
import { CLIENTE_ELIMINADO, SERVICIO_ELIMINADO } from "~/format/text";
import { type AgendaData, CitaCell } from "./cell";

/** A week as a table of days by specialist; on a narrow screen a list for each day. */
export function AgendaWeekView({ dias, columns, zona, hoy }: AgendaData & { zona: string; hoy: string }) {
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
                {column.dias.map((day) => (
                  <td key={day.dia} className={day.jornada?.libre ? "closed" : "open"}>
                    <p className="text-xs text-soft">{day.jornada?.libre}</p>
                    <ul className="grid gap-2">
                      {day.citas.map((cita) => (
                        <li key={cita.id}>
                          <Link
                            to={citaPath(cita.id, "detalle", pathname + search)}
                            className="block rounded-lg border-l-[3px] border-accent bg-blush px-2 py-1.5 text-sm wrap-anywhere hover:underline"
                          >
                            <span className="font-semibold">
                              {formatTime(cita.fecha_hora, zona)} · {cita.cliente?.nombre ?? CLIENTE_ELIMINADO}
                            </span>
                            <span className="block">{cita.servicio?.nombre ?? SERVICIO_ELIMINADO}</span>
                          </Link>
                          <AlertaBadge alerta={cita.alerta} />
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
          const citasOfDay = columns.flatMap((column) =>
            (column.dias[index]?.citas ?? []).map((cita) => ({ cita, nombre: column.nombre })),
          );
          citasOfDay.sort((a, b) => Date.parse(a.cita.fecha_hora) - Date.parse(b.cita.fecha_hora));
          return (
            <section key={dia} aria-labelledby={`dia-${dia}`}>
              <h3 id={`dia-${dia}`} className="text-xl">
                <Link to={`?vista=dia&dia=${dia}`} className="link inline-block py-2 first-letter:uppercase">
                  {heading(dia)}
                </Link>
              </h3>
              {citasOfDay.length === 0 ? <p className="text-soft">Sin citas</p> : null}
              <ol className="grid gap-2">
                {citasOfDay.map(({ cita, nombre }) => (
                  <li key={cita.id} className="rounded-xl border border-line bg-card px-4 py-3">
                    <CitaCell cita={cita} zona={zona} />
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
