import type { DefaultValue, FormMetadata } from "@conform-to/react";
import type { SerializeFrom } from "@remix-run/node";
import { useActionData } from "@remix-run/react";
import type { ComponentProps, ReactNode } from "react";
import { EmptyState } from "~/components/admin";
import {
  ErrorSummary,
  FormButtons,
  IntentButton,
  SelectField,
  TextAreaField,
  TextField,
  useForm,
  useFormVersion,
  WriteForm,
} from "~/components/form";
import { ClienteFields } from "~/components/form/cliente-fields";
import { Fold, hasAnswer } from "~/components/form/fold";
import { Link } from "~/components/link";
import { Hours } from "../hours";
import type { CitaAnswer } from "./answer.server";
import { EnterIntent } from "./enter-intent";
import type { CitaFields } from "./field-names";
import { CodeField, FreeNow, TakenNotice, WarningsNotice } from "./notices";
import { PriceFields, ServiciosFields } from "./servicios-fields";

/** The names of the fields of an appointment that one editor shows. */
export const LABELS = {
  cliente_id: "Clienta",
  fecha: "Fecha",
  hora: "Hora",
  "servicios[0].servicio_id": "Servicio",
  "servicios[0].empleado_id": "Especialista",
  "servicios[0].precio": "Precio",
  "servicios[0].duracion_minutos": "Duración en minutos",
  estado: "Estado",
  notas: "Notas",
};

type Options = { value: string; label: string }[];

type CitaFormProps = {
  /** What it holds at first, and what it says about that. */
  values: DefaultValue<CitaFields>;
  answer: SerializeFrom<CitaAnswer>;
  choices: { servicios: Options; especialistas: Options; estados: Options; maxServicios: number };
  constraint: Parameters<typeof useForm<CitaFields>>[0]["constraint"];
  /** Whether it is about one appointment that was booked before, with all that is known of it unfolded. */
  isBooked?: boolean;
  /** Whether a client for whom no hour suits can be noted on the waiting list. */
  mayWait?: boolean;
  /** Whether the client has just walked in: she is asked first what she wants. */
  isWalkIn?: boolean;
  /** The hidden fields of a saved record. */
  hidden?: (form: FormMetadata<CitaFields>) => ReactNode;
  back: string;
  submit: string;
};

/** The form of an appointment: who, what, when. It writes nothing by itself; each screen has its own act. */
export function CitaForm(props: CitaFormProps) {
  const version = useFormVersion();
  return props.choices.servicios.length === 0 ? (
    <EmptyState title="Primero agrega un servicio">
      <p className="text-soft">Sin él no se puede agendar.</p>
      <Link to="/admin/servicios/nuevo" className="button">
        Agregar servicio
      </Link>
    </EmptyState>
  ) : (
    // The key remounts the form with each answer, so that its fields show what the answer filled in.
    <Fields key={version} {...props} />
  );
}

function Fields({
  values,
  answer,
  choices,
  constraint,
  isBooked = false,
  isWalkIn = false,
  mayWait = false,
  hidden,
  back,
  submit,
}: CitaFormProps) {
  const answered = useActionData<CitaAnswer>();
  const { chosen, search, frequent, freeNow, hours, codeNotice, warnings, conflicts } = answered ?? answer;
  const [form, fields] = useForm<CitaFields>({ id: "cita", defaultValue: values, constraint });
  const known = [chosen, answer.chosen].flatMap((cliente) => cliente ?? []);
  const { servicios, estados, especialistas, maxServicios } = choices;
  const rows = fields.servicios.getFieldList().map((row) => row.getFieldset());
  const whom = (
    <ClienteFields
      key="whom"
      fields={fields}
      clientes={[...known, ...(search?.clientes ?? [])]}
      isSearched={search !== undefined}
      hasMore={search?.hasMore ?? false}
    />
  );
  const what = (
    <ServiciosFields
      key="what"
      field={fields.servicios}
      {...{ servicios, especialistas, maxServicios, frequent, isWalkIn }}
      isSingle={isBooked}
      takesFocus={Boolean(answered?.hours) && !search && !codeNotice && !form.errors}
    />
  );
  const another = (
    <Fold title="Otra fecha u hora" isOpen={isBooked || hours?.length === 0 || hasAnswer(fields.hora)}>
      <div className="grid gap-4 min-[24rem]:grid-cols-2">
        {/* Not required: a browser would block the form without a word while they are folded. */}
        <TextField field={fields.fecha} label={LABELS.fecha} type="date" required={false} />
        <TextField field={fields.hora} label={LABELS.hora} type="time" required={false} />
      </div>
    </Fold>
  );
  return (
    <>
      <ErrorSummary form={form} />
      <WriteForm id={form.id} preventScrollReset className="grid gap-4">
        <EnterIntent fields={fields} />
        {hidden?.(form)}
        {conflicts?.length ? <TakenNotice conflicts={conflicts} hours={hours ?? []} /> : null}
        <WarningsNotice warnings={warnings} field={fields.avisos} />
        {freeNow ? <FreeNow {...freeNow} present={rows[0]?.empleado_id.initialValue} /> : null}
        {isWalkIn ? [what, whom] : [whom, what]}
        <WhenFields
          hours={hours}
          isTaken={Boolean(conflicts?.length)}
          isUnasked={frequent !== undefined}
          mayWait={mayWait}
          another={isBooked ? another : null}
          none={isWalkIn ? "Hoy ya no hay horas libres." : "No hay horas libres en estos días."}
          says={
            isBooked || chosen || fields.cliente_nombre.initialValue
              ? undefined
              : "Elige a la clienta y toca la hora: queda agendada."
          }
        />
        <fieldset className="flex flex-wrap items-start gap-x-8">
          <legend className={isBooked || hours ? "sr-only" : "mb-1 font-display text-xl"}>Más opciones</legend>
          {isBooked ? null : another}
          <Fold
            title="Precio, duración, notas y estado"
            isOpen={isBooked || hasAnswer(fields.notas, ...rows.flatMap((row) => [row.precio, row.duracion_minutos]))}
          >
            <div className="grid gap-5 sm:grid-cols-2">
              <PriceFields field={fields.servicios} />
              <SelectField field={fields.estado} label={LABELS.estado} options={estados} />
            </div>
            <TextAreaField field={fields.notas} label={LABELS.notas} hint="Solo las ve el equipo del estudio." />
          </Fold>
          {isWalkIn ? null : <CodeField field={fields.codigo} notice={codeNotice} />}
        </fieldset>
        <FormButtons back={back}>{submit}</FormButtons>
      </WriteForm>
    </>
  );
}

type WhenFieldsProps = {
  hours: SerializeFrom<CitaAnswer>["hours"];
  /** Whether the hours stand above already, beside what takes the one that was chosen. */
  isTaken: boolean;
  /** Whether no service is chosen yet, without which there are no hours. */
  isUnasked: boolean;
  mayWait: boolean;
  /** The fields of another day and hour, where they are not among the options below. */
  another: ReactNode;
  /** What is said when there is no hour. */
  none: string;
  says: ComponentProps<typeof Hours>["says"];
};

/** When: the free hours, each of which books. */
function WhenFields({ hours, isTaken, isUnasked, mayWait, another, none, says }: WhenFieldsProps) {
  return isUnasked && !hours && !another ? null : (
    <fieldset className="grid gap-3">
      <legend className={isUnasked ? "sr-only" : "mb-1 font-display text-xl"}>Cuándo</legend>
      <Hours days={isTaken ? [] : (hours ?? [])} says={says} />
      {hours?.length === 0 ? <p role="status">{none} Escribe otra fecha u hora, o cambia de especialista.</p> : null}
      {isUnasked ? null : (
        <div className="flex flex-wrap gap-2 [&_.button]:px-3">
          <IntentButton value={hours?.length ? "more-hours" : "list-hours"}>
            {hours?.length ? "Más horarios" : "Ver horas libres"}
          </IntentButton>
          {mayWait ? <IntentButton value="wait">Anotarla en la espera</IntentButton> : null}
        </div>
      )}
      {another}
    </fieldset>
  );
}
