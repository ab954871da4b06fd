import type { ActionFunctionArgs, LoaderFunctionArgs, MetaFunction } from "@remix-run/node";
import { useLoaderData } from "@remix-run/react";
import { BackLink, ScreenHeader } from "~/components/admin";
import { PictureForm } from "~/components/admin/picture-form";
import { fullName } from "~/format/text";
import { notFoundIfNull, or503, requireUser } from "~/http/guards.server";
import type { RouteHandle } from "~/http/route-handle";
import { saveSinglePicture } from "~/http/transfer/single-picture.server";
import { FILES, withUpload } from "~/http/transfer/upload.server";
import { MAX_BODY_BYTES, MAX_PHOTO_MB, MB } from "~/limits";
import { getFoto, saveFoto } from "~/models/equipo/foto.server";

export { clientAction } from "~/components/form/sending";

const BACK = "/admin/empleados";

export const handle: RouteHandle = {
  upload: {
    right: "propietaria",
    maxBytes: MAX_PHOTO_MB * MB + MAX_BODY_BYTES,
    advice: `Regresa con el botón Atrás y elige una foto más ligera: cabe una de ${MAX_PHOTO_MB} MB.`,
  },
};

export async function loader({ request, params }: LoaderFunctionArgs) {
  await requireUser(request, "propietaria");
  const { foto, en_sitio, ...empleado } = notFoundIfNull(await or503(getFoto(params.id)));
  return { name: fullName(empleado), isShown: en_sitio, url: foto?.url ?? null, field: FILES, megabytes: MAX_PHOTO_MB };
}

export async function action({ request, params }: ActionFunctionArgs) {
  await requireUser(request, "propietaria");
  return withUpload(request, (upload) =>
    saveSinglePicture(upload, {
      save: (picture, key) => saveFoto(params.id, picture, key),
      place: "foto",
      back: BACK,
      savedTitle: "Foto guardada",
      removedTitle: "Foto quitada",
    }),
  );
}

export const meta: MetaFunction<typeof loader> = ({ data }) => [{ title: `Foto de ${data?.name ?? "una especialista"}` }];

export default function FotoDeEmpleado() {
  const { name, isShown, ...form } = useLoaderData<typeof loader>();
  return (
    <>
      <BackLink to={BACK}>Empleados</BackLink>
      <ScreenHeader title={`Foto de ${name}`}>
        {isShown
          ? "Se ve en Nosotros, junto a su nombre."
          : "Para que se vea en tu sitio, marca también «Mostrar en Nosotros» al editar su ficha."}
      </ScreenHeader>
      <PictureForm
        {...form}
        place="foto"
        back={BACK}
        remove="Quitar la foto"
        question="¿Estás segura de que quieres quitar la foto?"
      />
    </>
  );
}
