import type { FieldMetadata } from "@conform-to/react";
import { FieldError } from "~/components/form";
import { COLOR_WORDS, COLORES } from "~/content/colores";

/** The choice of a specialist's colour: each is a radio button, with its name below. */
export function ColorField({ field, legend }: { field: FieldMetadata<string | null | undefined>; legend: string }) {
  return (
    <fieldset aria-describedby={field.errors ? field.errorId : undefined}>
      <legend className="mb-1.5 font-semibold">{legend}</legend>
      <FieldError field={field} />
      <div className="-ml-2.5 flex flex-wrap gap-x-2 gap-y-3">
        {COLOR_WORDS.map((color, index) => (
          <label key={color} className={`color-${color} grid w-16 justify-items-center gap-1.5 text-sm`}>
            <input
              type="radio"
              id={index === 0 ? field.id : undefined}
              name={field.name}
              value={color}
              defaultChecked={field.initialValue === color}
              className="grid size-11 appearance-none place-items-center rounded-full border-2 border-(--tono) bg-(--tinte) text-xl font-bold text-(--tono) ring-(--tono) ring-offset-2 ring-offset-card checked:ring-2 checked:before:content-['✓']"
            />
            {COLORES[color]}
          </label>
        ))}
      </div>
    </fieldset>
  );
}
