import { createHash } from "node:crypto";
import { mkdir, mkdtemp, open, readdir, rm, stat } from "node:fs/promises";
import { join } from "node:path";
import { pipeline } from "node:stream/promises";
import { Busboy, type BusboyFileStream, type BusboyInstance } from "@fastify/busboy";
import type { IdempotencyKey } from "~/database/idempotency.server";
import { serviceUnavailable } from "~/http/error-pages.server";
import { idempotencyKeyOf, readForm } from "~/http/form/form.server";
import { rememberFields } from "~/http/form/submitted-form.server";
import { HOUR_MS, MAX_PHOTO_MB, MAX_PHOTO_PIXELS, MAX_PHOTOS, MB } from "~/limits";
import { logError } from "~/log.server";
import type { BadPicture } from "~/media/encoding";
import { copyKeptFiles, isKept, KEPT_MS, temporaryRoot } from "./kept-photos.server";

/** The name of the only field that may have files. */
export const FILES = "imagenes";

const MAX_PARTS = 1000;
const MAX_TEXT_BYTES = 64 * 1024;
const MAX_HEADER_BYTES = 8192;
const TWO_HOURS_MS = 2 * HOUR_MS;

/** A received file: its name, for display only, its temporary path, and the reason why it was rejected. */
export type UploadedFile = { name: string; path: string; problem: "empty" | "large" | "many" | null };

export type Upload = { values: FormData; files: UploadedFile[]; key: IdempotencyKey };

/**
 * Receives a form whose files are streamed to temporary files, passes it to `use`, and deletes the files afterwards. Without
 * files it has those kept for it. Throws what readForm throws, and 503 when the files cannot be written.
 */
export async function withUpload<T>(request: Request, use: (upload: Upload) => Promise<T>): Promise<T> {
  if (!/^multipart\/form-data\b/i.test(request.headers.get("Content-Type") ?? "")) {
    return use({ ...(await readForm(request)), files: [] });
  }
  const folder = await makeFolder().catch(storageFailed);
  try {
    const upload = await receive(request, folder).catch(storageFailed);
    if (upload.files.length === 0) upload.files = await copyKeptFiles(request, upload.values, folder);
    return await use(upload);
  } finally {
    await rm(folder, { recursive: true, force: true });
  }
}

type Received = { filename: string; path: string; isOver: boolean; data: BusboyFileStream; digest: Promise<string> };

async function receive(request: Request, folder: string): Promise<Upload> {
  const parser = parserOf(request);
  const values = new FormData();
  const received: Received[] = [];
  let textBytesLeft = MAX_TEXT_BYTES;
  let isValid = true;
  const reject = () => {
    isValid = false;
  };
  parser.on("partsLimit", reject);
  // A part may have no name, despite busboy's types.
  parser.on("field", (name: string | undefined, text, _, isCut) => {
    textBytesLeft -= Buffer.byteLength(text);
    if (name === undefined || isCut || textBytesLeft < 0) reject();
    else values.append(name, text);
  });
  parser.on("file", (name, data, filename) => {
    if (name !== FILES) reject();
    // A body that ends too early is also reported by the parser.
    data.on("error", () => undefined);
    const path = join(folder, String(received.length));
    const isOver = received.length >= MAX_PHOTOS;
    const digest = writePart(data, isOver ? null : path);
    // After a failed write the stream must still be read, because the parser waits for it.
    digest.catch(() => data.resume());
    received.push({ filename, path, isOver, data, digest });
  });
  await pipeline(
    chunks(request, () => isValid),
    parser,
  ).catch(() => {
    reject();
    // The parser leaves the file streams open, and their readers would never end.
    for (const { data } of received) data.destroy();
  });
  await Promise.allSettled(received.map(({ digest }) => digest));
  if (!isValid) throw new Response(null, { status: 400 });
  rememberFields(request, values);

  // Browsers send an empty part without a file name when no file was chosen.
  const chosen = received.filter(({ filename, data }) => filename !== "" || data.bytesRead > 0);
  const files = chosen.map(({ filename, path, isOver, data }): UploadedFile => {
    const problem = isOver ? "many" : data.truncated ? "large" : data.bytesRead === 0 ? "empty" : null;
    return { name: displayName(filename), path, problem };
  });
  return { values, files, key: idempotencyKeyOf(request, values, await Promise.all(chosen.map(({ digest }) => digest))) };
}

function parserOf(request: Request): BusboyInstance {
  try {
    return new Busboy({
      headers: { "content-type": request.headers.get("Content-Type") ?? "" },
      isPartAFile: (_name, _type, filename) => filename !== undefined,
      limits: { parts: MAX_PARTS, fieldSize: MAX_TEXT_BYTES, fileSize: MAX_PHOTO_MB * MB, headerSize: MAX_HEADER_BYTES },
    });
  } catch {
    // The boundary is missing or invalid.
    throw new Response(null, { status: 400 });
  }
}

/** The body's chunks while `isWanted`. The rest is not cancelled, because a browser that is still sending would get no answer. */
async function* chunks(request: Request, isWanted: () => boolean): AsyncGenerator<Uint8Array> {
  const reader = request.body?.getReader();
  while (reader && isWanted()) {
    const { done, value } = await reader.read();
    if (done) return;
    yield value;
  }
}

/** Writes a file as it arrives (nowhere without a path) and gives its SHA-256 digest. */
async function writePart(data: BusboyFileStream, path: string | null): Promise<string> {
  const hash = createHash("sha256");
  const file = path === null ? null : await open(path, "wx", 0o600);
  try {
    for await (const chunk of data.iterator({ destroyOnReturn: false })) {
      hash.update(chunk);
      await file?.appendFile(chunk);
    }
  } finally {
    await file?.close();
  }
  return hash.digest("hex");
}

/** Makes a folder for one upload and deletes those that a stopped server left behind. */
async function makeFolder(): Promise<string> {
  const root = temporaryRoot();
  await mkdir(root, { recursive: true });
  for (const name of await readdir(root)) {
    const path = join(root, name);
    const { mtimeMs } = await stat(path).catch(() => ({ mtimeMs: Date.now() }));
    const lifetime = isKept(name) ? KEPT_MS : TWO_HOURS_MS;
    if (mtimeMs < Date.now() - lifetime) await rm(path, { recursive: true, force: true });
  }
  return mkdtemp(join(root, "envio-"));
}

/** A file name for display: without control characters and at most 60 characters. The parser has removed its folders. */
function displayName(filename: string): string {
  // Browsers escape these three characters in multipart headers.
  const plain = filename.replace(/%22/g, '"').replace(/%0[AD]/gi, " ");
  const name = plain.replace(/[\p{C}\p{Z}]+/gu, " ").trim();
  const letters = [...name];
  if (letters.length === 0) return "(sin nombre)";
  return letters.length > 60 ? `${letters.slice(0, 59).join("")}…` : name;
}

function storageFailed(error: unknown): never {
  if (error instanceof Response) throw error;
  logError("upload", error);
  const sentence = "No pudimos recibir los archivos. Avisa a quien instaló Susa y vuelve a intentarlo más tarde.";
  throw serviceUnavailable(sentence);
}

const REASONS: Record<BadPicture | NonNullable<UploadedFile["problem"]>, string> = {
  alien: "no es una foto que podamos usar (guárdala como JPEG o PNG)",
  damaged: "está dañada o incompleta",
  huge: `tiene más de ${MAX_PHOTO_PIXELS / 1e6} megapíxeles`,
  empty: "está vacío",
  large: `pesa más de ${MAX_PHOTO_MB} MB`,
  many: `solo se suben ${MAX_PHOTOS} archivos a la vez`,
};

type Rejected = { name: string; reason: keyof typeof REASONS };

function rejectedFiles(files: UploadedFile[], stored: (object | BadPicture | undefined)[]): Rejected[] {
  const results = stored.values();
  return files.flatMap(({ name, problem }) => {
    const reason = problem ?? results.next().value;
    return typeof reason === "string" ? [{ name, reason }] : [];
  });
}

/** A sentence for each rejected file, in their order. `stored` has the results of the files without a `problem`. */
export function fileErrors(files: UploadedFile[], stored: (object | BadPicture | undefined)[]): string[] {
  return rejectedFiles(files, stored).map(({ name, reason }) => `${name}: ${REASONS[reason]}`);
}

/** Whether one of the files is no picture, and not only too large or too many. */
export function hasInvalidFiles(files: UploadedFile[], stored: (object | BadPicture | undefined)[]): boolean {
  return rejectedFiles(files, stored).some(({ reason }) => ["alien", "damaged", "empty"].includes(reason));
}

// The flash message is in a cookie, and browsers drop cookies over 4 KB.
const MAX_NOTICE_BYTES = 1500;

/** The sentences for rejected files as part of a flash message, cut after MAX_NOTICE_BYTES. */
export function fileErrorsNotice(bad: string[]): string {
  if (bad.length === 0) return "";
  let shown = bad.length;
  while (shown > 1 && Buffer.byteLength(bad.slice(0, shown).join("; ")) > MAX_NOTICE_BYTES) shown--;
  const more = bad.length > shown ? `; y ${bad.length - shown} más` : "";
  return `No se subieron: ${bad.slice(0, shown).join("; ")}${more}.`;
}
