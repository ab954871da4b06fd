import { type Picture, srcSet } from "~/format/picture";

// No frame of this width, or of a smaller one, needs more than the smallest of the widths.
const SMALL = 400;

export type ResponsiveImageProps = {
  picture: Picture;
  alt: string;
  /** How wide the frame is drawn, for the browser to choose before it knows the style sheet. */
  sizes: string;
  /** The frame is small on every screen. */
  small?: boolean;
  /** The widest file, in pixels, that the frame can use on any screen. */
  upTo?: number;
  /** In view when the page opens. */
  eager?: boolean;
  /** The largest thing in view: asked for before everything else. */
  first?: boolean;
};

/** A picture in the size and the format that the browser needs, and does not load before it is near. */
export function ResponsiveImage({
  picture,
  alt,
  sizes,
  small = false,
  upTo = small ? SMALL : undefined,
  eager = false,
  first = false,
}: ResponsiveImageProps) {
  const webp = srcSet(picture, "webp", upTo);
  const image = (
    <img
      src={picture.url}
      srcSet={webp}
      sizes={webp && sizes}
      alt={alt}
      width={picture.width ?? 800}
      height={picture.height ?? 1000}
      loading={eager || first ? undefined : "lazy"}
      fetchpriority={first ? "high" : undefined}
      // Another site's image need not learn who looks at it.
      referrerPolicy={picture.url.startsWith("https:") ? "no-referrer" : undefined}
    />
  );
  if (!picture.has_avif) return image;
  return (
    <picture>
      <source type="image/avif" srcSet={srcSet(picture, "avif", upTo)} sizes={sizes} />
      {image}
    </picture>
  );
}
