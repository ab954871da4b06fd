import { execFileSync } from "node:child_process";
import { expect, test } from "vitest";
import { decrypt, encrypt } from "~/database/encryption.server";
import { sql } from "../support/test-database";

const NOTES = ["Alergia al látex", "", "x".repeat(2000), "línea\r\notra ñ 漢字 👩‍🦰"];

test.each(NOTES)("decrypt gives back exactly what was encrypted: %j", (note) => {
  const ciphertext = encrypt(note);
  expect(ciphertext).toMatch(/^v1\.[\w-]+$/);
  expect(decrypt(ciphertext)).toBe(note);
});

test("encrypting the same note twice gives two unrelated ciphertexts", () => {
  const [one, other] = [encrypt("Asma"), encrypt("Asma")];
  expect(one).not.toBe(other);
  expect(one.slice(3, 12)).not.toBe(other.slice(3, 12));
  expect([decrypt(one), decrypt(other)]).toEqual(["Asma", "Asma"]);
});

test("an encrypted note of 2,000 characters fits its columns, whatever the characters", async () => {
  for (const character of ["a", "ñ", "€", "漢"]) {
    const ciphertext = encrypt(character.repeat(2000));
    await sql("INSERT INTO clientes_susa (nombre, medicina, enfermedades) VALUES ($1, $2, $2)", [character, ciphertext]);
  }
});

test("a ciphertext with any byte changed does not decrypt", () => {
  const bytes = Buffer.from(encrypt("Asma").slice(3), "base64url");
  for (let at = 0; at < bytes.length; at++) {
    const changed = Buffer.from(bytes);
    changed[at] = (changed[at] ?? 0) ^ 1;
    expect(() => decrypt(`v1.${changed.toString("base64url")}`), `byte ${at}`).toThrow();
  }
});

test("a truncated ciphertext, or text that is no ciphertext, does not decrypt", () => {
  const bytes = Buffer.from(encrypt("Asma").slice(3), "base64url");
  for (let length = 0; length < bytes.length; length++)
    expect(() => decrypt(`v1.${bytes.subarray(0, length).toString("base64url")}`), `${length} bytes`).toThrow();
  for (const text of ["", "v1.", "Asma", "v2.AAAA"]) expect(() => decrypt(text)).toThrow();
});

test("a ciphertext made with another key does not decrypt", () => {
  const program = `import { encrypt } from "./app/database/encryption.server"; process.stdout.write(encrypt("Asma"));`;
  const encryptWithKey = (DATA_KEY: string) =>
    execFileSync(process.execPath, ["--import", "tsx", "--input-type=module", "-e", program], {
      env: { ...process.env, DATA_KEY },
      encoding: "utf8",
    });
  expect(decrypt(encryptWithKey(process.env.DATA_KEY ?? ""))).toBe("Asma");
  expect(() => decrypt(encryptWithKey("una clave distinta de más de treinta y dos letras"))).toThrow();
});
