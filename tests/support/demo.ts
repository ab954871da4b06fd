import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { widthsOf } from "~/format/picture";
import { loadDemo } from "../../prisma/demo";
import { IMAGENES } from "../../prisma/demo-data";
import { PICTURE, PICTURES, pictureName } from "../../prisma/demo-pictures";

/** Loads the rows of the demo, with empty files as its pictures, because resizing them takes seconds. */
export async function loadDemoRows(url = String(process.env.DATABASE_URL), now?: Date): Promise<void> {
  const dataDir = mkdtempSync(join(tmpdir(), "susa-demo-"));
  try {
    const folder = join(dataDir, PICTURES);
    mkdirSync(folder, { recursive: true });
    for (const index of Object.keys(IMAGENES).keys())
      for (const width of widthsOf(PICTURE.width))
        writeFileSync(join(folder, `${pictureName(index)}${width === PICTURE.width ? "" : `-${width}`}.webp`), "");
    await loadDemo(url, dataDir, now);
  } finally {
    rmSync(dataDir, { recursive: true });
  }
}
