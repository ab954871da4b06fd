import { ErrorSummary, StaleNotice, SubmitButton, TextAreaField, UpdatedAt, useForm, WriteForm } from "~/components/form";
import type { FormState } from "~/http/replies.server";

export const NOTAS_LABELS = { notas: "Notas" };

type Props = {
  cita: { notas: string | null; updated_at: string; base: string };
  /** The path of the notes' route. */
  action: string;
  formState?: FormState;
};

/** The form of an appointment's notes, which is all that can be edited once it is completed or cancelled. */
export function NotasForm({ cita, action, formState }: Props) {
  const [form, fields] = useForm<{ notas: string | null }>({
    id: "notas",
    lastResult: formState?.lastResult,
    defaultValue: { notas: cita.notas },
  });
  return (
    <>
      <ErrorSummary form={form} />
      <StaleNotice formState={formState} />
      <WriteForm id={form.id} action={action} preventScrollReset className="grid gap-4">
        <UpdatedAt saved={cita} formState={formState} />
        <TextAreaField field={fields.notas} label={NOTAS_LABELS.notas} />
        <div>
          <SubmitButton className="button button-quiet">Guardar notas</SubmitButton>
        </div>
      </WriteForm>
    </>
  );
}
