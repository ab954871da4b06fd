import { expect, test } from "vitest";
import { plural, slug, withoutAccents } from "~/format/text";
import { sql } from "../database";

test.each([
  ["Diseño de cejas", "diseno-de-cejas"],
  ["  Pestañas: volumen ruso (3D)  ", "pestanas-volumen-ruso-3d"],
  ["Depilación & cera", "depilacion-cera"],
  ["¡Ñandú!", "nandu"],
  ["a--b", "a-b"],
  ["---", ""],
  ["", ""],
])("%j has the address %j", (name, address) => expect(slug(name)).toBe(address));

test("a text without accents is in lower case, however its accents were typed", () => {
  expect(withoutAccents("ÁÉÍÓÚÜÑ áéíóúüñ")).toBe("aeiouun aeiouun");
  expect(withoutAccents("Pestan\u0303as")).toBe("pestanas");
  expect(withoutAccents("50 % más")).toBe("50 % mas");
});

test("and is what the database compares with", async () => {
  for (const text of [
    "ÁÉÍÓÚÜÑ áéíóúüñ",
    "Íñigo Ñandú Peña",
    "François Çelik",
    "Zoë Ångström",
    "Peña".normalize("NFD"),
    "O'Neill-Gómez",
  ]) {
    expect(await sql("SELECT sin_acentos($1) AS text", [text]), text).toEqual([{ text: withoutAccents(text) }]);
  }
});

test("one is one, none and many are many, with thousands apart", () => {
  expect([0, 1, 2, 1234].map((count) => plural(count, "clienta", "clientas"))).toEqual([
    "0 clientas",
    "1 clienta",
    "2 clientas",
    "1,234 clientas",
  ]);
});
