import { mkdir, readFile, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { buffer } from "node:stream/consumers";
import type pg from "pg";
import { type Storage, storage } from "~/storage";
import { cloudinaryStorage } from "~/storage/cloudinary";
import { StorageError } from "~/storage/error";
import { encodePicture } from "~/storage/image";
import { diskFolder, filesOf, isOnDisk, type KeptPicture, readFileOf } from "~/storage/kept";
import { StartError } from "./config";
import type { Archive } from "./restore-archive";

type Row = KeptPicture & { id: string; height: number };

/** What became of the pictures: the files that stand now, how many addresses are others, and how to undo all of it. */
export type Placed = { files: number; moved: number; undo: () => Promise<void> };

/**
 * Gives the storage in force the pictures of the rows that the transaction has filled in. On the disk they stand as they
 * stood; a picture that was kept elsewhere gets the address it has here. Undoes what it did before it throws.
 */
export async function placePictures(client: pg.Client, { manifest, open }: Archive): Promise<Placed> {
  const undone: (() => Promise<void>)[] = [];
  const placed: Placed = {
    files: 0,
    moved: 0,
    undo: async () => {
      for (const undo of undone) await undo();
    },
  };
  const { rows } = await client.query<Row>(
    "SELECT id, nombre, url, width, height, has_avif FROM archivos_susa WHERE url IS NOT NULL ORDER BY id",
  );
  const packed = new Set(manifest.imagenes.map(({ archivo }) => archivo));
  const belonging = new Set(rows.flatMap((row) => filesOf(row).map((file) => `imagenes/${file}`)));
  const stray = [...packed].find((name) => !belonging.has(name));
  if (stray !== undefined) throw new StartError(`El respaldo trae una imagen que no es de ningún registro: ${stray}.`);

  // What is undone is only what was done here: the storage in force would clear the disk of a studio at Cloudinary too.
  const place = process.env.CLOUDINARY_URL ? cloudinaryStorage() : storage();
  const take = async (file: string) => buffer(await open(`imagenes/${file}`));
  try {
    for (const row of rows) {
      const files = filesOf(row).filter((file) => packed.has(`imagenes/${file}`));
      if (isOnDisk(row.url) && !process.env.CLOUDINARY_URL) {
        for (const file of files) {
          const undo = await write(file, await take(file));
          if (undo) undone.push(undo);
          placed.files++;
        }
      } else if (files.includes(`${row.nombre}.webp`)) {
        const whole = await take(`${row.nombre}.webp`);
        placed.files++;
        if (!isOnDisk(row.url) && process.env.CLOUDINARY_URL && (await readFileOf(row, `${row.nombre}.webp`))?.equals(whole))
          continue;
        const url = await save(place, row, whole);
        undone.push(() => place.remove(row.nombre));
        if (url !== row.url) placed.moved++;
        await client.query("UPDATE archivos_susa SET url = $2, has_avif = false WHERE id = $1", [row.id, url]);
        await client.query("UPDATE service_images_susa SET image_url = $2 WHERE archivo_id = $1 AND image_url <> $2", [
          row.id,
          url,
        ]);
      }
    }
    return placed;
  } catch (error) {
    await placed.undo();
    if (error instanceof StorageError) throw new StartError(error.sentence);
    throw error;
  }
}

/** Writes a file of our disk and gives how to undo it; nothing to undo when it was there already, the very same. */
async function write(file: string, bytes: Buffer): Promise<(() => Promise<void>) | null> {
  const path = join(diskFolder(), file);
  await mkdir(diskFolder(), { recursive: true });
  try {
    await writeFile(path, bytes, { flag: "wx", flush: true });
    return () => rm(path, { force: true });
  } catch (error) {
    const { code = "" } = error as NodeJS.ErrnoException;
    if (code !== "EEXIST") throw new StorageError(code === "ENOSPC" ? "full" : "failed", code);
    if ((await readFile(path)).equals(bytes)) return null;
    throw new StartError(`En DATA_DIR/uploads ya hay otra imagen que se llama ${file}: muévela de ahí y vuelve a intentarlo.`);
  }
}

/** Saves a picture in a storage that it was not kept in, the file that came as it is, and gives its address there. */
async function save(place: Storage, { nombre, width, height }: Row, whole: Buffer): Promise<string> {
  const smaller = place.widths(width).length > 1 ? await smallerSizes(place, nombre, whole) : [];
  const saved = await place.save(nombre, { width, height, sizes: [...smaller, { width, webp: whole }] });
  if (saved === null) {
    throw new StartError(
      `Donde se guardan las imágenes ya hay otra que se llama ${nombre}: muévela de ahí y vuelve a intentarlo.`,
    );
  }
  return saved.url;
}

async function smallerSizes(place: Storage, nombre: string, whole: Buffer) {
  const path = join(tmpdir(), `susa-${process.pid}-${nombre}.webp`);
  await writeFile(path, whole);
  const picture = await encodePicture(path, place.widths).finally(() => rm(path, { force: true }));
  if (typeof picture === "string") throw new StartError(`La imagen ${nombre}.webp del respaldo no se puede leer.`);
  return picture.sizes.slice(0, -1);
}
