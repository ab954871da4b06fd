import type { ReactNode } from "react";
import { citaPath } from "~/components/admin/cita";
import { Link } from "~/components/link";

/** The label of each kind of income. */
export const CONCEPTOS = {
  libre: "Ingreso",
  anticipo: "Anticipo",
  cita: "Cobro",
  reversa: "Cancelación",
  venta: "Venta",
  devolucion: "Devolución",
  devolucion_venta: "Devolución",
  cargo: "Cargo",
};

type LinkProps = { cita_id: string | null; venta_id: string | null; recordName?: string; back: string; children?: ReactNode };

/** The link to the sale of an income, which leads on to its appointment; from before there were sales, to the appointment. */
export function IngresoLink({ cita_id, venta_id, recordName, back, children }: LinkProps) {
  const nota = venta_id && `/admin/ventas/${venta_id}?de=${encodeURIComponent(back)}`;
  const to = nota ?? (cita_id && citaPath(cita_id, "detalle", back));
  if (!to) return children;
  return (
    <Link to={to} className="link inline-block py-2.5">
      {children ?? (nota ? "Ver la nota" : "Ver la cita")}
      {recordName ? <span className="sr-only">{` por ${recordName}`}</span> : null}
    </Link>
  );
}
