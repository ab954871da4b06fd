import type { SerializeFrom } from "@remix-run/node";
import { useLocation } from "@remix-run/react";
import type { ReactNode } from "react";
import { AlertaBadge } from "~/components/admin";
import { citaPath, POR_ACEPTAR } from "~/components/admin/cita";
import { Icon } from "~/components/icon";
import { Link } from "~/components/link";
import { formatClock, formatClocks, formatTime, keepTimes } from "~/format/dates";
import { clockOf, type MinuteSpan } from "~/format/hours";
import { softHyphens } from "~/format/soft-hyphens";
import { CLIENTE_ELIMINADO, SERVICIO_ELIMINADO } from "~/format/text";
import type { listAgenda } from "~/models/citas/agenda.server";

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
  /** With whom, where neither a heading nor a column says it: her `quien`, or that there is nobody. */
  especialista?: { id: string | null; quien: string };
  /** Whether its cell may cut the text, which is then the tooltip too (but for the alert, which keeps its icon). */
  isCut?: boolean;
};

/** An appointment as a link to its page. Its state is its class, an icon and a word; the word is for screen readers where room is short. */
export function AgendaCitaLink({ cita, zona, especialista, isCut = false }: Props) {
  const { pathname, search } = useLocation();
  const estado = cita.por_aceptar ? POR_ACEPTAR : cita.estado;
  const from = formatTime(cita.fecha_hora, zona);
  const to = formatTime(cita.fin, zona);
  const clienta = cita.cliente?.nombre ?? CLIENTE_ELIMINADO;
  const servicio = cita.servicio?.nombre ?? SERVICIO_ELIMINADO;
  return (
    <Link
      to={citaPath(cita.id, "detalle", pathname + search)}
      className={`cita ${cita.estado}`}
      title={isCut ? [`${from} a ${to}`, clienta, servicio, estado].join(" · ") : undefined}
    >
      <span className="hora">
        <Icon name={cita.estado} />
        {cita.alerta ? (
          <span className="text-bad">
            <Icon name="alerta" />
          </span>
        ) : null}
        {keepTimes(from)}
        <span className="hasta"> a {to}</span>
      </span>{" "}
      <strong>{softHyphens(clienta)}</strong>{" "}
      <span className="servicio">
        {softHyphens(servicio)}{" "}
        {especialista ? (
          <span className="inline-block">
            {especialista.id ? "con " : null}
            <span className="quien">{especialista.quien}</span>
          </span>
        ) : null}
      </span>{" "}
      <AlertaBadge alerta={cita.alerta} isOver={cita.pasada} /> <span className="estado">{estado}</span>
    </Link>
  );
}

/** Her first name, or the whole where another begins with the same; whole too the words for no specialist. */
export function shortName({ id, nombre }: AgendaColumn, columns: AgendaColumn[]): string {
  if (id === null) return nombre;
  const first = nombre.replace(/ .*/, "");
  return columns.filter((each) => each.nombre.startsWith(`${first} `)).length > 1 ? nombre : first;
}

type NewCitaLinkProps = { dia: string; minute: number; column: AgendaColumn; className: string; children: ReactNode };

/** The link that books a free time of a specialist, which it names for screen readers. */
export function NewCitaLink({ dia, minute, column, className, children }: NewCitaLinkProps) {
  const { search } = useLocation();
  const params = new URLSearchParams(search);
  params.set("fecha", dia);
  params.set("hora", clockOf(minute));
  if (column.id) params.set("empleado_id", column.id);
  return (
    <Link
      to={`nueva?${params}`}
      preventScrollReset
      className={className}
      aria-label={`${formatClock(clockOf(minute))} con ${column.nombre}: agendar`}
    >
      {children}
    </Link>
  );
}

type AgendaItem = MinuteSpan & { cita: AgendaCita | null; motivo: string | null };

/** The appointments of a day, its pauses (with their `motivo`) and these free times, in one order. */
export function byTime(day: AgendaDay | undefined, libres: MinuteSpan[] = []): AgendaItem[] {
  const items: AgendaItem[] = [
    ...(day?.pausas ?? []).map((pausa) => ({ ...pausa, cita: null })),
    ...(day?.citas ?? []).map((cita) => ({ desde: cita.desde, hasta: cita.hasta, cita, motivo: null })),
    ...libres.map((libre) => ({ ...libre, cita: null, motivo: null })),
  ];
  return items.sort((one, other) => one.desde - other.desde);
}

/** `de 2:00 a 3:00 p.m.` */
export const formatSpan = ({ desde, hasta }: MinuteSpan) => formatClocks(clockOf(desde), clockOf(hasta));
