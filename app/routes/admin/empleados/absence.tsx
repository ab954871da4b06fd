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
  const ausencia =
    params.ausencia === "nuevo" ? null : notFoundIfNull(await getAusencia(notFoundIfNull(params.id), params.ausencia));
  return {
    path: `/admin/empleados/${params.id}/horario`,
    ausencia: ausencia && withBase(ausencia, AUSENCIA_LABELS),
    constraint: getZodConstraint(ausenciaSchema),
  };
}

export async function action({ request, params }: ActionFunctionArgs) {
  await requireUser(request, "propietaria");
  const { values: sent, key } = await readForm(request);
  const id = notFoundIfNull(params.id);
  return mergeIfStale(
    sent,
    { labels: AUSENCIA_LABELS, together: [AUSENCIA_DIAS], read: () => getAusencia(id, params.ausencia) },
    async (values, kept) => {
      const submission = parseWithZod(values, { schema: ausenciaSchema });
      if (submission.status !== "success") return invalid(submission);

      const saved =
        params.ausencia === "nuevo"
          ? await createAusencia(id, submission.value, key)
          : await updateAusencia(id, params.ausencia, values.get("updated_at"), submission.value, key);
      if (!isOk(saved)) return writeFailed(submission, saved.outcome, "No se pudo guardar la ausencia");
      const title = params.ausencia === "nuevo" ? "Ausencia registrada" : "Ausencia actualizada";
      const citas = await countCitasEn(id, submission.value, await getZona());
      return redirectWithFlash(
        `/admin/empleados/${id}/horario${new URL(request.url).search}`,
        {
          title,
          ...(citas > 0 && {
            description: `Tiene ${plural(citas, "cita", "citas")} ${submission.value.de ? "a esas horas" : "en esos días"}.`,
            link: { href: `/admin/citas?vista=semana&dia=${submission.value.desde}`, label: "Ver la agenda" },
          }),
        },
        await kept(saved, submission.value),
      );
    },
  );
}

export const meta: MetaFunction = ({ params }) => [{ title: params.ausencia === "nuevo" ? "Nueva ausencia" : "Editar ausencia" }];

export default function Ausencia() {
  const { path, ausencia, constraint } = useLoaderData<typeof loader>();
  const { search } = useLocation();
  const [form, fields] = useForm<AusenciaValues>({ id: "ausencia", defaultValue: ausencia, constraint });
  return (
    <InlineCard title={ausencia ? "Editar ausencia" : "Nueva ausencia"}>
      <ErrorSummary form={form} />
      <WriteForm id={form.id} preventScrollReset className="grid gap-5 sm:grid-cols-2 sm:items-end">
        <UpdatedAt form={form} saved={ausencia} />
        <AusenciaFields fields={fields} motivoHint="Solo lo lee el equipo. Por ejemplo: comida, vacaciones o incapacidad." />
        <FormButtons back={`${path}${search}`}>{ausencia ? "Guardar cambios" : "Registrar ausencia"}</FormButtons>
      </WriteForm>
    </InlineCard>
  );
}
