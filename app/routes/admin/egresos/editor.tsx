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
import { isOk } from "~/database/idempotency.server";
import { studioDay } from "~/format/dates";
import { asOptions, SIN_CATEGORIA } from "~/format/text";
import { readForm } from "~/http/form/form.server";
import { mergeIfStale, withBase } from "~/http/form/stale-edit.server";
import { notFoundIfNull, requireUser } from "~/http/guards.server";
import { invalid, redirectWithFlash, writeFailed } from "~/http/replies.server";
import {
  createEgreso,
  EGRESO_CATEGORIAS,
  type EgresoValues,
  egresoSchema,
  getEgreso,
  updateEgreso,
} from "~/models/dinero/egreso.server";
import { METODOS } from "~/models/dinero/metodo-pago.server";
import { getZona } from "~/models/estudio/configuracion.server";

export { clientAction } from "~/components/form";

const LABELS = {
  monto: "Monto",
  fecha: "Fecha",
  categoria: "Categoría",
  metodo_pago: "Método de pago",
  descripcion: "Descripción",
  comprobante_url: "Comprobante",
};

export async function loader({ request, params }: LoaderFunctionArgs) {
  await requireUser(request, "dinero");
  const egreso = params.id === "nuevo" ? null : notFoundIfNull(await getEgreso(params.id));
  const hoy = studioDay(new Date(), await getZona());
  return {
    egreso: egreso && withBase(egreso, LABELS),
    hoy,
    categorias: EGRESO_CATEGORIAS,
    metodos: METODOS,
    constraint: getZodConstraint(egresoSchema),
  };
}

export async function action({ request, params }: ActionFunctionArgs) {
  const user = await requireUser(request, "dinero");
  const { values: sent, key } = await readForm(request);
  return mergeIfStale(sent, { labels: LABELS, read: () => getEgreso(params.id) }, async (values, kept) => {
    const submission = parseWithZod(values, { schema: egresoSchema });
    if (submission.status !== "success") return invalid(submission);

    const saved =
      params.id === "nuevo"
        ? await createEgreso(submission.value, user.id, key)
        : await updateEgreso(params.id, values.get("updated_at"), submission.value, user.id, key);
    if (!isOk(saved)) return writeFailed(submission, saved.outcome, "No se pudo guardar el egreso");
    const done = params.id === "nuevo" ? "registrado" : "actualizado";
    const flash = { title: `Egreso ${done}`, description: `El egreso se ha ${done} correctamente.` };
    return redirectWithFlash(`/admin/egresos${new URL(request.url).search}`, flash, await kept(saved, submission.value));
  });
}

export const meta: MetaFunction = ({ params }) => [{ title: params.id === "nuevo" ? "Nuevo Egreso" : "Editar Egreso" }];

export default function Egreso() {
  const { egreso, hoy, categorias, metodos, constraint } = useLoaderData<typeof loader>();
  const { search } = useLocation();
  const back = `/admin/egresos${search}`;
  const [form, fields] = useForm<EgresoValues>({
    id: "egreso",
    defaultValue: egreso ?? { fecha: hoy, metodo_pago: "efectivo" },
    constraint,
  });
  return (
    <Dialog title={egreso ? "Editar Egreso" : "Nuevo Egreso"} back={back}>
      <ErrorSummary form={form} />
      <WriteForm id={form.id} preventScrollReset className="grid gap-5 sm:grid-cols-2 sm:items-end">
        <UpdatedAt form={form} saved={egreso} />
        <TextField field={fields.monto} label={LABELS.monto} inputMode="decimal" hint="En pesos, como 350 o 1,234.50." />
        <TextField field={fields.fecha} label={LABELS.fecha} type="date" />
        <SelectField
          field={fields.categoria}
          label={LABELS.categoria}
          options={categorias.map((value) => ({ value, label: value }))}
          empty={SIN_CATEGORIA}
        />
        <SelectField
          field={fields.metodo_pago}
          label={LABELS.metodo_pago}
          options={asOptions(metodos)}
          hint="Si no salió de la caja ni del banco del estudio, elige Otro."
        />
        <div className="grid gap-5 sm:col-span-2">
          <TextAreaField field={fields.descripcion} label={LABELS.descripcion} />
          <TextField
            field={fields.comprobante_url}
            label={LABELS.comprobante_url}
            type="url"
            hint="El enlace de la factura o del recibo, como https://ejemplo.com/recibo.pdf."
          />
        </div>
        <FormButtons back={back}>{egreso ? "Guardar cambios" : "Registrar egreso"}</FormButtons>
      </WriteForm>
    </Dialog>
  );
}
