import { getZodConstraint, parseWithZod } from "@conform-to/zod/v4";
import { useLoaderData } from "@remix-run/react";
import { Dialog } from "~/components/admin";
import { type IdempotencyKey, isOk } from "~/database/idempotency.server";
import { studioDay } from "~/format/dates";
import { asOptions } from "~/format/text";
import { studioClock } from "~/format/zone.server";
import { notFoundIfNull } from "~/http/guards.server";
import { requireRecoverable } from "~/http/recoverable.server";
import { describeRecovered } from "~/http/recovered-flash.server";
import { redirectWithFlash } from "~/http/replies.server";
import type { User } from "~/http/session/current-user.server";
import { restorePendingSubmission } from "~/http/session/pending-submission.server";
import { findConflicts } from "~/models/citas/availability.server";
import { type CitaValues, citaSchema } from "~/models/citas/cita.server";
import { type EstadoCita, isOver, OPEN } from "~/models/citas/estado";
import type { Turno } from "~/models/citas/turnos.server";
import { getNombre } from "~/models/clientes/cliente.server";
import { getZona } from "~/models/estudio/configuracion.server";
import { getEntrada } from "~/models/papelera/papelera.server";
import { recuperarCitaEn } from "~/models/papelera/recuperar-cita.server";
import { describeChoices, describeForm } from "./booking/answer.server";
import { CitaForm } from "./booking/cita-form";
import { placeAndSave } from "./booking/place.server";
import { flashAfterSave } from "./booking/saved-flash.server";
import { describeConflict } from "./booking/slot-sentences.server";
import { answerBooking, bookingAgain, bookingFailed, readBooking } from "./booking/submission.server";
import { backOf } from "./list-path.server";

// Brings a deleted appointment (`?papelera=`) back, at another hour when its own is taken.

const copyOf = (request: Request) => new URL(request.url).searchParams.get("papelera") ?? "";

export async function loadDeleted(request: Request, user: User) {
  const zona = await getZona();
  const { values, estado, conflicts } = await readDeleted(request, user, zona);
  const { pending } = await restorePendingSubmission(request, user);
  const shown = pending?.formState.lastResult.initialValue ?? values;
  const [answer, choices] = await Promise.all([
    describeForm(shown, { isWalkIn: false, zona, user }, { withoutHours: conflicts.length === 0 }),
    describeChoices(values.servicios[0]),
  ]);
  return {
    act: "restore" as const,
    title: "Recuperar Cita",
    values,
    answer: { ...answer, conflicts: conflicts.map((conflict) => describeConflict(conflict, zona)) },
    // The select of one that is over offers only one value, under the name of the state that it keeps.
    choices: {
      ...choices,
      estados: isOver(estado)
        ? [{ value: values.estado, label: estado === "completada" ? "Completada" : "Cancelada" }]
        : asOptions(OPEN),
    },
    constraint: getZodConstraint(citaSchema),
    back: backOf(request),
  };
}

/** The columns of a deleted appointment that the form shows. */
type Fila = {
  cliente_id: string | null;
  servicio_id: string | null;
  empleado_id: string | null;
  notas: string | null;
  precio: number;
  duracion_minutos: number;
  estado: EstadoCita;
  fecha_hora: string;
  fin: string;
};

/** The values of a deleted appointment, its state, and what takes its place now. Throws 404 when it is not in the trash. */
async function readDeleted(request: Request, user: User, zona: string) {
  const entrada = notFoundIfNull(await getEntrada(copyOf(request)));
  await requireRecoverable(request, user, entrada);
  if (entrada.tipo !== "cita") throw new Response(null, { status: 404 });
  const { servicio_id, empleado_id, notas, estado, duracion_minutos, ...fila } = entrada.fila as Fila;
  const [fecha_hora, fin] = [new Date(fila.fecha_hora), new Date(fila.fin)];
  const precio = fila.precio.toFixed(2);
  return {
    estado,
    values: {
      cliente_id: (await getNombre(fila.cliente_id))?.id ?? null,
      ...{ notas, estado: isOver(estado) ? ("confirmada" as const) : estado },
      fecha: studioDay(fecha_hora, zona),
      hora: studioClock(fecha_hora, zona),
      servicios: [{ servicio_id, empleado_id, precio, duracion_minutos: String(duracion_minutos) }],
    },
    conflicts: await findConflicts([{ empleado_id, fecha_hora, fin }]),
  };
}

export async function restoreDeleted(request: Request, user: User) {
  const zona = await getZona();
  const asking = { isWalkIn: false, zona, user };
  const booking = await readBooking(request, asking);
  const answered = await answerBooking(booking, asking);
  if (answered) return answered;
  if (booking.refused) return bookingAgain(booking, asking, booking.refused);
  const submission = parseWithZod(booking.filled, { schema: citaSchema });
  if (submission.status !== "success") return bookingAgain(booking, asking);

  const cita = submission.value;
  const placed = await placeAndSave(cita, booking, asking, (turnos) => restoreAt(request, cita, turnos, user, booking.key));
  if ("refused" in placed) return bookingAgain(booking, asking, placed.refused);
  const { saved } = placed;
  if (!isOk(saved)) return bookingFailed(booking, asking, saved.outcome === "exists" ? "missing" : saved.outcome);
  const back = backOf(request);
  const { id, ...restored } = saved.result;
  const flash = await flashAfterSave([id], booking, cita, { zona, back, user });
  return redirectWithFlash(back, { ...flash, title: "Cita recuperada" }, describeRecovered(restored));
}

async function restoreAt(request: Request, cita: CitaValues, turnos: Turno[], user: User, key: IdempotencyKey) {
  const entrada = await getEntrada(copyOf(request));
  // Without one it may be a repeated submission, which is answered as the first time.
  if (entrada) await requireRecoverable(request, user, entrada);
  return recuperarCitaEn(copyOf(request), cita, turnos, user.id, key);
}

export function RestoreCita() {
  const { title, ...form } = useLoaderData<typeof loadDeleted>();
  return (
    <Dialog title={title} back={form.back}>
      <CitaForm {...form} isBooked submit="Recuperar cita" />
    </Dialog>
  );
}
