import { getZodConstraint, parseWithZod } from "@conform-to/zod/v4";
import type { ActionFunctionArgs, LoaderFunctionArgs, MetaFunction } from "@remix-run/node";
import { useLoaderData, useLocation } from "@remix-run/react";
import { Dialog } from "~/components/admin";
import { ErrorSummary, FormButtons, TextAreaField, TextField, UpdatedAt, useForm, WriteForm } from "~/components/form";
import { Fold, hasAnswer } from "~/components/form/fold";
import { isOk } from "~/database/idempotency.server";
import { emailNote } from "~/format/email";
import { PHONE_HINT, phoneNote } from "~/format/phone";
import { readForm } from "~/http/form/form.server";
import { mergeIfStale, withBase } from "~/http/form/stale-edit.server";
import { notFoundIfNull, requireUser } from "~/http/guards.server";
import { invalid, redirectWithFlash, writeFailed } from "~/http/replies.server";
import {
  createProveedor,
  getProveedor,
  type ProveedorValues,
  proveedorSchema,
  updateProveedor,
} from "~/models/inventario/proveedor.server";

export { clientAction } from "~/components/form";

const LABELS = {
  nombre: "Nombre",
  contacto: "Persona de contacto",
  telefono: "Teléfono",
  email: "Correo",
  direccion: "Dirección",
  productos_servicios: "Productos o servicios",
  notas: "Notas",
};

export async function loader({ request, params }: LoaderFunctionArgs) {
  await requireUser(request, "inventario");
  const proveedor = params.id === "nuevo" ? null : notFoundIfNull(await getProveedor(params.id));
  return { proveedor: proveedor && withBase(proveedor, LABELS), constraint: getZodConstraint(proveedorSchema) };
}

export async function action({ request, params }: ActionFunctionArgs) {
  await requireUser(request, "inventario");
  const { values: sent, key } = await readForm(request);
  return mergeIfStale(sent, { labels: LABELS, read: () => getProveedor(params.id) }, async (values, kept) => {
    const submission = parseWithZod(values, { schema: proveedorSchema });
    if (submission.status !== "success") return invalid(submission);

    const saved =
      params.id === "nuevo"
        ? await createProveedor(submission.value, key)
        : await updateProveedor(params.id, values.get("updated_at"), submission.value, key);
    if (!isOk(saved)) return writeFailed(submission, saved.outcome);
    const title = params.id === "nuevo" ? "Proveedor creado" : "Proveedor actualizado";
    const description = phoneNote(submission.value.telefono) ?? emailNote(submission.value.email);
    return redirectWithFlash(
      `/admin/proveedores${new URL(request.url).search}`,
      { title, description },
      await kept(saved, submission.value),
    );
  });
}

export const meta: MetaFunction<typeof loader> = ({ data }) => [
  { title: data?.proveedor ? "Editar proveedor" : "Nuevo proveedor" },
];

export default function Proveedor() {
  const { proveedor, constraint } = useLoaderData<typeof loader>();
  const { search } = useLocation();
  const back = `/admin/proveedores${search}`;
  const [form, fields] = useForm<ProveedorValues>({ id: "proveedor", defaultValue: proveedor, constraint });
  return (
    <Dialog title={proveedor ? "Editar proveedor" : "Nuevo proveedor"} back={back}>
      <ErrorSummary form={form} />
      {proveedor && !proveedor.activo ? <p className="text-soft">Está inactivo. Si lo guardas, se activa otra vez.</p> : null}
      <WriteForm id={form.id} preventScrollReset className="grid gap-5 sm:grid-cols-2 sm:items-end">
        <UpdatedAt form={form} saved={proveedor} />
        <TextField field={fields.nombre} label={LABELS.nombre} />
        <TextField field={fields.contacto} label={LABELS.contacto} />
        <TextField field={fields.telefono} label={LABELS.telefono} type="tel" hint={PHONE_HINT} />
        <TextField field={fields.email} label={LABELS.email} inputMode="email" />
        <Fold title="Más datos" isOpen={hasAnswer(fields.direccion, fields.productos_servicios, fields.notas)}>
          <TextAreaField field={fields.productos_servicios} label={LABELS.productos_servicios} rows={2} />
          <TextField field={fields.direccion} label={LABELS.direccion} />
          <TextAreaField field={fields.notas} label={LABELS.notas} rows={2} />
        </Fold>
        <FormButtons back={back}>{proveedor ? "Guardar cambios" : "Crear proveedor"}</FormButtons>
      </WriteForm>
    </Dialog>
  );
}
