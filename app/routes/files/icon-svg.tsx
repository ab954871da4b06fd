import { or503 } from "~/http/guards.server";
import { marcaOf } from "~/http/public-page.server";
import type { RouteHandle } from "~/http/route-handle";
import { renderIconSvg } from "~/media/marca/icons.server";
import { getSitio } from "~/models/estudio/apariencia.server";

export const handle: RouteHandle = { cacheParams: [] };

/** The studio's icon as SVG. Pages link to it with a version (`?v=`), which the page cache does not see: cached for an hour. */
export async function loader() {
  const { bytes, isFinal } = await renderIconSvg(marcaOf(await or503(getSitio())));
  return new Response(bytes.toString(), {
    headers: { "Content-Type": "image/svg+xml", ...(isFinal ? { "Cache-Control": "public, max-age=3600" } : {}) },
  });
}
