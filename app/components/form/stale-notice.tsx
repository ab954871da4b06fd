export type Difference = { label: string; mine: string; theirs: string };

/** The differences between the submitted version and the saved version, after a stale edit. */
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

/** A field's value as text, with booleans in Spanish. */
export function printValue(value: unknown): string {
  return typeof value === "boolean" ? (value ? "Sí" : "No") : String(value ?? "");
}

/** The fields whose submitted (`mine`) and saved (`theirs`) values differ. */
export function differences(
  labels: Record<string, string>,
  mine: Record<string, unknown>,
  theirs: Record<string, unknown>,
): Difference[] {
  return Object.entries(labels)
    .map(([name, label]) => ({ label, mine: printValue(mine[name]), theirs: printValue(theirs[name]) }))
    .filter(({ mine, theirs }) => mine !== theirs);
}

/**
 * The hidden field with the version of the record that the person is editing, for the optimistic lock. It stays the same when the
 * form is given back with errors, and becomes the saved version once the person has seen both.
 */
export function UpdatedAt({
  name = "updated_at",
  saved,
  formState,
}: {
  name?: string;
  saved: string | undefined;
  formState: { lastResult: { initialValue?: Record<string, unknown> | null }; mine?: object } | undefined;
}) {
  const seen = formState?.mine ? undefined : formState?.lastResult.initialValue?.[name];
  return <input type="hidden" name={name} value={typeof seen === "string" ? seen : (saved ?? "")} readOnly />;
}
