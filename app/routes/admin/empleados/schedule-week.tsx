import { getZodConstraint, parseWithZod } from "@conform-to/zod/v4";
import type { ActionFunctionArgs, LoaderFunctionArgs, MetaFunction } from "@remix-run/node";
import { useLoaderData, useLocation } from "@remix-run/react";
import { InlineCard } from "~/components/admin";
import { ComidaFields, WeekFields } from "~/components/admin/week-hours-fields";
import { CheckboxField, ErrorSummary, FormButtons, UpdatedAt, useForm, WriteForm } from "~/components/form";
import { isOk } from "~/database/idempotency.server";
import { weekInWords, weekLabels, weekRows } from "~/format/hours";
import { citasInComida, SEVERAL_PAUSES } from "~/http/comida.server";
import { readForm } from "~/http/form/form.server";
import { mergeIfStale, withBase } from "~/http/form/stale-edit.server";
import { notFoundIfNull, requireUser } from "~/http/guards.server";
import { invalid, redirectWithFlash, writeFailed } from "~/http/replies.server";
import type { RouteHandle } from "~/http/route-handle";
import { getComida, withComidaVersion } from "~/models/equipo/comida.server";
import { getHorario, type HorarioValues, horarioSchema, saveHorario } from "~/models/equipo/horario.server";

export { clientAction } from "~/components/form";

const LABELS = {
  del_estudio: "Usa el horario del estudio",
  horario: "Horario",
  comida_de: "Comida, de",
  comida_a: "Comida, a",
};
export const handle: RouteHandle = { lists: ["horario"] };

export async function loader({ request, params }: LoaderFunctionArgs) {
  await requireUser(request, "propietaria");
  return {
    path: `/admin/empleados/${params.id}/horario`,
    semana: withBase(notFoundIfNull(await readSemana(params.id)), LABELS),
    constraint: getZodConstraint(horarioSchema),
  };
}

/** A specialist's week as the form has it, the studio's if she has none of her own; null when the id is unknown or malformed. */
async function readSemana(id: string | undefined) {
  const row = await getHorario(id);
  if (!row || !id) return null;
  const comida = await getComida(id);
  return {
    ...{ del_estudio: row.horario === null, horario: weekRows(row.horario ?? row.estudio) },
    ...{ ...comida, updated_at: withComidaVersion(row.updated_at, comida) },
  };
}

export async function action({ request, params }: ActionFunctionArgs) {
  await requireUser(request, "propietaria");
  const { values: sent, key } = await readForm(request);
  const editor = {
    labels: LABELS,
    wordLabels: { ...LABELS, ...weekLabels() },
    together: [
      ["del_estudio", "horario"],
      ["comida_de", "comida_a"],
    ],
    read: () => readSemana(params.id),
    inWords: ({ del_estudio, horario, comida_de, comida_a }: Record<string, unknown>) => ({
      ...{ del_estudio, comida_de, comida_a },
      ...weekInWords(del_estudio ? null : horario),
    }),
  };
  return mergeIfStale(sent, editor, async (values, kept) => {
    const submission = parseWithZod(values, { schema: horarioSchema });
    if (submission.status !== "success") return invalid(submission);
    const saved = await saveHorario(params.id, values.get("updated_at"), submission.value, key);
    if (saved.outcome === "pausas") return invalid(submission, { fieldErrors: { comida_de: [SEVERAL_PAUSES] } }, 409);
    if (!isOk(saved)) return writeFailed(submission, saved.outcome, "No se pudo guardar el horario");
    const citas = await citasInComida(params.id ?? null, saved.result.comida);
    return redirectWithFlash(
      citas?.path ?? `/admin/empleados/${params.id}/horario${new URL(request.url).search}`,
      { title: "Horario actualizado", description: citas?.description },
      await kept(saved, submission.value),
    );
  });
}

export const meta: MetaFunction = () => [{ title: "Horario semanal" }];

export default function Semana() {
  const { path, semana, constraint } = useLoaderData<typeof loader>();
  const { search } = useLocation();
  const [form, fields] = useForm<HorarioValues>({ id: "semana", defaultValue: semana, constraint });
  return (
    <InlineCard title="Horario semanal">
      <ErrorSummary form={form} />
      <WriteForm id={form.id} preventScrollReset className="group grid max-w-2xl gap-5 sm:grid-cols-2">
        <UpdatedAt form={form} saved={semana} />
        <div className="grid gap-5 sm:col-span-2">
          <CheckboxField
            field={fields.del_estudio}
            label="Usa el horario del estudio"
            hint="Si el estudio cambia su horario, también cambia este. Quita la marca para escribir otro."
          />
          <fieldset className="grid min-w-0 gap-4 group-has-checked:hidden">
            <legend className="mb-1 font-display text-xl">Su horario</legend>
            <p className="text-soft">Deja vacías las dos horas del día en que no trabaja.</p>
            <WeekFields field={fields.horario} from="Entra" to="Sale" />
          </fieldset>
          <ComidaFields
            fields={fields}
            comida={semana}
            hint="Se aparta los días que trabaja, además de la comida del estudio."
            list={{ to: path, name: "Ausencias" }}
          />
        </div>
        <FormButtons back={`${path}${search}`}>Guardar horario</FormButtons>
      </WriteForm>
    </InlineCard>
  );
}
