import type { FieldMetadata, FormMetadata } from "@conform-to/react";
import { useActionData, useFormAction, useRouteLoaderData } from "@remix-run/react";
import { type ReactNode, useContext, useEffect, useRef } from "react";
import type { Pending } from "~/http/pending.server";
import type { Refused } from "~/http/replies.server";
import { Link } from "./link";
import { controlProps, textProps } from "./use-form";
import { FormState, SubmitButton } from "./write-form";

// The vocabulary of every form: native controls, each message beside its field, a summary first. All of it is whole
// without JavaScript; with it, buttons say that they are working and the summary takes the focus.

/** Why the form stands here again, if it does: what its action answered, or that its session had ended when it was sent. */
export function useRefusal(): Refused | undefined {
  const answer = useActionData<Refused>();
  const pending = useRouteLoaderData<{ pending: Pending | null }>("routes/admin")?.pending;
  const [pathname] = useFormAction().split("?");
  return answer ?? (pending?.pathname === pathname ? pending?.refused : undefined);
}

/** Counts what the action answered: as a key, it begins a form anew with each answer, filled with what that one holds. */
export function useTurn(): number {
  const answer = useActionData();
  const seen = useRef({ answer, turn: 0 });
  if (seen.current.answer !== answer) seen.current = { answer, turn: seen.current.turn + 1 };
  return seen.current.turn;
}

type Text = FieldMetadata<string | number | null | undefined>;

export type FieldProps = {
  /** The field's Conform metadata: name, value, constraints, errors. */
  field: Text;
  label: string;
  hint?: string;
  /** What the label is about where several fields share one: said, not shown. */
  of?: string;
  autoComplete?: string;
};

export function Field({
  field,
  label,
  of,
  hint,
  isOptional = !field.required,
  children,
}: FieldProps & { isOptional?: boolean; children: ReactNode }) {
  return (
    <div className="grid content-start gap-1.5">
      <label htmlFor={field.id} className="font-semibold">
        {label}
        {of ? <span className="sr-only"> {of}</span> : null}
        {!isOptional || of ? null : <span className="font-normal text-soft"> (opcional)</span>}
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

export const described = ({ field, hint }: FieldProps) => (hint ? field.descriptionId : undefined);

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
  const input = textProps(props.field, described(props));
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
  const { pattern, ...area } = textProps(props.field, described(props));
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
        {...controlProps(props.field, described(props))}
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

/** What Enter in a field presses where a list's rows have buttons: the browser takes the first button of the form. */
export function EnterButton() {
  return <button type="submit" className="sr-only" tabIndex={-1} aria-hidden="true" />;
}

/** The button that gives the form back with one more row in its list, or without row `remove`; nothing is written. */
export function RowsButton({ remove, takesFocus, children }: { remove?: number; takesFocus?: boolean; children: ReactNode }) {
  return (
    <button
      type="submit"
      name="filas"
      value={remove ?? "agregar"}
      formNoValidate
      // biome-ignore lint/a11y/noAutofocus: only where the person has just pressed one like it.
      autoFocus={takesFocus}
      className={remove === undefined ? "button button-quiet justify-self-start" : "square"}
    >
      {children}
    </button>
  );
}

type FormButtonsProps = {
  back: string;
  pending?: string;
  /** Where `Cancelar` could be taken for what the form is about. */
  cancel?: string;
  children: ReactNode;
};

/** The end of an editor: the button that sends it, and the way out without saving. */
export function FormButtons({ back, pending, cancel = "Cancelar", children }: FormButtonsProps) {
  return (
    <div className="col-span-full flex flex-wrap gap-3">
      <SubmitButton pending={pending}>{children}</SubmitButton>
      {useContext(FormState).canCancel ? null : (
        <Link to={back} preventScrollReset className="button button-quiet">
          {cancel}
        </Link>
      )}
    </div>
  );
}

/** What is wrong with the form, first on the page, each line a link to its field. */
export function ErrorSummary({ form, title }: { form: Pick<FormMetadata, "id" | "errors" | "allErrors">; title?: string }) {
  const summary = useRef<HTMLDivElement>(null);
  // Conform names the errors of the form itself "".
  const wrong = Object.entries(form.allErrors).filter(([name]) => name !== "");
  const isRefused = wrong.length > 0 || form.errors !== undefined;
  useEffect(() => {
    if (isRefused) summary.current?.focus();
  }, [isRefused]);
  if (!isRefused) return null;
  return (
    <div ref={summary} role="alert" tabIndex={-1} className="rounded-lg border-2 border-bad bg-bad-paper p-4">
      <p className="font-display text-xl">{title ?? (wrong.length > 0 ? "Revisa estos datos" : "Error")}</p>
      <ul className="mt-2 grid gap-1">
        {form.errors?.map((error) => (
          <li key={error}>{error}</li>
        ))}
        {wrong.map(([name, errors]) => (
          <li key={name}>
            <a className="font-semibold text-bad underline" href={`#${form.id}-${name}`}>
              {errors[0]}
            </a>
          </li>
        ))}
      </ul>
    </div>
  );
}

export type Difference = { label: string; mine: string; theirs: string };

/** Both versions of a record that somebody else changed meanwhile: what was typed, and what is saved now. */
export function StaleNotice({ differences }: { differences: Difference[] }) {
  return (
    <section aria-labelledby="versiones" className="rounded-lg border border-line bg-sand p-4">
      <h2 id="versiones" className="text-xl">
        Las dos versiones
      </h2>
      {differences.length === 0 ? <p className="mt-1">Lo guardado ahora es igual a lo que escribiste.</p> : null}
      <dl className="mt-2 grid gap-3">
        {differences.map(({ label, mine, theirs }) => (
          <div key={label}>
            <dt className="font-semibold">{label}</dt>
            <dd className="whitespace-pre-line wrap-anywhere">
              <span className="text-soft">Guardado ahora:</span> {theirs || "(vacío)"}
            </dd>
            <dd className="whitespace-pre-line wrap-anywhere">
              <span className="text-soft">Lo que escribiste:</span> {mine || "(vacío)"}
            </dd>
          </div>
        ))}
      </dl>
    </section>
  );
}

function said(value: unknown): string {
  return typeof value === "boolean" ? (value ? "Sí" : "No") : String(value ?? "");
}

/** The fields in which what would have been saved and what is saved differ. */
export function differences(
  labels: Record<string, string>,
  mine: Record<string, unknown>,
  theirs: Record<string, unknown>,
): Difference[] {
  return Object.entries(labels)
    .map(([name, label]) => ({ label, mine: said(mine[name]), theirs: said(theirs[name]) }))
    .filter(({ mine, theirs }) => mine !== theirs);
}

/**
 * The version of the record that the person is looking at. It stays the one first seen through every refusal, so that
 * a change made meanwhile is noticed, until the person has been shown both versions.
 */
export function UpdatedAt({
  name = "updated_at",
  saved,
  refusal,
}: {
  name?: string;
  saved: string | undefined;
  refusal: { lastResult: { initialValue?: Record<string, unknown> | null }; mine?: object } | undefined;
}) {
  const seen = refusal?.mine ? undefined : refusal?.lastResult.initialValue?.[name];
  return <input type="hidden" name={name} value={typeof seen === "string" ? seen : (saved ?? "")} readOnly />;
}
