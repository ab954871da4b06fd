import type { FieldMetadata, FormMetadata } from "@conform-to/react";
import { getInputProps, getSelectProps, getTextareaProps } from "@conform-to/react";
import { Form, type FormProps, useFormAction, useMatches, useNavigation } from "@remix-run/react";
import { createContext, type ReactNode, useContext, useEffect, useRef } from "react";
import type { Flash } from "~/http/session.server";

// The vocabulary of every form: native controls, each message beside its field, a summary first. All of it is whole
// without JavaScript; with it, buttons say that they are working and the summary takes the focus.

type Text = FieldMetadata<string | number | null | undefined>;

type FieldProps = {
  /** The field's Conform metadata: name, value, constraints, errors. */
  field: Text;
  label: string;
  hint?: string;
  /** What the label is about where several fields share one: said, not shown. */
  of?: string;
  autoComplete?: string;
};

function Field({ field, label, of, hint, children }: FieldProps & { children: ReactNode }) {
  return (
    <div className="grid content-start gap-1.5">
      <label htmlFor={field.id} className="font-semibold">
        {label}
        {of ? <span className="sr-only"> {of}</span> : null}
        {field.required || of ? null : <span className="font-normal text-soft"> (opcional)</span>}
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

const described = ({ field, hint }: FieldProps) => ({ ariaDescribedBy: hint ? field.descriptionId : undefined });

type InputType = "text" | "email" | "tel" | "url" | "password" | "time" | "date";

/**
 * A labelled input; `suggestions` are offered, never imposed. Numbers are text with `inputMode="numeric"`: a number input
 * throws away what it cannot read, and nothing typed may be lost.
 */
export function TextField({
  type = "text",
  inputMode,
  suggestions,
  ...props
}: FieldProps & { type?: InputType; inputMode?: "numeric" | "decimal"; suggestions?: string[] }) {
  const { key, ...input } = getInputProps(props.field, { type, ...described(props) });
  const list = suggestions ? `${props.field.id}-sugerencias` : undefined;
  return (
    <Field {...props}>
      <input
        {...input}
        key={key}
        className="control"
        autoComplete={props.autoComplete ?? "off"}
        list={list}
        inputMode={inputMode}
      />
      {suggestions ? (
        <datalist id={list}>
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
  const { key, ...area } = getTextareaProps(props.field, described(props));
  return (
    <Field {...props}>
      <textarea {...area} key={key} className="control" rows={rows} autoComplete="off" />
    </Field>
  );
}

/** A labelled list of options; the present value is always among them, even when it is no longer offered. */
export function SelectField({
  options,
  empty,
  ...props
}: FieldProps & { options: { value: string; label: string }[]; empty?: string }) {
  const { key, ...select } = getSelectProps(props.field, described(props));
  const present = props.field.initialValue;
  const known = !present || options.some(({ value }) => value === present);
  return (
    <Field {...props}>
      <select {...select} key={key} className="control">
        {empty === undefined ? null : <option value="">{empty}</option>}
        {known ? null : <option value={present}>{present}</option>}
        {options.map(({ value, label }) => (
          <option key={value} value={value}>
            {label}
          </option>
        ))}
      </select>
    </Field>
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
      <p className="font-display text-xl">{title ?? (wrong.length > 0 ? "Revisa estos datos" : "No se guardó")}</p>
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
      <h3 id="versiones" className="text-xl">
        Las dos versiones
      </h3>
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

/** The fields in which what was typed and what is saved differ. */
export function differences(
  labels: Record<string, string>,
  typed: Record<string, unknown>,
  saved: Record<string, unknown>,
): Difference[] {
  return Object.entries(labels)
    .map(([name, label]) => ({ label, mine: String(typed[name] ?? ""), theirs: String(saved[name] ?? "") }))
    .filter(({ mine, theirs }) => mine.replace(/\r\n/g, "\n") !== theirs.replace(/\r\n/g, "\n"));
}

// Which form a button belongs to, so that only the one under way says so.
const ActionOfForm = createContext("");

/** A form that writes: posts, and carries the one-use token of its page (its loader's, or its layout's). */
export function WriteForm({ children, action, ...props }: Omit<FormProps, "method" | "noValidate">) {
  const token = useMatches().reduce((found, { data }) => (data as { token?: string } | undefined)?.token ?? found, "");
  const address = useFormAction(action);
  return (
    <Form method="post" action={address} {...props}>
      <input type="hidden" name="token" value={token} />
      <ActionOfForm.Provider value={address}>{children}</ActionOfForm.Provider>
    </Form>
  );
}

/** The button that sends a form; while its form is under way it says so. */
export function SubmitButton({
  children,
  pending = "Guardando...",
  className = "button",
}: {
  children: ReactNode;
  pending?: string;
  className?: string;
}) {
  const busy = useNavigation().formAction === useContext(ActionOfForm);
  return (
    <button type="submit" className={className} aria-disabled={busy || undefined} data-submit="">
      {busy ? pending : children}
    </button>
  );
}

/**
 * The version of the record that the person is looking at. It stays the one first seen through every refusal, so that
 * a change made meanwhile is noticed, until the person has been shown both versions.
 */
export function UpdatedAt({
  saved,
  refusal,
}: {
  saved: string | undefined;
  refusal: { lastResult: { initialValue?: Record<string, unknown> | null }; stale?: boolean } | undefined;
}) {
  const seen = refusal?.stale ? undefined : refusal?.lastResult.initialValue?.updated_at;
  return <input type="hidden" name="updated_at" value={typeof seen === "string" ? seen : (saved ?? "")} readOnly />;
}

/** What the last action had to say. The regions are always there, so that a screen reader hears a message arrive. */
export function FlashMessage({ flash }: { flash: Flash | null }) {
  const message = flash ? (
    <div
      className={`mb-6 rounded-lg border px-4 py-3 ${flash.destructive ? "border-bad bg-bad-paper text-bad" : "border-good bg-good-paper text-good"}`}
    >
      <p className="font-semibold">{flash.title}</p>
      {flash.description ? <p>{flash.description}</p> : null}
    </div>
  ) : null;
  return (
    <>
      <div role="status">{flash?.destructive ? null : message}</div>
      <div role="alert">{flash?.destructive ? message : null}</div>
    </>
  );
}

/** A password, with the button that shows it where JavaScript runs (public/auth.js). */
export function PasswordField(props: FieldProps) {
  const { key, ...input } = getInputProps(props.field, { type: "password", ...described(props) });
  return (
    <Field {...props}>
      <div className="flex gap-2">
        <input {...input} key={key} className="control" autoComplete={props.autoComplete} data-password="" />
        <button
          type="button"
          hidden
          className="button button-quiet"
          data-toggle=""
          aria-pressed="false"
          aria-controls={props.field.id}
        >
          Mostrar
        </button>
      </div>
    </Field>
  );
}

/** The frame of the door: the studio's name, what this is, and the form; a drawing beside it where there is room. */
export function AuthCard({ estudio, title, children }: { estudio: string; title: string; children: ReactNode }) {
  return (
    <div className="grid min-h-dvh lg:grid-cols-2">
      <main className="mx-auto grid w-full max-w-md content-center gap-6 px-5 py-10">
        <a href="/" className="flex min-h-11 items-center gap-3 justify-self-start font-display text-2xl">
          <img src="/icons/favicon.svg" alt="" width="40" height="40" />
          {estudio}
        </a>
        <h1 className="text-4xl">{title}</h1>
        {children}
      </main>
      <div className="hidden items-end justify-center bg-blush lg:grid">
        <img src="/art/hero.svg" alt="" width="960" height="1080" className="max-h-dvh w-auto" />
      </div>
    </div>
  );
}
