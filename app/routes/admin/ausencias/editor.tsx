import { getZodConstraint, parseWithZod } from "@conform-to/zod/v4";
import type { ActionFunctionArgs, LoaderFunctionArgs, MetaFunction } from "@remix-run/node";
import { useLoaderData, useLocation } from "@remix-run/react";
import { InlineCard } from "~/components/admin";
import { CheckboxField, ErrorSummary, FormButtons, TextField, UpdatedAt, useForm, WriteForm } from "~/components/form";
import { isOk } from "~/database/idempotency.server";
import { ausenciasPath } from "~/format/links";
import { plural } from "~/format/text";
import { readForm } from "~/http/form/form.server";
import { mergeIfStale, withBase } from "~/http/form/stale-edit.server";
import { notFoundIfNull, requireUser } from "~/http/guards.server";
import { invalid, redirectWithFlash, writeFailed } from "~/http/replies.server";
import { countCitasEn } from "~/models/citas/en-ausencia.server";
import {
  type AusenciaValues,
  ausenciaSchema,
  createAusencia,
  getAusencia,
  updateAusencia,
} from "~/models/equipo/ausencia.server";
import { getZona } from "~/models/estudio/configuracion.server";

// The form of an absence of a specialist (`id`), and of closed days of the studio, which have no `id` in their URL.

export { clientAction } from "~/components/form";

const WORDS = {
  ausencia: {
    create: ["Nueva ausencia", "Registrar ausencia"],
    edit: "Editar ausencia",
    motivo: "Solo lo lee el equipo. Por ejemplo: comida, vacaciones o incapacidad.",
    saved: ["Ausencia registrada", "Ausencia actualizada"],
    failed: "No se pudo guardar la ausencia",
  },
  cierre: {
    create: ["Agregar cierre", "Agregar cierre"],
    edit: "Editar cierre",
    motivo: "Se lee en la página de inicio. Por ejemplo: Navidad o vacaciones.",
    saved: ["Cierre agregado", "Cierre actualizado"],
    failed: "No se pudo guardar el cierre",
  },
};

type Params = ActionFunctionArgs["params"];

const wordsOf = ({ id }: Params) => WORDS[id ? "ausencia" : "cierre"];

const LABELS = {
  desde: "Primer día",
  hasta: "Último día",
  de: "De",
  a: "A",
  repite: "Se repite todos los días",
  motivo: "Motivo",
};

/** The days and hours: one range, however many of its ends are changed. */
const DIAS_Y_HORAS = ["desde", "hasta", "de", "a", "repite"];

export async function loader({ request, params }: LoaderFunctionArgs) {
  await requireUser(request, "propietaria");
  const isNew = params.ausencia === "nuevo";
  const ausencia = isNew ? null : notFoundIfNull(await getAusencia(params.id ?? null, params.ausencia));
  const { create, edit, motivo } = wordsOf(params);
  const [title, submit] = isNew ? create : [edit, "Guardar cambios"];
  return {
    title,
    submit,
    motivo,
    list: ausenciasPath(params.id),
    ausencia: ausencia && withBase(ausencia, LABELS),
    constraint: getZodConstraint(ausenciaSchema),
  };
}

export async function action({ request, params }: ActionFunctionArgs) {
  await requireUser(request, "propietaria");
  const { values: sent, key } = await readForm(request);
  const owner = params.id ?? null;
  const { saved: titles, failed } = wordsOf(params);
  return mergeIfStale(
    sent,
    { labels: LABELS, together: [DIAS_Y_HORAS], read: () => getAusencia(owner, params.ausencia) },
    async (values, kept) => {
      const submission = parseWithZod(values, { schema: ausenciaSchema });
      if (submission.status !== "success") return invalid(submission);

      const isNew = params.ausencia === "nuevo";
      const saved = isNew
        ? await createAusencia(owner, submission.value, key)
        : await updateAusencia(owner, params.ausencia, values.get("updated_at"), submission.value, key);
      if (!isOk(saved)) return writeFailed(submission, saved.outcome, failed);
      const citas = (await countCitasEn([saved.result], await getZona())).get(saved.result) ?? 0;
      const list = ausenciasPath(params.id);
      const when = submission.value.de ? "a esas horas" : "en esos días";
      return redirectWithFlash(
        citas > 0 ? `${list}/${saved.result}/citas` : list + new URL(request.url).search,
        {
          title: titles[isNew ? 0 : 1] ?? "",
          description: citas > 0 ? `${owner ? "Tiene" : "Hay"} ${plural(citas, "cita", "citas")} ${when}.` : undefined,
        },
        await kept(saved, submission.value),
      );
    },
  );
}

export const meta: MetaFunction<typeof loader> = ({ data }) => [{ title: data?.title ?? "Ausencia" }];

export default function Ausencia() {
  const { title, submit, motivo, list, ausencia, constraint } = useLoaderData<typeof loader>();
  const { search } = useLocation();
  const [form, fields] = useForm<AusenciaValues>({ id: "ausencia", defaultValue: ausencia, constraint });
  return (
    <InlineCard title={title ?? ""}>
      <ErrorSummary form={form} />
      <WriteForm id={form.id} preventScrollReset className="grid gap-5 sm:grid-cols-2 sm:items-end">
        <UpdatedAt form={form} saved={ausencia} />
        <TextField field={fields.desde} label={LABELS.desde} type="date" />
        <TextField field={fields.hasta} label={LABELS.hasta} type="date" hint="Déjalo vacío si es un solo día." />
        <div className="col-span-full grid grid-cols-[repeat(auto-fit,minmax(min(7rem,100%),1fr))] items-end gap-5">
          <TextField field={fields.de} label={LABELS.de} type="time" />
          <TextField field={fields.a} label={LABELS.a} type="time" />
        </div>
        <div className="col-span-full grid gap-5">
          <CheckboxField field={fields.repite} label={LABELS.repite} hint="Sin último día, se repite siempre." />
          <TextField field={fields.motivo} label={LABELS.motivo} hint={motivo} />
        </div>
        <FormButtons back={list + search}>{submit}</FormButtons>
      </WriteForm>
    </InlineCard>
  );
}
