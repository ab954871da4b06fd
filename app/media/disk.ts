import { constants, copyFile, mkdir, open, readdir, rename, rm, stat } from "node:fs/promises";
import { join } from "node:path";
import { sizeSuffix, WIDTHS, widthsOf } from "~/format/picture";
import { diskError } from "./error";
import { FOLDER } from "./folder";
import type { Storage } from "./storage-types";

// The server gives out only the files of FOLDER.
const HIDDEN_FOLDER = ".papelera";

/** Stores pictures under `root`, which the server serves at /uploads. */
export function diskStorage(root: string): Storage {
  const fileOf = (nombre: string, ending: string) => join(root, FOLDER, `${nombre}${ending}`);
  const hiddenFolder = join(root, HIDDEN_FOLDER);
  const hiddenFileOf = (nombre: string, ending: string) => join(hiddenFolder, `${nombre}${ending}`);

  const remove = async (nombre: string, endings = ALL_ENDINGS, pathOf = fileOf) => {
    for (const ending of endings)
      await rm(pathOf(nombre, ending), { force: true }).catch((error) => Promise.reject(diskError(error)));
  };

  return {
    widths: widthsOf,
    async save(nombre, { width: whole, sizes }) {
      const written: string[] = [];
      try {
        await mkdir(join(root, FOLDER), { recursive: true });
        for (const { width, file } of sizes) {
          const ending = `${sizeSuffix(width, whole)}.webp`;
          await copyNew(file, fileOf(nombre, ending));
          written.push(ending);
        }
      } catch (error) {
        if ((error as NodeJS.ErrnoException).code !== "EEXIST") throw diskError(error);
        await remove(nombre, written);
        return null;
      }
      return { url: `/uploads/${FOLDER}/${nombre}.webp` };
    },
    async remove(nombre) {
      await remove(nombre);
      await remove(nombre, ALL_ENDINGS, hiddenFileOf);
    },

    async hide(nombre) {
      await mkdir(hiddenFolder, { recursive: true }).catch((error) => Promise.reject(diskError(error)));
      for (const ending of ALL_ENDINGS) await moveIfThere(fileOf(nombre, ending), hiddenFileOf(nombre, ending));
    },

    async unhide(nombre) {
      for (const ending of ALL_ENDINGS) await moveIfThere(hiddenFileOf(nombre, ending), fileOf(nombre, ending));
      const isThere = await stat(fileOf(nombre, ".webp")).then(
        () => true,
        () => false,
      );
      return isThere ? `/uploads/${FOLDER}/${nombre}.webp` : null;
    },

    async facts() {
      const folder = join(root, FOLDER);
      // A missing folder or a file deleted in between is not an error.
      const names = await readdir(folder).catch(() => []);
      const sizes = await Promise.all(
        names.map((name) =>
          stat(join(folder, name)).then(
            ({ size }) => size,
            () => 0,
          ),
        ),
      );
      return { kind: "disk", files: names.length, bytes: sizes.reduce((sum, size) => sum + size, 0) };
    },
  };
}

/** Copies a file without ever overwriting another one, and flushes it to the disk, because its row will be. */
async function copyNew(from: string, to: string): Promise<void> {
  await copyFile(from, to, constants.COPYFILE_EXCL);
  const copy = await open(to, "r+");
  try {
    await copy.sync();
  } finally {
    await copy.close();
  }
}

/** Moves a file within the disk. Does nothing when it is not there. */
async function moveIfThere(from: string, to: string): Promise<void> {
  await rename(from, to).catch((error: NodeJS.ErrnoException) => {
    if (error.code !== "ENOENT") throw diskError(error);
  });
}

const ALL_ENDINGS = ["", ...WIDTHS.map((width) => `-${width}`)].map((size) => `${size}.webp`);
