import type { ActionFunctionArgs, LoaderFunctionArgs, MetaFunction } from "@remix-run/node";
import { useLoaderData } from "@remix-run/react";
import { BackLink, ScreenHeader } from "~/components/admin";
import { PictureForm } from "~/components/admin/picture-form";
import { notFoundIfNull, or503, requireUser } from "~/http/guards.server";
import { readReturnPath } from "~/http/return-path.server";
import type { RouteHandle } from "~/http/route-handle";
import { saveSinglePicture } from "~/http/transfer/single-picture.server";
import { FILES, withUpload } from "~/http/transfer/upload.server";
import { MAX_BODY_BYTES, MAX_PHOTO_MB, MB } from "~/limits";
import { groundOf } from "~/media/marca/ground.server";
import { getApariencia, type ImagenPropia, saveImagenPropia } from "~/models/estudio/apariencia.server";

export { clientAction } from "~/components/form/sending";

const BACK = "/admin/configuracion/apariencia";

const KINDS = new Map(
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
      hint: "Una foto de tu estudio o de un trabajo, con lo importante en el centro.",
      savedTitle: "Portada guardada",
      removedTitle: "Portada quitada",
      remove: "Quitar la imagen",
      question: "¿Estás segura de que quieres quitar la imagen? Volverá a verse tu inicial, o tu logotipo.",
    },
    retrato: {
      which: "retrato",
      title: "Retrato de la fundadora",
      hint: "Una foto de medio cuerpo o de la cara, con buena luz.",
      savedTitle: "Retrato guardado",
      removedTitle: "Retrato quitado",
      remove: "Quitar el retrato",
      question: "¿Estás segura de que quieres quitar el retrato?",
    },
  } satisfies Record<string, { which: ImagenPropia; [text: string]: string }>),
);

export const handle: RouteHandle = {
  upload: {
    right: "propietaria",
    maxBytes: MAX_PHOTO_MB * MB + MAX_BODY_BYTES,
    advice: `Regresa con el botón Atrás y elige una imagen más ligera: cabe una de ${MAX_PHOTO_MB} MB.`,
    params: { imagen: ["logo", "portada", "retrato"] },
  },
};

export async function loader({ request, params }: LoaderFunctionArgs) {
  await requireUser(request, "propietaria");
  const { which, title, hint, remove, question } = notFoundIfNull(KINDS.get(params.imagen ?? ""));
  const picture = (await or503(getApariencia()))[which];
  return {
    title,
    hint,
    remove,
    question,
    place: which,
    url: picture?.url ?? null,
    ground: which === "logo" && picture ? await groundOf(picture) : null,
    field: FILES,
    megabytes: MAX_PHOTO_MB,
  };
}

export async function action({ request, params }: ActionFunctionArgs) {
  await requireUser(request, "propietaria");
  const { which, savedTitle, removedTitle } = notFoundIfNull(KINDS.get(params.imagen ?? ""));
  return withUpload(request, (upload) =>
    saveSinglePicture(upload, {
      save: (picture, key) => saveImagenPropia(which, picture, key),
      place: which,
      back: readReturnPath(request, BACK),
      savedTitle,
      removedTitle,
      description: "Ya se ve en el sitio.",
    }),
  );
}

export const meta: MetaFunction<typeof loader> = ({ data }) => [{ title: `${data?.title ?? "Imagen"} · Apariencia` }];

export default function ImagenDelEstudio() {
  const { title, hint, ...form } = useLoaderData<typeof loader>();
  return (
    <>
      <BackLink to={BACK}>Apariencia</BackLink>
      <ScreenHeader title={title}>{hint}</ScreenHeader>
      <PictureForm {...form} back={BACK} />
    </>
  );
}
