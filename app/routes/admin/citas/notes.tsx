import { parseWithZod } from "@conform-to/zod/v4";
import type { ActionFunctionArgs, LoaderFunctionArgs, MetaFunction } from "@remix-run/node";
import { useLoaderData, useLocation } from "@remix-run/react";
import { BackLink, ScreenHeader } from "~/components/admin";
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
import { NOTAS_LABELS, NotasForm } from "./notes-form";

export { clientAction } from "~/components/form";

export async function loader({ request, params }: LoaderFunctionArgs) {
  await requireUser(request, "agenda");
  const zona = await getZona();
  const { fecha_hora, cliente, servicio, notas, updated_at } = notFoundIfNull(await getCita(params.id, zona));
  return {
    fecha_hora,
    cliente: cliente?.nombre,
    servicio: servicio?.nombre,
    cita: withBase({ notas, updated_at }, NOTAS_LABELS),
    zona,
    back: backOf(request, params.id),
  };
}

export async function action({ request, params }: ActionFunctionArgs) {
  const user = await requireUser(request, "agenda");
  const { values: sent, key } = await readForm(request);
  return mergeIfStale(
    sent,
    { labels: NOTAS_LABELS, read: async () => getCita(params.id, await getZona()) },
    async (values, kept) => {
      const submission = parseWithZod(values, { schema: notasSchema });
      if (submission.status !== "success") return invalid(submission);

      const saved = await updateNotas(params.id, values.get("updated_at"), submission.value.notas, user.id, key);
      if (!isOk(saved)) return writeFailed(submission, saved.outcome);
      return redirectWithFlash(backOf(request, params.id), { title: "Notas guardadas" }, await kept(saved, submission.value));
    },
  );
}

const backOf = (request: Request, id: string | undefined) => readReturnPath(request, `/admin/citas/${id}/detalle`);

export const meta: MetaFunction = () => [{ title: "Notas de la cita" }];

/** The notes alone. The detail page posts its notes form here, so this page shows what was wrong with them. */
export default function Notes() {
  const { fecha_hora, cliente, servicio, cita, zona, back } = useLoaderData<typeof loader>();
  const { pathname, search } = useLocation();
  return (
    <>
      <BackLink to={back} />
      <ScreenHeader title="Notas de la cita">
        {cliente ?? CLIENTE_ELIMINADO} · {servicio ?? SERVICIO_ELIMINADO}
        <br />
        <span className="inline-block first-letter:uppercase">{formatDay(fecha_hora, zona)}</span>, {formatTime(fecha_hora, zona)}
      </ScreenHeader>
      <div className="card max-w-2xl gap-4">
        <NotasForm cita={cita} action={pathname + search} />
      </div>
    </>
  );
}
