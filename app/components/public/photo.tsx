import type { Picture } from "~/format/picture";
import { ResponsiveImage, type ResponsiveImageProps } from "./responsive-image";

export const PLACEHOLDER: Picture = { url: "/art/placeholder.svg" };

/** An image that fills its frame. The style sheet shows a placeholder when it cannot be loaded. */
export function Photo(props: ResponsiveImageProps) {
  return (
    <span className="photo">
      <ResponsiveImage {...props} />
    </span>
  );
}
