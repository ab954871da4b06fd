import { join } from "node:path";
import { env } from "~/env.server";
import { MB } from "~/limits";
import { FOLDER } from "~/media/folder";

const FETCH_MS = 5_000;
const MAX_BYTES = 5 * MB;
const LOCAL = new RegExp(`^/uploads/(${FOLDER}/\\d{1,16}-\\d{1,4}\\.webp)$`);
const REMOTE = /^(https:\/\/[\w-]+\.cloudinary\.com\/.*\/image\/upload\/)(.+)$/;

/**
 * A picture that the studio uploaded, as sharp takes it: the path of its file, or the bytes from Cloudinary, at most `max` pixels
 * wide and high. Throws when it cannot be read, or the address is not one where pictures are stored.
 */
export async function readStoredPicture(url: string, max: number): Promise<string | Buffer> {
  const file = LOCAL.exec(url)?.[1];
  if (file) return join(env().DATA_DIR, "uploads", file);
  const [, start, rest] = REMOTE.exec(url) ?? [];
  if (!start || !env().CLOUDINARY_URL) throw new Error("Not a stored picture");
  const response = await fetch(`${start}c_limit,f_webp,w_${max},h_${max}/${rest}`, {
    redirect: "error",
    signal: AbortSignal.timeout(FETCH_MS),
  });
  if (!response.ok) throw new Error(`Cloudinary answered ${response.status}`);
  if (Number(response.headers.get("Content-Length")) > MAX_BYTES) throw new Error("Too large");
  return Buffer.from(await response.arrayBuffer());
}
