import { isWide } from "~/components/public/photo";
import { OBRAS } from "~/content/obras";
import { type Picture, pictureOf } from "~/format/picture";
import { slug } from "~/format/slug";
import type { Site } from "~/http/public-page.server";

type Servicio = { id: string; nombre: string; categoria: string; slug: string };
type Imagen = Parameters<typeof pictureOf>[0] & { id: string; alt_text: string | null; servicio: { id: string } | null };

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
    return [{ key: image.id, servicio, categoria, picture: pictureOf(image), titulo: nombre, alt: image.alt_text ?? nombre }];
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

// How bad a row of so many places is: three or four fill a screen best, and one alone is too large.
const COSTS = [Infinity, 9, 2, 0, 0.5];

/** Breaks works into rows that are full, a wide picture with two places: for each work, how many places its row has. */
export function listPlaces(works: Pick<Work, "picture">[]): number[] {
  // The best rows of the first works, for each number of them.
  const best = [{ cost: 0, places: [] as number[] }];
  for (let end = 1; end <= works.length; end++) {
    const options = [1, 2, 3, 4].flatMap((length) => {
      const before = best[end - length];
      const row: number[] = works.slice(end - length, end).map(({ picture }) => (isWide(picture) ? 2 : 1));
      const sum = row.reduce((one, other) => one + other, 0);
      return before ? [{ cost: before.cost + (COSTS[sum] ?? Infinity), places: [...before.places, ...row.fill(sum)] }] : [];
    });
    best.push(options.reduce((one, other) => (other.cost < one.cost ? other : one)));
  }
  return best[works.length]?.places ?? [];
}
