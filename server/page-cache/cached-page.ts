import { createHash } from "node:crypto";
import { promisify } from "node:util";
import { brotliCompress, constants, gzip } from "node:zlib";
import type { Answer } from "./respond";
import type { Revisions } from "./revisions";

const brotliAsync = promisify(brotliCompress);
const gzipAsync = promisify(gzip);

/** A rendered page in every encoding. */
export type CachedPage = Answer & {
  /** The revisions it was rendered at. `agenda` is null unless the page offers times. */
  publica: string;
  agenda: string | null;
  /** When it expires, in milliseconds since the epoch. */
  expiresAt: number;
};

export function isCurrent({ publica, agenda, expiresAt }: CachedPage, revisions: Revisions): boolean {
  return publica === revisions.publica && (agenda === null || agenda === revisions.agenda) && Date.now() <= expiresAt;
}

/** Compresses a page. */
export async function compressPage(html: string): Promise<Answer["bodies"]> {
  const identity = Buffer.from(html);
  const [br, gzipped] = await Promise.all([
    brotliAsync(identity, {
      params: { [constants.BROTLI_PARAM_QUALITY]: 10, [constants.BROTLI_PARAM_SIZE_HINT]: identity.length },
    }),
    gzipAsync(identity, { level: 9 }),
  ]);
  return { br, gzip: gzipped, identity };
}

/** The ETag of a page: a digest of its content. */
export function etagOf(html: string): string {
  return `"${createHash("sha256").update(html).digest("base64url").slice(0, 22)}"`;
}
