import { getZodConstraint, parseWithZod } from "@conform-to/zod/v4";
import type { ActionFunctionArgs, LoaderFunctionArgs, MetaFunction } from "@remix-run/node";
import { useLoaderData, useLocation } from "@remix-run/react";
import { Dialog } from "~/components/admin";
import {
  CheckboxField,
  ErrorSummary,
  FormButtons,
  SelectField,
  TextField,
  UpdatedAt,
  useForm,
  WriteForm,
} from "~/components/form";
import { MARK_MOVED, PICTURE_ELSEWHERE } from "~/content/imagenes";
import { isOk } from "~/database/idempotency.server";
import { nameOfImagen, servicioOfImagen } from "~/format/picture";
import { readForm } from "~/http/form/form.server";
import { mergeIfStale, withBase } from "~/http/form/stale-edit.server";
import { notFoundIfNull, requireUser } from "~/http/guards.server";
import { invalid, redirectWithFlash, writeFailed } from "~/http/replies.server";
import { deleteUnused } from "~/media/write-with-pictures.server";
import {
  ARCHIVO_GONE,
  getImagen,
  type ImagenValues,
  imagenSchema,
  UNLISTED_SERVICIO,
  updateImagen,
} from "~/models/catalogo/imagen.server";
import { getServicio, listServiciosForFilter } from "~/models/catalogo/servicio.server";

export { clientAction } from "~/components/form";

const LABELS = {
  servicio_id: "Servicio",
  image_url: "Enlace de la imagen",
  alt_text: "Descripción de la foto",
  display_order: "Orden",
  is_featured: "Imagen destacada",
};

export async function loader({ request, params }: LoaderFunctionArgs) {
  await requireUser(request, "catalogo");
  const [imagen, activos] = await Promise.all([getImagen(params.id), listServiciosForFilter()]);
  const { servicio, lugar, archivo_nombre, ...rest } = notFoundIfNull(imagen);
  const nombre = servicioOfImagen({ servicio, archivo_nombre });
  const constraint = getZodConstraint(imagenSchema());
  const servicios = activos.map(({ id, nombre, categoria }) => ({ value: id, label: `${nombre} (${categoria})` }));
  if (servicio && !servicio.activo) {
    servicios.push({ value: servicio.id, label: `${servicio.nombre} (${servicio.categoria}), inactivo` });
  }
  return {
    imagen: withBase(rest, LABELS),
    descripcion: nameOfImagen({ servicio, archivo_nombre }, lugar),
    isWaiting: archivo_nombre !== null,
    // An image whose service was deleted, or that waits for one, may stay without.
    empty: servicio === null ? nombre : undefined,
    servicios,
    constraint: {
      ...constraint,
      servicio_id: { required: servicio !== null },
      image_url: { ...constraint.image_url, required: true },
    },
  };
}

/** A version of an image with the name of its service. */
async function inWords({ servicio_id, ...version }: Record<string, unknown>) {
  const servicio = await getServicio(String(servicio_id));
  return { ...version, servicio_id: servicio ? `${servicio.nombre} (${servicio.categoria})` : "Sin servicio" };
}

export async function action({ request, params }: ActionFunctionArgs) {
  await requireUser(request, "catalogo");
  const { values: sent, key } = await readForm(request);
  const present = (await getImagen(params.id))?.image_url;
  return mergeIfStale(sent, { labels: LABELS, read: () => getImagen(params.id), inWords }, async (values, kept) => {
    const submission = parseWithZod(values, { schema: imagenSchema(present) });
    if (submission.status !== "success") return invalid(submission);
    const { image_url } = submission.value;
    if (image_url === null) return invalid(submission, { fieldErrors: { image_url: ["Pega el enlace de la imagen."] } });

    const saved = await updateImagen(params.id, values.get("updated_at"), { ...submission.value, image_url }, key);
    if (saved.outcome === "servicio") return invalid(submission, { fieldErrors: { servicio_id: [UNLISTED_SERVICIO] } });
    if (saved.outcome === "archivo") return invalid(submission, { fieldErrors: { image_url: [ARCHIVO_GONE] } });
    if (!isOk(saved)) return writeFailed(submission, saved.outcome);
    await deleteUnused([saved.result.before]);
    return redirectWithFlash(
      `/admin/galeria${new URL(request.url).search}`,
      { title: "Imagen actualizada", description: saved.result.movesMark ? MARK_MOVED : undefined },
      await kept(saved, submission.value),
    );
  });
}

export const meta: MetaFunction = () => [{ title: "Editar imagen" }];

export default function EditarImagen() {
  const { imagen, descripcion, isWaiting, empty, constraint, servicios } = useLoaderData<typeof loader>();
  const { search } = useLocation();
  const back = `/admin/galeria${search}`;
  const [form, fields] = useForm<ImagenValues>({ id: "imagen", defaultValue: imagen, constraint });
  return (
    <Dialog title="Editar Imagen" back={back}>
      <ErrorSummary form={form} />
      <WriteForm id={form.id} preventScrollReset className="grid gap-5 sm:grid-cols-2 sm:items-end">
        <UpdatedAt form={form} saved={imagen} />
        <span className="photo max-w-64 sm:col-span-2">
          <img
            src={imagen.image_url}
            alt={imagen.alt_text ?? descripcion}
            width="400"
            height="300"
            referrerPolicy={imagen.image_url.startsWith("https:") ? "no-referrer" : undefined}
          />
        </span>
        <div className="sm:col-span-2">
          <SelectField field={fields.servicio_id} label={LABELS.servicio_id} options={servicios} empty={empty} />
        </div>
        <div className="sm:col-span-2">
          {/* Text, because the path of a stored file is not valid in a URL input. */}
          <TextField
            field={fields.image_url}
            label={LABELS.image_url}
            type={imagen.image_url.startsWith("/") ? "text" : "url"}
            hint={`Si pegas el enlace de otra página: ${PICTURE_ELSEWHERE.toLowerCase()}`}
          />
        </div>
        <TextField
          field={fields.alt_text}
          label={LABELS.alt_text}
          hint={`Para personas que no pueden verla.${isWaiting ? "" : ` Si la dejas vacía se lee: ${descripcion}.`}`}
        />
        <TextField
          field={fields.display_order}
          label={LABELS.display_order}
          inputMode="numeric"
          hint="Los números menores van primero."
        />
        <div className="sm:col-span-2">
          <CheckboxField field={fields.is_featured} label="Imagen destacada (se mostrará en la card del servicio)" />
        </div>
        <FormButtons back={back}>Actualizar Imagen</FormButtons>
      </WriteForm>
    </Dialog>
  );
}
