import { getZodConstraint, parseWithZod } from "@conform-to/zod/v4";
import type { ActionFunctionArgs, LoaderFunctionArgs, MetaFunction } from "@remix-run/node";
import { useLoaderData, useLocation } from "@remix-run/react";
import { InlineCard } from "~/components/admin";
import { ErrorSummary, FormButtons, SelectField, TextField, useForm, WriteForm } from "~/components/form";
import { isOk } from "~/database/idempotency.server";
import { formatNumber } from "~/format/numbers";
import { quedan } from "~/format/text";
import { readForm } from "~/http/form/form.server";
import { notFoundIfNull, requireUser } from "~/http/guards.server";
import { invalid, redirectWithFlash, writeFailed } from "~/http/replies.server";
import { MAX_CANTIDAD } from "~/limits";
import { getItem, isLow } from "~/models/inventario/item.server";
import { type MovimientoValues, moveItem, movimientoSchema } from "~/models/inventario/movimiento.server";
import { Existencias } from "./movements";

export { clientAction } from "~/components/form";

const TIPOS_DE_MOVIMIENTO = [
  { value: "entrada", label: "Llegó (entrada)" },
  { value: "salida", label: "Se usó (salida)" },
];

const MOTIVOS = ["Compra", "Uso en cabina", "Merma", "Conteo"];

export async function loader({ request, params }: LoaderFunctionArgs) {
  await requireUser(request, "inventario");
  const item = notFoundIfNull(await getItem(params.id));
  const { nombre, cantidad, minimo } = item;
  return { nombre, cantidad, minimo, isLow: isLow(item), constraint: getZodConstraint(movimientoSchema) };
}

export async function action({ request, params }: ActionFunctionArgs) {
  const user = await requireUser(request, "inventario");
  const { values, key } = await readForm(request);
  const submission = parseWithZod(values, { schema: movimientoSchema });
  if (submission.status !== "success") return invalid(submission);

  // No optimistic lock: movements are relative, so two at the same time both count.
  const moved = await moveItem(params.id, submission.value, user.id, key);
  if (moved.outcome === "short" || moved.outcome === "full") {
    const { cantidad } = notFoundIfNull(await getItem(params.id));
    const why = moved.outcome === "short" ? "No hay existencias suficientes" : `No caben más de ${formatNumber(MAX_CANTIDAD)}`;
    return invalid(submission, { fieldErrors: { cantidad: [`${why}: hay ${formatNumber(cantidad)}.`] } });
  }
  if (!isOk(moved)) return writeFailed(submission, moved.outcome, "No se pudo guardar el movimiento");
  const { nombre, cantidad } = moved.result;
  return redirectWithFlash(`/admin/inventario${new URL(request.url).search}`, {
    title: submission.value.tipo === "entrada" ? "Entrada registrada" : "Salida registrada",
    description: `${quedan(cantidad)} de ${nombre}.`,
  });
}

export const meta: MetaFunction = () => [{ title: "Entrada o salida" }];

export default function Movimiento() {
  const { nombre, cantidad, minimo, isLow, constraint } = useLoaderData<typeof loader>();
  const { search } = useLocation();
  const [form, fields] = useForm<MovimientoValues>({ id: "movimiento", defaultValue: { tipo: "entrada" }, constraint });
  return (
    <InlineCard title={`Llegó / Se usó: ${nombre}`}>
      <ErrorSummary form={form} />
      <Existencias cantidad={cantidad} minimo={minimo} isLow={isLow} />
      <WriteForm id={form.id} preventScrollReset className="grid gap-5 sm:grid-cols-2 sm:items-end">
        <SelectField field={fields.tipo} label="Tipo" options={TIPOS_DE_MOVIMIENTO} />
        <TextField field={fields.cantidad} label="Cantidad" inputMode="numeric" />
        <div className="grid gap-5 sm:col-span-2">
          <TextField field={fields.motivo} label="Motivo" suggestions={MOTIVOS} />
        </div>
        <FormButtons back={`/admin/inventario${search}`}>Registrar movimiento</FormButtons>
      </WriteForm>
    </InlineCard>
  );
}
