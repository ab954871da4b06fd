import { expect, test } from "vitest";
import { decrypt, encrypt } from "~/database/encryption.server";
import { encryptionWith } from "../support/encryption-keys";
import { sql } from "../support/test-database";

const NOTES = ["Alergia al látex", "", "x".repeat(2000), "línea\r\notra ñ 漢字 👩‍🦰"];

/** What a value begins with, which names its key, and the encrypted bytes. */
const partsOf = (ciphertext: string) => ({
  prefix: ciphertext.slice(0, 12),
  bytes: Buffer.from(ciphertext.slice(12), "base64url"),
});

test.each(NOTES)("decrypt gives back exactly what was encrypted: %j", (note) => {
  const ciphertext = encrypt(note);
  expect(ciphertext).toMatch(/^v2\.[0-9a-f]{8}\.[\w-]+$/);
  expect(decrypt(ciphertext)).toBe(note);
});

test("encrypting the same note twice gives two unrelated ciphertexts", () => {
  const [one, other] = [encrypt("Asma"), encrypt("Asma")];
  expect(one).not.toBe(other);
  expect(one.slice(12, 24)).not.toBe(other.slice(12, 24));
  expect([decrypt(one), decrypt(other)]).toEqual(["Asma", "Asma"]);
});

test("an encrypted note of 2,000 characters fits its columns, whatever the characters", async () => {
  for (const character of ["a", "ñ", "€", "漢"]) {
    const ciphertext = encrypt(character.repeat(2000));
    await sql("INSERT INTO clientes_susa (nombre, medicina, enfermedades) VALUES ($1, $2, $2)", [character, ciphertext]);
  }
});

test("a ciphertext with any byte changed does not decrypt", () => {
  const { prefix, bytes } = partsOf(encrypt("Asma"));
  for (let at = 0; at < bytes.length; at++) {
    const changed = Buffer.from(bytes);
    changed[at] = (changed[at] ?? 0) ^ 1;
    expect(() => decrypt(prefix + changed.toString("base64url")), `byte ${at}`).toThrow();
  }
});

test("a truncated ciphertext, or text that is no ciphertext, does not decrypt", () => {
  const { prefix, bytes } = partsOf(encrypt("Asma"));
  for (let length = 0; length < bytes.length; length++)
    expect(() => decrypt(prefix + bytes.subarray(0, length).toString("base64url")), `${length} bytes`).toThrow();
  for (const text of ["", "v1.", "Asma", "v2.AAAA", `v1.${bytes.toString("base64url")}Asma`, bytes.toString("base64url"), prefix])
    expect(() => decrypt(text)).toThrow();
});

const OTHER_KEY = "una clave distinta de más de treinta y dos letras";

test("a ciphertext made with another key does not decrypt", async () => {
  const ours = await encryptionWith(process.env.DATA_KEY ?? "");
  expect(decrypt(ours.encrypt("Asma"))).toBe("Asma");
  const theirs = (await encryptionWith(OTHER_KEY)).encrypt("Asma");
  expect(() => decrypt(theirs)).toThrow();
});

test("during a change of keys both keys are read with, and the present one is written with", async () => {
  const before = encrypt("Asma");
  const { encrypt: encryptNow, decrypt: decryptNow } = await encryptionWith(OTHER_KEY, process.env.DATA_KEY);
  for (const ciphertext of [before, encryptNow("Asma")]) expect(decryptNow(ciphertext)).toBe("Asma");
  expect(() => decrypt(encryptNow("Asma"))).toThrow();
  expect(partsOf(encryptNow("Asma")).prefix).not.toBe(partsOf(before).prefix);
});
