import { sha256 } from "~/database/digest.server";
import type { IdempotencyKey } from "~/database/idempotency.server";
import { idempotencyKeyOf, readForm } from "~/http/form/form.server";
import { MB } from "~/limits";

/** A form with one file, held in memory: `file` is its content, or a sentence that says why it was rejected. */
export type SmallFile = { values: FormData; file: Buffer | string; key: IdempotencyKey };

/**
 * Reads a form whose field `name` has a file of at most `megabytes`. `describeOther` gives the sentence for a file of another kind,
 * which comes before its size: a picture is not to be divided. Throws what readForm throws.
 */
export async function readSmallFile(
  request: Request,
  name: string,
  megabytes: number,
  describeOther: (bytes: Buffer) => string | null = () => null,
): Promise<SmallFile> {
  const { values } = await readForm(request);
  const [file, ...others] = values.getAll(name);
  values.delete(name);
  const reject = (sentence: string) => ({ values, file: sentence, key: null });
  // Browsers send an empty file without a name when no file was chosen.
  if (!file || typeof file === "string" || (file.name === "" && file.size === 0)) return reject("Elige un archivo.");
  if (others.length > 0) return reject("Elige un solo archivo.");
  if (file.size === 0) return reject("El archivo está vacío.");
  const bytes = Buffer.from(await file.arrayBuffer());
  const other = describeOther(bytes);
  if (other) return reject(other);
  if (file.size > megabytes * MB) return reject(`El archivo pesa más de ${megabytes} MB: divídelo y súbelo por partes.`);
  return { values, file: bytes, key: idempotencyKeyOf(request, values, [sha256(bytes)]) };
}
