import type { SerializeFrom } from "@remix-run/node";
import { useLocation } from "@remix-run/react";
import { AlertaBadge } from "~/components/admin/alerta";
import { citaPath, EstadoBadge } from "~/components/admin/cita";
import { Link } from "~/components/link";
import { formatTime } from "~/format/dates";
import { CLIENTE_ELIMINADO, SERVICIO_ELIMINADO } from "~/format/text";
import type { listAgenda } from "~/models/citas/agenda.server";

export type AgendaData = SerializeFrom<typeof listAgenda>;
export type AgendaCita = AgendaData["canceladas"][number];
/** One day of one specialist. */
export type AgendaDay = AgendaData["columns"][number]["dias"][number];

/** An appointment in a cell of the agenda. */
export function CitaCell({ cita, zona }: { cita: AgendaCita; zona: string }) {
  const { pathname, search } = useLocation();
  return (
    <div className="grid gap-0.5">
      <Link to={citaPath(cita.id, "detalle", pathname + search)} className="font-semibold wrap-anywhere hover:underline">
        <span className="tabular-nums">
          {formatTime(cita.fecha_hora, zona)} a {formatTime(cita.fin, zona)}
        </span>{" "}
        {cita.cliente?.nombre ?? CLIENTE_ELIMINADO}
      </Link>
      <p className="text-sm wrap-anywhere">{cita.servicio?.nombre ?? SERVICIO_ELIMINADO}</p>
      <div className="flex flex-wrap gap-1.5 text-sm">
        <AlertaBadge alerta={cita.alerta} />
        <EstadoBadge {...cita} />
      </div>
    </div>
  );
}
