import type { SerializeFrom } from "@remix-run/node";
import { AlertaBadge } from "~/components/admin";
import { CitaActions, citaPath, describeCita, EstadoBadge } from "~/components/admin/cita";
import { Link } from "~/components/link";
import { nameApart } from "~/format/action-name";
import { formatDay, formatTime, formatTimeWithArticle } from "~/format/dates";
import { formatMoney } from "~/format/numbers";
import { CLIENTE_ELIMINADO, plural, SERVICIO_ELIMINADO, SIN_ESPECIALISTA } from "~/format/text";
import type { CitaDelDia } from "~/models/citas/cita-list.server";
import { isOpen } from "~/models/citas/estado";

type Cita = SerializeFrom<Omit<CitaDelDia, "fin" | "empleado_id" | "notas">>;

/** The appointments of a day: the first `ongoing` of `upcoming` have begun, and `past` are over. */
export type Dia = { upcoming: Cita[]; ongoing: number; past: Cita[] };

/**
 * The appointments of today: what comes, with the time of `ahora` before the first that has not begun, and folded what is over: before
 * it, and those first, if some are to be completed. `empty` says that there was none, `done` that none is left.
 */
export function CitasDeHoy({
  dia,
  ahora,
  zona,
  empty,
  done,
}: {
  dia: Dia;
  ahora: string;
  zona: string;
  empty: string;
  done: string;
}) {
  const { upcoming, ongoing, past } = dia;
  const names = namesOf([...past, ...upcoming], zona);
  const open = past.filter(({ estado }) => isOpen(estado));
  const over = past.length > 0 && (
    <details>
      <summary className={`button ${open.length > 0 ? "" : "button-quiet"}`}>
        {open.length > 0 ? `Falta cobrar ${plural(open.length, "cita", "citas")}` : plural(past.length, "ya pasó", "ya pasaron")}
      </summary>
      <ol className="mt-2 divide-y divide-line rounded-2xl border border-line bg-card">
        <Rows citas={[...open, ...past.filter((cita) => !open.includes(cita))]} names={names} ahora={ahora} zona={zona} />
      </ol>
    </details>
  );
  return (
    <div className="grid gap-2">
      {open.length > 0 ? over : null}
      {upcoming.length > 0 ? (
        <ol className="divide-y divide-line rounded-2xl border border-line bg-card">
          <Rows citas={upcoming.slice(0, ongoing)} names={names} ahora={ahora} zona={zona} />
          <li className="now-line px-5 py-1.5">Ahora · {formatTime(ahora, zona)}</li>
          <Rows citas={upcoming.slice(ongoing)} names={names} ahora={ahora} zona={zona} />
        </ol>
      ) : (
        <p className="rounded-2xl border border-dashed border-line px-5 py-4 text-soft">{past.length > 0 ? done : empty}</p>
      )}
      {open.length > 0 ? null : over}
    </div>
  );
}

// The first appointments of another day are enough to prepare it.
const MAX_SIGUIENTES = 5;

/** The first appointments of the next day (`2026-11-24`) that has any, with a link to all of it. */
export function SiguienteDia({ dia, citas, ahora, zona }: { dia: string; citas: Cita[]; ahora: string; zona: string }) {
  const names = namesOf(citas, zona);
  return (
    <section aria-labelledby="siguiente-dia">
      <div className="mb-3 flex flex-wrap items-center justify-between gap-x-6">
        <h2 id="siguiente-dia" className="text-2xl">
          Lo que sigue: {formatDay(dia, "UTC")}
        </h2>
        <Link to={`/admin/citas?vista=dia&dia=${dia}`} className="link inline-flex min-h-11 items-center">
          {citas.length > MAX_SIGUIENTES ? `Ver las ${citas.length} citas` : "Ver el día"}
        </Link>
      </div>
      <ol className="divide-y divide-line rounded-2xl border border-line bg-card">
        <Rows citas={citas.slice(0, MAX_SIGUIENTES)} names={names} ahora={ahora} zona={zona} />
      </ol>
    </section>
  );
}

/** Names the appointments of a day apart from each other. */
const namesOf = (citas: Cita[], zona: string) =>
  nameApart(
    citas,
    (cita) => describeCita(cita, zona),
    ({ servicio }) => `, ${servicio?.nombre ?? SERVICIO_ELIMINADO}`,
  );

type RowsProps = { citas: Cita[]; names: ReturnType<typeof namesOf>; ahora: string; zona: string };

function Rows({ citas, names, ahora, zona }: RowsProps) {
  return citas.map((cita) => (
    <li
      key={cita.id}
      className="flex flex-wrap items-center justify-between gap-x-5 gap-y-1 px-4 py-3 @xl:grid @xl:grid-cols-[6.25rem_1fr_auto] @xl:px-5"
    >
      <p className="text-lg font-semibold whitespace-nowrap tabular-nums @xl:row-span-2">
        <time dateTime={cita.fecha_hora}>{formatTime(cita.fecha_hora, zona)}</time>
      </p>
      <div className="min-w-0 wrap-anywhere hyphens-auto @max-xl:order-1 @max-xl:w-full @xl:row-span-2">
        <p className="font-semibold">
          <Link to={citaPath(cita.id, "detalle", "/admin")} className="link inline-block py-2.5 -my-2">
            {cita.cliente?.nombre ?? CLIENTE_ELIMINADO}
            <span className="sr-only">
              {` ${formatTimeWithArticle(cita.fecha_hora, zona)}, ${cita.servicio?.nombre ?? SERVICIO_ELIMINADO}`}
            </span>
          </Link>
        </p>
        <p className="text-sm text-soft">
          {cita.servicio ? `${cita.servicio.nombre}, ${formatMoney(cita.precio)}` : SERVICIO_ELIMINADO}
          {cita.empleado ? ` · con ${cita.empleado.nombre}` : ` · ${SIN_ESPECIALISTA}`}
        </p>
        <AlertaBadge alerta={cita.alerta} />
      </div>
      <div className="justify-self-end">
        <EstadoBadge {...cita} />
      </div>
      <div className="justify-self-end @max-xl:order-2 @max-xl:w-full @xl:has-[[open]]:col-span-2 @xl:has-[[open]]:col-start-2">
        <CitaActions
          cita={{ ...cita, telefono: cita.cliente?.telefono }}
          ahora={ahora}
          back="/admin"
          recordName={names.get(cita.id)}
        />
      </div>
    </li>
  ));
}
