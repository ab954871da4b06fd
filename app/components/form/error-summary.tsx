import type { FormMetadata } from "@conform-to/react";
import { useEffect, useRef } from "react";
import type { FieldVersions } from "~/http/replies.server";
import { useFormState } from "./form-state";

type ErrorSummaryProps = {
  form: Pick<FormMetadata, "id" | "errors" | "allErrors">;
  title?: string;
  /** What fields are called of which several may have the same error. */
  names?: ReadonlyMap<string, string>;
};

/**
 * The errors of a form, above it: each line links to its field. It takes the focus when there are errors, also without JavaScript. After
 * a stale edit it shows the two versions of each field that both people changed, too.
 */
export function ErrorSummary({ form, title, names }: ErrorSummaryProps) {
  const summary = useRef<HTMLDivElement>(null);
  const { heading = "Error", versions } = useFormState() ?? {};
  // Conform lists the errors of the form itself under "".
  const fieldErrors = Object.entries(form.allErrors).filter(([name]) => name !== "");
  const hasErrors = fieldErrors.length > 0 || form.errors !== undefined;
  useEffect(() => {
    if (hasErrors) summary.current?.focus();
  }, [hasErrors]);
  if (!hasErrors) return null;
  return (
    <>
      {/* biome-ignore lint/a11y/noAutofocus: the person has just sent the form, and looks for what became of it. */}
      <div ref={summary} role="alert" tabIndex={-1} autoFocus className="rounded-lg border-2 border-bad bg-bad-paper p-4">
        <p className="font-display text-xl">{title ?? (fieldErrors.length > 0 ? "Revisa estos datos" : heading)}</p>
        <ul className="mt-2 grid gap-1">
          {form.errors?.map((error) => (
            <li key={error}>{error}</li>
          ))}
          {fieldErrors.map(([name, [error]]) => {
            // The same sentence about several fields says which of them its link leads to.
            const alike = fieldErrors.filter(([, [other]]) => other === error).map(([other]) => other);
            const called = names?.get(name);
            const place = ` (${alike.indexOf(name) + 1} de ${alike.length})`;
            return (
              <li key={name}>
                <a className="font-semibold text-bad underline" href={`#${form.id}-${name}`}>
                  {alike.length === 1 ? error : called ? `${called}: ${error}` : error + place}
                </a>
              </li>
            );
          })}
        </ul>
      </div>
      {versions ? <Versions versions={versions} /> : null}
    </>
  );
}

function Versions({ versions }: { versions: FieldVersions[] }) {
  return (
    <section aria-labelledby="versiones" className="rounded-lg border border-line bg-sand p-4">
      <h2 id="versiones" className="text-xl">
        Las dos versiones
      </h2>
      <dl className="mt-2 grid gap-3">
        {versions.map(({ label, mine, saved }) => (
          <div key={label}>
            <dt className="font-semibold">{label}</dt>
            <dd className="whitespace-pre-line wrap-anywhere">
              <span className="text-soft">Tu versión:</span> {mine || "(vacío)"}
            </dd>
            <dd className="whitespace-pre-line wrap-anywhere">
              <span className="text-soft">Lo guardado:</span> {saved || "(vacío)"}
            </dd>
          </div>
        ))}
      </dl>
    </section>
  );
}
