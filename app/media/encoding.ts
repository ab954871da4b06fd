import { open, writeFile } from "node:fs/promises";
import type { Metadata, OutputInfo, Sharp } from "sharp";
import { WIDTHS } from "~/format/picture";
import { MAX_PHOTO_PIXELS } from "~/limits";
import { concurrencyLimit } from "./concurrency";
import { diskError, StorageError } from "./error";
import { type LoadedSharp, loadSharp } from "./sharp";

/**
 * A picture encoded as WebP in each requested width, the full one last, each in a file beside the one it was made from. Of an
 * animation it is the first picture.
 */
export type EncodedPicture = { width: number; height: number; isAnimated: boolean; sizes: { width: number; file: string }[] };

/** Why a file is rejected. */
export type BadPicture = "alien" | "damaged" | "huge";

const MAX_WIDTH = Math.max(...WIDTHS);
const MAX_HEIGHT = 2400;
// A picture that cannot be decoded in strips is held whole in memory: above this many pixels it is decoded alone.
const LARGE_PIXELS = 12_000_000;
const QUALITY = 72;

const withLimit = concurrencyLimit(2);

/**
 * Checks a file by its content and encodes it as WebP: upright, in sRGB, without metadata, in the widths that `widths` gives
 * for its own, into files beside it, which the caller deletes. Gives the reason when the file is rejected.
 */
export async function encodePicture(path: string, widths: (width: number) => number[]): Promise<EncodedPicture | BadPicture> {
  if (!(await hasKnownSignature(path))) return "alien";
  const sharp = await loadSharp();
  const header = await sharp(path, { limitInputPixels: false, failOn: "error" })
    .metadata()
    .catch(() => null);
  if (!header) return "damaged";
  if (header.format === "heif" && header.compression !== "av1") return "alien";
  const pixels = header.width * header.height;
  if (pixels > MAX_PHOTO_PIXELS) return "huge";
  return withLimit(pixels > LARGE_PIXELS && !isDecodedInStrips(header) ? 2 : 1, () =>
    encode(sharp, path, header, widths).catch((error): BadPicture => {
      if (error instanceof StorageError) throw error;
      return "damaged";
    }),
  );
}

// Rotated only after shrinking: rotating a large picture would hold all of it in memory.
async function encode(
  sharp: LoadedSharp,
  path: string,
  { orientation = 1, pages = 1 }: Metadata,
  widths: (width: number) => number[],
): Promise<EncodedPicture> {
  const isSideways = orientation >= 5;
  const small = await sharp(path, { limitInputPixels: MAX_PHOTO_PIXELS, failOn: "error" })
    .resize({
      width: isSideways ? MAX_HEIGHT : MAX_WIDTH,
      height: isSideways ? MAX_WIDTH : MAX_HEIGHT,
      fit: "inside",
      withoutEnlargement: true,
    })
    .toColourspace("srgb")
    .timeout({ seconds: 60 })
    .raw()
    .toBuffer({ resolveWithObject: true });
  const { angle, mirrored } = ROTATIONS[orientation] ?? { angle: 0, mirrored: false };
  const { width, height } = isSideways ? { width: small.info.height, height: small.info.width } : small.info;
  const sizes = [];
  for (const size of widths(width)) {
    const file = `${path}-${size}.webp`;
    const webp = await fromRaw(sharp, small)
      .rotate(angle)
      .flop(mirrored)
      .resize({ width: size })
      .webp({ quality: QUALITY })
      .toBuffer();
    await writeFile(file, webp).catch((error) => Promise.reject(diskError(error)));
    sizes.push({ width: size, file });
  }
  return { width, height, isAnimated: pages > 1, sizes };
}

function fromRaw(sharp: LoadedSharp, { data, info }: { data: Buffer; info: OutputInfo }): Sharp {
  return sharp(data, { raw: { width: info.width, height: info.height, channels: info.channels } });
}

// How to undo each EXIF orientation: rotate clockwise, then mirror.
const ROTATIONS: Record<number, { angle: number; mirrored: boolean }> = {
  2: { angle: 0, mirrored: true },
  3: { angle: 180, mirrored: false },
  4: { angle: 180, mirrored: true },
  5: { angle: 270, mirrored: true },
  6: { angle: 90, mirrored: false },
  7: { angle: 90, mirrored: true },
  8: { angle: 270, mirrored: false },
};

function isDecodedInStrips({ format, isProgressive }: Metadata): boolean {
  return (format === "jpeg" || format === "png" || format === "webp") && !isProgressive;
}

/** Whether a file starts with the signature of one of the five formats. */
async function hasKnownSignature(path: string): Promise<boolean> {
  const file = await open(path);
  try {
    const start = Buffer.alloc(16);
    await file.read(start, 0, 16, 0);
    return /^(\xff\xd8\xff|\x89PNG|GIF8[79]a|RIFF.{4}WEBP|.{4}ftyp(avif|avis|mif1|msf1|miaf))/s.test(start.toString("latin1"));
  } finally {
    await file.close();
  }
}
