import { useLocation } from "@remix-run/react";
import { EmptyState } from "~/components/admin";
import { citaPath } from "~/components/admin/cita";
import { Link } from "~/components/link";
import { formatCalendarDay, formatDay, formatTime } from "~/format/dates";
import { CLIENTE_ELIMINADO, SERVICIO_ELIMINADO } from "~/format/text";
import type { AgendaCita, AgendaData } from "./cell";
import { AgendaDayView } from "./day-view";
import { AgendaWeekView } from "./week-view";

/** The agenda of a day or a week by specialist, with the links to the days around it and the cancelled appointments. */
export function Agenda({ zona, hoy, isOwner, ...agenda }: AgendaData & { zona: string; hoy: string; isOwner: boolean }) {
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
          <DayLink dia={agenda.anterior}>Anterior</DayLink>
          <DayLink dia={hoy} isCurrent={dias.includes(hoy)}>
            Hoy
          </DayLink>
          <DayLink dia={agenda.siguiente}>Siguiente</DayLink>
        </nav>
      </div>
      {agenda.columns.length === 0 ? (
        <EmptyState title="No hay citas programadas">
          <p className="text-balance text-soft">Aquí verás a cada especialista con sus horas y sus citas.</p>
          {isOwner ? (
            <Link to="/admin/empleados" className="button button-quiet">
              Agregar especialistas
            </Link>
          ) : null}
        </EmptyState>
      ) : vista === "dia" && grid ? (
        <AgendaDayView {...agenda} grid={grid} zona={zona} />
      ) : (
        <AgendaWeekView {...agenda} zona={zona} hoy={hoy} />
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

function DayLink({ dia, isCurrent = false, children }: { dia: string; isCurrent?: boolean; children: string }) {
  const { search } = useLocation();
  const params = new URLSearchParams(search);
  params.set("dia", dia);
  return (
    <Link to={`?${params}`} preventScrollReset className="choice" aria-current={isCurrent ? "date" : undefined}>
      {children}
    </Link>
  );
}

function CitaLink({ cita, zona }: { cita: AgendaCita; zona: string }) {
  const { pathname, search } = useLocation();
  const whoAndWhat = `${cita.cliente?.nombre ?? CLIENTE_ELIMINADO}, ${cita.servicio?.nombre ?? SERVICIO_ELIMINADO}`;
  return (
    <Link to={citaPath(cita.id, "detalle", pathname + search)} className="link wrap-anywhere">
      {formatTime(cita.fecha_hora, zona)} · {whoAndWhat}
    </Link>
  );
}
