import { ErrorSummary } from "~/components/form/error-summary";
import { TextAreaField } from "~/components/form/fields";
import { differences, StaleNotice, UpdatedAt } from "~/components/form/stale-notice";
import { useForm } from "~/components/form/use-form";
import { SubmitButton, WriteForm } from "~/components/form/write-form";
import type { Refused } from "~/http/replies.server";

type Props = {
  cita: { notas: string | null; updated_at: string };
  /** Where it is sent. */
  action: string;
  refusal?: Refused;
};

/** The notes of an appointment: all that one that is over still lets be changed. */
export function NotasForm({ cita, action, refusal }: Props) {
  const [form, fields] = useForm<{ notas: string | null }>({
    id: "notas",
    lastResult: refusal?.lastResult,
    defaultValue: { notas: cita.notas },
  });
  return (
    <>
      <ErrorSummary form={form} />
      {refusal?.mine ? <StaleNotice differences={differences({ notas: "Notas" }, refusal.mine, cita)} /> : null}
      <WriteForm id={form.id} action={action} preventScrollReset className="grid gap-4">
        <UpdatedAt saved={cita.updated_at} refusal={refusal} />
        <TextAreaField field={fields.notas} label="Notas" />
        <div>
          <SubmitButton className="button button-quiet">Guardar notas</SubmitButton>
        </div>
      </WriteForm>
    </>
  );
}
