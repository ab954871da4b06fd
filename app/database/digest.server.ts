import { createHash, createHmac } from "node:crypto";
import { env } from "~/env.server";

/** The SHA-256 of a text or of bytes, in hexadecimal. */
export function sha256(content: string | Uint8Array): string {
  return createHash("sha256").update(content).digest("hex");
}

/** The HMAC-SHA-256 of a text under SESSION_SECRET, in hexadecimal: the text cannot be guessed from it without the secret. */
export function keyedDigest(text: string): string {
  return createHmac("sha256", env().SESSION_SECRET).update(text).digest("hex");
}
