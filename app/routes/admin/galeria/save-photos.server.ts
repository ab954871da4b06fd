import { parseWithZod } from "@conform-to/zod/v4";
import type { z } from "zod";
import { MARK_MOVED, NOT_VALID, ONLY_IMAGES } from "~/content/imagenes";
import { isOk, type WriteResult } from "~/database/idempotency.server";
import { pictureNotes } from "~/format/picture-notes";
import type { Flash } from "~/http/flash.server";
import { textOf } from "~/http/form/form.server";
import { invalid, redirectWithFlash, writeFailed } from "~/http/replies.server";
import { deleteKeptFiles, KEPT, keepFiles } from "~/http/transfer/kept-photos.server";
import { fileErrors, fileErrorsNotice, hasInvalidFiles, type Upload, type UploadedFile } from "~/http/transfer/upload.server";
import type { Stored, StoredPicture } from "~/media/archivo.server";
import type { StorageError } from "~/media/error";
import { writeWithPictures } from "~/media/write-with-pictures.server";
import type { Lote, Remarks } from "~/models/catalogo/imagen.server";

const GONE = "Las fotos que faltaban ya no están aquí. Elígelas otra vez.";

type Written = WriteResult<Lote, "servicio" | "archivo" | "failed">;

type Save = {
  /** Writes the images of the pictures that were stored, which have the names of their files. */
  write: (pictures: (StoredPicture & { name: string })[], remarks: Remarks) => Promise<Written>;
  /** Where they are seen. */
  done: string;
  /** Changes the form that is given back for those that could not be stored. */
  rest?: (lote: Lote) => void;
};

/**
 * Saves the files of an upload, whose form `schema` accepts, and answers: the page where they are seen, or the form again with what is
 * wrong, keeping here the files that can be sent again. `servicio` when the service is not active.
 */
export async function savePhotos(
  request: Request,
  { values, files, key }: Upload,
  schema: z.ZodType<Record<string, unknown>>,
  save: Save,
) {
  const submission = parseWithZod(values, { schema });
  const valid = files.filter(({ problem }) => problem === null);
  if (files.length > 0 && valid.length === 0) return invalid(submission, { formErrors: [ONLY_IMAGES, ...fileErrors(files, [])] });
  const paths = valid.map(({ path }) => path);
  const keepMissing = async (failure: StorageError, stored: Stored) => {
    const missing = valid.filter((_, index) => stored[index] === undefined);
    const notice = `Falta subir: ${missing.map(({ name }) => name).join(", ")}. ${failure.sentence}`;
    return { notice, kept: await keepFiles(request, failure.canRetryLater ? missing : []) };
  };
  const saved = await writeWithPictures(key, paths, async (_, stored, failure) => {
    const pictures = namedPictures(valid, stored);
    const remarks = {
      notice: fileErrorsNotice(fileErrors(files, stored)),
      hasInvalid: hasInvalidFiles(files, stored),
      notes: pictureNotes(pictures, "galeria", "stored"),
    };
    const missing = failure && (await keepMissing(failure, stored));
    return save.write(pictures, { ...remarks, ...(missing && { missing }) });
  });
  const formWithKept = (kept: string, formErrors: string[], status?: number) => {
    values.set(KEPT, kept);
    // Merged with what was stored: the fields are mounted anew, and that of the files is empty.
    const more = kept ? { merged: kept } : {};
    return invalid(parseWithZod(values, { schema }), { formErrors }, status, {}, more);
  };
  if (saved.outcome === "archivo") return formWithKept("", [GONE]);
  if (saved.outcome === "storage_failed") {
    const errors = [saved.failure.sentence, ...fileErrors(files, saved.stored)];
    // Otherwise the field keeps its files, and so does the server those that it had.
    if (!saved.failure.canRetryLater) return formWithKept(textOf(values, KEPT), errors, 503);
    const { kept } = await keepMissing(saved.failure, saved.stored);
    await deleteKeptFiles(request, values);
    return formWithKept(kept, errors, 503);
  }
  if (saved.outcome === "no_picture") return formWithKept("", [ONLY_IMAGES, ...fileErrors(files, saved.stored)]);
  if (saved.outcome === "servicio") return saved.outcome;
  if (!isOk(saved)) return writeFailed(submission, saved.outcome);
  const { notice, missing } = saved.result;
  await deleteKeptFiles(request, values);
  if (!missing) return redirectWithFlash(save.done, uploaded(saved.result));
  save.rest?.(saved.result);
  return formWithKept(missing.kept, [missing.notice, storedSentence(saved.result), notice].filter(Boolean), 503);
}

/** The stored pictures with the names of their files; `stored` has a result for each of these. */
function namedPictures(files: UploadedFile[], stored: Stored): (StoredPicture & { name: string })[] {
  return files.flatMap(({ name }, index) => {
    const picture = stored[index];
    return typeof picture === "object" ? [{ name, ...picture }] : [];
  });
}

function storedSentence({ count, movesMark, notes }: Lote): string {
  const stored = count === 1 ? "Se ha subido 1 imagen correctamente." : `Se han subido ${count} imágenes correctamente.`;
  return [stored, movesMark && MARK_MOVED, notes].filter(Boolean).join(" ");
}

function uploaded(lote: Lote): Flash {
  const { notice, hasInvalid } = lote;
  const sentence = storedSentence(lote);
  if (hasInvalid) return { title: NOT_VALID, description: [ONLY_IMAGES, notice, sentence].join(" "), destructive: true };
  return { title: "Imágenes subidas", description: [sentence, notice].filter(Boolean).join(" ") };
}
