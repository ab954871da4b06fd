import type { LoaderFunctionArgs } from "@remix-run/node";
import { or503 } from "~/http/guards.server";
import { pictureFile } from "~/http/picture-file.server";
import { marcaOf } from "~/http/public-page.server";
import { ICONS, renderIconPng } from "~/media/marca/icons.server";
import { iconVersion } from "~/media/marca/marca.server";
import { getSitio } from "~/models/estudio/apariencia.server";

/** One of the studio's icons as PNG. Each has a URL of its own (app/routes.js). */
export async function loader({ request }: LoaderFunctionArgs) {
  const name = new URL(request.url).pathname.slice(1).toLowerCase();
  // The router also matches `/icono-192.png/` and `/icono-192%2Epng`. Each name is drawn and kept, so only known ones may be.
  if (!Object.hasOwn(ICONS, name)) return new Response(null, { status: 404 });
  const marca = marcaOf(await or503(getSitio()));
  return pictureFile(request, "image/png", await renderIconPng(marca, name), iconVersion(marca));
}
