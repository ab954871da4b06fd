import { expect, test } from "vitest";
import { softHyphens } from "../../app/format/soft-hyphens";

test.each([
  ["Masaje descontracturante", "Masaje descon|trac|tu|rante"],
  ["Microdermoabrasión", "Micro|der|moa|bra|sión"],
  ["Extensiones", "Extensiones"],
  ["Diseño de cejas", "Diseño de cejas"],
])("long words may be cut between their syllables: %s", (text, expected) => {
  expect(softHyphens(text).replaceAll("\u00AD", "|")).toBe(expected);
});
