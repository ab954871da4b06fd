import { Badge } from "~/components/admin/badge";
import { citaPath } from "~/components/admin/cita";
import { Link } from "~/components/link";

/** The label of each kind of income. */
export const CONCEPTOS = { libre: "Ingreso", anticipo: "Anticipo", cita: "Cobro", reversa: "Cancelación" };

/** The badges of an income: paid in advance, charged for an appointment, cancelled, or cancelling another. */
export function IngresoBadges({ concepto, isFixed }: { concepto: keyof typeof CONCEPTOS; isFixed: boolean }) {
  return (
    <>
      {concepto === "libre" ? null : <Badge tone="done">{CONCEPTOS[concepto]}</Badge>}
      {isFixed && concepto !== "reversa" ? <Badge tone="bad">Cancelado</Badge> : null}
    </>
  );
}

/** The link to the appointment of an income, if it still exists. */
export function IngresoCitaLink({ cita_id, recordName, back }: { cita_id: string | null; recordName: string; back: string }) {
  if (cita_id === null) return null;
  return (
    <p>
      <Link to={citaPath(cita_id, "detalle", back)} className="link inline-block py-2.5">
        Ver la cita<span className="sr-only"> de {recordName}</span>
      </Link>
    </p>
  );
}
