import { ErrorSummary, SubmitButton, TextAreaField, UpdatedAt, useForm, WriteForm } from "~/components/form";

export const NOTAS_LABELS = { notas: "Notas" };

type Props = {
  cita: { notas: string | null; updated_at: string; base: string };
  /** The path of the notes' route. */
  action: string;
  /** Null on a page whose action is another one. */
  lastResult?: null;
};

/** The form of an appointment's notes, which is all that can be edited once it is completed or cancelled. */
export function NotasForm({ cita, action, lastResult }: Props) {
  const [form, fields] = useForm<{ notas: string | null }>({ id: "notas", lastResult, defaultValue: { notas: cita.notas } });
  return (
    <>
      <ErrorSummary form={form} />
      <WriteForm id={form.id} action={action} preventScrollReset className="grid gap-4">
        <UpdatedAt form={form} saved={cita} />
        <TextAreaField field={fields.notas} label={NOTAS_LABELS.notas} />
        <div>
          <SubmitButton className="button button-quiet">Guardar notas</SubmitButton>
        </div>
      </WriteForm>
    </>
  );
}
