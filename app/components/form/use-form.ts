import type { useForm as conformForm, FieldMetadata } from "@conform-to/react";
import { useRef } from "react";

// What Conform's hook of this name gives to a form that the browser and the server check: names, ids, constraints, and what the
// last answer said. Conform's own also watches every field, which no form here needs, and weighs 8 KB compressed.

type State = {
  formId: string;
  value: unknown;
  error: Record<string, string[] | null>;
  constraint: Record<string, object | undefined>;
  /** For each list, the keys of its rows. */
  rows: Record<string, number[]>;
};

function asSent(value: unknown): unknown {
  if (typeof value === "boolean") return value ? "on" : undefined;
  if (value === null || value === undefined) return undefined;
  if (Array.isArray(value)) return value.map(asSent);
  if (typeof value === "object") return Object.fromEntries(Object.entries(value).map(([name, inner]) => [name, asSent(inner)]));
  return String(value);
}

/** The value at `insumos[0].nombre`. */
function valueAt(value: unknown, name: string): unknown {
  const path = name.split(/[.[\]]+/).filter(Boolean);
  return path.reduce<unknown>((inner, key) => (Object(inner) as Record<string, unknown>)[key], value);
}

function metadata(state: State, name: string) {
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

/** What every control of a field wears; `hint` is the id of what explains it. */
export function controlProps({ id, name, formId, required, errors, errorId }: FieldMetadata<unknown>, hint?: string) {
  return {
    id,
    name,
    form: formId,
    required: required || undefined,
    "aria-invalid": errors ? true : undefined,
    "aria-describedby": (errors ? [errorId, hint] : [hint]).filter(Boolean).join(" ") || undefined,
  };
}

/** The same of an input that is typed into, with what its schema asks of the text. */
export function textProps(field: FieldMetadata<unknown>, hint?: string) {
  const { minLength, maxLength, pattern, initialValue } = field;
  // A field that came twice has a list for its value.
  const defaultValue = typeof initialValue === "string" ? initialValue : undefined;
  return { ...controlProps(field, hint), minLength, maxLength, pattern, defaultValue };
}

/** The metadata of a form and of its fields. */
export const useForm = (({ id = "", lastResult, defaultValue, constraint = {} }: Parameters<typeof conformForm>[0]) => {
  const rows = useRef<State["rows"]>({});
  const seen = useRef(lastResult);
  const intent = lastResult?.intent;
  if (seen.current !== lastResult) {
    seen.current = lastResult;
    // The other rows stay the elements they are, with what was typed into them meanwhile.
    if (intent?.type === "remove") rows.current[intent.payload.name]?.splice(intent.payload.index, 1);
  }
  const all = (lastResult?.error ?? {}) as State["error"];
  // A button that only asked for another row hears of the list alone: the rest was not sent yet.
  const list = intent?.payload.name ?? "";
  const error = !intent ? all : all[list] ? { [list]: all[list] } : {};
  const value = lastResult?.initialValue ?? asSent(defaultValue);
  const form = metadata({ formId: id, value, error, constraint, rows: rows.current }, "");
  return [form, form.getFieldset()];
  // Of Conform's metadata it has what our fields use; the types that tell a schema's fields stay Conform's.
}) as unknown as typeof conformForm;
