import { getZodConstraint, parseWithZod } from "@conform-to/zod/v4";
import type { ActionFunctionArgs, LoaderFunctionArgs, MetaFunction } from "@remix-run/node";
import { useLoaderData } from "@remix-run/react";
import { BackLink, ScreenHeader } from "~/components/admin";
import { ErrorSummary, FormButtons, SelectField, TextAreaField, UpdatedAt, useForm, WriteForm } from "~/components/form";
import { RadiosField } from "~/components/form/radios-field";
import { isOk } from "~/database/idempotency.server";
import { plural } from "~/format/text";
import { readForm } from "~/http/form/form.server";
import { mergeIfStale, withBase } from "~/http/form/stale-edit.server";
import { or503, requireUser } from "~/http/guards.server";
import { invalid, redirectWithFlash, writeFailed } from "~/http/replies.server";
import { readReturnPath } from "~/http/return-path.server";
import { avisoText, HORAS_DE_RESPUESTA, reservaSchema } from "~/models/estudio/aviso.server";
import { getConfiguracion, saveColumns } from "~/models/estudio/configuracion.server";

export { clientAction } from "~/components/form";

const LABELS = {
  reserva: "Cómo apartan en tu sitio",
  reserva_horas: "Tiempo para contestar",
  aviso_privacidad: "Tu aviso de privacidad",
};

const MODOS = [
  { value: "no", label: "Solo por WhatsApp", hint: "Eligen la hora en tu sitio y te mandan el mensaje. No se aparta nada." },
  {
    value: "solicitud",
    label: "Piden su cita y tú la aceptas",
    hint: "La hora queda apartada mientras contestas. Si no contestas a tiempo, se libera.",
  },
  { value: "directa", label: "Apartan su cita al momento", hint: "Entra confirmada a tu agenda, sin preguntarte." },
];

/** Booking on the site, and the privacy notice that it needs. */
export async function loader({ request }: LoaderFunctionArgs) {
  await requireUser(request, "propietaria");
  const [saved, estudio] = await or503(Promise.all([readSaved(), getConfiguracion()]));
  const horas = HORAS_DE_RESPUESTA.map((count) => ({ value: String(count), label: plural(count, "hora", "horas") }));
  return { saved: withBase(saved, LABELS), horas, constraint: getZodConstraint(reservaSchema(estudio)) };
}

async function readSaved() {
  const { reserva, reserva_horas, aviso_privacidad, updated_at } = await getConfiguracion();
  return { reserva, reserva_horas: String(reserva_horas), aviso_privacidad: avisoText(aviso_privacidad), updated_at };
}

export async function action({ request }: ActionFunctionArgs) {
  await requireUser(request, "propietaria");
  const { values: sent, key } = await readForm(request);
  return mergeIfStale(sent, { labels: LABELS, read: readSaved }, async (values, kept) => {
    const submission = parseWithZod(values, { schema: reservaSchema(await getConfiguracion()) });
    if (submission.status !== "success") return invalid(submission);
    const saved = await saveColumns(values.get("updated_at"), submission.value, key);
    if (!isOk(saved)) return writeFailed(submission, saved.outcome);
    return redirectWithFlash(
      readReturnPath(request, "/admin/configuracion"),
      { title: "Cambios guardados" },
      await kept(saved, submission.value),
    );
  });
}

export const meta: MetaFunction = () => [{ title: "Citas en línea · Configuración" }];

export default function OnlineBooking() {
  const { saved, horas, constraint } = useLoaderData<typeof loader>();
  const [form, fields] = useForm<{ reserva: string; reserva_horas: string; aviso_privacidad: string }>({
    id: "reserva",
    defaultValue: saved,
    constraint,
  });
  return (
    <div className="@container">
      <BackLink to="/admin/configuracion">Configuración</BackLink>
      <ScreenHeader title="Citas en línea">Cómo te piden cita en tu sitio. WhatsApp siempre es el primer botón.</ScreenHeader>
      <WriteForm id={form.id} preventScrollReset className="grid max-w-2xl gap-6">
        <ErrorSummary form={form} />
        <UpdatedAt form={form} saved={saved} />
        <RadiosField field={fields.reserva} legend={LABELS.reserva} options={MODOS} />
        <SelectField
          field={fields.reserva_horas}
          label={LABELS.reserva_horas}
          options={horas}
          hint="Después de ese tiempo, o si llega la hora de la cita, la solicitud se cancela sola y la hora vuelve a tu sitio."
        />
        <TextAreaField
          field={fields.aviso_privacidad}
          label={LABELS.aviso_privacidad}
          rows={16}
          hint="Revísalo, y cámbialo si tu estudio hace algo distinto. {nombre}, {direccion} y {telefono} se llenan solos. Deja un renglón en blanco entre párrafos; uno corto y sin punto es un título."
        />
        <p>
          <a className="link inline-block py-2.5" href="/aviso-de-privacidad">
            Ver el aviso como está en tu sitio
          </a>
        </p>
        <FormButtons back="/admin/configuracion">Guardar cambios</FormButtons>
      </WriteForm>
    </div>
  );
}
