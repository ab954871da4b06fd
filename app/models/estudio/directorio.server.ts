import { db } from "~/database/client.server";
import { slug } from "~/format/slug";
import { getSitio } from "./apariencia.server";

/**
 * Gives the server what it needs to know about the public pages: the active services (id, gallery slug, image ids), the
 * specialists that the site shows, and the settings and appearance for the page that says that nothing can be read.
 */
export async function readDirectorio() {
  const [servicios, especialistas, sitio] = await Promise.all([
    db.servicio.findMany({
      where: { activo: true },
      select: { id: true, nombre: true, imagenes: { select: { id: true } } },
      orderBy: { id: "asc" },
    }),
    db.empleado.findMany({ where: { activo: true, en_sitio: true }, select: { id: true }, orderBy: { id: "asc" } }),
    getSitio(),
  ]);
  return {
    servicios: servicios.map(({ id, nombre, imagenes }) => ({
      id,
      slug: slug(nombre),
      imagenes: imagenes.map((image) => image.id),
    })),
    especialistas: especialistas.map(({ id }) => id),
    ...sitio,
  };
}

export type Directorio = Awaited<ReturnType<typeof readDirectorio>>;
