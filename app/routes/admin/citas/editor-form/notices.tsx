import type { FieldMetadata } from "@conform-to/react";
import type { SerializeFrom } from "@remix-run/node";
import { TextField } from "~/components/form";
import { HORARIO_OCUPADO } from "~/content/horario-ocupado";
import { formatDay, formatTime, sayTime } from "~/format/dates";
import { fullName, SERVICIO_ELIMINADO } from "~/format/text";
import type { CitaAnswer, CodeStatus } from "~/routes/admin/citas/editor-answer.server";
import { IntentButton } from "./buttons";

// What the booking form says about its slot: the code it came from, what takes it, what is free, what to confirm.

type Answer = SerializeFrom<CitaAnswer>;
type Taken = NonNullable<Answer["taken"]>;

const CODE_STATUS: Record<CodeStatus, string> = {
  vigente: "Código encontrado: ya está en la cita, con el precio que vio la clienta.",
  ocupado: `${HORARIO_OCUPADO}. La cita lleva lo demás: elige otra hora u otra especialista.`,
  vencido: "Ese código ya venció. La cita lleva lo demás: revisa el servicio, el precio y la hora.",
  unknown: "No encontramos ese código. Revísalo: son 5 letras y números.",
};

/** The code of a client's WhatsApp message, which fills in the form. */
export function CodeField({ field, status }: { field: FieldMetadata<string>; status: CodeStatus | undefined }) {
  return (
    <div className="grid gap-2 rounded-xl border border-line bg-sand p-4">
      <div className="grid grid-cols-[1fr_auto] items-end gap-3">
        <TextField field={field} label="Código de WhatsApp" hint="El que viene en el mensaje de la clienta; llena la cita." />
        <IntentButton value="apply-code">Usar código</IntentButton>
      </div>
      <div role="status">{status ? <p className="font-semibold">{CODE_STATUS[status]}</p> : null}</div>
    </div>
  );
}

function sayConflict({ fecha_hora, fin, cliente, servicio, empleado }: Taken["conflicts"][number], zona: string): string {
  const who = empleado ? fullName(empleado) : "La especialista";
  const when = `el ${formatDay(fecha_hora, zona)}, de ${formatTime(fecha_hora, zona)} a ${formatTime(fin, zona)}`;
  return `${who} ya tiene a ${cliente?.nombre ?? "una clienta"} ${when} (${servicio?.nombre ?? SERVICIO_ELIMINADO.toLowerCase()}).`;
}

/** The studio's day and clock as a moment in UTC, to be formatted in UTC. */
const asUtc = ({ fecha, hora }: { fecha: string; hora: string }) => `${fecha}T${hora}:00Z`;

/** A later start moves all services; with several of them, whose specialists may differ, it names none. */
function sayAlternative({ kind, empleado, ...start }: Taken["alternatives"][number], isSingleService: boolean): string {
  const name = fullName(empleado);
  if (kind === "same-hour") return `A la misma hora con ${name}`;
  const when = `${formatDay(asUtc(start), "UTC")}, ${formatTime(asUtc(start), "UTC")}`;
  return isSingleService ? `${when} con ${name}` : when;
}

/** What takes the slot of the appointment, and what is free instead: each a button that fills in the form. */
export function TakenNotice({ taken, zona, isSingleService }: { taken: Taken; zona: string; isSingleService: boolean }) {
  const { conflicts, alternatives } = taken;
  return (
    <section aria-labelledby="ocupado" className="grid gap-3 rounded-lg border border-line bg-sand p-4">
      <h3 id="ocupado" className="text-xl">
        {HORARIO_OCUPADO}
      </h3>
      {conflicts.map((conflict) => (
        <p key={conflict.id}>{sayConflict(conflict, zona)}</p>
      ))}
      {alternatives.length === 0 ? null : (
        <>
          <p className="font-semibold">Está libre:</p>
          <div className="flex flex-wrap gap-2">
            {alternatives.map((alternative) => {
              const { row, empleado, fecha, hora } = alternative;
              const choice = `${row}:${empleado.id}:${fecha}:${hora}`;
              return (
                <IntentButton key={choice} value={`use-alternative:${choice}`}>
                  <span className="first-letter:uppercase">{sayAlternative(alternative, isSingleService)}</span>
                </IntentButton>
              );
            })}
          </div>
        </>
      )}
    </section>
  );
}

/** Says that an alternative was filled in but is not saved yet. */
export function MovedNotice({ moved }: { moved: NonNullable<Answer["moved"]> }) {
  const moment = asUtc(moved);
  return (
    <p role="status" className="rounded-lg border border-good bg-good-paper p-4 font-semibold">
      {`Puesto el ${formatDay(moment, "UTC")} ${sayTime(moment, "UTC")} Falta guardar la cita.`}
    </p>
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
