import { createHmac, hkdfSync } from "node:crypto";

/** A key made from a secret like DATA_KEY, and its fingerprint, from which it cannot be derived. */
export type DataKey = { bytes: Buffer; fingerprint: string };

/** Derives the key of a secret. */
export function deriveKey(secret: string): DataKey {
  const bytes = Buffer.from(hkdfSync("sha256", secret, "", "susa: notas de salud", 32));
  const fingerprint = createHmac("sha256", bytes).update("susa: huella de la llave").digest("hex").slice(0, 32);
  return { bytes, fingerprint };
}

/** The beginning of every value that was encrypted with a key. */
export const prefixOf = ({ fingerprint }: DataKey) => `v2.${fingerprint.slice(0, 8)}.`;
