import { parseWithZod } from "@conform-to/zod/v4";
import type { ActionFunctionArgs, LoaderFunctionArgs, MetaFunction } from "@remix-run/node";
import { useLoaderData } from "@remix-run/react";
import { BackLink, ConfirmDisclosure, ScreenHeader } from "~/components/admin";
import { ErrorSummary, FormButtons, SubmitButton, useForm, useFormState, WriteForm } from "~/components/form";
import { IMAGE_FORMATS, IMAGE_TYPES, ONLY_IMAGES } from "~/content/imagenes";
import { isOk } from "~/database/idempotency.server";
import { notFoundIfNull, or503, requireUser } from "~/http/guards.server";
import { invalid, redirectWithFlash, writeFailed } from "~/http/replies.server";
import type { RouteHandle } from "~/http/route-handle";
import { FILES, fileErrors, type Upload, withUpload } from "~/http/transfer/upload.server";
import { MAX_BODY_BYTES, MAX_PHOTO_MB, MB } from "~/limits";
import { writeWithPictures } from "~/media/write-with-pictures.server";
import { getApariencia, imagenPropiaSchema, saveImagenPropia } from "~/models/estudio/apariencia.server";

const BACK = "/admin/configuracion/apariencia";

type Kind = {
  which: "logo" | "hero";
  title: string;
  hint: string;
  savedTitle: string;
  removedTitle: string;
  remove: string;
  question: string;
};

const KINDS = new Map<string | undefined, Kind>(
  Object.entries({
    logo: {
      which: "logo",
      title: "Logotipo",
      hint: "De cualquier forma: ancho, cuadrado o alto. Mejor si no tiene fondo.",
      savedTitle: "Logotipo guardado",
      removedTitle: "Logotipo quitado",
      remove: "Quitar el logotipo",
      question: "¿Estás segura de que quieres quitar el logotipo? Volverá a verse el nombre.",
    },
    portada: {
      which: "hero",
      title: "Imagen de la portada",
      hint: "Una foto del estudio o de un trabajo, con lo importante en el centro.",
      savedTitle: "Portada guardada",
      removedTitle: "Portada quitada",
      remove: "Quitar la imagen",
      question: "¿Estás segura de que quieres quitar la imagen? Volverá a verse el dibujo.",
    },
  }),
);

export const handle: RouteHandle = {
  upload: {
    maxBytes: MAX_PHOTO_MB * MB + MAX_BODY_BYTES,
    advice: `Regresa con el botón Atrás y elige una imagen más ligera: cabe una de ${MAX_PHOTO_MB} MB.`,
    params: { imagen: ["logo", "portada"] },
  },
};

export async function loader({ request, params }: LoaderFunctionArgs) {
  await requireUser(request, "propietaria");
  const { which, title, hint, remove, question } = notFoundIfNull(KINDS.get(params.imagen));
  const picture = (await or503(getApariencia()))[which];
  return { title, hint, remove, question, url: picture?.url ?? null, field: FILES, megabytes: MAX_PHOTO_MB };
}

export async function action({ request, params }: ActionFunctionArgs) {
  await requireUser(request, "propietaria");
  const kind = notFoundIfNull(KINDS.get(params.imagen));
  return withUpload(request, (upload) => save(upload, kind));
}

async function save({ values, files, key }: Upload, { which, savedTitle, removedTitle }: Kind) {
  const submission = parseWithZod(values, { schema: imagenPropiaSchema });
  if (submission.status !== "success") return invalid(submission);
  const isRemoval = submission.value.quitar === "si";
  if (!isRemoval && files.length !== 1) {
    return invalid(submission, { formErrors: [files.length === 0 ? "Elige una imagen." : "Elige una sola imagen."] });
  }
  const flash = { title: isRemoval ? removedTitle : savedTitle, description: "Ya se ve en el sitio." };

  const paths = isRemoval ? [] : files.flatMap(({ path, problem }) => (problem === null ? [path] : []));
  const onlyImages = (stored: Parameters<typeof fileErrors>[1]) =>
    invalid(submission, { formErrors: [ONLY_IMAGES, ...fileErrors(files, stored)] });
  if (!isRemoval && paths.length === 0) return onlyImages([]);
  const saved = await writeWithPictures(
    key,
    paths,
    ([picture = null]) => saveImagenPropia(which, picture, key),
    ({ before }) => before,
  );
  if (saved.outcome === "storage_failed") return invalid(submission, { formErrors: [saved.error.sentence] }, 503);
  if (saved.outcome === "no_picture") return onlyImages(saved.stored);
  if (!isOk(saved)) return writeFailed(submission, saved.outcome);
  return redirectWithFlash(BACK, flash);
}

export const meta: MetaFunction<typeof loader> = ({ data }) => [{ title: `${data?.title ?? "Imagen"} · Apariencia` }];

export default function ImagenPropia() {
  const { title, hint, remove, question, url, field, megabytes } = useLoaderData<typeof loader>();
  const formState = useFormState();
  const [form] = useForm({ id: "imagen", lastResult: formState?.lastResult });
  return (
    <>
      <BackLink to="/admin/configuracion/apariencia">Apariencia</BackLink>
      <ScreenHeader title={title}>{hint}</ScreenHeader>
      <div className="grid max-w-xl gap-6">
        <ErrorSummary form={form} title={form.errors?.[0] === ONLY_IMAGES ? "Archivos no válidos" : undefined} />
        <WriteForm
          id={form.id}
          encType="multipart/form-data"
          className="grid gap-5"
          work={{ sending: "Subiendo la imagen", preparing: "Ya llegó. El estudio la está preparando..." }}
        >
          <div className="grid gap-1.5">
            <label htmlFor="imagen-archivo" className="font-semibold">
              {url === null ? "Archivo de imagen" : "Otro archivo de imagen"}
            </label>
            <p id="imagen-ayuda" className="text-sm text-soft">
              {IMAGE_FORMATS}, de {megabytes}&nbsp;MB como máximo.
            </p>
            {formState ? <p className="text-sm font-semibold text-bad">Si habías elegido un archivo, elígelo otra vez.</p> : null}
            <input
              id="imagen-archivo"
              type="file"
              name={field}
              required
              accept={IMAGE_TYPES}
              className="files control"
              aria-describedby="imagen-ayuda"
            />
          </div>
          <FormButtons back={BACK} pending="Subiendo 1 imagen(es)...">
            Guardar
          </FormButtons>
        </WriteForm>
        {url === null ? null : (
          <ConfirmDisclosure label={remove} question={question}>
            <WriteForm>
              <input type="hidden" name="quitar" value="si" />
              <SubmitButton className="button button-bad" pending="Quitando...">
                {remove}
              </SubmitButton>
            </WriteForm>
          </ConfirmDisclosure>
        )}
      </div>
    </>
  );
}
