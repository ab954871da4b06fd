import type { FieldMetadata } from "@conform-to/react";
import { TextField } from "~/components/form";
import { DIAS } from "~/content/estudio";

type Hours = { abre?: string | undefined; cierra?: string | undefined } | null;

/** Two time fields for each day of the week, with the labels `from` and `to`. */
export function WeekFields({ field, from, to }: { field: FieldMetadata<Hours[]>; from: string; to: string }) {
  const rows = field.getFieldList().slice(0, DIAS.length);
  return (
    <div className="@container grid gap-4">
      {rows.map((row, index) => {
        const { abre, cierra } = row.getFieldset();
        const dia = DIAS[index] ?? "";
        const suffix = `el ${dia.toLowerCase()}`;
        return (
          <div
            key={dia}
            className="grid grid-cols-[repeat(auto-fit,minmax(min(8rem,100%),1fr))] items-end gap-4 @md:grid-cols-[8rem_1fr_1fr]"
          >
            <p className="col-span-full font-display text-xl @md:col-span-1 @md:pb-2">{dia}</p>
            <TextField field={abre} label={from} labelSuffix={suffix} type="time" />
            <TextField field={cierra} label={to} labelSuffix={suffix} type="time" />
          </div>
        );
      })}
    </div>
  );
}
