import type { FieldMetadata } from "@conform-to/react";
import type { ReactNode } from "react";
import { controlProps, textProps } from "./use-form";

type Text = FieldMetadata<string | number | null | undefined>;

export type FieldProps = {
  /** The field's Conform metadata: name, value, constraints, errors. */
  field: Text;
  label: string;
  hint?: string;
  /** Text that only screen readers get after the label, where several fields have the same label. */
  labelSuffix?: string;
  autoComplete?: string;
};

export function Field({
  field,
  label,
  labelSuffix,
  hint,
  isOptional = !field.required,
  children,
}: FieldProps & { isOptional?: boolean; children: ReactNode }) {
  return (
    <div className="grid content-start gap-1.5">
      <label htmlFor={field.id} className="font-semibold">
        {label}
        {labelSuffix ? <span className="sr-only"> {labelSuffix}</span> : null}
        {!isOptional || labelSuffix ? null : <span className="font-normal text-soft"> (opcional)</span>}
      </label>
      {hint ? (
        <p id={field.descriptionId} className="text-sm text-soft">
          {hint}
        </p>
      ) : null}
      {field.errors ? (
        <p id={field.errorId} className="text-sm font-semibold text-bad">
          {field.errors[0]}
        </p>
      ) : null}
      {children}
    </div>
  );
}

export const descriptionIdOf = ({ field, hint }: FieldProps) => (hint ? field.descriptionId : undefined);

type InputType = "text" | "email" | "tel" | "url" | "password" | "time" | "date";

/**
 * A labelled input; `suggestions` are offered, never imposed (`list` names a datalist that several inputs share). Numbers are
 * text with `inputMode="numeric"`: a number input throws away what it cannot read, and nothing typed may be lost.
 */
export function TextField({
  type = "text",
  inputMode,
  suggestions,
  list,
  takesFocus,
  required,
  ...props
}: FieldProps & {
  type?: InputType;
  inputMode?: "numeric" | "decimal";
  suggestions?: string[];
  list?: string;
  /** Where the person goes on, when she has just asked for this field. */
  takesFocus?: boolean;
  /** Where it is not the schema that knows: then nothing is said of being optional either. */
  required?: boolean;
}) {
  const input = textProps(props.field, descriptionIdOf(props));
  const own = `${props.field.id}-sugerencias`;
  return (
    <Field {...props} isOptional={required === undefined && !props.field.required}>
      <input
        {...input}
        type={type}
        required={required ?? input.required}
        className="control"
        autoComplete={props.autoComplete ?? "off"}
        list={list ?? (suggestions ? own : undefined)}
        inputMode={inputMode}
        // biome-ignore lint/a11y/noAutofocus: only where the person has just asked for this field.
        autoFocus={takesFocus}
      />
      {suggestions ? (
        <datalist id={own}>
          {suggestions.map((text) => (
            <option key={text} value={text} />
          ))}
        </datalist>
      ) : null}
    </Field>
  );
}

/** A labelled text area. */
export function TextAreaField({ rows = 3, ...props }: FieldProps & { rows?: number }) {
  const { pattern, ...area } = textProps(props.field, descriptionIdOf(props));
  return (
    <Field {...props}>
      <textarea {...area} className="control" rows={rows} autoComplete="off" />
    </Field>
  );
}

/** A labelled list of options; the present value is always among them, even when it is no longer offered (`gone` is then its name). */
export function SelectField({
  options,
  empty,
  gone,
  takesFocus,
  ...props
}: FieldProps & {
  options: { value: string; label: string }[];
  empty?: string;
  gone?: string;
  /** Where the person goes on, when she has just asked for this field. */
  takesFocus?: boolean;
}) {
  // A field that came twice has a list for its value, which this one cannot show.
  const present = typeof props.field.initialValue === "string" ? props.field.initialValue : undefined;
  const known = !present || options.some(({ value }) => value === present);
  return (
    <Field {...props}>
      <select
        {...controlProps(props.field, descriptionIdOf(props))}
        defaultValue={present}
        className="control"
        // biome-ignore lint/a11y/noAutofocus: only where the person has just asked for this field.
        autoFocus={takesFocus}
      >
        {empty === undefined ? null : <option value="">{empty}</option>}
        {known ? null : <option value={present}>{gone ?? present}</option>}
        {options.map(({ value, label }) => (
          <option key={value} value={value}>
            {label}
          </option>
        ))}
      </select>
    </Field>
  );
}

/** A box to tick, with what it means beside it. */
export function CheckboxField({
  field,
  label,
  hint,
}: {
  field: FieldMetadata<boolean | null | undefined>;
  label: string;
  hint?: string;
}) {
  return (
    <div className="grid content-start gap-1">
      {field.errors ? (
        <p id={field.errorId} className="text-sm font-semibold text-bad">
          {field.errors[0]}
        </p>
      ) : null}
      <label htmlFor={field.id} className="flex min-h-11 items-center gap-3 font-semibold">
        <input
          {...controlProps(field, hint ? field.descriptionId : undefined)}
          type="checkbox"
          defaultChecked={field.initialValue === "on"}
          className="size-5 shrink-0 accent-accent"
        />
        {label}
      </label>
      {hint ? (
        <p id={field.descriptionId} className="text-sm text-soft">
          {hint}
        </p>
      ) : null}
    </div>
  );
}
