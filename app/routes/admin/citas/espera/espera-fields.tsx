import type { FieldMetadata } from "@conform-to/react";
import { SelectField, TextField } from "~/components/form";
import { ESPECIALISTA_INACTIVA, SERVICIO_INACTIVO } from "~/format/text";

/** The names of the fields of what a client waits for. */
export const ESPERA_LABELS = {
  servicio_id: "Servicio",
  empleado_id: "Especialista",
  desde: "Desde qué día",
  hasta: "Hasta qué día",
  nota: "Nota",
};

export const CUALQUIER_SERVICIO = "Cualquier servicio";
export const CON_QUIEN_ESTE_LIBRE = "Con quien esté libre";

type Options = { value: string; label: string }[];

export type EsperaChoices = { servicios: Options; especialistas: Options };

type EsperaFieldsProps = EsperaChoices & {
  fields: Record<keyof typeof ESPERA_LABELS, FieldMetadata<string | null | undefined>>;
};

/** What a client waits for, and on which days she can come. */
export function EsperaFields({ fields, servicios, especialistas }: EsperaFieldsProps) {
  return (
    <>
      <div className="grid gap-4 sm:grid-cols-2">
        <SelectField
          field={fields.servicio_id}
          label={ESPERA_LABELS.servicio_id}
          empty={CUALQUIER_SERVICIO}
          gone={SERVICIO_INACTIVO}
          options={servicios}
        />
        <SelectField
          field={fields.empleado_id}
          label={ESPERA_LABELS.empleado_id}
          empty={CON_QUIEN_ESTE_LIBRE}
          gone={ESPECIALISTA_INACTIVA}
          options={especialistas}
        />
      </div>
      <div className="grid gap-4 min-[26rem]:grid-cols-2">
        <TextField field={fields.desde} label={ESPERA_LABELS.desde} type="date" />
        <TextField field={fields.hasta} label={ESPERA_LABELS.hasta} type="date" />
      </div>
      <TextField field={fields.nota} label={ESPERA_LABELS.nota} hint="Por ejemplo: solo por las tardes." />
    </>
  );
}
