import type { FieldMetadata } from "@conform-to/react";
import { TextField } from "~/components/form";
import type { AusenciaForm } from "./ausencias";

/** The fields of an absence, or of closed days. */
export function AusenciaFields({
  fields,
  labels,
  motivoHint,
}: {
  fields: { [name in keyof AusenciaForm]: FieldMetadata<AusenciaForm[name] | undefined> };
  labels: { [name in keyof AusenciaForm]: string };
  /** The hint of the field `motivo`. */
  motivoHint: string;
}) {
  return (
    <>
      <TextField field={fields.desde} label={labels.desde} type="date" />
      <TextField field={fields.hasta} label={labels.hasta} type="date" hint="Déjalo vacío si es un solo día." />
      <div className="col-span-full">
        <TextField field={fields.motivo} label={labels.motivo} hint={motivoHint} />
      </div>
    </>
  );
}
