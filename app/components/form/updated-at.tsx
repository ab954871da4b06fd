type Form = { initialValue?: Record<string, unknown> };

/** A hidden field that a form given back keeps as it was sent. */
export function SeenField({ form, name, saved }: { form: Form; name: string; saved: string | undefined }) {
  const sent = form.initialValue?.[name];
  return <input type="hidden" name={name} value={typeof sent === "string" ? sent : (saved ?? "")} readOnly />;
}

/**
 * The hidden fields with the version of the record that the person is editing: `updated_at` for the optimistic lock, and `base`
 * to tell what she changed from what the form merely showed her.
 */
export function UpdatedAt({ form, saved }: { form: Form; saved: { updated_at: string; base: string } | null | undefined }) {
  return (
    <>
      <SeenField form={form} name="updated_at" saved={saved?.updated_at} />
      <SeenField form={form} name="base" saved={saved?.base} />
    </>
  );
}
