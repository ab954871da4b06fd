import { writeFileSync } from "node:fs";
import { join } from "node:path";
import { beforeAll, describe, expect, test } from "vitest";
import { drawable, drawText } from "~/media/marca/lettering";
import { freshFolder } from "../support/process";

// No font of the system is found. Read when the first text is drawn.
beforeAll(() => {
  process.env.FONTCONFIG_FILE = join(freshFolder(), "fonts.conf");
  writeFileSync(process.env.FONTCONFIG_FILE, "<fontconfig/>");
});

const sizeOf = async (text: string, room: { size: number; width: number; height?: number }) =>
  (await drawText(text, "#35182b", room)).raw;

describe("a drawn text", () => {
  const ROOM = { size: 112, width: 496, height: 220 };

  test("has the letters of the project's font, accents too", async () => {
    const { width, height } = await sizeOf("Uñas Lola", ROOM);
    // Measured with the font: another one is wider or narrower.
    expect([Math.abs(width - 473) <= 3, Math.abs(height - 85) <= 3], `${width} × ${height}`).toEqual([true, true]);
    for (const [plain, accented] of ["Aá", "NÑ", "uü", "?¿"].map((pair) => pair.split(""))) {
      const [one, other] = [await drawText(String(plain), "#000", ROOM), await drawText(String(accented), "#000", ROOM)];
      expect(one.input.equals(other.input), accented).toBe(false);
    }
  });

  test("is as large as asked, or smaller so that it fits without breaking a word", async () => {
    expect(await sizeOf("Lola", ROOM)).toEqual(await sizeOf("Lola", { size: 112, width: 496 }));
    const word = await sizeOf("Micropigmentación", ROOM);
    expect(word.width).toBeGreaterThan(440);
    expect(word.width).toBeLessThanOrEqual(496);
    expect(word.height).toBeLessThan(80);
    const long = await sizeOf("Estudio de Belleza y Micropigmentación Íñiga Núñez", ROOM);
    expect(long.width).toBeLessThanOrEqual(496);
    expect(long.height).toBeLessThanOrEqual(220);
  });

  test("has its colour, and may have the signs of markup", async () => {
    const { input } = await drawText("Más & Más", "#96452f", ROOM);
    let darkest = 0;
    for (let at = 3; at < input.length; at += 4) if ((input[at] ?? 0) > (input[darkest + 3] ?? 0)) darkest = at - 3;
    expect(input.subarray(darkest, darkest + 3).toString("hex")).toBe("96452f");
  });
});

test.each([
  ["💅 Uñas ✨ Lola", "Uñas Lola"],
  ["a\u0301rbol", "árbol"],
  ["<b>«7»</b> & Más", "b«7»/b & Más"],
  ["漢字美容", ""],
  [" … ", ""],
])("of %j, %j can be drawn", (text, expected) => {
  expect(drawable(text)).toBe(expected);
});
