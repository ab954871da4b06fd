import { randomUUID } from "node:crypto";
import { rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { env } from "~/env.server";
import { contrast } from "~/format/color.server";
import type { Ground, Picture } from "~/format/picture";
import { logError } from "~/log.server";
import { loadSharp } from "./sharp";

const SIDE = 48;
const TIMEOUT_MS = 2_000;

/** The two grounds that the style sheet lays under a logo. */
export const GROUNDS = { light: "#fbf6f1", dark: "#35182b" };

// The last logo alone: a studio has one, and a new one has a new address.
let known: { url: string; ground: Promise<Ground> } | undefined;

/** The ground on which a logo is readable, from its pixels; read once. Light when it cannot be read. */
export function groundOf({ url }: Picture): Promise<Ground> {
  if (known?.url !== url)
    known = {
      url,
      ground: readGround(url).catch((error) => {
        logError("logo", error);
        return "light";
      }),
    };
  return known.ground;
}

async function readGround(url: string): Promise<Ground> {
  if (url.startsWith("/uploads/")) return groundOfFile(join(env().DATA_DIR, url));
  const small = url.replace("/image/upload/", `/image/upload/c_limit,f_webp,w_${SIDE}/`);
  const response = await fetch(small, { signal: AbortSignal.timeout(TIMEOUT_MS) });
  if (!response.ok) throw new Error("The logo cannot be read.");
  // Only the loaders of files may run.
  const file = join(tmpdir(), `logo-${randomUUID()}`);
  try {
    await writeFile(file, Buffer.from(await response.arrayBuffer()));
    return await groundOfFile(file);
  } finally {
    await rm(file, { force: true });
  }
}

/** Compares the ink of a transparent logo with both grounds: what counts is how its weaker parts are seen. */
async function groundOfFile(path: string): Promise<Ground> {
  const sharp = await loadSharp();
  const { data } = await sharp(path, {})
    .resize({ width: SIDE, height: SIDE, fit: "inside" })
    .ensureAlpha()
    .raw()
    .toBuffer({ resolveWithObject: true });
  const ink: string[] = [];
  for (let at = 0; at < data.length; at += 4) {
    if ((data[at + 3] ?? 0) > 127) ink.push(`#${data.subarray(at, at + 3).toString("hex")}`);
  }
  const transparent = 1 - ink.length / (data.length / 4);
  if (transparent < 0.05) return "own";
  return weakest(ink, GROUNDS.light) >= weakest(ink, GROUNDS.dark) ? "light" : "dark";
}

/** The contrast that four fifths of the ink exceed. */
function weakest(ink: string[], ground: string): number {
  const contrasts = ink.map((color) => contrast(color, ground)).sort((one, other) => one - other);
  return contrasts[Math.floor(contrasts.length / 5)] ?? 0;
}
