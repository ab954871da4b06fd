import { createCipheriv, hkdfSync, randomBytes } from "node:crypto";

/** Encrypts a text as the application did before values named their key. */
export function encryptV1(text: string): string {
  const key = Buffer.from(hkdfSync("sha256", String(process.env.DATA_KEY), "", "susa: notas de salud", 32));
  const iv = randomBytes(12);
  const cipher = createCipheriv("aes-256-gcm", key, iv);
  const ciphertext = Buffer.concat([cipher.update(text, "utf8"), cipher.final()]);
  return `v1.${Buffer.concat([iv, cipher.getAuthTag(), ciphertext]).toString("base64url")}`;
}
