import { createHash } from "node:crypto";

const IMMUTABLE = "public, max-age=31536000, immutable";
const AN_HOUR = "public, max-age=3600";

/**
 * Answers with a picture that the program draws. It is cached for ever under the URL of its `version` (`?v=`), for an hour under
 * others, and not at all when it is only a fallback.
 */
export function pictureFile(
  request: Request,
  type: string,
  { bytes, isFinal }: { bytes: Buffer; isFinal: boolean },
  version: string,
) {
  const etag = `"${createHash("sha256").update(bytes).digest("base64url").slice(0, 22)}"`;
  const isVersioned = new URL(request.url).searchParams.get("v") === version;
  const headers = { ETag: etag, "Cache-Control": !isFinal ? "no-store" : isVersioned ? IMMUTABLE : AN_HOUR };
  const known = request.headers.get("If-None-Match")?.split(",") ?? [];
  if (known.some((value) => value.trim().replace(/^W\//, "") === etag)) return new Response(null, { status: 304, headers });
  return new Response(new Uint8Array(bytes), { headers: { ...headers, "Content-Type": type } });
}
