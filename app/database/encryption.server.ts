import { createCipheriv, createDecipheriv, randomBytes } from "node:crypto";
import { env } from "~/env.server";
import { logError } from "~/log.server";
import { type DataKey, deriveKey, prefixOf } from "./data-key.server";

const { DATA_KEY, DATA_KEY_PREVIOUS } = env();
const key = deriveKey(DATA_KEY);
/** While the key is being changed, and for exports made before that, the other one, which is only read with. */
const previousKey = DATA_KEY_PREVIOUS === undefined ? undefined : deriveKey(DATA_KEY_PREVIOUS);

/** The beginning of every value that was encrypted with the present key. */
export const PRESENT_PREFIX = prefixOf(key);

/** Encrypts a text with DATA_KEY (AES-256-GCM), so that a copy of the database does not reveal the clients' health notes. */
export function encrypt(text: string): string {
  const iv = randomBytes(12);
  const cipher = createCipheriv("aes-256-gcm", key.bytes, iv);
  const ciphertext = Buffer.concat([cipher.update(text, "utf8"), cipher.final()]);
  return PRESENT_PREFIX + Buffer.concat([iv, cipher.getAuthTag(), ciphertext]).toString("base64url");
}

/** Decrypts what `encrypt` gave, with the present key or the previous one. Throws when it was changed, or neither key fits. */
export function decrypt(encrypted: string): string {
  const used = [key, previousKey].find((one) => one && encrypted.startsWith(prefixOf(one)));
  if (!used) throw new Error("encrypted with another DATA_KEY");
  return open(Buffer.from(encrypted.slice(prefixOf(used).length), "base64url"), used);
}

/** What `decrypt` gives; null, with the error logged, where it throws. */
export function decryptOrNull(encrypted: string): string | null {
  try {
    return decrypt(encrypted);
  } catch (error) {
    logError("decrypt", error);
    return null;
  }
}

function open(bytes: Buffer, { bytes: secret }: DataKey): string {
  const decipher = createDecipheriv("aes-256-gcm", secret, bytes.subarray(0, 12), { authTagLength: 16 });
  decipher.setAuthTag(bytes.subarray(12, 28));
  return Buffer.concat([decipher.update(bytes.subarray(28)), decipher.final()]).toString("utf8");
}

/** The fingerprint of DATA_KEY, and that of DATA_KEY_PREVIOUS if it is set: the key cannot be derived from it. */
export function keyFingerprints(): { present: string; previous: string | undefined } {
  return { present: key.fingerprint, previous: previousKey?.fingerprint };
}
