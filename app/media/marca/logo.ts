import { contrast } from "~/format/color.server";
import type { Picture } from "~/format/picture";
import { GROUNDS } from "~/media/logo-ground.server";
import { loadSharp } from "~/media/sharp";
import { readStoredPicture } from "./stored-picture";

/** A picture that is not encoded, as sharp takes it. */
export type Raw = { input: Buffer; raw: { width: number; height: number; channels: 4 } };

// Below this contrast with the light ground a logo is shown on the dark colour.
const MIN_ON_PAPER = 2.2;
const SECONDS = 5;
const SAMPLE = 96;

/** Reads the studio's logo so that it fits `width` × `height`, with the colour to show it on. Throws when it cannot be read. */
export async function readLogo({ url }: Picture, width: number, height: number): Promise<Raw & { ground: string }> {
  const sharp = await loadSharp();
  const stored = await readStoredPicture(url, 1200);
  const scaled = async (box: { width: number; height: number }, trimmed: boolean) => {
    const upright = sharp(stored, { failOn: "error" }).toColourspace("srgb").ensureAlpha();
    const { data, info } = await (trimmed ? upright.trim() : upright)
      .resize({ ...box, fit: "inside" })
      .timeout({ seconds: SECONDS })
      .raw()
      .toBuffer({ resolveWithObject: true });
    return { input: data, raw: { width: info.width, height: info.height, channels: 4 as const } };
  };
  const sample = await scaled({ width: SAMPLE, height: SAMPLE }, false);
  // Without its margins: a logo is often small in the middle of an empty picture.
  const logo = await scaled({ width: Math.round(width), height: Math.round(height) }, true);
  return { ...logo, ground: groundOf(sample.input, sample.raw.width, sample.raw.height) };
}

/** The colour around an opaque logo; for one with transparent edges the paper, or a dark colour when it would not be seen on it. */
export function groundOf(rgba: Uint8Array, width: number, height: number): string {
  const edge = mean(rgba, (x, y) => x === 0 || y === 0 || x === width - 1 || y === height - 1, width);
  if (edge.opaque > 0.95) return edge.spread < 24 ? hex(edge.color) : GROUNDS.light;
  const all = mean(rgba, () => true, width);
  return contrast(hex(all.color), GROUNDS.light) >= MIN_ON_PAPER ? GROUNDS.light : GROUNDS.dark;
}

/** The mean colour of the visible ones of some pixels, how far they are from it on average, and how many are opaque. */
function mean(rgba: Uint8Array, isIncluded: (x: number, y: number) => boolean, width: number) {
  const visible: number[] = [];
  let total = 0;
  for (let pixel = 0; pixel * 4 < rgba.length; pixel++) {
    if (!isIncluded(pixel % width, Math.floor(pixel / width))) continue;
    total++;
    if ((rgba[pixel * 4 + 3] ?? 0) > 127) visible.push(pixel * 4);
  }
  const average = (value: (at: number) => number) => visible.reduce((sum, at) => sum + value(at), 0) / (visible.length || 1);
  const color = [0, 1, 2].map((channel) => average((at) => rgba[at + channel] ?? 0));
  const spread = average((at) => Math.max(...color.map((value, channel) => Math.abs(value - (rgba[at + channel] ?? 0)))));
  return { color, spread, opaque: visible.length / (total || 1) };
}

function hex(color: number[]): string {
  return `#${color.map((value) => Math.round(value).toString(16).padStart(2, "0")).join("")}`;
}
