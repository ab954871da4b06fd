import { parseWithZod } from "@conform-to/zod/v4";
import type { ActionFunctionArgs, LoaderFunctionArgs, MetaFunction } from "@remix-run/node";
import { useLoaderData, useLocation } from "@remix-run/react";
import { Dialog } from "~/components/admin";
import { ErrorSummary, FormButtons, useForm, WriteForm } from "~/components/form";
import { textOf } from "~/http/form/form.server";
import { requireUser } from "~/http/guards.server";
import { invalid } from "~/http/replies.server";
import { KEPT } from "~/http/transfer/kept-photos.server";
import { FILES, withUpload } from "~/http/transfer/upload.server";
import { createPorAcomodar, variasSchema } from "~/models/catalogo/por-acomodar.server";
import { FilesField, fileErrorsTitle, usePhotos } from "./files-field";
import { savePhotos } from "./save-photos.server";

export { clientAction } from "~/components/form";

export { photosHandle as handle } from "./photos-handle";

export async function loader({ request }: LoaderFunctionArgs) {
  await requireUser(request, "catalogo");
  return { filesField: FILES };
}

export async function action({ request }: ActionFunctionArgs) {
  await requireUser(request, "catalogo");
  return withUpload(request, async (upload) => {
    const { values, files, key } = upload;
    if (files.length === 0 && !textOf(values, KEPT)) {
      return invalid(parseWithZod(values, { schema: variasSchema }), { formErrors: ["Elige al menos una foto."] }, 400);
    }
    const saved = await savePhotos(request, upload, variasSchema, {
      write: (pictures, remarks) => createPorAcomodar(pictures, remarks, key),
      done: `/admin/galeria/por-acomodar${new URL(request.url).search}`,
    });
    if (saved === "servicio") throw new Error("no image here has a service");
    return saved;
  });
}

export const meta: MetaFunction = () => [{ title: "Subir varias fotos" }];

export default function SubirVarias() {
  const { filesField } = useLoaderData<typeof loader>();
  const { search } = useLocation();
  const [form, fields] = useForm<{ [KEPT]?: string }>({ id: "varias" });
  const photos = usePhotos(fields.faltan);
  return (
    <Dialog title="Subir varias fotos" back={`/admin/galeria${search}`}>
      <ErrorSummary form={form} title={fileErrorsTitle(form)} />
      <WriteForm id={form.id} encType="multipart/form-data" preventScrollReset className="grid gap-5" work={photos.work}>
        <p>
          Elige fotos de varios servicios a la vez. El nombre del archivo nos dice de cuál es cada una; lo que no diga, te lo
          preguntamos en la página que sigue.
        </p>
        <FilesField name={filesField} photos={photos} />
        <FormButtons back={`/admin/galeria${search}`} pending={photos.pending}>
          {photos.button ?? "Subir las fotos"}
        </FormButtons>
      </WriteForm>
    </Dialog>
  );
}
