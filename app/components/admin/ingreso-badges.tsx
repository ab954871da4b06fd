import { Link } from "~/components/link";
import { Badge } from "./badge";
import { citaPath } from "./cita";

/** What an income is, in a word. */
export const CONCEPTOS = { libre: "Ingreso", anticipo: "Anticipo", cita: "Cobro", reversa: "Reversa" };

/** What an income is, besides money: paid in advance, charged for an appointment, undone, or what undoes another. */
export function IngresoBadges({ concepto, isFixed }: { concepto: keyof typeof CONCEPTOS; isFixed: boolean }) {
  return (
    <>
      {concepto === "libre" ? null : <Badge tone="done">{CONCEPTOS[concepto]}</Badge>}
      {isFixed && concepto !== "reversa" ? <Badge tone="bad">Reversado</Badge> : null}
    </>
  );
}

/** The way to the appointment that an income is of, if it is of one that is still there. */
export function CitaLink({ cita_id, recordName, back }: { cita_id: string | null; recordName: string; back: string }) {
  if (cita_id === null) return null;
  return (
    <p>
      <Link to={citaPath(cita_id, "detalle", back)} className="link inline-block py-2.5">
        Ver la cita<span className="sr-only"> de {recordName}</span>
      </Link>
    </p>
  );
}
