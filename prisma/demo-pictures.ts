import { existsSync } from "node:fs";
import { copyFile, mkdir, rename } from "node:fs/promises";
import { join } from "node:path";
import sharp from "sharp";
import { widthsOf } from "~/format/picture";
import { IMAGENES } from "./demo-data";

/** Where the disk keeps pictures, below DATA_DIR; their public addresses are the same. */
export const PICTURES = "uploads/susa-servicios/servicios";

/** The size of every drawing in `prisma/demo-images`. */
export const PICTURE = { width: 1600, height: 2000 };

/** The name that the drawing with this number has in the storage. */
export const pictureName = (index: number) => `0-${index + 1}`;

/** Puts the drawings of the demo where uploads are kept, in all their widths; what is there already stays as it is. */
export async function placePictures(dataDir: string): Promise<void> {
  const folder = join(dataDir, PICTURES);
  await mkdir(folder, { recursive: true });
  await Promise.all(
    Object.keys(IMAGENES).map(async (imagen, index) => {
      const source = join("prisma/demo-images", `${imagen}.webp`);
      for (const width of widthsOf(PICTURE.width)) {
        const whole = width === PICTURE.width;
        const file = join(folder, `${pictureName(index)}${whole ? "" : `-${width}`}.webp`);
        if (existsSync(file)) continue;
        if (whole) await copyFile(source, `${file}.part`);
        else await sharp(source).resize({ width }).webp({ quality: 75, effort: 2 }).toFile(`${file}.part`);
        // In one step: what an interrupted load leaves is whole, and the next one goes on from there.
        await rename(`${file}.part`, file);
      }
    }),
  );
}
