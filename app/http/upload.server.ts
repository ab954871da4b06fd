import { createHash } from "node:crypto";
import { mkdir, mkdtemp, open, readdir, rm, stat } from "node:fs/promises";
import { join, resolve } from "node:path";
import { json } from "@remix-run/node";
import { logError } from "~/log.server";
import type { FormSeal } from "~/models/form-token.server";
import type { BadPicture } from "~/storage/image";
import { readForm, requireReadable, sealOf } from "./form.server";
import { MalformedBody, readParts, readText } from "./multipart.server";
import type { Interruption } from "./replies.server";

/** The name of the field that carries files; no other field may. */
export const FILES = "imagenes";
export const MOST_FILES = 20;
export const MOST_FILE_MB = 15;

const MOST_PARTS = 1000;
const MOST_TEXT_BYTES = 64 * 1024;
const TWO_HOURS_MS = 7_200_000;

/** A file that came in: its name, to be shown and never used, and where it lies meanwhile. */
export type UploadedFile = { name: string; path: string; problem: "empty" | "large" | "many" | null };

export type Upload = { values: FormData; files: UploadedFile[]; seal: FormSeal | null };

/**
 * Receives a form with files, each streamed to a temporary file, and hands it to `use`. Whatever happens, nothing of it
 * stays. Throws what readForm throws, and 503 when the files cannot be kept even so long.
 */
export async function withUpload<T>(request: Request, use: (upload: Upload) => Promise<T>): Promise<T> {
  if (!/^multipart\/form-data\b/i.test(request.headers.get("Content-Type") ?? "")) {
    return use({ ...(await readForm(request)), files: [] });
  }
  const folder = await makeFolder().catch(notKept);
  try {
    return await use(await receive(request, folder).catch(notKept));
  } finally {
    await rm(folder, { recursive: true, force: true });
  }
}

async function receive(request: Request, folder: string): Promise<Upload> {
  const values = new FormData();
  const files: UploadedFile[] = [];
  const digests: string[] = [];
  let room = MOST_TEXT_BYTES;
  let parts = 0;
  for await (const { name, filename, data } of readParts(request)) {
    if (++parts > MOST_PARTS) throw new MalformedBody();
    if (filename === undefined) {
      const text = await readText(data, room);
      room -= Buffer.byteLength(text);
      values.append(name, text);
      continue;
    }
    if (name !== FILES) throw new MalformedBody();
    const path = join(folder, String(parts));
    const { size, digest } = await keep(data, files.length < MOST_FILES ? path : null);
    // What a browser sends when nothing was chosen.
    if (filename === "" && size === 0) continue;
    const problem = files.length >= MOST_FILES ? "many" : size > MOST_FILE_MB * 2 ** 20 ? "large" : size === 0 ? "empty" : null;
    files.push({ name: shown(filename), path, problem });
    digests.push(digest);
  }
  requireReadable([...values.keys()]);
  return { values, files, seal: sealOf(request, values, digests) };
}

/** Writes a file as it arrives, as far as it may go, and reads it to its end: a browser hears no answer before. */
async function keep(data: AsyncIterable<Buffer>, path: string | null): Promise<{ size: number; digest: string }> {
  const hash = createHash("sha256");
  let size = 0;
  const file = path === null ? null : await open(path, "wx", 0o600);
  try {
    for await (const chunk of data) {
      size += chunk.length;
      hash.update(chunk);
      if (file && size <= MOST_FILE_MB * 2 ** 20) await file.appendFile(chunk);
    }
  } finally {
    await file?.close();
  }
  return { size, digest: hash.digest("hex") };
}

/** A folder for one upload. Those of servers that were ended in the middle go now. */
async function makeFolder(): Promise<string> {
  const root = resolve(process.env.DATA_DIR || "data", "uploads", ".tmp");
  await mkdir(root, { recursive: true });
  for (const name of await readdir(root)) {
    const left = join(root, name);
    const { mtimeMs } = await stat(left).catch(() => ({ mtimeMs: Date.now() }));
    if (mtimeMs < Date.now() - TWO_HOURS_MS) await rm(left, { recursive: true, force: true });
  }
  return mkdtemp(join(root, "envio-"));
}

/** The name of a file as it can be shown: without folders or invisible signs, and not too long. */
function shown(filename: string): string {
  const name = (filename.split(/[\\/]/).pop() ?? "").replace(/[\p{C}\p{Z}]+/gu, " ").trim();
  const letters = [...name];
  if (letters.length === 0) return "(sin nombre)";
  return letters.length > 60 ? `${letters.slice(0, 59).join("")}…` : name;
}

function notKept(error: unknown): never {
  if (error instanceof Response) throw error;
  if (error instanceof MalformedBody) throw new Response(null, { status: 400 });
  logError("upload", error);
  const sentence = "No hubo dónde recibir los archivos. Avisa a quien administra el sitio y vuelve a intentarlo más tarde.";
  throw json<Interruption>({ sentence }, { status: 503 });
}

const REASONS: Record<BadPicture | NonNullable<UploadedFile["problem"]>, string> = {
  alien: "no es una imagen JPEG, PNG, WebP, AVIF ni GIF",
  damaged: "está dañada o incompleta",
  huge: "tiene más de 50 megapíxeles",
  empty: "está vacío",
  large: `pesa más de ${MOST_FILE_MB} MB`,
  many: `solo se suben ${MOST_FILES} archivos a la vez`,
};

/** What is wrong with each file that is not taken, in their order; `stored` tells of those that came in whole. */
export function complaints(files: UploadedFile[], stored: (object | BadPicture)[]): string[] {
  const results = stored.values();
  return files.flatMap(({ name, problem }) => {
    const reason = problem ?? results.next().value;
    return typeof reason === "string" ? [`${name}: ${REASONS[reason]}`] : [];
  });
}

// The message travels in a cookie, and a browser throws a large one away.
const MOST_NOTICE_BYTES = 1500;

/** The complaints as a message of a few lines, however many they are. */
export function shortened(bad: string[]): string {
  if (bad.length === 0) return "";
  let told = bad.length;
  while (told > 1 && Buffer.byteLength(bad.slice(0, told).join("; ")) > MOST_NOTICE_BYTES) told--;
  const more = bad.length > told ? `; y ${bad.length - told} más` : "";
  return ` No se subieron: ${bad.slice(0, told).join("; ")}${more}.`;
}
