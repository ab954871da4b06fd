import { join } from "node:path";
import { loadSharp } from "../sharp";
import type { Raw } from "./logo";

// public/fonts/fraunces-v1.woff2 at weight 430, because sharp reads no WOFF2. No font of the system is needed.
const FONT_FILE = join("public", "fonts", "fraunces-v1.ttf");
// At 72 points, the resolution is the size in pixels.
const FONT = "Fraunces 72";
// What the font has no letters for, and the angles of markup.
const NOT_DRAWABLE = /[^ -;=?-~¡-ÿŒœ–—‘’“”„•…‹›€™]/g;

/** The text without what the font has no letters for: emoji, other scripts. Empty when nothing can be read of what is left. */
export function drawable(text: string): string {
  const known = text.normalize("NFC").replaceAll(/\s/g, " ").replaceAll(NOT_DRAWABLE, "");
  const words = known.replace(/ +/g, " ").trim();
  return /[\p{L}\p{N}]/u.test(words) ? words : "";
}

/**
 * Draws `drawable` text with letters of `size` pixels, in lines of at most `width`. With a `height`, draws it smaller when it would
 * be higher, or when a word would be wider.
 */
export async function drawText(
  text: string,
  color: string,
  { size, width, height }: { size: number; width: number; height?: number },
): Promise<Raw> {
  const sharp = await loadSharp();
  const markup = `<span foreground="${color}" line_height="0.9">${text.replaceAll("&", "&amp;")}</span>`;
  const draw = (room: { height: number; wrap: "word" } | { dpi: number; wrap: "word-char" }) =>
    sharp({ text: { text: markup, font: FONT, fontfile: FONT_FILE, rgba: true, width: Math.round(width), ...room } })
      .raw()
      .toBuffer({ resolveWithObject: true });
  const fitted = height === undefined ? null : await draw({ height: Math.round(height), wrap: "word" });
  const isFitted = fitted !== null && (fitted.info.textAutofitDpi ?? 0) <= size;
  const { data, info } = isFitted ? fitted : await draw({ dpi: size, wrap: "word-char" });
  return { input: data, raw: { width: info.width, height: info.height, channels: 4 } };
}
