import { contrast } from "~/format/color.server";
import type { Ground, Picture } from "~/format/picture";
import { logError } from "~/log.server";
import { loadSharp } from "../sharp";
import { readStoredPicture } from "./stored-picture";

const SAMPLE = 64;
const SECONDS = 5;

/** The two grounds for a transparent logo, the same as in the style sheet. */
export const GROUNDS = { light: "#fbf6f1", dark: "#35182b" };

type Sample = { ground: Ground; color: string };

// The last logo alone: a studio has one, and a new one has a new address.
let known: { url: string; sample: Promise<Sample> } | undefined;

/** The ground on which a logo is readable, from its pixels; read once. Light when it cannot be read. */
export async function groundOf(logo: Picture): Promise<Ground> {
  return (await sampleOf(logo)).ground;
}

/** Whether a logo brings a white ground, which is seen as a box on the pages. */
export async function hasWhiteGround(logo: Picture): Promise<boolean> {
  const { ground, color } = await sampleOf(logo);
  return ground === "own" && /^#(f[4-9a-f]){3}$/.test(color) && color !== GROUNDS.light;
}

function sampleOf({ url }: Picture): Promise<Sample> {
  if (known?.url !== url)
    known = {
      url,
      sample: readSample(url).catch((error) => {
        logError("logo", error);
        return { ground: "light", color: GROUNDS.light };
      }),
    };
  return known.sample;
}

async function readSample(url: string): Promise<Sample> {
  return sampleGround(await readStoredPicture(url, SAMPLE));
}

/** The ground of a picture from a sample of its pixels, with its colour: for an opaque one that of its edge. */
export async function sampleGround(stored: string | Buffer): Promise<Sample> {
  const sharp = await loadSharp();
  const { data, info } = await sharp(stored, { failOn: "error" })
    .toColourspace("srgb")
    .ensureAlpha()
    .resize({ width: SAMPLE, height: SAMPLE, fit: "inside" })
    .timeout({ seconds: SECONDS })
    .raw()
    .toBuffer({ resolveWithObject: true });
  const ink = visibleColors(data);
  const transparent = 1 - ink.length / (data.length / 4);
  if (transparent < 0.05) return { ground: "own", color: edgeColor(data, info.width, info.height) };
  // What counts is how the weaker parts of a transparent logo are seen.
  const ground = weakest(ink, GROUNDS.light) >= weakest(ink, GROUNDS.dark) ? "light" : "dark";
  return { ground, color: GROUNDS[ground] };
}

/** The colour around an opaque logo; the light ground when its edge has many colours. */
function edgeColor(rgba: Buffer, width: number, height: number): string {
  const edge: Buffer[] = [];
  for (let at = 0; at < rgba.length; at += 4) {
    const [x, y] = [(at / 4) % width, Math.floor(at / 4 / width)];
    if (x === 0 || y === 0 || x === width - 1 || y === height - 1) edge.push(rgba.subarray(at, at + 3));
  }
  const mean = [0, 1, 2].map((channel) => average(edge.map((color) => color[channel] ?? 0)));
  const spread = average(edge.map((color) => Math.max(...mean.map((value, channel) => Math.abs(value - (color[channel] ?? 0))))));
  return spread < 24 ? `#${Buffer.from(mean.map(Math.round)).toString("hex")}` : GROUNDS.light;
}

function average(values: number[]): number {
  return values.reduce((sum, value) => sum + value, 0) / (values.length || 1);
}

function visibleColors(rgba: Buffer): string[] {
  const colors: string[] = [];
  for (let at = 0; at < rgba.length; at += 4) {
    if ((rgba[at + 3] ?? 0) > 127) colors.push(`#${rgba.subarray(at, at + 3).toString("hex")}`);
  }
  return colors;
}

/** The contrast that four fifths of the ink exceed. */
function weakest(ink: string[], ground: string): number {
  const contrasts = ink.map((color) => contrast(color, ground)).sort((one, other) => one - other);
  return contrasts[Math.floor(contrasts.length / 5)] ?? 0;
}
