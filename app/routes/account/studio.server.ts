import { heroDrawing } from "~/components/public/hero-drawing";
import { siteOf } from "~/http/public-page.server";
import { getSitio } from "~/models/estudio/apariencia.server";

/** What the sign-in pages show of the studio: its name, and the drawing of a studio that offers the same. */
export async function getStudio() {
  const { estudio } = siteOf(await getSitio());
  return { nombre: estudio.nombre, dibujo: heroDrawing(estudio) };
}
