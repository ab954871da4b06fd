import type { DefaultValue } from "@conform-to/react";
import type { SerializeFrom } from "@remix-run/node";
import { ErrorSummary, SubmitButton, useForm, WriteForm } from "~/components/form";
import { ClienteFields } from "~/components/form/cliente-fields";
import { Link } from "~/components/link";
import { type EsperaChoices, EsperaFields } from "./espera-fields";
import type { NotingAnswer } from "./noting.server";

export type NoteFields = Record<
  | "cliente_id"
  | "cliente_q"
  | "buscado"
  | "elegida"
  | "cliente_nombre"
  | "cliente_telefono"
  | "servicio_id"
  | "empleado_id"
  | "desde"
  | "hasta"
  | "nota",
  string
>;

type NoteFormProps = {
  values: DefaultValue<NoteFields>;
  answer: SerializeFrom<NotingAnswer>;
  choices: EsperaChoices;
  constraint?: Parameters<typeof useForm<NoteFields>>[0]["constraint"];
  /** Where it is sent, and the booking form to which it can be given back as it was. */
  action: string;
  bookingPath: string | null;
  back: string;
};

/** The form that notes a client on the waiting list. With a booking it carries that along, so that going back loses nothing. */
export function NoteForm({ values, answer, choices, constraint, action, bookingPath, back }: NoteFormProps) {
  const [form, fields] = useForm<NoteFields>({ id: "espera", defaultValue: values, constraint });
  const { chosen, search, booking = [] } = answer;
  return (
    <>
      <ErrorSummary form={form} />
      <WriteForm id={form.id} action={action} preventScrollReset className="grid gap-4">
        {/* Enter presses the first button: it searches for what was typed, or notes her. */}
        <button type="submit" name="intent" value="enter" formNoValidate className="sr-only" tabIndex={-1} aria-hidden="true" />
        <input type="hidden" name="buscado" value={fields.cliente_q.initialValue ?? ""} />
        <input type="hidden" name="elegida" value={fields.cliente_id.initialValue ?? ""} />
        {booking.map(([name, value]) => (
          <input key={name} type="hidden" name={name} value={value} />
        ))}
        <ClienteFields
          fields={fields}
          clientes={[...(chosen ? [chosen] : []), ...(search?.clientes ?? [])]}
          isSearched={search !== undefined}
          hasMore={search?.hasMore ?? false}
        />
        <EsperaFields fields={fields} {...choices} />
        <div className="form-buttons flex flex-wrap gap-3">
          <SubmitButton>Anotar</SubmitButton>
          {bookingPath && booking.length > 0 ? (
            <button
              type="submit"
              name="intent"
              value="list-hours"
              formAction={bookingPath}
              formNoValidate
              className="button button-quiet"
            >
              Volver a la cita
            </button>
          ) : (
            <Link to={back} preventScrollReset className="button button-quiet">
              Cancelar
            </Link>
          )}
        </div>
      </WriteForm>
    </>
  );
}
