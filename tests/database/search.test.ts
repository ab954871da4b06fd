import { afterAll, expect, test } from "vitest";
import { db } from "~/database/client.server";
import { fold } from "~/database/search.server";
import { sql } from "../support/test-database";

afterAll(() => db.$disconnect());

const ASCII = Array.from({ length: 95 }, (_, index) => String.fromCharCode(32 + index)).join("");

test.each([ASCII, "áéíóúüñ ÁÉÍÓÚÜÑ", "Lucía Peña", "Ærø ¿Straße? ½ İıſ", "ﬁn 日本 🌸", ""])(
  "fold gives the same as fold_text in the database for %j",
  async (text) => {
    const [row] = await sql<{ folded: string }>("SELECT fold_text($1) AS folded", [text]);
    expect(await fold(text)).toBe(row?.folded);
  },
);
