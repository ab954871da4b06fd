import { type FieldMetadata, getInputProps, useForm } from "@conform-to/react";
import { getZodConstraint, parseWithZod } from "@conform-to/zod/v4";
import type { ActionFunctionArgs, LoaderFunctionArgs, MetaFunction } from "@remix-run/node";
import { Link, useLoaderData, useLocation } from "@remix-run/react";
import { useState } from "react";
import { Dialog } from "~/components/admin";
import { FilesField } from "~/components/files-field";
import { ErrorSummary, SelectField, TextField, useRefusal } from "~/components/form";
import { SubmitButton, WriteForm } from "~/components/write-form";
import { requireUser } from "~/http/guards.server";
import { notWritten, redirectWithFlash, refused } from "~/http/replies.server";
import { FILES, MOST_FILE_MB, MOST_FILES, type Upload, type UploadedFile, withUpload } from "~/http/upload.server";
import { releaseArchivos, type StoredPicture, storePictures, sweepArchivos } from "~/models/archivo.server";
import { findUse } from "~/models/form-token.server";
import { createImagen, createImagenes, type ImagenValues, imagenSchema, type Lote, loteSchema } from "~/models/imagen.server";
import { listServiciosForFilter } from "~/models/servicio.server";
import { StorageError } from "~/storage/error";
import type { BadPicture } from "~/storage/image";

export async function loader({ request }: LoaderFunctionArgs) {
  await requireUser(request);
  const constraint = getZodConstraint(imagenSchema());
  return {
    constraint: { ...constraint, servicio_id: { required: true } },
    servicios: (await listServiciosForFilter()).map(({ id, nombre, categoria }) => ({
      value: id,
      label: `${nombre} (${categoria})`,
    })),
    limits: { name: FILES, most: MOST_FILES, megabytes: MOST_FILE_MB },
  };
}

const MISSING = "Selecciona un servicio y al menos una imagen.";
const UNKNOWN = "Ese servicio ya no está activo. Selecciona otro.";
const LOST = "Esa imagen ya no está guardada en el estudio. Elige otra.";
const ONLY_IMAGES = "Solo se permiten archivos de imagen.";

export async function action({ request }: ActionFunctionArgs) {
  await requireUser(request);
  const back = `/admin/galeria${new URL(request.url).search}`;
  return withUpload(request, (upload) => (upload.files.length > 0 ? saveFiles(upload, back) : saveUrl(upload, back)));
}

async function saveUrl({ values, seal }: Upload, back: string) {
  const submission = parseWithZod(values, { schema: imagenSchema() });
  if (submission.status !== "success") return refused(submission);
  const { servicio_id, image_url } = submission.value;
  if (servicio_id === null) return refused(submission, { fieldErrors: { servicio_id: [MISSING] } });
  if (image_url === null) return refused(submission, { fieldErrors: { image_url: [MISSING] } });
  if (!seal) return notWritten(submission, "unsealed");
  const saved = await createImagen({ ...submission.value, image_url }, seal);
  if (saved.outcome === "servicio") return refused(submission, { fieldErrors: { servicio_id: [UNKNOWN] } });
  if (saved.outcome === "archivo") return refused(submission, { fieldErrors: { image_url: [LOST] } });
  if (saved.outcome !== "written" && saved.outcome !== "repeated") return notWritten(submission, saved.outcome);
  return redirectWithFlash(back, { title: "Imagen agregada" });
}

async function saveFiles({ values, files, seal }: Upload, back: string) {
  const submission = parseWithZod(values, { schema: loteSchema });
  if (submission.status !== "success") return refused(submission);
  if (submission.value.servicio_id === null) return refused(submission, { fieldErrors: { servicio_id: [MISSING] } });
  if (!seal) return notWritten(submission, "unsealed");

  // Its answer was lost on the way: what it took long to do is not done again.
  const used = await findUse<Lote>(seal);
  if (used?.outcome === "repeated") return redirectWithFlash(back, uploaded(used.result));
  if (used?.outcome === "reused" || used?.outcome === "failed") return notWritten(submission, used.outcome);

  const whole = files.filter(({ problem }) => problem === null);
  const stored = await storePictures(whole.map(({ path }) => path)).catch((error: StorageError) => error);
  if (stored instanceof StorageError) return refused(submission, { formErrors: [stored.sentence] }, 503);
  const pictures = stored.filter((result) => typeof result === "object");
  const bad = complaints(files, stored);
  if (pictures.length === 0) return refused(submission, { formErrors: [ONLY_IMAGES, ...bad] });

  const saved = await createImagenes(submission.value, pictures, shortened(bad), seal);
  if (saved.outcome !== "written") await releaseArchivos(pictures.map(({ id }) => id));
  void sweepArchivos();
  if (saved.outcome === "servicio") return refused(submission, { fieldErrors: { servicio_id: [UNKNOWN] } });
  if (saved.outcome !== "written" && saved.outcome !== "repeated") return notWritten(submission, saved.outcome);
  return redirectWithFlash(back, uploaded(saved.result));
}

function uploaded({ count, notice }: Lote) {
  const sentence = count === 1 ? "Se ha subido 1 imagen correctamente." : `Se han subido ${count} imágenes correctamente.`;
  return { title: "Imágenes subidas", description: sentence + notice };
}

const REASONS: Record<BadPicture | NonNullable<UploadedFile["problem"]>, string> = {
  alien: "no es una imagen JPEG, PNG, WebP, AVIF ni GIF",
  damaged: "está dañada o incompleta",
  huge: "tiene más de 50 megapíxeles",
  empty: "está vacío",
  large: `pesa más de ${MOST_FILE_MB} MB`,
  many: `solo se suben ${MOST_FILES} archivos a la vez`,
};

/** What is wrong with each file that is not taken, in their order; `stored` tells of those that came in whole. */
function complaints(files: UploadedFile[], stored: (StoredPicture | BadPicture)[]): string[] {
  const results = stored.values();
  return files.flatMap(({ name, problem }) => {
    const reason = problem ?? results.next().value;
    return typeof reason === "string" ? [`${name}: ${REASONS[reason]}`] : [];
  });
}

// The message travels in a cookie, and a browser throws a large one away.
const MOST_NOTICE_BYTES = 1500;

function shortened(bad: string[]): string {
  if (bad.length === 0) return "";
  let told = bad.length;
  while (told > 1 && Buffer.byteLength(bad.slice(0, told).join("; ")) > MOST_NOTICE_BYTES) told--;
  const more = bad.length > told ? `; y ${bad.length - told} más` : "";
  return ` No se subieron: ${bad.slice(0, told).join("; ")}${more}.`;
}

export const meta: MetaFunction = () => [{ title: "Nueva imagen" }];

export default function NuevaImagen() {
  const { constraint, servicios, limits } = useLoaderData<typeof loader>();
  const refusal = useRefusal();
  const { search } = useLocation();
  const back = `/admin/galeria${search}`;
  // Unknown until JavaScript runs.
  const [chosen, setChosen] = useState<number | null>(null);
  const [form, fields] = useForm<ImagenValues>({
    id: "imagen",
    lastResult: refusal?.lastResult,
    defaultValue: { display_order: 0 },
    constraint,
  });
  return (
    <Dialog title="Nueva Imagen" back={back}>
      <ErrorSummary form={form} title={form.errors?.[0] === ONLY_IMAGES ? "Archivos no válidos" : undefined} />
      <WriteForm id={form.id} encType="multipart/form-data" preventScrollReset className="grid gap-5 sm:grid-cols-2 sm:items-end">
        <div className="sm:col-span-2">
          <SelectField field={fields.servicio_id} label="Servicio" options={servicios} empty="Selecciona un servicio" />
        </div>
        <div className="grid gap-1.5 sm:col-span-2">
          <FilesField
            id="imagen-archivos"
            label="Archivos de imagen"
            limits={limits}
            accept="image/jpeg,image/png,image/webp,image/avif,image/gif"
            onCount={setChosen}
          />
          {refusal && !chosen ? (
            <p className="text-sm font-semibold text-bad">
              Si habías elegido archivos, elígelos otra vez: el navegador no los conserva.
            </p>
          ) : null}
        </div>
        {chosen ? null : <UrlField field={fields.image_url} required={chosen === 0} />}
        <TextField field={fields.alt_text} label="Texto alternativo" hint="Lo que se ve, para quien no puede verlo." />
        <TextField field={fields.display_order} label="Orden" inputMode="numeric" hint="Los números menores van primero." />
        <label className="flex min-h-11 items-center gap-3 sm:col-span-2">
          <input {...getInputProps(fields.is_featured, { type: "checkbox" })} className="size-5 shrink-0 accent-accent" />
          Imagen destacada (se mostrará en la card del servicio)
        </label>
        <div className="flex flex-wrap gap-3 sm:col-span-2">
          <SubmitButton pending={chosen ? `Subiendo ${chosen} imagen(es)...` : undefined}>
            {chosen ? `Subir ${chosen} imagen(es)` : "Crear Imagen"}
          </SubmitButton>
          <Link to={back} preventScrollReset className="button button-quiet">
            Cancelar
          </Link>
        </div>
      </WriteForm>
    </Dialog>
  );
}

/** The other way to add an image; needed only while there are no files, which only JavaScript knows. */
function UrlField({ field, required }: { field: FieldMetadata<string>; required: boolean }) {
  const { key, ...input } = getInputProps(field, { type: "url", ariaDescribedBy: field.descriptionId });
  return (
    <div className="grid content-start gap-1.5 sm:col-span-2">
      <label htmlFor={field.id} className="font-semibold">
        URL de la imagen
      </label>
      <p id={field.descriptionId} className="text-sm text-soft">
        Solo si no eliges archivos. Empieza con https://.
      </p>
      {field.errors ? (
        <p id={field.errorId} className="text-sm font-semibold text-bad">
          {field.errors[0]}
        </p>
      ) : null}
      <input {...input} key={key} required={required} className="control" autoComplete="off" />
    </div>
  );
}
