import type { SerializeFrom } from "@remix-run/node";
import { EmptyState } from "~/components/admin";
import { AlertaBadge } from "~/components/admin/alerta";
import { CitaActions, citaPath, EstadoBadge, sayCita } from "~/components/admin/cita";
import { Link } from "~/components/link";
import { formatTime } from "~/format/dates";
import { formatMoney } from "~/format/numbers";
import { CLIENTE_ELIMINADO, fullName, plural, SERVICIO_ELIMINADO, SIN_ESPECIALISTA } from "~/format/text";
import type { CitaDelDia } from "~/models/citas/cita-list.server";

type Cita = SerializeFrom<Omit<CitaDelDia, "fin" | "empleado_id">>;

/** The appointments of a day, with what can be done with each. */
export function CitasDelDia({ citas, zona }: { citas: Cita[]; zona: string }) {
  return (
    <ol className="divide-y divide-line rounded-2xl border border-line bg-card">
      {citas.map((cita) => (
        <li key={cita.id} className="grid gap-x-5 gap-y-1 px-5 py-4 @xl:grid-cols-[7rem_1fr_auto] @xl:items-center">
          <p className="font-display text-xl tabular-nums">
            <time dateTime={cita.fecha_hora}>{formatTime(cita.fecha_hora, zona)}</time>
          </p>
          <div className="min-w-0 wrap-anywhere">
            <p className="font-semibold">
              <Link to={citaPath(cita.id, "detalle", "/admin")} className="link inline-block py-1">
                {cita.cliente?.nombre ?? CLIENTE_ELIMINADO}
              </Link>
            </p>
            <p className="text-soft">
              {cita.servicio ? `${cita.servicio.nombre}, ${formatMoney(cita.precio)}` : SERVICIO_ELIMINADO}
              {cita.empleado ? ` · con ${fullName(cita.empleado)}` : ` · ${SIN_ESPECIALISTA}`}
            </p>
            <AlertaBadge alerta={cita.alerta} />
          </div>
          <EstadoBadge {...cita} />
          <div className="mt-2 @xl:col-span-2 @xl:col-start-2">
            <CitaActions cita={{ ...cita, telefono: cita.cliente?.telefono }} back="/admin" recordName={sayCita(cita, zona)} />
          </div>
        </li>
      ))}
    </ol>
  );
}

/** A specialist's own day: what comes, and folded what is over. */
export function MiDia({ siguen, pasaron, zona }: { siguen: Cita[]; pasaron: Cita[]; zona: string }) {
  return (
    <div className="grid gap-4">
      {siguen.length > 0 ? (
        <CitasDelDia citas={siguen} zona={zona} />
      ) : (
        <EmptyState title={pasaron.length > 0 ? "Ya no te quedan citas hoy" : "Hoy no tienes citas"} />
      )}
      {pasaron.length > 0 ? (
        <details>
          <summary className="link inline-flex min-h-11 cursor-pointer items-center">
            {plural(pasaron.length, "ya pasó", "ya pasaron")}
          </summary>
          <div className="mt-2">
            <CitasDelDia citas={pasaron} zona={zona} />
          </div>
        </details>
      ) : null}
    </div>
  );
}
