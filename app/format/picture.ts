/** The widths, in pixels, in which a picture of our own is kept besides its own width (1600 at most). */
export const WIDTHS = [400, 800, 1200, 1600];

/** A picture as a page needs it: its address, and its size and formats when it is one of our own files. */
export type Picture = { url: string; width?: number | null; height?: number | null; has_avif?: boolean };

/** The widths that exist of a picture `width` pixels wide, smallest first, its own last. */
export function widthsOf(width: number): number[] {
  return [...WIDTHS.filter((smaller) => smaller < width), width];
}

/**
 * The `srcset` of one of our pictures in a format, from the address of the whole one: on our disk
 * `/uploads/…/{name}.webp` has `{name}-{width}.webp` beside it; Cloudinary makes any size from the address itself, in the
 * best format the browser takes. Nothing for a picture of somebody else.
 */
export function srcSet({ url, width }: Picture, format: "webp" | "avif" = "webp"): string | undefined {
  if (!width) return undefined;
  if (url.startsWith("/uploads/")) {
    const name = url.replace(/\.webp$/, "");
    return widthsOf(width)
      .map((size) => `${name}${size === width ? "" : `-${size}`}.${format} ${size}w`)
      .join(", ");
  }
  if (!url.includes("/image/upload/")) return undefined;
  return widthsOf(width)
    .map((size) => `${url.replace("/image/upload/", `/image/upload/c_limit,f_auto,q_auto,w_${size}/`)} ${size}w`)
    .join(", ");
}
