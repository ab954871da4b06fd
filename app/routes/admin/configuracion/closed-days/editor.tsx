import { getZodConstraint, parseWithZod } from "@conform-to/zod/v4";
import type { ActionFunctionArgs, LoaderFunctionArgs, MetaFunction } from "@remix-run/node";
import { useLoaderData, useLocation } from "@remix-run/react";
import { InlineCard } from "~/components/admin";
import { AUSENCIA_DIAS, AUSENCIA_LABELS, AusenciaFields } from "~/components/admin/ausencia-fields";
import { ErrorSummary, FormButtons, UpdatedAt, useForm, WriteForm } from "~/components/form";
import { isOk } from "~/database/idempotency.server";
import { plural } from "~/format/text";
import { readForm } from "~/http/form/form.server";
import { mergeIfStale, withBase } from "~/http/form/stale-edit.server";
import { notFoundIfNull, requireUser } from "~/http/guards.server";
import { invalid, redirectWithFlash, writeFailed } from "~/http/replies.server";
import {
  type AusenciaValues,
  ausenciaSchema,
  countCitasEn,
  createAusencia,
  getAusencia,
  updateAusencia,
} from "~/models/equipo/ausencia.server";
import { getZona } from "~/models/estudio/configuracion.server";

export { clientAction } from "~/components/form";

export async function loader({ request, params }: LoaderFunctionArgs) {
  await requireUser(request, "propietaria");
  const cierre = params.id === "nuevo" ? null : notFoundIfNull(await getAusencia(null, params.id));
  return { cierre: cierre && withBase(cierre, AUSENCIA_LABELS), constraint: getZodConstraint(ausenciaSchema) };
}

export async function action({ request, params }: ActionFunctionArgs) {
  await requireUser(request, "propietaria");
  const { values: sent, key } = await readForm(request);
  return mergeIfStale(
    sent,
    { labels: AUSENCIA_LABELS, together: [AUSENCIA_DIAS], read: () => getAusencia(null, params.id) },
    async (values, kept) => {
      const submission = parseWithZod(values, { schema: ausenciaSchema });
      if (submission.status !== "success") return invalid(submission);

      const saved =
        params.id === "nuevo"
          ? await createAusencia(null, submission.value, key)
          : await updateAusencia(null, params.id, values.get("updated_at"), submission.value, key);
      if (!isOk(saved)) return writeFailed(submission, saved.outcome, "No se pudo guardar el cierre");
      const title = params.id === "nuevo" ? "Cierre agregado" : "Cierre actualizado";
      const citas = await countCitasEn(null, submission.value, await getZona());
      return redirectWithFlash(
        `/admin/configuracion/dias-cerrados${new URL(request.url).search}`,
        {
          title,
          ...(citas > 0 && {
            description: `Hay ${plural(citas, "cita", "citas")} ${submission.value.de ? "a esas horas" : "en esos días"}.`,
            link: { href: `/admin/citas?vista=semana&dia=${submission.value.desde}`, label: "Ver la agenda" },
          }),
        },
        await kept(saved, submission.value),
      );
    },
  );
}

export const meta: MetaFunction<typeof loader> = ({ data }) => [
  { title: `${data?.cierre ? "Editar cierre" : "Agregar cierre"} · Días cerrados` },
];

export default function Cierre() {
  const { cierre, constraint } = useLoaderData<typeof loader>();
  const { search } = useLocation();
  const [form, fields] = useForm<AusenciaValues>({ id: "cierre", defaultValue: cierre, constraint });
  return (
    <InlineCard title={cierre ? "Editar cierre" : "Agregar cierre"}>
      <ErrorSummary form={form} />
      <WriteForm id={form.id} preventScrollReset className="grid gap-5 sm:grid-cols-2 sm:items-end">
        <UpdatedAt form={form} saved={cierre} />
        <AusenciaFields fields={fields} motivoHint="Se lee en la página de inicio. Por ejemplo: Navidad o vacaciones." />
        <FormButtons back={`/admin/configuracion/dias-cerrados${search}`}>
          {cierre ? "Guardar cambios" : "Agregar cierre"}
        </FormButtons>
      </WriteForm>
    </InlineCard>
  );
}
