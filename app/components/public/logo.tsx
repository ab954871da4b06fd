import type { Picture } from "~/format/picture";
import { ResponsiveImage } from "./responsive-image";

// With its padding the logo is 40 px high, the height of the top bar's other items.
const LOGO_HEIGHT = 32;
const LOGO_WIDTH = 224;

/** The studio's logo, with `name` as its text, on a light background in both colour schemes. */
export function Logo({ picture, name }: { picture: Picture; name: string }) {
  const width = Math.min(LOGO_WIDTH, Math.round((LOGO_HEIGHT * (picture.width ?? 1)) / (picture.height ?? 1)));
  return (
    <span className="logo">
      <ResponsiveImage picture={picture} alt={name} sizes={`${width}px`} small eager />
    </span>
  );
}
