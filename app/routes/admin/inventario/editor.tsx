import { getZodConstraint, parseWithZod } from "@conform-to/zod/v4";
import type { ActionFunctionArgs, LoaderFunctionArgs, MetaFunction } from "@remix-run/node";
import { useLoaderData, useLocation } from "@remix-run/react";
import { InlineCard } from "~/components/admin";
import { ErrorSummary, FormButtons, TextAreaField, TextField, UpdatedAt, useForm, WriteForm } from "~/components/form";
import { Fold, hasAnswer } from "~/components/form/fold";
import { isOk } from "~/database/idempotency.server";
import { readForm } from "~/http/form/form.server";
import { mergeIfStale, withBase } from "~/http/form/stale-edit.server";
import { notFoundIfNull, requireUser } from "~/http/guards.server";
import { invalid, redirectWithFlash, writeFailed } from "~/http/replies.server";
import {
  CANTIDAD_ERROR,
  createItem,
  getItem,
  type ItemValues,
  itemSchema,
  listCategorias,
  updateItem,
} from "~/models/inventario/item.server";
import { listNombresDeProveedores } from "~/models/inventario/proveedor.server";

export { clientAction } from "~/components/form";

const LABELS = {
  nombre: "Nombre",
  cantidad: "Cantidad",
  minimo: "Mínimo",
  precio_unitario: "Precio unitario",
  precio_venta: "Precio de venta",
  categoria: "Categoría",
  proveedor: "Proveedor",
  rinde: "Rinde para cuántos servicios",
  descripcion: "Descripción",
};

export async function loader({ request, params }: LoaderFunctionArgs) {
  await requireUser(request, "inventario");
  const item = params.id === "nuevo" ? null : notFoundIfNull(await getItem(params.id));
  const [categorias, proveedores] = await Promise.all([listCategorias(), listNombresDeProveedores()]);
  return { item: item && withBase(item, LABELS), constraint: getZodConstraint(itemSchema), categorias, proveedores };
}

export async function action({ request, params }: ActionFunctionArgs) {
  const user = await requireUser(request, "inventario");
  const { values: sent, key } = await readForm(request);
  return mergeIfStale(sent, { labels: LABELS, read: () => getItem(params.id) }, async (values, kept) => {
    const submission = parseWithZod(values, { schema: itemSchema });
    if (submission.status !== "success") return invalid(submission);

    const saved =
      params.id === "nuevo"
        ? await createItem(submission.value, user.id, key)
        : await updateItem(params.id, values.get("updated_at"), submission.value, user.id, key);
    if (saved.outcome === "negative") return invalid(submission, { fieldErrors: { cantidad: [CANTIDAD_ERROR] } });
    if (!isOk(saved)) {
      const failed = "Error al guardar item. La tabla de inventario puede necesitar ser creada.";
      return writeFailed(submission, saved.outcome, failed);
    }
    const title = params.id === "nuevo" ? "Item creado exitosamente" : "Item actualizado exitosamente";
    return redirectWithFlash(`/admin/inventario${new URL(request.url).search}`, { title }, await kept(saved, submission.value));
  });
}

export const meta: MetaFunction<typeof loader> = ({ data }) => [{ title: data?.item ? "Editar artículo" : "Nuevo artículo" }];

export default function Item() {
  const { item, constraint, categorias, proveedores } = useLoaderData<typeof loader>();
  const { search } = useLocation();
  const [form, fields] = useForm<ItemValues>({
    id: "item",
    defaultValue: item ?? { cantidad: 0, minimo: 0, rinde: 1, precio_unitario: "0.00" },
    constraint,
  });
  const { minimo, rinde, precio_unitario: costo, precio_venta: venta } = fields;
  return (
    <InlineCard title={item ? "Editar artículo" : "Nuevo artículo"}>
      <ErrorSummary form={form} />
      <WriteForm id={form.id} preventScrollReset className="grid gap-5">
        <UpdatedAt form={form} saved={item} />
        <TextField field={fields.nombre} label={LABELS.nombre} />
        <div className="grid grid-cols-[repeat(auto-fit,minmax(9rem,1fr))] items-end gap-x-4 gap-y-5">
          <TextField
            field={fields.cantidad}
            label={LABELS.cantidad}
            inputMode="numeric"
            hint={item ? "Cambiarla es un ajuste." : "Lo que hay ahora."}
          />
          <TextField field={minimo} label={LABELS.minimo} hint="Desde ahí te avisamos." inputMode="numeric" required={false} />
          <TextField field={costo} label={LABELS.precio_unitario} hint="Lo que te cuesta." inputMode="decimal" required={false} />
          <TextField field={venta} label={LABELS.precio_venta} hint="Vacío: no se vende." inputMode="decimal" required={false} />
        </div>
        <Fold
          title="Más datos"
          isOpen={rinde.initialValue !== "1" || hasAnswer(fields.categoria, fields.proveedor, fields.descripcion)}
        >
          <div className="grid grid-cols-[repeat(auto-fit,minmax(min(100%,16rem),1fr))] items-end gap-5">
            <TextField field={fields.categoria} label={LABELS.categoria} suggestions={categorias} />
            <TextField field={fields.proveedor} label={LABELS.proveedor} suggestions={proveedores} />
            <TextField
              field={rinde}
              label={LABELS.rinde}
              hint="Si alcanza para 40 manicuras: 40."
              inputMode="numeric"
              required={false}
            />
          </div>
          <TextAreaField field={fields.descripcion} label={LABELS.descripcion} />
        </Fold>
        <FormButtons back={`/admin/inventario${search}`}>{item ? "Guardar cambios" : "Crear artículo"}</FormButtons>
      </WriteForm>
    </InlineCard>
  );
}
