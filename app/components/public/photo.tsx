import type { Picture } from "~/format/picture";
import { slug } from "~/format/slug";
import { ResponsiveImage, type ResponsiveImageProps } from "./responsive-image";

/** The mark of somebody's own studio stands where the demo has drawings. */
type Owner = { isOwn: boolean; marca: string };

/** The placeholder of a service without pictures. */
export function placeholderOf(categoria: string, { isOwn, marca }: Owner): Picture {
  return { url: isOwn ? marca : `/art/placeholder-${slug(categoria)}.svg` };
}

/** What the first screen and the sign-in pages show of a studio without a photograph. */
export function heroOf({ isOwn, marca }: Owner): string {
  return isOwn ? marca : "/art/hero.svg";
}

/** The class inside which the demo's style sheet shows the category's drawing where a picture cannot be loaded. */
export function artClass(categoria: string, { isOwn }: Pick<Owner, "isOwn">): string {
  return isOwn ? "" : `art-${slug(categoria)}`;
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
