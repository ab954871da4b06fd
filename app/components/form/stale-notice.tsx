import type { FormState } from "~/http/replies.server";

type State = Pick<FormState, "lastResult" | "versions"> | undefined;

/** After a stale edit, the two versions of each field that both people changed; otherwise nothing. */
export function StaleNotice({ formState }: { formState: State }) {
  if (!formState?.versions) return null;
  return (
    <section aria-labelledby="versiones" className="rounded-lg border border-line bg-sand p-4">
      <h2 id="versiones" className="text-xl">
        Las dos versiones
      </h2>
      <dl className="mt-2 grid gap-3">
        {formState.versions.map(({ label, mine, saved }) => (
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

/** A hidden field that a form given back keeps as it was sent. */
export function SeenField({ name, saved, formState }: { name: string; saved: string | undefined; formState: State }) {
  const sent = formState?.lastResult.initialValue?.[name];
  return <input type="hidden" name={name} value={typeof sent === "string" ? sent : (saved ?? "")} readOnly />;
}

/**
 * The hidden fields with the version of the record that the person is editing: `updated_at` for the optimistic lock, and `base`
 * to tell what she changed from what the form merely showed her.
 */
export function UpdatedAt({
  saved,
  formState,
}: {
  saved: { updated_at: string; base: string } | null | undefined;
  formState: State;
}) {
  return (
    <>
      <SeenField name="updated_at" saved={saved?.updated_at} formState={formState} />
      <SeenField name="base" saved={saved?.base} formState={formState} />
    </>
  );
}
