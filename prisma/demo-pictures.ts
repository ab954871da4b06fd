import { existsSync } from "node:fs";
import { copyFile, mkdir, rename } from "node:fs/promises";
import { join } from "node:path";
import sharp from "sharp";
import { sizeSuffix, widthsOf } from "~/format/picture";
import { IMAGENES } from "./demo-data";

/** The folder of the pictures below DATA_DIR, which is also their public path. */
export const PICTURES = "uploads/susa-servicios/servicios";

/** The size of every drawing in `prisma/demo-images`. */
export const PICTURE = { width: 1600, height: 2000 };

/** The stored name of the drawing with this number. */
export const pictureName = (index: number) => `0-${index + 1}`;

/** Copies the drawings of the demo into the uploads, in all their widths; existing files stay as they are. */
export async function placePictures(dataDir: string): Promise<void> {
  const folder = join(dataDir, PICTURES);
  await mkdir(folder, { recursive: true });
  await Promise.all(
    Object.keys(IMAGENES).map(async (imagen, index) => {
      const source = join("prisma/demo-images", `${imagen}.webp`);
      for (const width of widthsOf(PICTURE.width)) {
        const whole = width === PICTURE.width;
        const file = join(folder, `${pictureName(index)}${sizeSuffix(width, PICTURE.width)}.webp`);
        if (existsSync(file)) continue;
        if (whole) await copyFile(source, `${file}.part`);
        // Flat colours and lines show no difference to a higher quality.
        else await sharp(source).resize({ width }).webp({ quality: 60, effort: 2 }).toFile(`${file}.part`);
        // Renamed when complete, so that an interrupted load leaves only whole files and can be continued.
        await rename(`${file}.part`, file);
      }
    }),
  );
}
