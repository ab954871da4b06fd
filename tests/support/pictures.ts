import { readdirSync } from "node:fs";
import { join } from "node:path";
import sharp from "sharp";

/** A photograph as a phone takes it: rotated by EXIF orientation, with GPS coordinates in its metadata. */
export function photograph(
  width = 1200,
  height = 900,
  orientation = 6,
  format: "jpeg" | "png" | "webp" | "avif" | "gif" = "jpeg",
): Promise<Buffer> {
  const half = { width: Math.round(width / 2), height, channels: 3 as const };
  return sharp({ create: { ...half, width, background: "#c03030" } })
    .composite([{ input: { create: { ...half, background: "#3030c0" } }, left: 0, top: 0 }])
    .withExif({ IFD0: { Make: "Telefono" }, IFD3: { GPSLatitude: "19/1 25/1 0/1", GPSLatitudeRef: "N" } })
    .withMetadata({ orientation })
    .toFormat(format)
    .toBuffer();
}

/** The names of the gallery's files in a DATA_DIR: stored pictures, and temporary files of uploads. */
export function filesIn(dataDir: string): { pictures: string[]; temporary: string[] } {
  const list = (...path: string[]) => {
    try {
      return readdirSync(join(dataDir, "uploads", ...path)).sort();
    } catch {
      return [];
    }
  };
  return { pictures: list("susa-servicios", "servicios"), temporary: list(".tmp") };
}
