import { createCipheriv, createDecipheriv, createHmac, hkdfSync, randomBytes } from "node:crypto";
import { env } from "~/env.server";

const key = Buffer.from(hkdfSync("sha256", env().DATA_KEY, "", "susa: notas de salud", 32));

/** Encrypts a text with DATA_KEY (AES-256-GCM), so that a copy of the database does not reveal the clients' health notes. */
export function encrypt(text: string): string {
  const iv = randomBytes(12);
  const cipher = createCipheriv("aes-256-gcm", key, iv);
  const ciphertext = Buffer.concat([cipher.update(text, "utf8"), cipher.final()]);
  return `v1.${Buffer.concat([iv, cipher.getAuthTag(), ciphertext]).toString("base64url")}`;
}

/** Decrypts what `encrypt` gave. Throws when it was changed, or encrypted with another DATA_KEY. */
export function decrypt(encrypted: string): string {
  const bytes = Buffer.from(encrypted.replace(/^v1\./, ""), "base64url");
  const decipher = createDecipheriv("aes-256-gcm", key, bytes.subarray(0, 12));
  decipher.setAuthTag(bytes.subarray(12, 28));
  return Buffer.concat([decipher.update(bytes.subarray(28)), decipher.final()]).toString("utf8");
}

/** A fingerprint of DATA_KEY: the same for the same key, and the key cannot be derived from it. */
export function keyFingerprint(): string {
  return createHmac("sha256", key).update("susa: huella de la llave").digest("hex").slice(0, 32);
}
