import { useLocation } from "@remix-run/react";
import { Icon } from "~/components/icon";
import { Link } from "~/components/link";
import { formatClock, sayTime } from "~/format/dates";
import { type AgendaData, type AgendaDay, CitaCell } from "./cell";

/** A day as a table of quarter hours by specialist; on a narrow screen a list for each specialist. */
export function AgendaDayView({
  dia,
  columns,
  grid,
  zona,
}: AgendaData & { grid: NonNullable<AgendaData["grid"]>; zona: string }) {
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
                  {column.dias[0] ? (
                    <span className="block text-sm font-normal text-soft">{sayHours(column.dias[0])}</span>
                  ) : null}
                </th>
              ))}
            </tr>
          </thead>
          <tbody>
            {grid.map(({ hora, cells }, row) => (
              // biome-ignore lint/suspicious/noArrayIndexKey: a row is identified by its position in the day.
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
                        <CitaCell key={cita.id} cita={cita} zona={zona} />
                      ))}
                    </td>
                  ) : (
                    <td key={column.id} rowSpan={cell.rows} className={cell.abierta ? "open" : "closed"}>
                      {cell.abierta ? <FreeSlot dia={dia} hora={cell.hora} especialista={column} /> : null}
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
            {column.dias.map((day) => (
              <DayList key={day.dia} day={day} zona={zona} />
            ))}
          </section>
        ))}
      </div>
    </>
  );
}

function DayList({ day, zona }: { day: AgendaDay; zona: string }) {
  return (
    <>
      <p className="text-sm text-soft">{sayHours(day)}</p>
      {day.citas.length === 0 ? (
        <p className="py-2 text-soft">Sin citas</p>
      ) : (
        <ol className="mt-2 grid gap-2">
          {day.citas.map((cita) => (
            <li key={cita.id} className="rounded-xl border border-line bg-card px-4 py-3">
              <CitaCell cita={cita} zona={zona} />
            </li>
          ))}
        </ol>
      )}
    </>
  );
}

type FreeSlotProps = { dia: string; hora: string; especialista: { id: string | null; nombre: string } };

/** The link that books an appointment at a free time. */
function FreeSlot({ dia, hora, especialista }: FreeSlotProps) {
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

/** When a specialist works on a day, or why she does not. */
function sayHours({ jornada }: AgendaDay): string {
  if (!jornada) return "";
  return jornada.libre ?? `${formatClock(jornada.abre)} a ${formatClock(jornada.cierra)}`;
}
