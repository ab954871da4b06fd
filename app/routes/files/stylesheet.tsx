import { accentCss } from "~/format/color.server";
import { logError } from "~/log.server";
import { getApariencia } from "~/models/estudio/apariencia.server";

/**
 * The studio's own colour. Its pages name it by the version that they were made with (`?v=`), so browsers may keep it; while
 * there is none, no page asks for it.
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
