import type { SerializeFrom } from "@remix-run/node";
import { useLocation } from "@remix-run/react";
import type { ReactNode } from "react";
import { AlertaBadge } from "~/components/admin/alerta";
import { citaPath } from "~/components/admin/cita";
import { Icon } from "~/components/icon";
import { Link } from "~/components/link";
import { formatClock, formatTime } from "~/format/dates";
import { clockOf } from "~/format/hours";
import { softHyphens } from "~/format/soft-hyphens";
import { CLIENTE_ELIMINADO, SERVICIO_ELIMINADO } from "~/format/text";
import type { listAgenda, MinuteSpan } from "~/models/citas/agenda.server";

export type AgendaData = SerializeFrom<typeof listAgenda>;
export type AgendaColumn = AgendaData["columns"][number];
/** One day of one specialist. */
export type AgendaDay = AgendaColumn["dias"][number];
export type AgendaCita = AgendaDay["citas"][number];

/** The CSS class of a specialist's colour; empty for appointments without a specialist. */
export const colorOf = ({ color }: Pick<AgendaColumn, "color">) => (color ? `color-${color}` : "");

type Props = {
  cita: AgendaCita;
  zona: string;
  /** The specialist, where neither a heading nor a column names her. */
  especialista?: string;
  /** Whether its cell may cut the text, which is then the tooltip too (but for the alert, which keeps its icon). */
  isCut?: boolean;
};

/** An appointment as a link to its page. Its state is its class, an icon and a word; the word is for screen readers where room is short. */
export function AgendaCitaLink({ cita, zona, especialista, isCut = false }: Props) {
  const { pathname, search } = useLocation();
  const { estado } = cita;
  const from = formatTime(cita.fecha_hora, zona);
  const to = formatTime(cita.fin, zona);
  const clienta = cita.cliente?.nombre ?? CLIENTE_ELIMINADO;
  const servicio = cita.servicio?.nombre ?? SERVICIO_ELIMINADO;
  return (
    <Link
      to={citaPath(cita.id, "detalle", pathname + search)}
      className={`cita ${estado}`}
      title={isCut ? [`${from} a ${to}`, clienta, servicio, estado].join(" · ") : undefined}
    >
      <span className="hora">
        <Icon name={estado} />
        {cita.alerta ? <Icon name="alerta" /> : null}
        {from}
        <span className="hasta"> a {to}</span>
      </span>{" "}
      <strong>{softHyphens(clienta)}</strong> <span className="servicio">{softHyphens(servicio)}</span>
      {especialista ? <span className="servicio"> con {especialista}</span> : null} <AlertaBadge alerta={cita.alerta} />{" "}
      <span className="estado">{estado}</span>
    </Link>
  );
}

type NewCitaLinkProps = { dia: string; minute: number; especialista: AgendaColumn; className: string; children: ReactNode };

/** The link that books a free time of a specialist. */
export function NewCitaLink({ dia, minute, especialista, className, children }: NewCitaLinkProps) {
  const { search } = useLocation();
  const params = new URLSearchParams(search);
  params.set("fecha", dia);
  params.set("hora", clockOf(minute));
  if (especialista.id) params.set("empleado_id", especialista.id);
  return (
    <Link to={`nueva?${params}`} preventScrollReset className={className}>
      {children}
    </Link>
  );
}

/** Appointments and free times in one order. */
export function byTime(citas: AgendaCita[], libres: MinuteSpan[]) {
  const items: (MinuteSpan & { cita: AgendaCita | null })[] = [
    ...citas.map((cita) => ({ desde: cita.desde, hasta: cita.hasta, cita })),
    ...libres.map((libre) => ({ ...libre, cita: null })),
  ];
  return items.sort((one, other) => one.desde - other.desde);
}

/** A specialist's name above her day, with when she works on it, or why she does not. */
export function EspecialistaHeading({ column }: { column: AgendaColumn }) {
  const [day] = column.dias;
  const jornada = day?.jornada;
  return (
    <h3 className="especialista">
      {column.nombre}
      {day ? <span>{jornada && (jornada.libre ?? `${formatClock(jornada.abre)} a ${formatClock(jornada.cierra)}`)}</span> : null}
    </h3>
  );
}
