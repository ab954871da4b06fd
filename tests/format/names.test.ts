import { expect, test } from "vitest";
import { firstName } from "~/format/names";
import { plainName, plainText } from "~/format/plain-text";

/**
 * Names as they are typed and pasted: what is stored, and how she is greeted. From derek73/python-nameparser#7, #33, #62, #100 and
 * #115, joshfraser/PHP-Name-Parser#4, jasonpriem/HumanNameParser.php#15, iliaal/nameparser#3 and theiconic/name-parser#52 (titles,
 * particles, «Apellido, Nombre»); the rest as studios in Mexico write them.
 */
test.each([
  ["Ma. del Carmen Ruiz", "Ma. del Carmen Ruiz", "Ma. del Carmen"],
  ["MA. GUADALUPE LOPEZ", "MA. GUADALUPE LOPEZ", "Ma. Guadalupe"],
  ["Ma Guadalupe López", "Ma Guadalupe López", "Ma Guadalupe"],
  ["Ma.Guadalupe López", "Ma.Guadalupe López", "Ma. Guadalupe"],
  ["M.ª Dolores Paz", "M.ª Dolores Paz", "Mª Dolores"],
  ["María de los Ángeles Pérez", "María de los Ángeles Pérez", "María de los Ángeles"],
  ["MARÍA DE LA LUZ SOTO", "MARÍA DE LA LUZ SOTO", "María de la Luz"],
  ["María Guadalupe López", "María Guadalupe López", "María"],
  ["José Luis Paz", "José Luis Paz", "José"],
  ["J. Jesús Pérez", "J. Jesús Pérez", "J. Jesús"],
  ["Ana de la Cruz", "Ana de la Cruz", "Ana"],
  ["Dra. Ana Sol", "Dra. Ana Sol", "Ana"],
  ["dra ana sol", "dra ana sol", "Ana"],
  ["Dra.Ana Sol", "Dra.Ana Sol", "Ana"],
  ["Sra. Guadalupe", "Sra. Guadalupe", "Guadalupe"],
  ["Lic. Sofía Luna", "Lic. Sofía Luna", "Sofía"],
  ["Doña Lupe", "Doña Lupe", "Lupe"],
  ["Rev. Dr. Jane Doe", "Rev. Dr. Jane Doe", "Jane"],
  ["Ms. Rebecca Teichman", "Ms. Rebecca Teichman", "Rebecca"],
  ["Drew Smith", "Drew Smith", "Drew"],
  ["John Smith, Dr.", "John Smith, Dr.", "John"],
  ["San San Chiou", "San San Chiou", "San"],
  ["Sra.", "Sra.", "Sra"],
  ["@lupita.hernandez", "@lupita.hernandez", "Lupita"],
  ["@laurasanchez93", "@laurasanchez93", null],
  ["Lupita 🌸", "Lupita 🌸", "Lupita"],
  ["🌸Lupita🌸 uñas", "🌸Lupita🌸 uñas", "Lupita"],
  ["Eva 👩\u200d🎨", "Eva 👩\u200d🎨", "Eva"],
  ["Ruiz, Carmen", "Ruiz, Carmen", "Carmen"],
  ["De la Torre Ruiz, María del Carmen", "De la Torre Ruiz, María del Carmen", "María del Carmen"],
  ["Carmen, vecina de Lupita", "Carmen, vecina de Lupita", "Carmen"],
  ["Ana 55 1234 5678", "Ana 55 1234 5678", "Ana"],
  ["55 1234 5678", "55 1234 5678", null],
  ["ana.sol@ejemplo.com", "ana.sol@ejemplo.com", null],
  ["Ana/Eva", "Ana/Eva", "Ana"],
  ["la güera", "la güera", "La Güera"],
  ["Rosy.", "Rosy.", "Rosy"],
  ["  Ana \u00a0 Sol\t", "Ana Sol", "Ana"],
  ["Ana\u200b Sol\u202c", "Ana Sol", "Ana"],
  ["\ufeffAna\u200d Sol", "Ana Sol", "Ana"],
  ["Ana\nSol", "Ana Sol", "Ana"],
  ["Pen\u0303a", "Peña", "Peña"],
])("%j is stored as %j and greeted as %j", (typed, stored, greeted) => {
  expect(plainName(typed)).toBe(stored);
  expect(plainName(stored)).toBe(stored);
  expect(firstName(typed)).toBe(greeted);
});

test("a plain text has ASCII widths, hyphens and blanks, and nothing that cannot be seen", () => {
  expect(plainText("\u202a ＄1，234．50\u00a0ＭＸＮ\u2011x\u202c")).toBe("$1,234.50 MXN-x");
});
