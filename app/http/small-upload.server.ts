import { createHash } from "node:crypto";
import type { IdempotencyKey } from "~/database/idempotency.server";
import { idempotencyKeyOf, readForm } from "./form.server";

/** A form with one file that is small enough for memory, where it stays: what it holds, or a sentence for why there is none. */
export type SmallFile = { values: FormData; file: Buffer | string; key: IdempotencyKey };

/** Receives a form whose field `name` carries a file of at most `megabytes`. Throws what readForm throws. */
export async function readSmallFile(request: Request, name: string, megabytes: number): Promise<SmallFile> {
  const { values } = await readForm(request);
  const [file, ...others] = values.getAll(name);
  values.delete(name);
  const without = (sentence: string) => ({ values, file: sentence, key: null });
  // A browser sends a file without name and bytes when nothing was chosen.
  if (!file || typeof file === "string" || (file.name === "" && file.size === 0)) return without("Elige un archivo.");
  if (others.length > 0) return without("Elige un solo archivo.");
  if (file.size === 0) return without("El archivo está vacío.");
  if (file.size > megabytes * 2 ** 20) return without(`El archivo pesa más de ${megabytes} MB: divídelo y súbelo por partes.`);
  const bytes = Buffer.from(await file.arrayBuffer());
  return { values, file: bytes, key: idempotencyKeyOf(request, values, [createHash("sha256").update(bytes).digest("hex")]) };
}
