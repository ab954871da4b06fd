import { execFileSync } from "node:child_process";
import { expect, test } from "vitest";
import { decrypt, encrypt } from "~/database/encryption.server";
import { sql } from "../test-database";

const NOTES = ["Alergia al látex", "", "x".repeat(2000), "línea\r\notra ñ 漢字 👩‍🦰"];

test.each(NOTES)("what is sealed opens again, whole: %j", (note) => {
  const box = encrypt(note);
  expect(box).toMatch(/^v1\.[\w-]+$/);
  expect(decrypt(box)).toBe(note);
});

test("two seals of one note share nothing", () => {
  const [one, other] = [encrypt("Asma"), encrypt("Asma")];
  expect(one).not.toBe(other);
  expect(one.slice(3, 12)).not.toBe(other.slice(3, 12));
  expect([decrypt(one), decrypt(other)]).toEqual(["Asma", "Asma"]);
});

test("a note of two thousand letters fits its columns, whatever the letters", async () => {
  for (const letter of ["a", "ñ", "€", "漢"]) {
    const box = encrypt(letter.repeat(2000));
    await sql("INSERT INTO clientes_susa (nombre, medicina, enfermedades) VALUES ($1, $2, $2)", [letter, box]);
  }
});

test("a box changed in any byte does not open", () => {
  const bytes = Buffer.from(encrypt("Asma").slice(3), "base64url");
  for (let at = 0; at < bytes.length; at++) {
    const changed = Buffer.from(bytes);
    changed[at] = (changed[at] ?? 0) ^ 1;
    expect(() => decrypt(`v1.${changed.toString("base64url")}`), `byte ${at}`).toThrow();
  }
});

test("a box cut short, or none at all, does not open", () => {
  const bytes = Buffer.from(encrypt("Asma").slice(3), "base64url");
  for (let length = 0; length < bytes.length; length++)
    expect(() => decrypt(`v1.${bytes.subarray(0, length).toString("base64url")}`), `${length} bytes`).toThrow();
  for (const text of ["", "v1.", "Asma", "v2.AAAA"]) expect(() => decrypt(text)).toThrow();
});

test("a box sealed under another key does not open", () => {
  const program = `import { encrypt } from "./app/database/encryption.server"; process.stdout.write(encrypt("Asma"));`;
  const sealUnder = (DATA_KEY: string) =>
    execFileSync(process.execPath, ["--import", "tsx", "--input-type=module", "-e", program], {
      env: { ...process.env, DATA_KEY },
      encoding: "utf8",
    });
  expect(decrypt(sealUnder(process.env.DATA_KEY ?? ""))).toBe("Asma");
  expect(() => decrypt(sealUnder("una clave distinta de más de treinta y dos letras"))).toThrow();
});
