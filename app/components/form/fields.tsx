import type { FieldMetadata } from "@conform-to/react";
import type { ReactNode } from "react";
import { formatPhone } from "~/format/phone";
import { controlProps, textProps } from "./use-form";

type TextMetadata = FieldMetadata<string | number | null | undefined>;

export type FieldProps = {
  /** The field's Conform metadata: name, value, constraints, errors. */
  field: TextMetadata;
  label: string;
  hint?: string;
  /** Text that only screen readers get after the label, where several fields have the same label. */
  labelSuffix?: string;
  autoComplete?: string;
};

/** The first error of a field, which its control names in `aria-describedby`. */
export function FieldError({ field }: { field: Pick<FieldMetadata<unknown>, "errors" | "errorId"> }) {
  if (!field.errors) return null;
  return (
    <p id={field.errorId} className="text-sm font-semibold text-bad">
      {field.errors[0]}
    </p>
  );
}

type LabelledProps = FieldProps & { isOptional?: boolean; children: ReactNode };

/** A control (`children`) with its label, hint and first error. */
export function Field({ field, label, labelSuffix, hint, isOptional = !field.required, children }: LabelledProps) {
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
      <FieldError field={field} />
      {children}
    </div>
  );
}

type InputType = "text" | "email" | "tel" | "url" | "password" | "time" | "date";

type TextFieldProps = FieldProps & {
  type?: InputType;
  inputMode?: "numeric" | "decimal" | "tel" | "email";
  suggestions?: string[];
  list?: string;
  /** Takes the focus, after the person has added this field. */
  takesFocus?: boolean;
  /** Overrides the schema's `required`. The label then never says that the field is optional. */
  required?: boolean;
};

/**
 * A labelled input with optional `suggestions` (or `list`, the id of a shared datalist). Numbers are text with
 * `inputMode="numeric"`, because a number input discards text that it cannot parse, and addresses with `inputMode="email"`, because
 * an e-mail input refuses what the server can read, such as `Ana <ana@ejemplo.com>`.
 */
export function TextField({ type = "text", inputMode, suggestions, list, takesFocus, required, ...props }: TextFieldProps) {
  const input = textProps(props.field, props.hint);
  const datalistId = `${props.field.id}-sugerencias`;
  return (
    <Field {...props} isOptional={required === undefined && !props.field.required}>
      <input
        {...input}
        type={type}
        defaultValue={type === "tel" && input.defaultValue ? formatPhone(input.defaultValue) : input.defaultValue}
        required={required ?? input.required}
        className="control"
        autoComplete={props.autoComplete ?? "off"}
        list={list ?? (suggestions ? datalistId : undefined)}
        inputMode={inputMode}
        // biome-ignore lint/a11y/noAutofocus: only after the person has added this field.
        autoFocus={takesFocus}
      />
      {suggestions ? (
        <datalist id={datalistId}>
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
  const { pattern, ...area } = textProps(props.field, props.hint);
  return (
    <Field {...props}>
      <textarea {...area} className="control" rows={rows} autoComplete="off" />
    </Field>
  );
}

type SelectFieldProps = FieldProps & {
  options: { value: string; label: string }[];
  empty?: string;
  gone?: string;
  /** Takes the focus, after the person has added this field. */
  takesFocus?: boolean;
};

/** A labelled select. A current value that is not among `options` is added to them, with the label `gone`. */
export function SelectField({ options, empty, gone, takesFocus, ...props }: SelectFieldProps) {
  // A field that was sent twice has an array as its value.
  const current = typeof props.field.initialValue === "string" ? props.field.initialValue : undefined;
  const isOffered = !current || options.some(({ value }) => value === current);
  return (
    <Field {...props}>
      <select
        {...controlProps(props.field, props.hint)}
        defaultValue={current}
        className="control"
        // biome-ignore lint/a11y/noAutofocus: only after the person has added this field.
        autoFocus={takesFocus}
      >
        {empty === undefined ? null : <option value="">{empty}</option>}
        {isOffered ? null : <option value={current}>{gone ?? current}</option>}
        {options.map(({ value, label }) => (
          <option key={value} value={value}>
            {label}
          </option>
        ))}
      </select>
    </Field>
  );
}

type CheckboxGroupProps = {
  field: FieldMetadata<string[] | null | undefined>;
  legend: string;
  hint?: string;
  /** The boxes by the headings of their groups; an empty heading is not shown. */
  groups: Map<string, { value: string; label: string }[]>;
};

/** Check boxes with one name. */
export function CheckboxGroup({ field, legend, hint, groups }: CheckboxGroupProps) {
  const { id, name, formId, errors, errorId, descriptionId, initialValue } = field;
  const ticked = [initialValue].flat();
  const describedBy = [errors && errorId, hint && descriptionId].filter(Boolean).join(" ") || undefined;
  return (
    <fieldset id={id} tabIndex={-1} className="min-w-0" aria-describedby={describedBy}>
      <legend className="mb-1 font-semibold">{legend}</legend>
      {hint ? (
        <p id={descriptionId} className="text-sm text-soft">
          {hint}
        </p>
      ) : null}
      <FieldError field={field} />
      {[...groups].map(([heading, options]) => (
        <div key={heading}>
          {heading ? <p className="mt-3 text-sm font-semibold text-soft">{heading}</p> : null}
          <div className="grid grid-cols-[repeat(auto-fill,minmax(min(100%,13rem),1fr))] gap-x-5">
            {options.map(({ value, label }) => (
              <label key={value} className="flex min-h-11 items-center gap-3 wrap-anywhere">
                <input
                  // An answer may tick or untick it: React never changes the default of an input that is there.
                  key={String(ticked.includes(value))}
                  type="checkbox"
                  name={name}
                  value={value}
                  form={formId}
                  defaultChecked={ticked.includes(value)}
                  className="size-5 shrink-0 accent-accent"
                />
                {label}
              </label>
            ))}
          </div>
        </div>
      ))}
    </fieldset>
  );
}

type CheckboxFieldProps = { field: FieldMetadata<boolean | null | undefined>; label: string; hint?: string };

/** A labelled checkbox. */
export function CheckboxField({ field, label, hint }: CheckboxFieldProps) {
  return (
    <div className="grid content-start gap-1">
      <FieldError field={field} />
      <label htmlFor={field.id} className="flex min-h-11 items-center gap-3 font-semibold">
        <input
          {...controlProps(field, hint)}
          type="checkbox"
          defaultChecked={field.initialValue === "on"}
          className="size-5 shrink-0 accent-accent"
        />
        {label}
      </label>
      {hint ? (
        <p id={field.descriptionId} className="-mt-2 pl-8 text-sm text-soft">
          {hint}
        </p>
      ) : null}
    </div>
  );
}
