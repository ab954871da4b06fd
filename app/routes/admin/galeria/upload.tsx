import { getZodConstraint, parseWithZod } from "@conform-to/zod/v4";
import type { ActionFunctionArgs, LoaderFunctionArgs, MetaFunction } from "@remix-run/node";
import { useLoaderData, useLocation } from "@remix-run/react";
import { Dialog } from "~/components/admin";
import { CheckboxField, ErrorSummary, FormButtons, SelectField, TextField, useForm, WriteForm } from "~/components/form";
import { Link } from "~/components/link";
import { MARK_MOVED, PICTURE_ELSEWHERE } from "~/content/imagenes";
import { isOk } from "~/database/idempotency.server";
import { textOf } from "~/http/form/form.server";
import { requireUser } from "~/http/guards.server";
import { invalid, redirectWithFlash, writeFailed } from "~/http/replies.server";
import { KEPT } from "~/http/transfer/kept-photos.server";
import { FILES, type Upload, withUpload } from "~/http/transfer/upload.server";
import {
  ARCHIVO_GONE,
  createImagen,
  createImagenes,
  type ImagenValues,
  imagenSchema,
  loteSchema,
} from "~/models/catalogo/imagen.server";
import { listServiciosForFilter } from "~/models/catalogo/servicio.server";
import { FilesField, fileErrorsTitle, usePhotos } from "./files-field";
import { savePhotos } from "./save-photos.server";

export { clientAction } from "~/components/form";

export { photosHandle as handle } from "./photos-handle";

export async function loader({ request }: LoaderFunctionArgs) {
  await requireUser(request, "catalogo");
  const constraint = getZodConstraint(imagenSchema());
  return {
    constraint: { ...constraint, servicio_id: { required: true } },
    servicios: (await listServiciosForFilter()).map(({ id, nombre, categoria }) => ({
      value: id,
      label: `${nombre} (${categoria})`,
    })),
    filesField: FILES,
  };
}

const MISSING = "Selecciona un servicio y al menos una imagen.";
const UNKNOWN = "Ese servicio ya no está activo. Selecciona otro.";

export async function action({ request }: ActionFunctionArgs) {
  await requireUser(request, "catalogo");
  return withUpload(request, (upload) =>
    upload.files.length > 0 || textOf(upload.values, KEPT) ? saveFiles(request, upload) : saveUrl(upload),
  );
}

/** The images of one service: a new one may be pages away in the list of all, which is by order. */
const imagesOf = (servicio_id: string) => `/admin/galeria?servicio=${servicio_id}`;

async function saveUrl({ values, key }: Upload) {
  const submission = parseWithZod(values, { schema: imagenSchema() });
  if (submission.status !== "success") return invalid(submission);
  const { servicio_id, image_url } = submission.value;
  if (servicio_id === null) return invalid(submission, { fieldErrors: { servicio_id: [MISSING] } });
  if (image_url === null) return invalid(submission, { fieldErrors: { image_url: [MISSING] } });
  const saved = await createImagen({ ...submission.value, image_url }, key);
  if (saved.outcome === "servicio") return invalid(submission, { fieldErrors: { servicio_id: [UNKNOWN] } });
  if (saved.outcome === "archivo") return invalid(submission, { fieldErrors: { image_url: [ARCHIVO_GONE] } });
  if (!isOk(saved)) return writeFailed(submission, saved.outcome);
  return redirectWithFlash(imagesOf(servicio_id), {
    title: "Imagen agregada",
    description: saved.result.movesMark ? MARK_MOVED : undefined,
  });
}

async function saveFiles(request: Request, upload: Upload) {
  const { values, key } = upload;
  const submission = parseWithZod(values, { schema: loteSchema });
  if (submission.status !== "success") return invalid(submission);
  const { servicio_id, display_order } = submission.value;
  if (servicio_id === null) return invalid(submission, { fieldErrors: { servicio_id: [MISSING] } });
  const saved = await savePhotos(request, upload, loteSchema, {
    write: (pictures, remarks) => createImagenes(submission.value, pictures, remarks, key),
    done: imagesOf(servicio_id),
    // The others come after those that were stored, which have the mark.
    rest: ({ count }) => {
      values.set("display_order", String(display_order + count));
      values.delete("is_featured");
    },
  });
  return saved === "servicio" ? invalid(submission, { fieldErrors: { servicio_id: [UNKNOWN] } }) : saved;
}

type FormValues = ImagenValues & { [KEPT]?: string };

export const meta: MetaFunction = () => [{ title: "Nueva imagen" }];

export default function NuevaImagen() {
  const { constraint, servicios, filesField } = useLoaderData<typeof loader>();
  const { search } = useLocation();
  const back = `/admin/galeria${search}`;
  const [form, fields] = useForm<FormValues>({ id: "imagen", defaultValue: { display_order: 0 }, constraint });
  const photos = usePhotos(fields.faltan);
  return (
    <Dialog title="Nueva Imagen" back={back}>
      <ErrorSummary form={form} title={fileErrorsTitle(form)} />
      <WriteForm
        id={form.id}
        encType="multipart/form-data"
        preventScrollReset
        className="grid gap-5 sm:grid-cols-2 sm:items-end"
        work={photos.work}
      >
        <div className="sm:col-span-2">
          <SelectField field={fields.servicio_id} label="Servicio" options={servicios} empty="Selecciona un servicio" />
        </div>
        <div className="grid gap-1.5 sm:col-span-2">
          <FilesField name={filesField} photos={photos} />
          <p className="text-sm text-soft">
            ¿Son de varios servicios?{" "}
            <Link to={`/admin/galeria/varias${search}`} className="link">
              Súbelas juntas
            </Link>
          </p>
        </div>
        {photos.sent ? null : (
          <div className="sm:col-span-2">
            <TextField
              field={fields.image_url}
              label="Enlace de la imagen"
              type="url"
              // Required only without files, which is known only with JavaScript.
              required={photos.chosen === 0}
              hint={`Solo si no eliges archivos. Empieza con https://. ${PICTURE_ELSEWHERE}`}
            />
          </div>
        )}
        <TextField
          field={fields.alt_text}
          label="Descripción de la foto"
          hint="Para personas que no pueden verla. Si la dejas vacía decimos el servicio y cuál es: «Manicura spa, 2 de 3»."
        />
        <TextField field={fields.display_order} label="Orden" inputMode="numeric" hint="Los números menores van primero." />
        <div className="sm:col-span-2">
          <CheckboxField field={fields.is_featured} label="Imagen destacada (se mostrará en la card del servicio)" />
        </div>
        <FormButtons back={back} pending={photos.pending}>
          {photos.button ?? "Crear Imagen"}
        </FormButtons>
      </WriteForm>
    </Dialog>
  );
}
