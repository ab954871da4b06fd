import { existsSync } from "node:fs";
import { mkdir, mkdtemp, readFile, rename, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { Readable } from "node:stream";
import { buffer } from "node:stream/consumers";
import type pg from "pg";
import { env } from "~/env.server";
import { widthsOf } from "~/format/picture";
import { cloudinaryStorage, uploadPicture } from "~/media/cloudinary";
import { encodePicture } from "~/media/encoding";
import { diskError, StorageError } from "~/media/error";
import { FOLDER } from "~/media/folder";
import { diskFolder, filesOf, isOnDisk, type PictureRow, readFileOf } from "~/media/stored-files";
import type { Archive } from "./archive.server";
import { BackupError, type Manifest } from "./format.server";

type Row = PictureRow & { id: string; height: number };

type Undo = () => Promise<void>;

/** The result of placing the pictures: how many files, how many with a new address, and how to undo it. */
export type PlacedPictures = { files: number; moved: number; undo: Undo };

/**
 * Writes the backup's pictures into the configured storage, for the rows that the transaction has inserted. On disk they keep
 * their names; a picture that was stored elsewhere gets a new address. An identical file that exists already is kept, as an
 * interrupted restore leaves them. Undoes its work before it throws.
 */
export async function placePictures(client: pg.Client, { manifest, open }: Archive): Promise<PlacedPictures> {
  const undos: Undo[] = [];
  const placed: PlacedPictures = {
    files: 0,
    moved: 0,
    undo: async () => {
      // A file that cannot be removed does no harm later, and must not hide the error that led here.
      for (const undo of undos) await undo().catch(() => undefined);
    },
  };
  const { rows, archived } = await matchPictures(client, manifest);
  const readEntry = async (file: string) => buffer(await open(`imagenes/${file}`));
  try {
    for (const row of rows) {
      const files = filesOf(row).filter((file) => archived.has(`imagenes/${file}`));
      if (isOnDisk(row.url) && !env().CLOUDINARY_URL) {
        for (const file of files) {
          await writeToDisk(file, await readEntry(file), undos);
          placed.files++;
        }
      } else if (files.includes(`${row.nombre}.webp`)) {
        const whole = await readEntry(`${row.nombre}.webp`);
        placed.files++;
        if (!isOnDisk(row.url) && env().CLOUDINARY_URL && (await readFileOf(row, `${row.nombre}.webp`))?.equals(whole)) continue;
        const url = await (env().CLOUDINARY_URL ? upload : writeSizes)(row, whole, undos);
        if (url !== row.url) placed.moved++;
        await client.query("UPDATE archivos_susa SET url = $2 WHERE id = $1", [row.id, url]);
        await client.query("UPDATE service_images_susa SET image_url = $2 WHERE archivo_id = $1 AND image_url <> $2", [
          row.id,
          url,
        ]);
      }
    }
    return placed;
  } catch (error) {
    await placed.undo();
    if (error instanceof StorageError) throw new BackupError(error.sentence);
    throw error;
  }
}

/** The rows of pictures and the backup's files for them. Throws BackupError for a file that belongs to no row. */
export async function matchPictures(client: pg.Client, { imagenes }: Manifest): Promise<{ rows: Row[]; archived: Set<string> }> {
  const { rows } = await client.query<Row>(
    "SELECT id, nombre, url, width, height FROM archivos_susa WHERE url IS NOT NULL ORDER BY id",
  );
  const archived = new Set(imagenes.map(({ archivo }) => archivo));
  const expected = new Set(rows.flatMap((row) => filesOf(row).map((file) => `imagenes/${file}`)));
  const stray = [...archived].find((name) => !expected.has(name));
  if (stray !== undefined) throw new BackupError(`El respaldo trae una imagen que no es de ningún registro: ${stray}.`);
  return { rows, archived };
}

/** Writes a file on disk, and adds how to undo it to `undos`. */
async function writeToDisk(file: string, bytes: Buffer, undos: Undo[]): Promise<void> {
  const path = join(diskFolder(), file);
  const partial = `${path}.part`;
  try {
    if (existsSync(path)) {
      if ((await readFile(path)).equals(bytes)) return;
      throw new BackupError(`En DATA_DIR/uploads ya hay otra imagen que se llama ${file}: muévela de ahí y vuelve a intentarlo.`);
    }
    await mkdir(diskFolder(), { recursive: true });
    // Renamed when it is complete: a half-written file would count as a different picture at the next attempt.
    await writeFile(partial, bytes, { flush: true });
    await rename(partial, path);
    undos.push(() => rm(path, { force: true }));
  } catch (error) {
    await rm(partial, { force: true }).catch(() => undefined);
    if (error instanceof BackupError) throw error;
    throw diskError(error);
  }
}

/** Writes a picture that was not stored on a disk, with its smaller sizes, and gives its new address. */
async function writeSizes({ nombre, width }: Row, whole: Buffer, undos: Undo[]): Promise<string> {
  if (widthsOf(width).length > 1) await writeSmallerSizes(nombre, whole, undos);
  await writeToDisk(`${nombre}.webp`, whole, undos);
  return `/uploads/${FOLDER}/${nombre}.webp`;
}

/** Uploads a picture that was not stored there, and gives its address. */
async function upload({ nombre }: Row, whole: Buffer, undos: Undo[]): Promise<string> {
  const uploaded = await uploadPicture(nombre, () => Readable.from(whole));
  if (uploaded === null) {
    throw new BackupError(
      `Donde se guardan las imágenes ya hay otra que se llama ${nombre}: muévela de ahí y vuelve a intentarlo.`,
    );
  }
  // Not with the configured storage, which would also remove the file on disk.
  if (uploaded.isNew) undos.push(() => cloudinaryStorage().remove(nombre));
  return uploaded.url;
}

async function writeSmallerSizes(nombre: string, whole: Buffer, undos: Undo[]): Promise<void> {
  const folder = await mkdtemp(join(tmpdir(), "susa-"));
  try {
    await writeFile(join(folder, "whole"), whole);
    const picture = await encodePicture(join(folder, "whole"), widthsOf);
    if (typeof picture === "string") throw new BackupError(`La imagen ${nombre}.webp del respaldo no se puede leer.`);
    for (const { width, file } of picture.sizes.slice(0, -1))
      await writeToDisk(`${nombre}-${width}.webp`, await readFile(file), undos);
  } finally {
    await rm(folder, { recursive: true, force: true });
  }
}
