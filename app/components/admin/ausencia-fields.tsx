import type { FieldMetadata } from "@conform-to/react";
import { CheckboxField, TextField } from "~/components/form";

type AusenciaForm = {
  desde: string;
  hasta: string | null;
  de: string | null;
  a: string | null;
  repite: boolean;
  motivo: string | null;
};

/** The labels of the fields of an absence, or of closed days. */
export const AUSENCIA_LABELS = {
  desde: "Primer día",
  hasta: "Último día",
  de: "De",
  a: "A",
  repite: "Se repite todos los días",
  motivo: "Motivo",
};

/** The days and hours of an absence, or of closed days: one range, however many of its ends are changed. */
export const AUSENCIA_DIAS = ["desde", "hasta", "de", "a", "repite"];

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
      <TextField field={fields.de} label={AUSENCIA_LABELS.de} type="time" hint="Deja las dos horas vacías si es todo el día." />
      <TextField field={fields.a} label={AUSENCIA_LABELS.a} type="time" />
      <div className="col-span-full">
        <CheckboxField field={fields.repite} label={AUSENCIA_LABELS.repite} hint="Sin último día, se repite siempre." />
      </div>
      <div className="col-span-full">
        <TextField field={fields.motivo} label={AUSENCIA_LABELS.motivo} hint={motivoHint} />
      </div>
    </>
  );
}
