import { heroOf } from "~/components/public/photo";
import { siteOf } from "~/http/public-page.server";
import { getSitio } from "~/models/estudio/apariencia.server";

/** What the sign-in pages show of the studio: its name, and its mark, or the drawing of the demo. */
export async function getStudio() {
  const { estudio } = siteOf(await getSitio());
  return { nombre: estudio.nombre, dibujo: heroOf(estudio), isMark: estudio.isOwn };
}
