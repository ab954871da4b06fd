import { useActionData } from "@remix-run/react";
import { ErrorSummary, HiddenSubmitButton, SubmitButton, TextField, UpdatedAt, useForm, WriteForm } from "~/components/form";

type Props = {
  /** The appearance as it is saved, with the base of a later edit. */
  saved: { acento: string | null; updated_at: string; base: string };
  defaultAccent: string;
  constraint: Parameters<typeof useForm<{ acento: string }>>[0]["constraint"];
};

/** The form of the accent: a code, a colour picker, or one of the proposed colours. */
export function AccentForm({ saved, defaultAccent, constraint }: Props) {
  const answer = useActionData<{ nearest?: string | null }>();
  const [form, fields] = useForm<{ acento: string }>({ id: "acento", defaultValue: { acento: saved.acento ?? "" }, constraint });
  const seen = fields.acento.initialValue ?? "";
  // A colour input accepts only six-digit hex values.
  const picked = /^#[0-9a-f]{6}$/i.test(seen) ? seen.toLowerCase() : (saved.acento ?? defaultAccent);
  const nearest = answer?.nearest;
  return (
    <div className="grid gap-5">
      <ErrorSummary form={form} />
      <WriteForm id={form.id} className="grid gap-5">
        <HiddenSubmitButton />
        <UpdatedAt form={form} saved={saved} />
        <input type="hidden" name="visto" value={seen} />
        <input type="hidden" name="muestra_vista" value={picked} />
        <div className="grid grid-cols-[6rem_1fr] items-end gap-4">
          <div className="grid gap-1.5">
            <label htmlFor="muestra" className="font-semibold">
              Elegir color
            </label>
            <input
              id="muestra"
              type="color"
              name="muestra"
              key={picked}
              defaultValue={picked}
              className="control h-11 cursor-pointer p-1"
              onChange={({ currentTarget }) => {
                const codeField = currentTarget.form?.elements.namedItem("acento");
                if (codeField instanceof HTMLInputElement) codeField.value = currentTarget.value;
              }}
            />
          </div>
          <TextField
            field={fields.acento}
            label="Otro color (código)"
            hint={`Como ${defaultAccent}. Si lo dejas vacío, se usa el color original.`}
          />
        </div>
        {nearest ? (
          <p className="flex flex-wrap items-center gap-3">
            <svg viewBox="0 0 44 44" width="44" height="44" aria-hidden="true">
              <rect width="44" height="44" rx="10" fill={nearest} />
            </svg>
            <button type="submit" name="propuesto" value={nearest} className="button button-quiet">
              Usar {nearest}
            </button>
          </p>
        ) : null}
        <p className="flex flex-wrap gap-3">
          <SubmitButton>Guardar color</SubmitButton>
          {saved.acento === null ? null : (
            <button type="submit" name="propuesto" value="" className="button button-quiet">
              Usar el color original
            </button>
          )}
        </p>
      </WriteForm>
    </div>
  );
}
