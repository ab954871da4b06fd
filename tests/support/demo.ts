import { mkdirSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { widthsOf } from "~/format/picture";
import { loadDemo } from "../../prisma/demo";
import { IMAGENES } from "../../prisma/demo-data";
import { PICTURE, PICTURES, pictureName } from "../../prisma/demo-pictures";
import { freshFolder } from "./process";

/** Loads the rows of the demo, with empty files as its pictures, because resizing them takes seconds. */
export async function loadDemoRows(url = String(process.env.DATABASE_URL), now?: Date, dataDir = freshFolder()): Promise<void> {
  const folder = join(dataDir, PICTURES);
  mkdirSync(folder, { recursive: true });
  for (const index of Object.keys(IMAGENES).keys())
    for (const width of widthsOf(PICTURE.width))
      writeFileSync(join(folder, `${pictureName(index)}${width === PICTURE.width ? "" : `-${width}`}.webp`), "");
  await loadDemo(url, dataDir, now);
}
