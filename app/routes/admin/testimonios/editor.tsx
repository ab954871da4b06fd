import { getZodConstraint, parseWithZod } from "@conform-to/zod/v4";
import type { ActionFunctionArgs, LoaderFunctionArgs, MetaFunction } from "@remix-run/node";
import { useLoaderData, useLocation } from "@remix-run/react";
import { InlineCard } from "~/components/admin";
import {
  CheckboxField,
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
import { plural } from "~/format/text";
import { readForm } from "~/http/form/form.server";
import { mergeIfStale, withBase } from "~/http/form/stale-edit.server";
import { notFoundIfNull, requireUser } from "~/http/guards.server";
import { invalid, redirectWithFlash, writeFailed } from "~/http/replies.server";
import {
  createTestimonio,
  getTestimonio,
  type TestimonioValues,
  testimonioSchema,
  updateTestimonio,
} from "~/models/catalogo/testimonio.server";

export { clientAction } from "~/components/form";

const LABELS = { nombre: "Nombre", rating: "Calificación", testimonio: "Testimonio", activo: "Activo" };

export async function loader({ request, params }: LoaderFunctionArgs) {
  await requireUser(request, "catalogo");
  const testimonio = params.id === "nuevo" ? null : notFoundIfNull(await getTestimonio(params.id));
  return { testimonio: testimonio && withBase(testimonio, LABELS), constraint: getZodConstraint(testimonioSchema) };
}

export async function action({ request, params }: ActionFunctionArgs) {
  await requireUser(request, "catalogo");
  const { values: sent, key } = await readForm(request);
  return mergeIfStale(sent, { labels: LABELS, read: () => getTestimonio(params.id) }, async (values, kept) => {
    const submission = parseWithZod(values, { schema: testimonioSchema });
    if (submission.status !== "success") return invalid(submission);

    const saved =
      params.id === "nuevo"
        ? await createTestimonio(submission.value, key)
        : await updateTestimonio(params.id, values.get("updated_at"), submission.value, key);
    if (!isOk(saved)) return writeFailed(submission, saved.outcome, "No se pudo guardar el testimonio");
    const description = params.id === "nuevo" ? "Testimonio creado correctamente." : "Testimonio actualizado correctamente.";
    return redirectWithFlash(
      `/admin/testimonios${new URL(request.url).search}`,
      { title: "Éxito", description },
      await kept(saved, submission.value),
    );
  });
}

export const meta: MetaFunction<typeof loader> = ({ data }) => [
  { title: data?.testimonio ? "Editar testimonio" : "Nuevo testimonio" },
];

export default function Testimonio() {
  const { testimonio, constraint } = useLoaderData<typeof loader>();
  const { search } = useLocation();
  const [form, fields] = useForm<TestimonioValues>({
    id: "testimonio",
    defaultValue: testimonio ?? { rating: 5, activo: true },
    constraint,
  });
  return (
    <InlineCard title={testimonio ? "Editar testimonio" : "Nuevo testimonio"}>
      <ErrorSummary form={form} />
      <WriteForm id={form.id} preventScrollReset className="grid gap-5 sm:grid-cols-2 sm:items-end">
        <UpdatedAt form={form} saved={testimonio} />
        <TextField field={fields.nombre} label={LABELS.nombre} />
        <SelectField
          field={fields.rating}
          label={LABELS.rating}
          // Without it an emptied rating would come back as the first option.
          empty="Elige de 1 a 5 estrellas"
          options={[5, 4, 3, 2, 1].map((stars) => ({ value: String(stars), label: plural(stars, "estrella", "estrellas") }))}
        />
        <div className="grid gap-5 sm:col-span-2">
          <TextAreaField field={fields.testimonio} label={LABELS.testimonio} rows={5} />
          <CheckboxField field={fields.activo} label="Activo" hint="Se muestra en la página de inicio." />
        </div>
        <FormButtons back={`/admin/testimonios${search}`}>{testimonio ? "Guardar cambios" : "Crear testimonio"}</FormButtons>
      </WriteForm>
    </InlineCard>
  );
}
