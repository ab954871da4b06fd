import { parseWithZod } from "@conform-to/zod/v4";
import { z } from "zod";
import { ONLY_IMAGES } from "~/content/imagenes";
import { type IdempotencyKey, isOk, type WriteResult } from "~/database/idempotency.server";
import { type PicturePlace, pictureNotes } from "~/format/picture-notes";
import { invalid, redirectWithFlash, writeFailed } from "~/http/replies.server";
import type { StoredPicture } from "~/media/archivo.server";
import { writeWithPictures } from "~/media/write-with-pictures.server";
import { fileErrors, type Upload } from "./upload.server";

/** The form of the only picture of something: `quitar` removes it. */
const schema = z.object({ quitar: z.literal("si", { error: "Vuelve a intentarlo." }).optional() });

type Target = {
  /** Sets the picture, or removes it (null); gives it, and the id of the file that was there before. */
  save: (
    picture: StoredPicture | null,
    key: IdempotencyKey,
  ) => Promise<WriteResult<{ before: string | null; stored: StoredPicture | null }, "failed" | "missing">>;
  place: PicturePlace;
  /** The screen to go to, and its message. */
  back: string;
  savedTitle: string;
  removedTitle: string;
  description?: string;
};

/** The answer to a form that sets or removes the only picture of something. */
export async function saveSinglePicture({ values, files, key }: Upload, target: Target) {
  const submission = parseWithZod(values, { schema });
  if (submission.status !== "success") return invalid(submission);
  const isRemoval = submission.value.quitar === "si";
  if (!isRemoval && files.length !== 1) {
    return invalid(submission, { formErrors: [files.length === 0 ? "Elige una imagen." : "Elige una sola imagen."] });
  }
  const paths = isRemoval ? [] : files.flatMap(({ path, problem }) => (problem === null ? [path] : []));
  const onlyImages = (stored: Parameters<typeof fileErrors>[1]) =>
    invalid(submission, { formErrors: [ONLY_IMAGES, ...fileErrors(files, stored)] });
  if (!isRemoval && paths.length === 0) return onlyImages([]);
  const saved = await writeWithPictures(
    key,
    paths,
    ([picture = null]) => target.save(picture, key),
    ({ before }) => before,
  );
  if (saved.outcome === "storage_failed") return invalid(submission, { formErrors: [saved.failure.sentence] }, 503);
  if (saved.outcome === "no_picture") return onlyImages(saved.stored);
  if (!isOk(saved)) return writeFailed(submission, saved.outcome);
  const { back, savedTitle, removedTitle, description, place } = target;
  const { stored } = saved.result;
  const note = stored
    ? pictureNotes(
        files.map(({ name }) => ({ name, ...stored })),
        place,
        "stored",
      )
    : "";
  return redirectWithFlash(back, { title: isRemoval ? removedTitle : savedTitle, description }, note);
}
