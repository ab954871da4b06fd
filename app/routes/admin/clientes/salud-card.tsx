import type { ReactNode } from "react";
import { Card } from "~/components/admin/card";
import { SubmitButton, WriteForm } from "~/components/form/write-form";
import { CLIENTE_LABELS } from "~/content/cliente-labels";

type SaludCardProps = {
  id: string;
  /** Null while they are closed. */
  notas: { medicina: string | null; enfermedades: string | null } | null;
};

/** A client's health notes: closed behind a button, because her page is open on the counter. */
export function SaludCard({ id, notas }: SaludCardProps) {
  return (
    <Card id="salud" title="Salud" isLarge>
      {notas ? (
        <>
          <dl className="grid gap-3">
            <Datum label={CLIENTE_LABELS.medicina}>{notas.medicina}</Datum>
            <Datum label={CLIENTE_LABELS.enfermedades}>{notas.enfermedades}</Datum>
          </dl>
          <p className="text-sm text-soft print:hidden">Se quedan abiertas 15 minutos.</p>
        </>
      ) : (
        <WriteForm
          action={`/admin/clientes/${id}/notas`}
          preventScrollReset
          className="grid justify-items-start gap-2 print:hidden"
        >
          <SubmitButton className="button button-quiet" pending="Abriendo...">
            Ver notas de salud
          </SubmitButton>
          <p className="text-sm text-soft">Se registra quién las abre.</p>
        </WriteForm>
      )}
    </Card>
  );
}

/** One thing that is known of a client, under its name; nothing without it. */
function Datum({ label, children }: { label: string; children: ReactNode }) {
  if (!children) return null;
  return (
    <div>
      <dt className="text-sm text-soft">{label}</dt>
      <dd className="whitespace-pre-line wrap-anywhere">{children}</dd>
    </div>
  );
}
