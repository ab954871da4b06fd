import type { Logotipo } from "~/format/picture";
import { ResponsiveImage } from "./responsive-image";

// The widest that a logo is shown, in the footer.
const SIZES = "18rem";

/** Whether a logo is wide (most have the studio's name in letters), nearly square, or tall. */
export function shapeOf({ width, height }: Logotipo): "wide" | "square" | "tall" {
  const ratio = (width ?? 1) / (height ?? 1);
  if (ratio >= 1.7) return "wide";
  return ratio >= 0.75 ? "square" : "tall";
}

/** The studio's logo, with `name` as its text. Where it would not be readable, the style sheet lays its `ground` under it. */
export function Logo({ picture, name }: { picture: Logotipo; name: string }) {
  return (
    <span className={`logo ${shapeOf(picture)} ${picture.ground}`}>
      <ResponsiveImage picture={picture} alt={name} sizes={SIZES} small eager />
    </span>
  );
}
