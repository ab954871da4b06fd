import type { FieldMetadata } from "@conform-to/react";
import { TextField } from "~/components/form";

type AusenciaForm = { desde: string; hasta: string; motivo: string | null };

/** The labels of the fields of an absence, or of closed days. */
export const AUSENCIA_LABELS = { desde: "Primer día", hasta: "Último día", motivo: "Motivo" };

/** The days of an absence, or of closed days: one range, however many of its ends are changed. */
export const AUSENCIA_DIAS = ["desde", "hasta"];

/** The fields of an absence, or of closed days. */
export function AusenciaFields({
  fields,
  motivoHint,
}: {
  fields: { [name in keyof AusenciaForm]: FieldMetadata<AusenciaForm[name] | undefined> };
  /** The hint of the field `motivo`. */
  motivoHint: string;
}) {
  return (
    <>
      <TextField field={fields.desde} label={AUSENCIA_LABELS.desde} type="date" />
      <TextField field={fields.hasta} label={AUSENCIA_LABELS.hasta} type="date" hint="Déjalo vacío si es un solo día." />
      <div className="col-span-full">
        <TextField field={fields.motivo} label={AUSENCIA_LABELS.motivo} hint={motivoHint} />
      </div>
    </>
  );
}
