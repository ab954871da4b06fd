import { getZodConstraint, parseWithZod } from "@conform-to/zod/v4";
import { useActionData, useLoaderData, useLocation } from "@remix-run/react";
import { Dialog } from "~/components/admin";
import { isOk } from "~/database/idempotency.server";
import { studioDay } from "~/format/dates";
import { ESPERA } from "~/format/links";
import { asOptions } from "~/format/text";
import { formWithAnswer, redirectWithFlash } from "~/http/replies.server";
import type { User } from "~/http/session/current-user.server";
import { restorePendingSubmission } from "~/http/session/pending-submission.server";
import { citaSchema, createVisita } from "~/models/citas/cita.server";
import { nuevaEsperaSchema } from "~/models/citas/espera.server";
import { OPEN } from "~/models/citas/estado";
import { ESTADO_SIN_CITA } from "~/models/citas/walk-in.server";
import { getElegida } from "~/models/clientes/cliente.server";
import { getZona } from "~/models/estudio/configuracion.server";
import { describeChoices, describeForm, withLibre } from "./booking/answer.server";
import { CitaForm } from "./booking/cita-form";
import { placeAndSave } from "./booking/place.server";
import { flashAfterSave } from "./booking/saved-flash.server";
import { answerBooking, type Booking, bookingAgain, bookingFailed, readBooking } from "./booking/submission.server";
import { NoteForm } from "./espera/note-form";
import { bookingIn, describeEsperaChoices, type NotingAnswer, noteFromBooking } from "./espera/noting.server";
import { backOf, shownDay } from "./list-path.server";

// Books a visit: a client, her services, an hour. A walk-in (`?ahora=1`) is the same for a client who stands at the counter: it begins
// now or today, asks what she wants before who she is, and is confirmed.

const isWalkInOf = (request: Request) => new URL(request.url).searchParams.has("ahora");

export async function loadBooking(request: Request, user: User) {
  const zona = await getZona();
  const isWalkIn = isWalkInOf(request);
  // It takes its values from the URL, and its day from the list or the agenda behind it.
  const given = Object.fromEntries(new URL(request.url).searchParams);
  const { servicio_id = "", empleado_id, cliente_id = "", codigo = "", hora = "" } = given;
  const values = {
    cliente_id,
    fecha: given.fecha ?? shownDay(request, studioDay(new Date(), zona)),
    hora,
    codigo,
    estado: isWalkIn ? ESTADO_SIN_CITA : "programada",
    servicios: withLibre([{ servicio_id, ...(empleado_id && { empleado_id }) }]),
  };
  const { pending } = await restorePendingSubmission(request, user);
  const [answer, choices] = await Promise.all([
    describeForm(pending?.formState.lastResult.initialValue ?? values, { isWalkIn, zona, user }),
    describeChoices(),
  ]);
  return {
    act: "book" as const,
    title: isWalkIn ? "Llegó sin cita" : "Nueva Cita",
    isWalkIn,
    values,
    answer,
    choices: { ...choices, estados: asOptions(OPEN) },
    constraint: getZodConstraint(citaSchema),
    back: backOf(request),
  };
}

export async function bookVisita(request: Request, user: User) {
  const zona = await getZona();
  const asking = { isWalkIn: isWalkInOf(request), zona, user };
  const booking = await readBooking(request, asking);
  if (booking.intent.type === "wait") return answerWaiting(booking, user, zona);
  const answered = await answerBooking(booking, asking);
  if (answered) return answered;
  if (booking.refused) return bookingAgain(booking, asking, booking.refused);
  const submission = parseWithZod(booking.filled, { schema: citaSchema });
  if (submission.status !== "success") return bookingAgain(booking, asking);

  const cita = submission.value;
  const placed = await placeAndSave(cita, booking, asking, (turnos) => createVisita(cita, turnos, user.id, booking.key));
  if ("refused" in placed) return bookingAgain(booking, asking, placed.refused);
  const { saved } = placed;
  if (!isOk(saved)) return bookingFailed(booking, asking, saved.outcome);
  const back = backOf(request);
  const flash = await flashAfterSave(saved.result, booking, cita, { zona, back, user });
  return redirectWithFlash(back, { title: "Cita creada", ...flash });
}

/** What the form that notes her on the waiting list needs, in place of the booking form and with all that it held. */
async function answerWaiting({ values, search }: Booking, user: User, zona: string) {
  const hoy = studioDay(new Date(), zona);
  const note = noteFromBooking(values, hoy);
  const [chosen, choices] = await Promise.all([getElegida(note.cliente_id, user), describeEsperaChoices(note)]);
  const noting = { choices, constraint: getZodConstraint(nuevaEsperaSchema(hoy)) };
  return formWithAnswer<NotingAnswer>(note, {
    ...{ noting, search, chosen },
    booking: bookingIn(values),
  });
}

export function BookVisita() {
  const { title, ...form } = useLoaderData<typeof loadBooking>();
  const answer = useActionData<NotingAnswer>();
  const { pathname, search } = useLocation();
  const here = pathname + search;
  return answer?.noting ? (
    <Dialog key="espera" title="Anotarla en la espera" back={form.back}>
      <NoteForm
        {...answer.noting}
        answer={answer}
        values={{}}
        action={`${ESPERA}/nueva?de=${encodeURIComponent(here)}`}
        bookingPath={here}
        back={form.back}
      />
    </Dialog>
  ) : (
    <Dialog title={title} back={form.back}>
      <CitaForm {...form} mayWait submit="Crear cita" />
    </Dialog>
  );
}
