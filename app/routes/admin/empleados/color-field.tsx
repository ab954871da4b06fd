import type { FieldMetadata } from "@conform-to/react";
import { FieldError } from "~/components/form";
import { COLOR_WORDS, COLORES } from "~/content/colores";

/** The choice of a specialist's colour: a row of radio buttons, each with its colour and its name. */
export function ColorField({ field, legend }: { field: FieldMetadata<string | null | undefined>; legend: string }) {
  return (
    <fieldset aria-describedby={field.errors ? field.errorId : undefined}>
      <legend className="mb-1.5 font-semibold">{legend}</legend>
      <FieldError field={field} />
      <div className="grid grid-cols-[repeat(auto-fill,minmax(8.5rem,1fr))] gap-x-4">
        {COLOR_WORDS.map((color, index) => (
          <label key={color} className={`swatch color-${color} flex min-h-11 items-center gap-2.5`}>
            <input
              type="radio"
              id={index === 0 ? field.id : undefined}
              name={field.name}
              value={color}
              defaultChecked={field.initialValue === color}
              className="size-5 shrink-0 accent-accent"
            />
            {COLORES[color]}
          </label>
        ))}
      </div>
    </fieldset>
  );
}
