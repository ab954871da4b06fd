import { formatCalendarDay, formatDays } from "~/format/dates";
import { capitalize, plural } from "~/format/text";
import { DAY_MS } from "~/limits";
import { RecordActions } from "./deletion";
import { EmptyState, NewLink } from "./screen";

type Ausencia = { id: string; desde: string; hasta: string; motivo: string | null };

type AusenciasProps = {
  /** The path below which their editors are. */
  path: string;
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

/** `del martes 24 al miércoles 25 de noviembre`, or a single day without its preposition. */
function formatAusenciaDays({ desde, hasta }: Ausencia): string {
  const days = formatDays(desde, hasta);
  return desde === hasta ? days : `del ${days}`;
}

function nameOf(noun: string, { desde, hasta }: { desde: string; hasta: string }): string {
  return `${noun} del ${formatDays(desde, hasta)}`;
}

/** The question before one of them is deleted. */
export function ausenciaDeleteQuestion(noun: string, ausencia: { desde: string; hasta: string }): string {
  return `¿Estás segura de que quieres eliminar ${nameOf(noun, ausencia)}?`;
}

/** The first and last day as dates, and the number of days. */
function formatSpan({ desde, hasta }: Ausencia): string {
  const days = (Date.parse(hasta) - Date.parse(desde)) / DAY_MS + 1;
  if (days === 1) return formatCalendarDay(desde);
  return `${formatCalendarDay(desde)} – ${formatCalendarDay(hasta)} · ${plural(days, "día", "días")}`;
}
