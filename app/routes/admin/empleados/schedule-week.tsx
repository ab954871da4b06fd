import { getZodConstraint, parseWithZod } from "@conform-to/zod/v4";
import type { ActionFunctionArgs, LoaderFunctionArgs, MetaFunction } from "@remix-run/node";
import { useLoaderData, useLocation } from "@remix-run/react";
import { InlineCard } from "~/components/admin";
import { WEEK_LABELS, WeekFields, weekTexts } from "~/components/admin/week-hours-fields";
import {
  CheckboxField,
  differences,
  ErrorSummary,
  FormButtons,
  StaleNotice,
  UpdatedAt,
  useForm,
  useFormState,
  WriteForm,
} from "~/components/form";
import { isOk } from "~/database/idempotency.server";
import { readForm } from "~/http/form.server";
import { notFoundIfNull, requireUser } from "~/http/guards.server";
import { invalid, redirectWithFlash, writeFailed } from "~/http/replies.server";
import type { RouteHandle } from "~/http/route-handle";
import { getHorario, type HorarioValues, horarioSchema, saveHorario } from "~/models/equipo/horario.server";

export const handle: RouteHandle = { lists: ["horario"] };

export async function loader({ request, params }: LoaderFunctionArgs) {
  await requireUser(request, "propietaria");
  const { horario, estudio, updated_at } = notFoundIfNull(await getHorario(params.id));
  return {
    path: `/admin/empleados/${params.id}/horario`,
    horario,
    estudio,
    updated_at,
    constraint: getZodConstraint(horarioSchema),
  };
}

export async function action({ request, params }: ActionFunctionArgs) {
  await requireUser(request, "propietaria");
  const { values, key } = await readForm(request);
  const submission = parseWithZod(values, { schema: horarioSchema });
  if (submission.status !== "success") return invalid(submission);
  const saved = await saveHorario(params.id, values.get("updated_at"), submission.value, key);
  if (!isOk(saved)) return writeFailed(submission, saved.outcome, "No se pudo guardar el horario");
  return redirectWithFlash(`/admin/empleados/${params.id}/horario${new URL(request.url).search}`, {
    title: "Horario actualizado",
  });
}

export const meta: MetaFunction = () => [{ title: "Horario semanal" }];

export default function Semana() {
  const { path, horario, estudio, updated_at, constraint } = useLoaderData<typeof loader>();
  const formState = useFormState();
  const { search } = useLocation();
  const [form, fields] = useForm<HorarioValues>({
    id: "semana",
    lastResult: formState?.lastResult,
    // A specialist without her own hours starts from the studio's.
    defaultValue: { del_estudio: horario === null, horario: (horario ?? estudio).map((jornada) => jornada ?? {}) },
    constraint,
  });
  return (
    <InlineCard title="Horario semanal">
      <ErrorSummary form={form} />
      {formState?.mine ? (
        <StaleNotice
          differences={differences(
            { del_estudio: "Las horas del estudio", ...WEEK_LABELS },
            { ...formState.mine, ...weekTexts(formState.mine.del_estudio ? null : formState.mine.horario) },
            { del_estudio: horario === null, ...weekTexts(horario) },
          )}
        />
      ) : null}
      <WriteForm id={form.id} preventScrollReset className="group grid max-w-2xl gap-5 sm:grid-cols-2">
        <UpdatedAt saved={updated_at} formState={formState} />
        <div className="grid gap-5 sm:col-span-2">
          <CheckboxField
            field={fields.del_estudio}
            label="Las horas del estudio"
            hint="Si el estudio cambia las suyas, cambian también las de ella. Quita la marca para escribir otras."
          />
          <fieldset className="grid min-w-0 gap-4 group-has-checked:hidden">
            <legend className="mb-1 font-display text-xl">Sus horas</legend>
            <p className="text-soft">Deja vacías las dos horas del día en que no trabaja.</p>
            <WeekFields field={fields.horario} from="Entra" to="Sale" />
          </fieldset>
        </div>
        <FormButtons back={`${path}${search}`}>Guardar horario</FormButtons>
      </WriteForm>
    </InlineCard>
  );
}
