import { join } from "node:path";
import { env } from "~/env.server";
import { cloudinaryStorage } from "./cloudinary";
import { diskStorage } from "./disk";
import type { Storage } from "./storage-types";

let configured: Storage | undefined;

/** The configured storage: Cloudinary with CLOUDINARY_URL, otherwise DATA_DIR/uploads. */
export function storage(): Storage {
  configured ??= chooseStorage();
  return configured;
}

function chooseStorage(): Storage {
  const disk = diskStorage(join(env().DATA_DIR, "uploads"));
  if (!env().CLOUDINARY_URL) return disk;
  const cloudinary = cloudinaryStorage();
  return {
    ...cloudinary,
    // A studio that moved to Cloudinary still has its earlier pictures on disk.
    async remove(nombre) {
      await disk.remove(nombre);
      await cloudinary.remove(nombre);
    },
    async hide(nombre) {
      await disk.hide(nombre);
      await cloudinary.hide(nombre);
    },
    unhide: async (nombre) => (await disk.unhide(nombre)) ?? cloudinary.unhide(nombre),
  };
}
