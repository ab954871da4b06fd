import { getZodConstraint, parseWithZod } from "@conform-to/zod/v4";
import type { ActionFunctionArgs, LoaderFunctionArgs, MetaFunction } from "@remix-run/node";
import { useLoaderData, useLocation } from "@remix-run/react";
import { Dialog } from "~/components/admin";
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
import { IngresoLink } from "~/components/money/ingreso-link";
import { isOk } from "~/database/idempotency.server";
import { formatCalendarDay, studioDay } from "~/format/dates";
import { formatMoney } from "~/format/numbers";
import { asOptions } from "~/format/text";
import { readForm } from "~/http/form/form.server";
import { mergeIfStale, withBase } from "~/http/form/stale-edit.server";
import { notFoundIfNull, requireUser } from "~/http/guards.server";
import { invalid, redirectWithFlash, writeFailed } from "~/http/replies.server";
import { createIngreso, getIngreso, type IngresoValues, ingresoSchema, updateIngreso } from "~/models/dinero/ingreso.server";
import { METODOS } from "~/models/dinero/metodo-pago.server";
import { getZona } from "~/models/estudio/configuracion.server";

export { clientAction } from "~/components/form";

const LABELS = { monto: "Monto", fecha: "Fecha", metodo_pago: "Método de pago", descripcion: "Descripción" };

export async function loader({ request, params }: LoaderFunctionArgs) {
  await requireUser(request, "dinero");
  const ingreso = params.id === "nuevo" ? null : notFoundIfNull(await getIngreso(params.id));
  const hoy = studioDay(new Date(), await getZona());
  return { ingreso: ingreso && withBase(ingreso, LABELS), hoy, metodos: METODOS, constraint: getZodConstraint(ingresoSchema) };
}

export async function action({ request, params }: ActionFunctionArgs) {
  const user = await requireUser(request, "dinero");
  const { values: sent, key } = await readForm(request);
  return mergeIfStale(sent, { labels: LABELS, read: () => getIngreso(params.id) }, async (values, kept) => {
    const submission = parseWithZod(values, { schema: ingresoSchema });
    if (submission.status !== "success") return invalid(submission);

    const saved =
      params.id === "nuevo"
        ? await createIngreso(submission.value, user.id, key)
        : await updateIngreso(params.id, values.get("updated_at"), submission.value, user.id, key);
    if (!isOk(saved)) return writeFailed(submission, saved.outcome, "No se pudo guardar el ingreso");
    const done = params.id === "nuevo" ? "registrado" : "actualizado";
    const flash = { title: `Ingreso ${done}`, description: `El ingreso se ha ${done} correctamente.` };
    return redirectWithFlash(`/admin/ingresos${new URL(request.url).search}`, flash, await kept(saved, submission.value));
  });
}

export const meta: MetaFunction = ({ params }) => [{ title: params.id === "nuevo" ? "Nuevo Ingreso" : "Editar Ingreso" }];

export default function Ingreso() {
  const { ingreso, hoy, metodos, constraint } = useLoaderData<typeof loader>();
  const { search } = useLocation();
  const back = `/admin/ingresos${search}`;
  const [form, fields] = useForm<IngresoValues>({
    id: "ingreso",
    defaultValue: ingreso ?? { fecha: hoy, metodo_pago: "efectivo" },
    constraint,
  });
  return (
    <Dialog title={ingreso ? (ingreso.isFixed ? "Ingreso" : "Editar Ingreso") : "Nuevo Ingreso"} back={back}>
      <ErrorSummary form={form} />
      {ingreso ? <IngresoLink {...ingreso} back={back} /> : null}
      {ingreso?.isFixed ? (
        <p>
          Es de {formatMoney(ingreso.monto)} del {formatCalendarDay(ingreso.fecha)}. Este ingreso ya se canceló (o cancela otro, o
          es una devolución) y no se puede cambiar.
        </p>
      ) : (
        <WriteForm id={form.id} preventScrollReset className="grid gap-5 sm:grid-cols-2 sm:items-end">
          <UpdatedAt form={form} saved={ingreso} />
          <TextField field={fields.monto} label={LABELS.monto} inputMode="decimal" hint="En pesos, como 350 o 1,234.50." />
          <TextField field={fields.fecha} label={LABELS.fecha} type="date" />
          <SelectField field={fields.metodo_pago} label={LABELS.metodo_pago} options={asOptions(metodos)} />
          <div className="grid gap-5 sm:col-span-2">
            <TextAreaField field={fields.descripcion} label={LABELS.descripcion} />
          </div>
          <FormButtons back={back}>{ingreso ? "Guardar cambios" : "Registrar ingreso"}</FormButtons>
        </WriteForm>
      )}
    </Dialog>
  );
}
