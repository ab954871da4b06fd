import { Link } from "~/components/link";
import { RecordLabel } from "~/components/record-label";
import { formatCalendarDay, formatClocks, formatDays } from "~/format/dates";
import { capitalize, plural } from "~/format/text";
import { DAY_MS } from "~/limits";
import { RecordActions } from "./deletion";
import { EmptyState, NewLink } from "./screen";

type Days = { desde: string; hasta: string | null; de: string | null; a: string | null };
type Ausencia = Days & { id: string; motivo: string | null; citas?: number };

type AusenciasProps = {
  /** The path below which their editors are. */
  path: string;
  /** With the number of appointments that are left in each. */
  upcoming: Ausencia[];
  past: Ausencia[];
  /** The noun for one of them, with its article: `la ausencia`. */
  noun: string;
  empty: string;
  create: string;
};

/** Absences of a specialist, or closed days of the studio: the coming ones, and the past ones in a disclosure. */
export function Ausencias({ path, upcoming, past, noun, empty, create }: AusenciasProps) {
  const list = (ausencias: Ausencia[]) => (
    <ul className="grid gap-4">
      {ausencias.map((ausencia) => (
        <li key={ausencia.id} className="card @3xl:grid @3xl:grid-cols-[1fr_auto] @3xl:gap-8">
          <div className="grid content-start gap-1">
            <h3 className="text-xl">{capitalize(formatAusenciaDays(ausencia))}</h3>
            {ausencia.motivo ? <p className="wrap-anywhere">{ausencia.motivo}</p> : null}
            <p className="text-sm text-soft">{formatSpan(ausencia)}</p>
            {ausencia.citas ? (
              <p>
                <Link to={`${path}/${ausencia.id}/citas`} className="link inline-block py-2.5 font-semibold">
                  <RecordLabel of={nameOf(noun, ausencia)}>{`${plural(ausencia.citas, "cita", "citas")} por mover`}</RecordLabel>
                </Link>
              </p>
            ) : null}
          </div>
          <RecordActions
            path={`${path}/${ausencia.id}`}
            recordName={nameOf(noun, ausencia)}
            question={ausenciaDeleteQuestion(noun, ausencia)}
          />
        </li>
      ))}
    </ul>
  );
  return (
    <>
      {upcoming.length === 0 ? (
        <EmptyState title={empty}>
          <NewLink>{create}</NewLink>
        </EmptyState>
      ) : (
        list(upcoming)
      )}
      {past.length > 0 ? (
        <details className="mt-6">
          <summary className="min-h-11 cursor-pointer py-2.5 font-semibold">{`Anteriores (${past.length})`}</summary>
          <div className="mt-3">{list(past)}</div>
        </details>
      ) : null}
    </>
  );
}

/** `del martes 24 al miércoles 25 de noviembre`, a single day without its preposition, and hours after the days. */
export function formatAusenciaDays(ausencia: Days): string {
  const { desde, hasta } = ausencia;
  if (hasta === null) return `todos los días${formatAusenciaHours(ausencia)}`;
  return `${desde === hasta ? "" : "del "}${formatDays(desde, hasta)}${formatAusenciaHours(ausencia)}`;
}

function formatAusenciaHours({ de, a }: Days): string {
  return de && a ? `, ${formatClocks(de, a)}` : "";
}

function nameOf(noun: string, ausencia: Days): string {
  const { desde, hasta } = ausencia;
  return `${noun} ${hasta === null ? "de todos los días" : `del ${formatDays(desde, hasta)}`}${formatAusenciaHours(ausencia)}`;
}

/** The question before one of them is deleted. */
export function ausenciaDeleteQuestion(noun: string, ausencia: Days): string {
  return `¿Estás segura de que quieres eliminar ${nameOf(noun, ausencia)}?`;
}

/** The first and last day as dates, and the number of days. */
function formatSpan({ desde, hasta }: Ausencia): string {
  if (hasta === null) return `Desde el ${formatCalendarDay(desde)}`;
  const days = (Date.parse(hasta) - Date.parse(desde)) / DAY_MS + 1;
  if (days === 1) return formatCalendarDay(desde);
  return `${formatCalendarDay(desde)} – ${formatCalendarDay(hasta)} · ${plural(days, "día", "días")}`;
}
