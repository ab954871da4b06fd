import { getZodConstraint, parseWithZod } from "@conform-to/zod/v4";
import type { ActionFunctionArgs, LoaderFunctionArgs, MetaFunction } from "@remix-run/node";
import { useLoaderData, useLocation } from "@remix-run/react";
import { useState } from "react";
import { Dialog } from "~/components/admin";
import {
  CheckboxField,
  ErrorSummary,
  FormButtons,
  SelectField,
  TextField,
  useForm,
  useFormState,
  WriteForm,
} from "~/components/form";
import { MARK_MOVED, ONLY_IMAGES, PICTURE_ELSEWHERE } from "~/content/imagenes";
import { isOk } from "~/database/idempotency.server";
import { type NamedPicture, pictureNotes } from "~/format/picture-notes";
import type { Flash } from "~/http/flash.server";
import { textOf } from "~/http/form/form.server";
import { requireUser } from "~/http/guards.server";
import { invalid, redirectWithFlash, writeFailed } from "~/http/replies.server";
import type { RouteHandle } from "~/http/route-handle";
import { deleteKeptFiles, KEPT, keepFiles } from "~/http/transfer/kept-photos.server";
import {
  FILES,
  fileErrors,
  fileErrorsNotice,
  hasInvalidFiles,
  type Upload,
  type UploadedFile,
  withUpload,
} from "~/http/transfer/upload.server";
import { MAX_BODY_BYTES, MAX_PHOTO_MB, MAX_PHOTOS, MB } from "~/limits";
import type { Stored } from "~/media/archivo.server";
import type { StorageError } from "~/media/error";
import { writeWithPictures } from "~/media/write-with-pictures.server";
import {
  ARCHIVO_GONE,
  createImagen,
  createImagenes,
  type ImagenValues,
  imagenSchema,
  type Lote,
  loteSchema,
} from "~/models/catalogo/imagen.server";
import { listServiciosForFilter } from "~/models/catalogo/servicio.server";
import { FilesField } from "./files-field";

export { clientAction } from "~/components/form";

export const handle: RouteHandle = {
  upload: {
    right: "catalogo",
    maxBytes: MAX_PHOTOS * MAX_PHOTO_MB * MB + MAX_BODY_BYTES,
    advice: `Regresa con el botón Atrás y elige menos fotos, o fotos más ligeras: caben ${MAX_PHOTOS} de ${MAX_PHOTO_MB} MB.`,
  },
};

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

const NOT_VALID = "Archivos no válidos";
const MISSING = "Selecciona un servicio y al menos una imagen.";
const UNKNOWN = "Ese servicio ya no está activo. Selecciona otro.";
const NOT_HERE = "Si habías elegido archivos, elígelos otra vez: el navegador no los conserva.";
const STILL_HERE = "Las fotos que faltan siguen aquí: no las elijas otra vez. Si eliges otras, se suben esas en su lugar.";
const GONE = "Las fotos que faltaban ya no están aquí. Elígelas otra vez.";

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

async function saveFiles(request: Request, { values, files, key }: Upload) {
  const submission = parseWithZod(values, { schema: loteSchema });
  if (submission.status !== "success") return invalid(submission);
  const { servicio_id, display_order } = submission.value;
  if (servicio_id === null) return invalid(submission, { fieldErrors: { servicio_id: [MISSING] } });

  const valid = files.filter(({ problem }) => problem === null);
  if (files.length > 0 && valid.length === 0) return invalid(submission, { formErrors: [ONLY_IMAGES, ...fileErrors(files, [])] });
  const paths = valid.map(({ path }) => path);
  const keepMissing = async (failure: StorageError, stored: Stored) => {
    const missing = valid.filter((_, index) => stored[index] === undefined);
    const notice = `Falta subir: ${missing.map(({ name }) => name).join(", ")}. ${failure.sentence}`;
    return { notice, kept: await keepFiles(request, failure.canRetryLater ? missing : []) };
  };
  const saved = await writeWithPictures(key, paths, async (pictures, stored, failure) => {
    const remarks = {
      notice: fileErrorsNotice(fileErrors(files, stored)),
      hasInvalid: hasInvalidFiles(files, stored),
      notes: pictureNotes(namedPictures(valid, stored), "galeria", "stored"),
    };
    const missing = failure && (await keepMissing(failure, stored));
    return createImagenes(submission.value, pictures, { ...remarks, ...(missing && { missing }) }, key);
  });
  const formWithKept = (kept: string, formErrors: string[], status?: number) => {
    values.set(KEPT, kept);
    // Merged with what was stored: the fields are mounted anew, and that of the files is empty.
    const more = kept ? { merged: kept } : {};
    return invalid(parseWithZod(values, { schema: loteSchema }), { formErrors }, status, {}, more);
  };
  if (saved.outcome === "archivo") return formWithKept("", [GONE]);
  if (saved.outcome === "storage_failed") {
    const errors = [saved.failure.sentence, ...fileErrors(files, saved.stored)];
    // Otherwise the field keeps its files, and so does the server those that it had.
    if (!saved.failure.canRetryLater) return formWithKept(textOf(values, KEPT), errors, 503);
    const { kept } = await keepMissing(saved.failure, saved.stored);
    await deleteKeptFiles(request, values);
    return formWithKept(kept, errors, 503);
  }
  if (saved.outcome === "no_picture") return formWithKept("", [ONLY_IMAGES, ...fileErrors(files, saved.stored)]);
  if (saved.outcome === "servicio") return invalid(submission, { fieldErrors: { servicio_id: [UNKNOWN] } });
  if (!isOk(saved)) return writeFailed(submission, saved.outcome);
  const { count, notice, missing } = saved.result;
  await deleteKeptFiles(request, values);
  if (!missing) return redirectWithFlash(imagesOf(servicio_id), uploaded(saved.result));
  // The others come after those that were stored, which have the mark.
  values.set("display_order", String(display_order + count));
  values.delete("is_featured");
  return formWithKept(missing.kept, [missing.notice, storedSentence(saved.result), notice].filter(Boolean), 503);
}

/** The stored pictures with the names of their files; `stored` has a result for each of these. */
function namedPictures(files: UploadedFile[], stored: Stored): NamedPicture[] {
  return files.flatMap(({ name }, index) => {
    const picture = stored[index];
    return typeof picture === "object" ? [{ name, ...picture }] : [];
  });
}

function storedSentence({ count, movesMark, notes }: Lote): string {
  const stored = count === 1 ? "Se ha subido 1 imagen correctamente." : `Se han subido ${count} imágenes correctamente.`;
  return [stored, movesMark && MARK_MOVED, notes].filter(Boolean).join(" ");
}

function uploaded(lote: Lote): Flash {
  const { notice, hasInvalid } = lote;
  const sentence = storedSentence(lote);
  if (hasInvalid) return { title: NOT_VALID, description: [ONLY_IMAGES, notice, sentence].join(" "), destructive: true };
  return { title: "Imágenes subidas", description: [sentence, notice].filter(Boolean).join(" ") };
}

type FormValues = ImagenValues & { [KEPT]?: string };

export const meta: MetaFunction = () => [{ title: "Nueva imagen" }];

export default function NuevaImagen() {
  const { constraint, servicios, filesField } = useLoaderData<typeof loader>();
  const formState = useFormState();
  const { search } = useLocation();
  const back = `/admin/galeria${search}`;
  // Null until JavaScript runs.
  const [chosen, setChosen] = useState<number | null>(null);
  const [form, fields] = useForm<FormValues>({ id: "imagen", defaultValue: { display_order: 0 }, constraint });
  const kept = fields.faltan.initialValue ?? "";
  const missing = chosen ? 0 : Number.parseInt(kept, 10) || 0;
  const sent = chosen || missing;
  return (
    <Dialog title="Nueva Imagen" back={back}>
      <ErrorSummary form={form} title={form.errors?.[0] === ONLY_IMAGES ? NOT_VALID : undefined} />
      <WriteForm
        id={form.id}
        encType="multipart/form-data"
        preventScrollReset
        className="grid gap-5 sm:grid-cols-2 sm:items-end"
        work={sent ? { sending: "Subiendo las fotos", preparing: "Ya llegaron. Las estamos preparando..." } : undefined}
      >
        <div className="sm:col-span-2">
          <SelectField field={fields.servicio_id} label="Servicio" options={servicios} empty="Selecciona un servicio" />
        </div>
        <div className="grid gap-1.5 sm:col-span-2">
          <input type="hidden" name={fields.faltan.name} value={kept} readOnly />
          <FilesField name={filesField} onCount={setChosen} />
          {missing || (formState && !chosen) ? (
            <p className={`text-sm font-semibold ${missing ? "" : "text-bad"}`}>{missing ? STILL_HERE : NOT_HERE}</p>
          ) : null}
        </div>
        {sent ? null : (
          <div className="sm:col-span-2">
            <TextField
              field={fields.image_url}
              label="Enlace de la imagen"
              type="url"
              // Required only without files, which is known only with JavaScript.
              required={chosen === 0}
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
        <FormButtons back={back} pending={sent ? `Subiendo ${sent} imagen(es)...` : undefined}>
          {missing
            ? `Intentar otra vez con ${missing === 1 ? "la que falta" : `las que faltan (${missing})`}`
            : chosen
              ? `Subir ${chosen} imagen(es)`
              : "Crear Imagen"}
        </FormButtons>
      </WriteForm>
    </Dialog>
  );
}
