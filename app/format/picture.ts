/** The widths, in pixels, in which a picture of our own is kept besides its own width (1600 at most). */
export const WIDTHS = [400, 800, 1200, 1600];

/** A picture as a page needs it: its address, and its size and formats when it is one of our own files. */
export type Picture = { url: string; width?: number | null; height?: number | null; has_avif?: boolean };

/** The picture of a service's image: with its sizes and formats when it is one of our own files. */
export function pictureOf(image: { image_url: string; archivo: Omit<Picture, "url"> | null }): Picture {
  return { url: image.image_url, ...image.archivo };
}

/** The widths that exist of a picture `width` pixels wide, smallest first, its own last. */
export function widthsOf(width: number): number[] {
  return [...WIDTHS.filter((smaller) => smaller < width), width];
}

/**
 * The `srcset` of one of our pictures in a format, from the address of the whole one: on our disk
 * `/uploads/…/{name}.webp` has `{name}-{width}.webp` beside it; Cloudinary makes any size from the address itself, in the
 * best format the browser takes. Nothing for a picture of somebody else. A frame that is small on every screen says up to
 * which width it can use them.
 */
export function srcSet({ url, width }: Picture, format: "webp" | "avif" = "webp", upTo = Infinity): string | undefined {
  if (!width) return undefined;
  const sizes = widthsOf(width).filter((size) => size <= upTo);
  if (url.startsWith("/uploads/")) {
    const name = url.replace(/\.webp$/, "");
    return sizes.map((size) => `${name}${size === width ? "" : `-${size}`}.${format} ${size}w`).join(", ");
  }
  if (!url.includes("/image/upload/")) return undefined;
  return sizes
    .map((size) => `${url.replace("/image/upload/", `/image/upload/c_limit,f_auto,q_auto,w_${size}/`)} ${size}w`)
    .join(", ");
}
