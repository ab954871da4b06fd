import type { FieldMetadata } from "@conform-to/react";
import type { SerializeFrom } from "@remix-run/node";
import { IntentButton, TextField } from "~/components/form";
import { Fold } from "~/components/form/fold";
import { Hours, type HoursOfDay } from "../hours";
import type { CitaAnswer } from "./answer.server";

// What the booking form says about its slot: the code it came from, what takes it, what is free, what to confirm.

type Answer = SerializeFrom<CitaAnswer>;

/** The code of a client's WhatsApp message, which fills in the form, and what became of it. */
export function CodeField({ field, notice }: { field: FieldMetadata<string>; notice: string | undefined }) {
  return (
    <Fold title="Tengo un código de WhatsApp" isOpen={Boolean(field.initialValue)}>
      <div className="grid grid-cols-[1fr_auto] items-end gap-3">
        <TextField field={field} label="Código de WhatsApp" hint="Viene en el mensaje de la clienta. Con él se llena la cita." />
        <IntentButton value="apply-code">Usar código</IntentButton>
      </div>
      <div role="status">{notice ? <p className="font-semibold">{notice}</p> : null}</div>
    </Fold>
  );
}

/** What takes the slot of the appointment, and the hours that are free instead. */
export function TakenNotice({ conflicts, hours }: { conflicts: string[]; hours: HoursOfDay[] }) {
  return (
    <section aria-labelledby="ocupado" className="grid gap-3 rounded-lg border border-line bg-sand p-4">
      <h3 id="ocupado" className="text-xl">
        Ese horario ya está ocupado
      </h3>
      {conflicts.map((conflict) => (
        <p key={conflict}>{conflict}</p>
      ))}
      <Hours days={hours} />
    </section>
  );
}

/** The warnings, and the box that confirms them. Those confirmed earlier stay confirmed, as a hidden field. */
export function WarningsNotice({ warnings, field }: { warnings: Answer["warnings"]; field: FieldMetadata<string> }) {
  if (!warnings) return field.initialValue ? <input type="hidden" name={field.name} defaultValue={field.initialValue} /> : null;
  return (
    <section aria-labelledby="avisos-titulo" className="grid gap-2 rounded-lg border-2 border-bad bg-bad-paper p-4">
      <h3 id="avisos-titulo" className="text-xl">
        Antes de guardar
      </h3>
      <ul className="grid gap-1">
        {warnings.sentences.map((sentence) => (
          <li key={sentence}>{sentence}</li>
        ))}
      </ul>
      <label className="flex min-h-11 items-center gap-3 font-semibold">
        <input type="checkbox" name={field.name} value={warnings.mark} className="size-5 shrink-0 accent-accent" />
        Agendar de todas formas
      </label>
    </section>
  );
}

/** Who is free now, each a button that chooses her. */
export function FreeNow({ title, options, present }: NonNullable<Answer["freeNow"]> & { present: string | undefined }) {
  return (
    <fieldset className="flex flex-wrap items-center gap-x-2 gap-y-1 rounded-xl bg-sand px-3 py-2">
      <legend className="float-left w-full font-semibold">{title}</legend>
      {options.map(({ value, nombre }) => (
        <IntentButton
          key={value}
          value={`choose-specialist:${value}`}
          className="choice"
          aria-current={present === value || undefined}
        >
          {nombre}
        </IntentButton>
      ))}
    </fieldset>
  );
}
