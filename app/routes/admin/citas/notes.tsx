import { parseWithZod } from "@conform-to/zod/v4";
import type { ActionFunctionArgs, LoaderFunctionArgs, MetaFunction } from "@remix-run/node";
import { useLoaderData } from "@remix-run/react";
import { BackLink, ScreenHeader } from "~/components/admin";
import { ErrorSummary, SubmitButton, TextAreaField, UpdatedAt, useForm, WriteForm } from "~/components/form";
import { isOk } from "~/database/idempotency.server";
import { formatDay, formatTime } from "~/format/dates";
import { CLIENTE_ELIMINADO, SERVICIO_ELIMINADO } from "~/format/text";
import { readForm } from "~/http/form/form.server";
import { mergeIfStale, withBase } from "~/http/form/stale-edit.server";
import { notFoundIfNull, requireUser } from "~/http/guards.server";
import { invalid, redirectWithFlash, writeFailed } from "~/http/replies.server";
import { readReturnPath } from "~/http/return-path.server";
import { getCita, notasSchema, updateNotas } from "~/models/citas/cita.server";
import { getZona } from "~/models/estudio/configuracion.server";

export { clientAction } from "~/components/form";

const LABELS = { notas: "Notas" };

export async function loader({ request, params }: LoaderFunctionArgs) {
  await requireUser(request, "agenda");
  const zona = await getZona();
  const { fecha_hora, cliente, servicio, notas, updated_at } = notFoundIfNull(await getCita(params.id, zona));
  return {
    fecha_hora,
    cliente: cliente?.nombre,
    servicio: servicio?.nombre,
    cita: withBase({ notas, updated_at }, LABELS),
    zona,
    back: backOf(request, params.id),
  };
}

export async function action({ request, params }: ActionFunctionArgs) {
  const user = await requireUser(request, "agenda");
  const { values: sent, key } = await readForm(request);
  return mergeIfStale(sent, { labels: LABELS, read: async () => getCita(params.id, await getZona()) }, async (values, kept) => {
    const submission = parseWithZod(values, { schema: notasSchema });
    if (submission.status !== "success") return invalid(submission);

    const saved = await updateNotas(params.id, values.get("updated_at"), submission.value.notas, user.id, key);
    if (!isOk(saved)) return writeFailed(submission, saved.outcome);
    return redirectWithFlash(backOf(request, params.id), { title: "Notas guardadas" }, await kept(saved, submission.value));
  });
}

const backOf = (request: Request, id: string | undefined) => readReturnPath(request, `/admin/citas/${id}/detalle`);

export const meta: MetaFunction = () => [{ title: "Notas de la cita" }];

/** The notes alone, which is all that can be edited once an appointment is completed or cancelled. */
export default function Notes() {
  const { fecha_hora, cliente, servicio, cita, zona, back } = useLoaderData<typeof loader>();
  const [form, fields] = useForm<{ notas: string | null }>({ id: "notas", defaultValue: { notas: cita.notas } });
  return (
    <>
      <BackLink to={back} />
      <ScreenHeader title="Notas de la cita">
        {cliente ?? CLIENTE_ELIMINADO} · {servicio ?? SERVICIO_ELIMINADO}
        <span className="block first-letter:uppercase">
          {formatDay(fecha_hora, zona)}, {formatTime(fecha_hora, zona)}
        </span>
      </ScreenHeader>
      <div className="card max-w-2xl gap-4">
        <ErrorSummary form={form} />
        <WriteForm id={form.id} preventScrollReset className="grid gap-4">
          <UpdatedAt form={form} saved={cita} />
          <TextAreaField field={fields.notas} label={LABELS.notas} />
          <div>
            <SubmitButton className="button button-quiet">Guardar notas</SubmitButton>
          </div>
        </WriteForm>
      </div>
    </>
  );
}
