import { SERVICIO_ELIMINADO } from "./text";

/** The widths in pixels in which a stored picture exists, in addition to its own width; the last is the largest. */
export const WIDTHS = [400, 800, 1200, 1600];

/** A picture for a page: its URL, and its size if it is a stored file. */
export type Picture = { url: string; width?: number | null; height?: number | null };

/** What a logo needs behind it to be readable: a light or a dark ground when it is transparent, none when it has its own. */
export type Ground = "light" | "dark" | "own";

/** The studio's logo. */
export type Logotipo = Picture & { ground: Ground };

/** The picture of a service's image. */
export function pictureOf(image: { image_url: string; archivo: Omit<Picture, "url"> | null }): Picture {
  return { url: image.image_url, ...image.archivo };
}

/** The picture of a stored file. A file in use always has an address; only one that is being deleted has none. */
export function pictureOfFile(file: (Omit<Picture, "url"> & { url: string | null }) | null | undefined): Picture | null {
  return file?.url ? { ...file, url: file.url } : null;
}

/** The widths of the files of a picture that is `width` pixels wide, ascending. */
export function widthsOf(width: number): number[] {
  return [...WIDTHS.filter((smaller) => smaller < width), width];
}

/** What follows the name of a picture `width` pixels wide in the name of its file of a size: `-400`, nothing for the full one. */
export function sizeSuffix(size: number, width: number): string {
  return size === width ? "" : `-${size}`;
}

/**
 * The `srcset` of a stored picture, with widths up to `upTo`. On disk `/uploads/…/{name}.webp` also exists as
 * `{name}-{width}.webp`; Cloudinary makes any width from the URL, in the best format for the browser. Undefined for pictures of
 * other sites.
 */
export function srcSet({ url, width }: Picture, upTo = Infinity): string | undefined {
  if (!width) return undefined;
  const sizes = widthsOf(width).filter((size) => size <= upTo);
  if (url.startsWith("/uploads/")) {
    const name = url.replace(/\.webp$/, "");
    return sizes.map((size) => `${name}${sizeSuffix(size, width)}.webp ${size}w`).join(", ");
  }
  if (!url.includes("/image/upload/")) return undefined;
  return sizes
    .map((size) => `${url.replace("/image/upload/", `/image/upload/c_limit,f_auto,q_auto,w_${size}/`)} ${size}w`)
    .join(", ");
}

export const ESPERA_SERVICIO = "Sin servicio todavía";

type ImagenDeServicio = { servicio: { nombre: string } | null; archivo_nombre: string | null };
type Lugar = { numero: number; total: number } | null;

/** The name of the service of an image; of one that waits for its service, or whose service was deleted, what is said instead. */
export function servicioOfImagen(imagen: ImagenDeServicio): string {
  return imagen.servicio?.nombre ?? (imagen.archivo_nombre === null ? SERVICIO_ELIMINADO : ESPERA_SERVICIO);
}

/** The text of an image without a description: `Manicura spa, 2 de 3`, or the name of the service when it has one image. */
export function describeImagen(servicio: string, lugar: Lugar): string {
  return lugar && lugar.total > 1 ? `${servicio}, ${lugar.numero} de ${lugar.total}` : servicio;
}

/** What an image is called in the back-office: as it is described, or while it waits for its service by the name of its file. */
export function nameOfImagen(imagen: ImagenDeServicio, lugar: Lugar): string {
  return imagen.archivo_nombre ?? describeImagen(servicioOfImagen(imagen), lugar);
}
