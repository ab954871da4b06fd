import { sha256 } from "~/database/digest.server";
import type { IdempotencyKey } from "~/database/idempotency.server";
import { idempotencyKeyOf, readForm } from "~/http/form/form.server";
import { MB } from "~/limits";

/** A form with some files, held in memory: `files` are they, or a sentence that says why they were rejected. */
export type SmallFiles = { values: FormData; files: { nombre: string; bytes: Buffer }[] | string; key: IdempotencyKey };

/**
 * Reads a form whose field `name` has some files, `most` at most, of `megabytes` together. `describeOther` gives the sentence for a
 * file of another kind, which comes before its size: a picture is not to be divided. Throws what readForm throws.
 */
export async function readSmallFiles(
  request: Request,
  name: string,
  { most, megabytes }: { most: number; megabytes: number },
  describeOther: (bytes: Buffer) => string | null,
): Promise<SmallFiles> {
  const { values } = await readForm(request);
  // Browsers send an empty file without a name when no file was chosen.
  const chosen = values.getAll(name).filter((file) => typeof file !== "string" && (file.name !== "" || file.size > 0)) as File[];
  values.delete(name);
  const reject = (sentence: string) => ({ values, files: sentence, key: null });
  if (chosen.length === 0) return reject("Elige un archivo.");
  if (chosen.length > most) return reject(`Elige ${most} archivos o menos.`);
  const empty = chosen.find(({ size }) => size === 0);
  if (empty) return reject(chosen.length === 1 ? "El archivo está vacío." : `${empty.name}: el archivo está vacío.`);
  const files: { nombre: string; bytes: Buffer }[] = [];
  for (const file of chosen) files.push({ nombre: file.name, bytes: Buffer.from(await file.arrayBuffer()) });
  for (const { nombre, bytes } of files) {
    const sentence = describeOther(bytes);
    if (sentence) return reject(chosen.length === 1 ? sentence : `${nombre}: ${sentence}`);
  }
  const size = chosen.reduce((sum, file) => sum + file.size, 0);
  if (size > megabytes * MB) {
    return reject(
      chosen.length === 1
        ? `El archivo pesa más de ${megabytes} MB: quítale las fotos, o divídelo y súbelo por partes.`
        : `Los archivos pesan más de ${megabytes} MB: súbelos por partes.`,
    );
  }
  return {
    values,
    files,
    key: idempotencyKeyOf(
      request,
      values,
      files.map(({ bytes }) => sha256(bytes)),
    ),
  };
}
