import { createHash } from "node:crypto";
import { createReadStream } from "node:fs";
import type { Readable } from "node:stream";
import { pipeline } from "node:stream/promises";
import type { UploadApiResponse } from "cloudinary";
import { env } from "~/env.server";
import { diskError, StorageError, type StorageFailure } from "./error";
import { FOLDER } from "./folder";
import type { Storage } from "./storage-types";

// The SDK gives up after this long without progress.
const TIMEOUT_MS = 60_000;

// A picture is hidden and shown again within a transaction.
const MOVE_TIMEOUT_MS = 6_000;

type DeliveryType = "upload" | "authenticated";

// Not even the sizes made of an authenticated picture are delivered without a signature; those of a private one are.
const HIDDEN: DeliveryType = "authenticated";

/** Stores pictures in the Cloudinary account of CLOUDINARY_URL, which makes the smaller sizes itself. */
export function cloudinaryStorage(): Storage {
  return {
    widths: (width) => [width],

    async save(nombre, { sizes }) {
      const uploaded = await uploadPicture(nombre, () => createReadStream(sizes.at(-1)?.file ?? ""));
      return uploaded?.isNew ? { url: uploaded.url } : null;
    },

    async remove(nombre) {
      const uploader = await loadUploader();
      for (const type of ["upload", HIDDEN]) {
        const { result } = await uploader
          .destroy(`${FOLDER}/${nombre}`, { resource_type: "image", type, invalidate: true })
          .catch((error: unknown) => Promise.reject(toStorageError(error)));
        if (result !== "ok" && result !== "not found") throw new StorageError("rejected", "destroy");
      }
    },

    async hide(nombre) {
      await changeType(nombre, "upload", HIDDEN);
    },

    async unhide(nombre) {
      const moved = await changeType(nombre, HIDDEN, "upload");
      if (moved) return addressOf(moved);
      const uploader = await loadUploader();
      const options = { resource_type: "image", type: "upload", timeout: MOVE_TIMEOUT_MS } as const;
      const there = await orNullIfMissing(uploader.explicit(`${FOLDER}/${nombre}`, options));
      return there && addressOf(there);
    },

    // The cloud name is part of every picture's address; the keys are not.
    facts: async () => ({ kind: "cloudinary", cloud: new URL(env().CLOUDINARY_URL ?? "").hostname }),
  };
}

/**
 * Uploads the picture that `open` reads and gives its address and whether it is new: an identical one may exist already. Gives
 * null when another picture has this name. Throws StorageError.
 */
export async function uploadPicture(nombre: string, open: () => Readable): Promise<{ url: string; isNew: boolean } | null> {
  const uploader = await loadUploader();
  const md5 = createHash("md5");
  // Opened only now: while the SDK loads, nothing would listen to an error of the file.
  const webp = open();
  const saved = await new Promise<UploadApiResponse>((resolve, reject) => {
    const upload = uploader.upload_stream(
      {
        folder: FOLDER,
        public_id: nombre,
        resource_type: "image",
        overwrite: false,
        timeout: TIMEOUT_MS,
      },
      (error, result) => (error || !result ? reject(toStorageError(error)) : resolve(result)),
    );
    // Piped, so that a slow upload holds one piece of the picture and not all of it.
    webp.on("data", (piece: Buffer) => md5.update(piece));
    pipeline(webp, upload).catch((error: unknown) => reject(diskError(error)));
  }).finally(() => webp.destroy());
  // The etag is the MD5 of the stored file, also of one stored earlier.
  if (saved.existing && saved.etag !== md5.digest("hex")) return null;
  return { url: addressOf(saved), isNew: !saved.existing };
}

/** Gives a picture another delivery type under the same name: null if no picture of the type `from` has that name. */
async function changeType(nombre: string, from: DeliveryType, to: DeliveryType): Promise<{ secure_url: string } | null> {
  const uploader = await loadUploader();
  const id = `${FOLDER}/${nombre}`;
  // Invalidate: its content delivery network keeps copies of what it has served.
  const options = {
    resource_type: "image",
    type: from,
    to_type: to,
    overwrite: true,
    invalidate: true,
    timeout: MOVE_TIMEOUT_MS,
  };
  return orNullIfMissing(uploader.rename(id, id, options));
}

async function orNullIfMissing<T>(answer: Promise<T>): Promise<T | null> {
  return answer.catch((error: unknown) => {
    const { http_code } = (error as { error?: { http_code?: number } }).error ?? (error as { http_code?: number });
    if (http_code === 404) return null;
    throw toStorageError(error);
  });
}

function addressOf({ secure_url }: { secure_url: string }): string {
  if (!/^https:\/\/[^/]+\/.*\/image\/upload\//.test(secure_url)) throw new StorageError("rejected", "address");
  return secure_url;
}

// Loaded on first use.
async function loadUploader() {
  const { default: cloudinary } = await import("cloudinary");
  // Reads CLOUDINARY_URL again, which the SDK keeps for as long as the process lives: in tests several studios share one.
  cloudinary.v2.config(true);
  return cloudinary.v2.uploader;
}

/** Classifies an error of Cloudinary; its message is in English and may quote the account. */
function toStorageError(error: unknown): StorageError {
  const { error: inner, ...outer } = (error ?? {}) as { error?: object };
  const { http_code = 0, message = "", code = "" } = { ...outer, ...inner } as Record<string, unknown>;
  const kindOf = (): StorageFailure => {
    if (http_code === 401 || http_code === 403) return "credentials";
    if (http_code === 402 || http_code === 420 || http_code === 429) return "quota";
    if (http_code === 400) return /limit|quota|too large|exceed/i.test(String(message)) ? "quota" : "rejected";
    return "network";
  };
  return new StorageError(kindOf(), String(http_code || code));
}
