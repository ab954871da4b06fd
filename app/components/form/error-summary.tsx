import type { FormMetadata } from "@conform-to/react";
import { useEffect, useRef } from "react";

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
