import type { FieldMetadata } from "@conform-to/react";
import { FieldError } from "./fields";
import { controlProps } from "./use-form";

export type Option = { value: string; label: string; hint?: string };

type RadiosFieldProps = {
  field: FieldMetadata<string | null | undefined>;
  legend: string;
  hint?: string;
  options: Option[];
  compact?: boolean;
};

/** A choice as radio buttons: one tap, where a select takes two. With `compact` they share lines. Not in index.ts, for few forms use it. */
export function RadiosField({ field, legend, hint, options, compact = false }: RadiosFieldProps) {
  return (
    <fieldset aria-describedby={controlProps(field, hint)["aria-describedby"]}>
      <legend className="mb-1.5 font-semibold">{legend}</legend>
      {hint ? (
        <p id={field.descriptionId} className="mb-1.5 text-sm text-soft">
          {hint}
        </p>
      ) : null}
      <FieldError field={field} />
      <div className={compact ? "grid grid-cols-[repeat(auto-fill,minmax(8.5rem,1fr))] gap-x-4" : "grid gap-1"}>
        {options.map(({ value, label, hint: explanation }, index) => (
          <label key={value} className={`flex min-h-11 gap-3 ${explanation ? "items-start py-2" : "items-center"}`}>
            <input
              type="radio"
              id={index === 0 ? field.id : undefined}
              name={field.name}
              value={value}
              defaultChecked={(field.initialValue ?? "") === value}
              className={`size-5 shrink-0 accent-accent ${explanation ? "mt-0.75" : ""}`}
            />
            <span>
              {label}
              {explanation ? <span className="block text-sm text-soft">{explanation}</span> : null}
            </span>
          </label>
        ))}
      </div>
    </fieldset>
  );
}
