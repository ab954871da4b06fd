import { findWriteResult, type IdempotencyKey, isOk, type WriteResult } from "~/database/idempotency.server";
import type { Prisma } from "~/generated/client";
import { releaseArchivos, type Stored, type StoredPicture, storePictures, sweepArchivos } from "./archivo.server";
import type { StorageError } from "./error";

/** Why nothing was written before the write began. */
type NotStored = { outcome: "storage_failed"; failure: StorageError; stored: Stored } | { outcome: "no_picture"; stored: Stored };

/**
 * Stores the files at `paths`, runs a write that uses the pictures that were stored (with the storage's `failure`, if it failed at
 * the others), and cleans up: the stored files if nothing was written, otherwise the file that the write replaced (`replacedBy`
 * gives its id). A repeated submission is answered before its pictures are encoded again.
 */
export async function writeWithPictures<T, Reason extends string>(
  key: IdempotencyKey,
  paths: string[],
  write: (pictures: StoredPicture[], stored: Stored, failure?: StorageError) => Promise<WriteResult<T, Reason>>,
  replacedBy: (result: T) => string | null = () => null,
): Promise<WriteResult<T, Reason> | NotStored> {
  const used = await findWriteResult<T & Prisma.InputJsonValue>(key);
  if (used) return used;
  const { stored, failure } = await storePictures(paths);
  const pictures = stored.filter((result) => typeof result === "object");
  if (failure && pictures.length === 0) return { outcome: "storage_failed", failure, stored };
  if (paths.length > 0 && pictures.length === 0) return { outcome: "no_picture", stored };

  const saved = await write(pictures, stored, failure);
  const isWritten = isOk(saved) && saved.outcome === "written";
  await deleteUnused(isWritten ? [replacedBy(saved.result)] : pictures.map(({ id }) => id));
  return saved;
}

/** Deletes files that a write no longer uses, and later those that an earlier one left behind. */
export async function deleteUnused(ids: (string | null)[]): Promise<void> {
  await releaseArchivos(ids);
  void sweepArchivos();
}
