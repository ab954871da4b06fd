import type { useForm as conformForm, FieldMetadata, FormMetadata } from "@conform-to/react";
import { useRef } from "react";
import { asSubmitted } from "~/http/form/as-submitted";
import { useFormState } from "./form-state";

// A replacement for Conform's useForm: names, ids, constraints, and the values and errors of the last answer. Conform's own also
// tracks the state of every field, which no form here needs, and adds 8 KB compressed.

type State = {
  formId: string;
  value: unknown;
  error: Record<string, string[] | null>;
  constraint: Record<string, object | undefined>;
  /** The React keys of the rows of each list. */
  rows: Record<string, number[]>;
};

/** The value at `insumos[0].nombre`. */
function valueAt(value: unknown, name: string): unknown {
  const path = name.split(/[.[\]]+/).filter(Boolean);
  return path.reduce<unknown>((inner, key) => (Object(inner) as Record<string, unknown>)[key], value);
}

function metadata(state: State, name: string): object {
  const id = name ? `${state.formId}-${name}` : state.formId;
  const initialValue = valueAt(state.value, name);
  return {
    ...(state.constraint[name] ?? state.constraint[name.replace(/\[\d+\]/g, "[]")]),
    id,
    name,
    formId: state.formId,
    errorId: `${id}-error`,
    descriptionId: `${id}-description`,
    initialValue,
    errors: state.error[name] ?? undefined,
    allErrors: state.error,
    getFieldset: (): object => new Proxy({}, { get: (_, key) => metadata(state, name ? `${name}.${String(key)}` : String(key)) }),
    getFieldList: () => {
      const length = Array.isArray(initialValue) ? initialValue.length : 0;
      state.rows[name] ??= [];
      const keys = state.rows[name];
      while (keys.length < length) keys.push(Math.max(-1, ...keys) + 1);
      return keys.slice(0, length).map((key, index): object => ({ ...metadata(state, `${name}[${index}]`), key }));
    },
  };
}

/** The attributes of a field's control, which name its error and its `hint`. */
export function controlProps(field: FieldMetadata<unknown>, hint?: string) {
  const { id, name, formId, required, errors, errorId, descriptionId } = field;
  return {
    id,
    name,
    form: formId,
    required: required || undefined,
    "aria-invalid": errors ? true : undefined,
    "aria-describedby": [errors && errorId, hint && descriptionId].filter(Boolean).join(" ") || undefined,
  };
}

/** The same for a text input, with the schema's constraints. */
export function textProps(field: FieldMetadata<unknown>, hint?: string) {
  const { minLength, maxLength, pattern, initialValue } = field;
  // A field that was sent twice has an array as its value.
  const defaultValue = typeof initialValue === "string" ? initialValue : undefined;
  return { ...controlProps(field, hint), minLength, maxLength, pattern, defaultValue };
}

/**
 * The metadata of a form and of its fields, from the last answer or its default values. A form that posts to another route gives
 * `lastResult: null`, because the answer is not about it.
 */
export function useForm<Schema extends Record<string, unknown>>({
  id = "",
  lastResult: given,
  defaultValue,
  constraint = {},
}: Parameters<typeof conformForm<Schema>>[0]): ReturnType<typeof conformForm<Schema>> {
  const answered = useFormState()?.lastResult;
  const lastResult = given === undefined ? answered : given;
  const rows = useRef<State["rows"]>({});
  const seen = useRef(lastResult);
  const intent = lastResult?.intent;
  if (seen.current !== lastResult) {
    seen.current = lastResult;
    // The other rows keep their keys, and so their elements and text.
    if (intent?.type === "remove") rows.current[intent.payload.name]?.splice(intent.payload.index, 1);
  }
  const allErrors = (lastResult?.error ?? {}) as State["error"];
  // After adding or removing a row, only the list's own errors are shown.
  const list = intent?.payload.name ?? "";
  const error = !intent ? allErrors : allErrors[list] ? { [list]: allErrors[list] } : {};
  const value = lastResult?.initialValue ?? asSubmitted(defaultValue);
  // It has only the metadata that the fields of this project use, under Conform's types.
  const form = metadata({ formId: id, value, error, constraint, rows: rows.current }, "") as FormMetadata<Schema>;
  return [form, form.getFieldset()];
}
