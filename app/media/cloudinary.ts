import { AsyncLocalStorage } from "node:async_hooks";
import { createHash } from "node:crypto";
import { subscribe, unsubscribe } from "node:diagnostics_channel";
import { createReadStream } from "node:fs";
import type { IncomingMessage } from "node:http";
import type { Readable } from "node:stream";
import { pipeline } from "node:stream/promises";
import { setTimeout as sleep } from "node:timers/promises";
import type { UploadApiResponse } from "cloudinary";
import { env } from "~/env.server";
import { diskError, StorageError, type StorageFailure } from "./error";
import { FOLDER } from "./folder";
import type { Storage } from "./storage-types";

// One picture without progress, with all its attempts: then the form is answered within 20 s.
const UPLOAD_MS = 18_000;
const MAX_TRIES = 4;
const PAUSE_MS = 400;

// A picture is hidden and shown again within a transaction. Not retried: the cleanup repeats what fails.
const MOVE_MS = 6_000;

type DeliveryType = "upload" | "authenticated";

// Not even the sizes made of an authenticated picture are delivered without a signature; those of a private one are.
const HIDDEN: DeliveryType = "authenticated";

/** Stores pictures in the Cloudinary account of CLOUDINARY_URL, which makes the smaller sizes itself. */
export function cloudinaryStorage(): Storage {
  return {
    widths: (width) => [width],

    async save(nombre, { sizes }) {
      // The name was reserved for this picture: the same one there is that of an attempt whose answer was lost.
      const uploaded = await uploadPicture(nombre, () => createReadStream(sizes.at(-1)?.file ?? ""));
      return uploaded && { url: uploaded.url };
    },

    async remove(nombre) {
      const uploader = await loadUploader();
      for (const type of ["upload", HIDDEN]) {
        const { result } = await ask(MOVE_MS, 1, (timeout) =>
          uploader.destroy(`${FOLDER}/${nombre}`, { resource_type: "image", type, invalidate: true, timeout } as object),
        );
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
      const there = await orNullIfMissing((timeout) =>
        uploader.explicit(`${FOLDER}/${nombre}`, { resource_type: "image", type: "upload", timeout }),
      );
      return there && addressOf(there);
    },

    // The cloud name is part of every picture's address; the keys are not.
    facts: async () => ({ kind: "cloudinary", cloud: new URL(env().CLOUDINARY_URL ?? "").hostname }),
  };
}

/**
 * Uploads the picture that `open` reads, again from its start at each attempt, and gives its address and whether it is new: an
 * identical one may exist already. Gives null when another picture has this name. Throws StorageError.
 */
export async function uploadPicture(
  nombre: string,
  open: () => Readable,
  ms = UPLOAD_MS,
): Promise<{ url: string; isNew: boolean } | null> {
  const uploader = await loadUploader();
  return ask(ms, MAX_TRIES, async (timeout, onProgress) => {
    const md5 = createHash("md5");
    // Opened only now: while the SDK loads, nothing would listen to an error of the file.
    const webp = open();
    const saved = await new Promise<UploadApiResponse>((resolve, reject) => {
      const upload = uploader.upload_stream(
        { folder: FOLDER, public_id: nombre, resource_type: "image", overwrite: false, timeout },
        (error, result) => (error || !result ? reject(error) : resolve(result)),
      );
      // Piped, so that a slow upload holds one piece of the picture and not all of it.
      webp.on("data", (piece: Buffer) => {
        md5.update(piece);
        onProgress();
      });
      pipeline(webp, upload).catch((error: unknown) => reject(diskError(error)));
    }).finally(() => webp.destroy());
    // The etag is the MD5 of the stored file, also of one stored earlier.
    if (saved.existing && saved.etag !== md5.digest("hex")) return null;
    return { url: addressOf(saved), isNew: !saved.existing };
  });
}

// The SDK does not pass on the headers of an error, but Node announces every response in the context of its request.
const RESPONSE = "http.client.response.finish";
const lastResponse = new AsyncLocalStorage<{ retryAfter?: string }>();
function noteRetryAfter(message: unknown): void {
  const seen = lastResponse.getStore();
  if (seen) seen.retryAfter = (message as { response: IncomingMessage }).response.headers["retry-after"];
}

/**
 * Sends a request, and up to `tries` times in `ms` while the service is busy, fails or cannot be reached: after its Retry-After,
 * otherwise with exponential backoff. An attempt ends when `ms` pass without progress. Throws StorageError.
 */
async function ask<T>(ms: number, tries: number, send: (timeout: number, onProgress: () => void) => Promise<T>): Promise<T> {
  const deadline = Date.now() + ms;
  for (let attempt = 1; ; attempt++) {
    const seen: { retryAfter?: string } = {};
    const timeout = deadline - Date.now();
    let timer: NodeJS.Timeout | undefined;
    subscribe(RESPONSE, noteRetryAfter);
    try {
      return await new Promise<T>((resolve, reject) => {
        // The SDK's own timeout starts only once it is connected.
        timer = setTimeout(() => reject({ code: "ETIMEDOUT" }), timeout);
        lastResponse.run(seen, () => send(timeout, () => timer?.refresh())).then(resolve, reject);
      });
    } catch (error) {
      const failure = error instanceof StorageError ? error : toStorageError(error);
      const wait = Math.max(PAUSE_MS * 2 ** (attempt - 1) * (1 + Math.random()), millisecondsOf(seen.retryAfter));
      const isTemporary = failure.kind === "network" || failure.code === "429";
      if (!isTemporary || attempt >= tries || Date.now() + wait >= deadline) throw failure;
      await sleep(wait);
    } finally {
      clearTimeout(timer);
      unsubscribe(RESPONSE, noteRetryAfter);
    }
  }
}

/** How long a Retry-After asks to wait: it is a number of seconds or a date. */
function millisecondsOf(retryAfter = ""): number {
  return (/^\d+$/.test(retryAfter) ? Number(retryAfter) * 1000 : Date.parse(retryAfter) - Date.now()) || 0;
}

/** Gives a picture another delivery type under the same name: null if no picture of the type `from` has that name. */
async function changeType(nombre: string, from: DeliveryType, to: DeliveryType): Promise<{ secure_url: string } | null> {
  const uploader = await loadUploader();
  const id = `${FOLDER}/${nombre}`;
  // Invalidate: its content delivery network keeps copies of what it has served.
  const options = { resource_type: "image", type: from, to_type: to, overwrite: true, invalidate: true };
  return orNullIfMissing((timeout) => uploader.rename(id, id, Object.assign({ timeout }, options)));
}

async function orNullIfMissing<T>(send: (timeout: number) => Promise<T>): Promise<T | null> {
  return ask(MOVE_MS, 1, send).catch((error: StorageError) => {
    if (error.code === "404") return null;
    throw error;
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
