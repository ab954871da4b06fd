import { getZodConstraint, parseWithZod } from "@conform-to/zod/v4";
import type { ActionFunctionArgs, LoaderFunctionArgs, MetaFunction } from "@remix-run/node";
import { useLoaderData } from "@remix-run/react";
import { InlineCard } from "~/components/admin";
import {
  ErrorSummary,
  FormButtons,
  SelectField,
  TextAreaField,
  TextField,
  UpdatedAt,
  useForm,
  WriteForm,
} from "~/components/form";
import { isOk } from "~/database/idempotency.server";
import { readForm } from "~/http/form/form.server";
import { mergeIfStale, withBase } from "~/http/form/stale-edit.server";
import { or503, requireUser } from "~/http/guards.server";
import { invalid, redirectWithFlash, writeFailed } from "~/http/replies.server";
import { enlaceSchema, getConfiguracion, saveColumns } from "~/models/estudio/configuracion.server";

export { clientAction } from "~/components/form";

const LABELS = {
  cita_horas: "Puede cambiarla o cancelarla sola",
  politica: "Tu política de cancelación",
  resena_url: "Tu enlace de reseñas en Google",
};

const HORAS = [
  { value: "0", label: "Hasta la hora de su cita" },
  ...[2, 4, 6, 12, 24, 48, 72].map((horas) => ({ value: String(horas), label: `Hasta ${horas} horas antes` })),
];

const BACK = "/admin/configuracion/notificaciones";

/** What clients can do with the link of their appointment. */
export async function loader({ request }: LoaderFunctionArgs) {
  await requireUser(request, "propietaria");
  return { saved: withBase(await or503(readSaved()), LABELS), constraint: getZodConstraint(enlaceSchema) };
}

async function readSaved() {
  const { cita_horas, politica, resena_url, updated_at } = await getConfiguracion();
  return { cita_horas: cita_horas === null ? null : String(cita_horas), politica, resena_url, updated_at };
}

export async function action({ request }: ActionFunctionArgs) {
  await requireUser(request, "propietaria");
  const { values: sent, key } = await readForm(request);
  return mergeIfStale(sent, { labels: LABELS, read: readSaved }, async (values, kept) => {
    const submission = parseWithZod(values, { schema: enlaceSchema });
    if (submission.status !== "success") return invalid(submission);
    const saved = await saveColumns(values.get("updated_at"), submission.value, key);
    if (!isOk(saved)) return writeFailed(submission, saved.outcome);
    return redirectWithFlash(BACK, { title: "Cambios guardados" }, await kept(saved, submission.value));
  });
}

export const meta: MetaFunction = () => [{ title: "El enlace a su cita · Notificaciones" }];

export default function ClientLink() {
  const { saved, constraint } = useLoaderData<typeof loader>();
  const [form, fields] = useForm<{ cita_horas: string; politica: string; resena_url: string }>({
    id: "enlace",
    defaultValue: saved,
    constraint,
  });
  return (
    <InlineCard title="El enlace a su cita">
      <ErrorSummary form={form} />
      <WriteForm id={form.id} preventScrollReset className="grid gap-5">
        <UpdatedAt form={form} saved={saved} />
        <SelectField
          field={fields.cita_horas}
          label={LABELS.cita_horas}
          empty="No, que me escriba por WhatsApp"
          options={HORAS}
          gone={`Hasta ${saved.cita_horas} horas antes`}
          hint="Confirmar y guardarla en su calendario puede siempre. Cambiarla de hora, hasta tres veces."
        />
        <TextAreaField field={fields.politica} label={LABELS.politica} rows={4} hint="La lee antes de cancelar." />
        <TextField field={fields.resena_url} label={LABELS.resena_url} hint="Va en el mensaje de gracias, donde dice {resena}." />
        <FormButtons back={BACK}>Guardar cambios</FormButtons>
      </WriteForm>
    </InlineCard>
  );
}
