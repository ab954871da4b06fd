import { getZodConstraint, parseWithZod } from "@conform-to/zod/v4";
import type { ActionFunctionArgs, LoaderFunctionArgs, MetaFunction } from "@remix-run/node";
import { useLoaderData } from "@remix-run/react";
import { Dialog } from "~/components/admin";
import { UpdatedAt, useFormState } from "~/components/form";
import { Link } from "~/components/link";
import { asMoment } from "~/database/fields.server";
import { isOk } from "~/database/idempotency.server";
import { asOptions, CLIENTE_ELIMINADO, fullName, SERVICIO_ELIMINADO, SIN_ESPECIALISTA } from "~/format/text";
import { mergeIfStale, withBase } from "~/http/form/stale-edit.server";
import { withPlaceLeft } from "~/http/freed-places.server";
import { notFoundIfNull, requireUser } from "~/http/guards.server";
import { ESTADO_CONFLICT } from "~/http/redirect-unchanged.server";
import { invalid, redirectWithFlash, StaleEdit, writeFailed } from "~/http/replies.server";
import type { RouteHandle } from "~/http/route-handle";
import { restorePendingSubmission } from "~/http/session/pending-submission.server";
import { citaSchema, getCita, updateCita } from "~/models/citas/cita.server";
import { isOver, OPEN } from "~/models/citas/estado";
import { listOpciones } from "~/models/citas/opciones.server";
import { LA_QUE_ESTE_LIBRE } from "~/models/citas/turnos.server";
import { getElegida, getNombre } from "~/models/clientes/cliente.server";
import { getAlertaDeCita } from "~/models/clientes/salud.server";
import { getZona } from "~/models/estudio/configuracion.server";
import { type CitaAnswer, describeChoices, describeForm, LIBRE_LABEL } from "./booking/answer.server";
import { CitaForm, LABELS } from "./booking/cita-form";
import { placeAndSave } from "./booking/place.server";
import { flashAfterSave } from "./booking/saved-flash.server";
import { answerBooking, bookingAgain, type Refusal, readBooking } from "./booking/submission.server";
import { backOf } from "./list-path.server";

// Edits one appointment.

export { clientAction } from "~/components/form";

export const handle: RouteHandle = { lists: ["servicios"] };

export async function loader({ request, params }: LoaderFunctionArgs) {
  const user = await requireUser(request, "agenda");
  const zona = await getZona();
  const cita = withBase(notFoundIfNull(await readCita(params.id, zona)), LABELS);
  const { pending } = await restorePendingSubmission(request, user);
  const shown = pending?.formState.lastResult.initialValue ?? cita;
  const [answer, alerta, choices] = await Promise.all([
    describeForm(shown, { id: params.id, isWalkIn: false, zona, user }, { withoutHours: true }),
    // On her own appointment a specialist sees it without any right.
    getAlertaDeCita(user, cita.id),
    describeChoices(cita),
  ]);
  return {
    cita,
    answer: { ...answer, chosen: answer.chosen && { ...answer.chosen, alerta: answer.chosen.alerta ?? alerta } },
    choices: { ...choices, estados: asOptions(OPEN) },
    constraint: getZodConstraint(citaSchema),
    back: backOf(request),
  };
}

/** Gives an appointment as the form shows it, with one row of services; null when the id is unknown or malformed. */
async function readCita(id: string | undefined, zona: string) {
  const cita = await getCita(id, zona);
  if (!cita) return null;
  const { servicio_id, empleado_id, precio, duracion_minutos } = cita;
  return { ...cita, servicios: [{ servicio_id, empleado_id, precio, duracion_minutos: String(duracion_minutos) }] };
}

/** The fields that decide together: whether its specialist is free then, for as long as it takes. */
const CUANDO_Y_CON_QUIEN = [
  "fecha",
  "hora",
  "servicios[0].servicio_id",
  "servicios[0].empleado_id",
  "servicios[0].duracion_minutos",
];

/** A version of an appointment with names in place of ids. */
async function inWords({ servicios, ...version }: Record<string, unknown>) {
  const [row = {}] = servicios as Partial<NonNullable<Awaited<ReturnType<typeof readCita>>>["servicios"][number]>[];
  const [cliente, opciones] = await Promise.all([getNombre(String(version.cliente_id)), listOpciones(row)]);
  const empleado = opciones.empleados.find(({ id }) => id === row.empleado_id);
  return {
    ...version,
    cliente_id: version.cliente_nombre ?? cliente?.nombre ?? CLIENTE_ELIMINADO,
    "servicios[0].servicio_id": opciones.servicios.find(({ id }) => id === row.servicio_id)?.nombre ?? SERVICIO_ELIMINADO,
    "servicios[0].empleado_id":
      row.empleado_id === LA_QUE_ESTE_LIBRE ? LIBRE_LABEL : empleado ? fullName(empleado) : SIN_ESPECIALISTA,
    "servicios[0].precio": row.precio,
    "servicios[0].duracion_minutos": row.duracion_minutos,
  };
}

export async function action({ request, params: { id } }: ActionFunctionArgs) {
  const user = await requireUser(request, "agenda");
  const zona = await getZona();
  const asking = { id, isWalkIn: false, zona, user };
  const booking = await readBooking(request, asking);
  const answered = await answerBooking(booking, asking);
  if (answered) return answered;
  const isHourPressed = booking.intent.type === "book";
  if (booking.refused) return bookingAgain(booking, asking, booking.refused, { withoutHours: !isHourPressed });
  const editor = { labels: LABELS, together: [CUANDO_Y_CON_QUIEN], read: () => readCita(id, zona), inWords };
  return mergeIfStale(booking.filled, editor, async (values, kept) => {
    const submission = parseWithZod(values, { schema: citaSchema });
    const describe = async (answer?: CitaAnswer) => {
      const withoutHours = !isHourPressed && !answer?.conflicts;
      return { ...(await describeForm(submission.payload, asking, { withoutHours })), ...answer };
    };
    const again = async ({ status, answer, formErrors = [], fieldErrors }: Refusal = {}) => {
      const errors = { formErrors: [...formErrors, (await kept()) ?? []].flat(), fieldErrors };
      return invalid<CitaAnswer>(submission, errors, status, {}, await describe(answer));
    };
    if (submission.status !== "success") return again();

    const cita = submission.value;
    const seen = values.get("updated_at");
    const staleEdit = async () => new StaleEdit(cita, { chosen: await getElegida(cita.cliente_id, user) });
    const placed = await placeAndSave(cita, booking, asking, (turnos) =>
      updateCita(id, seen, cita, turnos, user.id, booking.key),
    );
    if ("refused" in placed) {
      // What somebody else did meanwhile comes first: merged with it, the appointment may have other warnings, or none.
      const now = placed.refused.answer?.warnings && (await getCita(id, zona));
      if (now && isOver(now.estado)) return again({ formErrors: [ESTADO_CONFLICT[now.estado]], status: 409 });
      if (now && Date.parse(now.updated_at) !== asMoment(seen).getTime()) throw await staleEdit();
      return again(placed.refused);
    }
    const { saved } = placed;
    if (saved.outcome === "stale") throw await staleEdit();
    if (!isOk(saved)) return writeFailed(submission, saved.outcome, undefined, await describe());
    const back = backOf(request);
    const flash = await flashAfterSave(saved.result, booking, cita, { zona, back, user });
    const said = await withPlaceLeft({ title: "Cita actualizada", ...flash }, saved.result, zona);
    return redirectWithFlash(back, said, await kept(saved, cita));
  });
}

export const meta: MetaFunction<typeof loader> = ({ data }) => [{ title: data ? TITLE : "Cita" }];

const TITLE = "Editar Cita";

export default function EditCita() {
  const { cita, ...form } = useLoaderData<typeof loader>();
  // When the appointment was closed while this form was open, an answered form stays, with what was typed.
  const isFirstLook = useFormState() === undefined;
  return (
    <Dialog title={TITLE} back={form.back}>
      {isFirstLook && isOver(cita.estado) ? (
        <p>
          Esta cita está {cita.estado}. Para cambiarla,{" "}
          <Link className="link inline-block py-2.5" to={`/admin/citas/${cita.id}/detalle`}>
            reábrela en su página
          </Link>
          .
        </p>
      ) : (
        <CitaForm
          {...form}
          values={cita}
          isBooked
          hidden={(meta) => <UpdatedAt form={meta} saved={cita} />}
          submit="Guardar cambios"
        />
      )}
    </Dialog>
  );
}
