import { useLocation } from "@remix-run/react";
import { Badge, EmptyState } from "~/components/admin";
import { citaPath } from "~/components/admin/cita";
import { PrintButton } from "~/components/admin/print-button";
import { Icon } from "~/components/icon";
import { Link } from "~/components/link";
import { formatDay, formatTime, keepTimes } from "~/format/dates";
import { CLIENTE_ELIMINADO, SERVICIO_ELIMINADO } from "~/format/text";
import type { AgendaData } from "./cell";
import { AgendaDayView } from "./day-view";
import { PrintedDay } from "./printed-day";
import { AgendaWeekView } from "./week-view";

type AgendaProps = AgendaData & { title: string; zona: string; hoy: string; isOwner: boolean };

/** The agenda of a day or a week by specialist, with the links to the days around it and the cancelled appointments. */
export function Agenda({ title, zona, hoy, isOwner, ...agenda }: AgendaProps) {
  const { vista, dias, columns, canceladas } = agenda;
  const { pathname, search } = useLocation();
  const isEmpty = columns.every((column) => column.dias.every(({ citas }) => citas.length === 0));
  return (
    <>
      <div className="agenda-header relative">
        <h2>
          <span className="hidden print:inline">{vista === "dia" ? "Hoja del día: " : "Hoja de la semana: "}</span>
          {title}
        </h2>
        <nav aria-label="Días">
          <DayLink dia={agenda.anterior} arrow="">
            Anterior
          </DayLink>
          <DayLink dia={hoy} isCurrent={dias.includes(hoy)}>
            Hoy
          </DayLink>
          <DayLink dia={agenda.siguiente} arrow="rotate-180">
            Siguiente
          </DayLink>
        </nav>
        {isEmpty ? null : (
          <div className="@max-4xl:absolute @max-4xl:right-0 @max-4xl:bottom-full @max-4xl:pb-4">
            <PrintButton />
          </div>
        )}
      </div>
      {columns.length === 0 ? (
        <EmptyState title="Todavía no hay especialistas">
          <p className="text-balance text-soft">
            {isOwner
              ? "Agrega a cada una con su horario, y aquí verás sus días. Mientras, tus citas quedan sin especialista."
              : "La propietaria las agrega, y aquí verás los días de cada una. Mientras, las citas quedan sin especialista."}
          </p>
          {isOwner ? (
            <Link to="/admin/empleados" className="button">
              Agregar especialistas
            </Link>
          ) : null}
        </EmptyState>
      ) : vista === "dia" ? (
        <AgendaDayView {...agenda} isEmpty={isEmpty} zona={zona} />
      ) : (
        <AgendaWeekView {...agenda} isEmpty={isEmpty} zona={zona} hoy={hoy} />
      )}
      {vista === "dia" && !isEmpty ? <PrintedDay columns={columns} /> : null}
      {canceladas.length === 0 ? null : (
        <section className="mt-6 print:hidden" aria-labelledby="canceladas">
          <h3 id="canceladas" className="mb-1 text-xl">
            {canceladas.some(({ no_asistio }) => no_asistio) ? "Canceladas y faltas" : "Canceladas"}
          </h3>
          <ul className="text-soft">
            {canceladas.map((cita) => (
              <li key={cita.id}>
                <Link
                  to={citaPath(cita.id, "detalle", pathname + search)}
                  className="inline-block py-2.5 wrap-anywhere first-letter:uppercase"
                >
                  {vista === "semana" ? `${formatDay(cita.fecha_hora, zona)}, ` : null}
                  <s>{keepTimes(formatTime(cita.fecha_hora, zona))}</s> · {cita.cliente?.nombre ?? CLIENTE_ELIMINADO},{" "}
                  {cita.servicio?.nombre ?? SERVICIO_ELIMINADO} {cita.no_asistio ? <Badge tone="bad">no asistió</Badge> : null}
                </Link>
              </li>
            ))}
          </ul>
        </section>
      )}
    </>
  );
}

type DayLinkProps = { dia: string; isCurrent?: boolean; arrow?: string; children: string };

/** A link to a day or week. One with an arrow, of which `arrow` is the class, shows that alone where there is little room. */
function DayLink({ dia, isCurrent = false, arrow, children }: DayLinkProps) {
  const { search } = useLocation();
  const params = new URLSearchParams(search);
  params.set("dia", dia);
  return (
    <Link to={`?${params}`} preventScrollReset className="choice" aria-current={isCurrent ? "date" : undefined}>
      {arrow === undefined ? null : (
        <span className={`@4xl:hidden ${arrow}`}>
          <Icon name="back" />
        </span>
      )}
      <span className={arrow === undefined ? "" : "@max-4xl:sr-only"}>{children}</span>
    </Link>
  );
}
