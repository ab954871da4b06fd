import type { MetaDescriptor } from "@remix-run/node";
import { type Picture, srcSet, WIDTHS } from "~/format/picture";

// The widest file for an image that is small on every screen.
const [SMALL_WIDTH] = WIDTHS;

export type ResponsiveImageProps = {
  picture: Picture;
  alt: string;
  /** The `sizes` attribute. */
  sizes: string;
  /** The image is small on every screen. */
  small?: boolean;
  /** The width in pixels of the largest file to offer. */
  upTo?: number;
  /** In view when the page opens, so it is not loaded lazily. */
  eager?: boolean;
  /** The largest element in view (LCP), loaded with high priority. */
  highPriority?: boolean;
};

/** The tag of the `<head>` that loads a picture before the page is read as far as its place, in the size that its image will take. */
export function preloadOf(picture: Picture, sizes: string): MetaDescriptor {
  const imageSrcSet = srcSet(picture);
  const image = { imageSrcSet, imageSizes: imageSrcSet && sizes, fetchpriority: "high" };
  // Other sites do not learn which page shows their image.
  const referrerPolicy = picture.url.startsWith("https:") ? "no-referrer" : undefined;
  return { tagName: "link", rel: "preload", as: "image", href: picture.url, referrerPolicy, ...image };
}

/** A picture in the sizes that exist, loaded lazily unless it is `eager` or `highPriority`. */
export function ResponsiveImage({
  picture,
  alt,
  sizes,
  small = false,
  upTo = small ? SMALL_WIDTH : undefined,
  eager = false,
  highPriority = false,
}: ResponsiveImageProps) {
  const offers = srcSet(picture, upTo);
  return (
    <img
      src={picture.url}
      srcSet={offers}
      sizes={offers && sizes}
      alt={alt}
      width={picture.width ?? 800}
      height={picture.height ?? 1000}
      loading={eager || highPriority ? undefined : "lazy"}
      fetchpriority={highPriority ? "high" : undefined}
      // Other sites do not learn which page shows their image.
      referrerPolicy={picture.url.startsWith("https:") ? "no-referrer" : undefined}
    />
  );
}
