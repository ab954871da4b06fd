import type { Picture } from "~/format/picture";
import { slug } from "~/format/slug";
import { ResponsiveImage, type ResponsiveImageProps } from "./responsive-image";

/** The placeholder of a service without pictures. */
export function placeholderOf(categoria: string): Picture {
  return { url: `/art/placeholder-${slug(categoria)}.svg` };
}

/** The class inside which the style sheet shows the category's drawing where a picture cannot be loaded. */
export function artClass(categoria: string): string {
  return `art-${slug(categoria)}`;
}

/** Whether a picture is so much wider than high that it needs a wide frame. */
export function isWide({ width, height }: Picture): boolean {
  return (width ?? 0) > (height ?? 0) * 1.15;
}

/** An image that fills its frame. The style sheet shows a placeholder when it cannot be loaded. */
export function Photo(props: ResponsiveImageProps) {
  return (
    <span className="photo">
      <ResponsiveImage {...props} />
    </span>
  );
}
