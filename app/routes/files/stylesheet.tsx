import { accentCss } from "~/format/color.server";
import type { RouteHandle } from "~/http/route-handle";
import { logError } from "~/log.server";
import { getApariencia } from "~/models/estudio/apariencia.server";

export const handle: RouteHandle = { cacheParams: [] };

/**
 * The style sheet with the studio's own colour. Pages link to it with a version (`?v=`), so browsers may cache it forever; without a
 * colour no page links to it.
 */
export async function loader() {
  try {
    const { acento } = await getApariencia();
    if (acento === null) return new Response(null, { status: 404 });
    return new Response(accentCss(acento), {
      headers: { "Content-Type": "text/css; charset=utf-8", "Cache-Control": "public, max-age=31536000, immutable" },
    });
  } catch (error) {
    logError("apariencia", error);
    return new Response(null, { status: 503 });
  }
}
