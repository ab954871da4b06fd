import type { Picture } from "~/format/picture";
import { loadSharp } from "~/media/sharp";
import { sampleGround } from "./ground.server";
import { readStoredPicture } from "./stored-picture";

/** A picture that is not encoded, as sharp takes it. */
export type Raw = { input: Buffer; raw: { width: number; height: number; channels: 4 } };

const SECONDS = 5;

/** Reads the studio's logo so that it fits `width` × `height`, with the colour to show it on. Throws when it cannot be read. */
export async function readLogo({ url }: Picture, width: number, height: number): Promise<Raw & { ground: string }> {
  const sharp = await loadSharp();
  const stored = await readStoredPicture(url, 1200);
  const { color } = await sampleGround(stored);
  // Without its margins: a logo is often small in the middle of an empty picture.
  const { data, info } = await sharp(stored, { failOn: "error" })
    .toColourspace("srgb")
    .ensureAlpha()
    .trim()
    .resize({ width: Math.round(width), height: Math.round(height), fit: "inside" })
    .timeout({ seconds: SECONDS })
    .raw()
    .toBuffer({ resolveWithObject: true });
  return { input: data, raw: { width: info.width, height: info.height, channels: 4 }, ground: color };
}
