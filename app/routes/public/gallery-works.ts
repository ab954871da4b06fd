import type { SerializeFrom } from "@remix-run/node";
import { OBRAS } from "~/content/obras";
import { describeImagen, type Picture, pictureOf } from "~/format/picture";
import { slug } from "~/format/slug";
import type { Site } from "~/http/public-page.server";
import type { listImagenesPublicas } from "~/models/catalogo/imagen.server";

type Servicio = { id: string; nombre: string; categoria: string; slug: string; precio: string; duracion_minutos: number };
type Imagen = SerializeFrom<typeof listImagenesPublicas>[number];

/** A picture of the gallery; `servicio` is null for a drawing of what the studio does not offer. */
export type Work = {
  key: string;
  servicio: Servicio | null;
  categoria: string;
  picture: Picture;
  titulo: string;
  alt: string;
};

type Wanted = {
  servicios: Servicio[];
  imagenes: Imagen[];
  estudio: Pick<Site["estudio"], "dibujos_ocultos" | "categorias">;
  /** Only works of this service, or else of the category with this slug, or all of the shown categories. */
  servicio: Servicio | null;
  categoria: string | null;
};

/** The works of the gallery: the studio's own pictures, and then the drawings that it has not hidden. */
export function listWorks({ servicios, imagenes, estudio, servicio, categoria }: Wanted): Work[] {
  const hidden = OBRAS.filter((obra) => estudio.dibujos_ocultos.includes(obra.slug));
  const shown = estudio.categorias.map((one) => one.categoria);
  const isWanted = (work: Work) => {
    if (servicio) return work.servicio?.id === servicio.id;
    return categoria === null ? !work.servicio || shown.includes(work.categoria) : slug(work.categoria) === categoria;
  };
  const works = [...listUploaded(servicios, imagenes), ...listDrawings(servicios)]
    .filter(({ picture }) => !hidden.some(({ archivo }) => archivo === picture.url))
    .filter(isWanted);
  // The same picture may be uploaded for several services, or be one of the drawings.
  const unique = works.filter(({ picture }, index) => works.findIndex((work) => work.picture.url === picture.url) === index);
  return [...unique.filter((work) => !isDrawing(work)), ...unique.filter(isDrawing)];
}

function listUploaded(servicios: Servicio[], imagenes: Imagen[]): Work[] {
  return imagenes.flatMap((image) => {
    const servicio = servicios.find(({ id }) => id === image.servicio?.id);
    if (!servicio) return [];
    const { nombre, categoria } = servicio;
    const alt = image.alt_text ?? describeImagen(nombre, image.lugar);
    return [{ key: image.id, servicio, categoria, picture: pictureOf(image), titulo: nombre, alt }];
  });
}

function listDrawings(servicios: Servicio[]): Work[] {
  return OBRAS.map(({ slug: key, antes, categoria, archivo, titulo, alt }) => {
    const servicio = servicios.find(({ slug }) => slug === key || slug === antes) ?? null;
    return { key, servicio, categoria, picture: { url: archivo }, titulo: servicio?.nombre ?? titulo, alt };
  });
}

function isDrawing({ picture }: Work): boolean {
  return picture.url.startsWith("/art/");
}
