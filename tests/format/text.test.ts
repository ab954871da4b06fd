import { expect, test } from "vitest";
import { slug } from "~/format/slug";
import { plural } from "~/format/text";

test.each([
  ["Diseño de cejas", "diseno-de-cejas"],
  ["  Pestañas: volumen ruso (3D)  ", "pestanas-volumen-ruso-3d"],
  ["Depilación & cera", "depilacion-cera"],
  ["¡Ñandú!", "nandu"],
  ["a--b", "a-b"],
  ["Pestan\u0303as", "pestanas"],
  ["---", ""],
  ["", ""],
])("the slug of %j is %j", (name, address) => expect(slug(name)).toBe(address));

test("plural uses the singular for one only, and separates thousands", () => {
  expect([0, 1, 2, 1234].map((count) => plural(count, "clienta", "clientas"))).toEqual([
    "0 clientas",
    "1 clienta",
    "2 clientas",
    "1,234 clientas",
  ]);
});
