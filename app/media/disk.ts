import { mkdir, readdir, rm, stat, writeFile } from "node:fs/promises";
import { join } from "node:path";
import { WIDTHS, widthsOf } from "~/format/picture";
import { StorageError } from "./error";
import { FOLDER } from "./folder";
import type { Storage } from "./storage-types";

/** Stores pictures under `root`, which the server serves at /uploads. */
export function diskStorage(root: string): Storage {
  const fileOf = (nombre: string, ending: string) => join(root, FOLDER, `${nombre}${ending}`);

  const remove = async (nombre: string, endings = ALL_ENDINGS) => {
    for (const ending of endings) await rm(fileOf(nombre, ending), { force: true }).catch(fail);
  };

  return {
    widths: widthsOf,
    async save(nombre, { width: whole, sizes }) {
      const written: string[] = [];
      try {
        await mkdir(join(root, FOLDER), { recursive: true });
        for (const { width, webp } of sizes) {
          const ending = `${width === whole ? "" : `-${width}`}.webp`;
          // "wx" never overwrites another picture. Flushed to disk, because its row will be.
          await writeFile(fileOf(nombre, ending), webp, { flag: "wx", flush: true });
          written.push(ending);
        }
      } catch (error) {
        if ((error as NodeJS.ErrnoException).code !== "EEXIST") return fail(error);
        await remove(nombre, written);
        return null;
      }
      return { url: `/uploads/${FOLDER}/${nombre}.webp` };
    },
    remove: (nombre) => remove(nombre),

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

const ALL_ENDINGS = ["", ...WIDTHS.map((width) => `-${width}`)].flatMap((size) => [`${size}.webp`, `${size}.avif`]);

function fail(error: unknown): never {
  const { code = "" } = error as NodeJS.ErrnoException;
  throw new StorageError(["ENOSPC", "EDQUOT"].includes(code) ? "full" : "failed", code);
}
