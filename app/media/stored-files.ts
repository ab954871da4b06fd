import { readFile } from "node:fs/promises";
import { join } from "node:path";
import { env } from "~/env.server";
import { sizeSuffix, widthsOf } from "~/format/picture";
import { FOLDER } from "./folder";

// Plenty of time: a stored picture is smaller than a megabyte.
const TIMEOUT_MS = 60_000;

/** A stored picture, as its row describes it. */
export type PictureRow = { nombre: string; url: string; width: number };

/** Whether the picture with this address is on disk. */
export const isOnDisk = (url: string) => url.startsWith("/uploads/");

/** The folder of the pictures on disk. */
export const diskFolder = () => join(env().DATA_DIR, "uploads", FOLDER);

/** The names of a picture's files: on disk one for each width; elsewhere only the uploaded one. */
export function filesOf({ nombre, url, width }: PictureRow): string[] {
  if (!isOnDisk(url)) return [`${nombre}.webp`];
  return widthsOf(width).map((size) => `${nombre}${sizeSuffix(size, width)}.webp`);
}

/** The content of one of a picture's files, or null when it cannot be read. */
export async function readFileOf({ url }: PictureRow, file: string): Promise<Buffer | null> {
  try {
    if (isOnDisk(url)) return await readFile(join(diskFolder(), file));
    const answer = await fetch(url, { signal: AbortSignal.timeout(TIMEOUT_MS) });
    return answer.ok ? Buffer.from(await answer.arrayBuffer()) : null;
  } catch {
    return null;
  }
}
