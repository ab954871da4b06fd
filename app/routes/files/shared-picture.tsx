import type { LoaderFunctionArgs } from "@remix-run/node";
import { or503 } from "~/http/guards.server";
import { pictureFile } from "~/http/picture-file.server";
import { marcaOf } from "~/http/public-page.server";
import { sharedVersion } from "~/media/marca/marca.server";
import { renderSharedPicture } from "~/media/marca/shared-picture.server";
import { getSitio } from "~/models/estudio/apariencia.server";

/** What WhatsApp and social networks show of a link to the studio. */
export async function loader({ request }: LoaderFunctionArgs) {
  const marca = marcaOf(await or503(getSitio()));
  return pictureFile(request, "image/jpeg", await renderSharedPicture(marca), sharedVersion(marca));
}
