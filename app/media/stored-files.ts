import { readFile } from "node:fs/promises";
import { join } from "node:path";
import { env } from "~/env.server";
import { widthsOf } from "~/format/picture";
import { FOLDER } from "./folder";

// A picture of ours is less than a megabyte.
const TIMEOUT_MS = 60_000;

/** A picture of our own, as its row knows it. */
export type KeptPicture = { nombre: string; url: string; width: number; has_avif: boolean };

/** Whether a picture is on our disk, by its address. */
export const isOnDisk = (url: string) => url.startsWith("/uploads/");

/** The folder in which our disk keeps pictures. */
export const diskFolder = () => join(env().DATA_DIR, "uploads", FOLDER);

/** The files that keep a picture: on our disk each width, in AVIF too once that is made; elsewhere the one that was sent. */
export function filesOf({ nombre, url, width, has_avif }: KeptPicture): string[] {
  if (!isOnDisk(url)) return [`${nombre}.webp`];
  return (has_avif ? ["webp", "avif"] : ["webp"]).flatMap((ending) =>
    widthsOf(width).map((size) => `${nombre}${size === width ? "" : `-${size}`}.${ending}`),
  );
}

/** Gives what is in one of the files of a picture, or null when it cannot be had. */
export async function readFileOf({ url }: KeptPicture, file: string): Promise<Buffer | null> {
  try {
    if (isOnDisk(url)) return await readFile(join(diskFolder(), file));
    const answer = await fetch(url, { signal: AbortSignal.timeout(TIMEOUT_MS) });
    return answer.ok ? Buffer.from(await answer.arrayBuffer()) : null;
  } catch {
    return null;
  }
}
