import { join } from "node:path";
import sharp from "sharp";
import { expect, test, vi } from "vitest";
import { GROUNDS, groundOf, sampleGround } from "~/media/marca/ground.server";
import { freshFolder } from "../support/process";

const folder = freshFolder();

async function logo(name: string, svg: string): Promise<string> {
  const path = join(folder, `${name}.webp`);
  await sharp(Buffer.from(`<svg xmlns="http://www.w3.org/2000/svg" width="300" height="120">${svg}</svg>`))
    .webp({ lossless: true })
    .toFile(path);
  return path;
}

const letters = (color: string) => `<rect x="20" y="40" width="260" height="40" fill="${color}"/>`;

test.each([
  ["a dark logo is shown on cream", letters("#111111"), { ground: "light", color: GROUNDS.light }],
  ["a white logo is shown on plum", letters("#ffffff"), { ground: "dark", color: GROUNDS.dark }],
  ["a gold logo is shown on plum", letters("#e8d08a"), { ground: "dark", color: GROUNDS.dark }],
  [
    "an opaque logo is shown on its own colour",
    '<rect width="300" height="120" fill="#336699"/>',
    { ground: "own", color: "#336699" },
  ],
  [
    "an opaque picture with an uneven edge is shown on cream where it needs a colour",
    '<rect width="150" height="120" fill="#000"/><rect x="150" width="150" height="120" fill="#fff"/>',
    { ground: "own", color: GROUNDS.light },
  ],
])("%s", async (name, svg, expected) => {
  expect(await sampleGround(await logo(name, svg))).toEqual(expected);
});

test("a logo at an address where pictures are not stored is not requested, and is shown on cream", async () => {
  const request = vi.spyOn(globalThis, "fetch").mockRejectedValue(new Error("not allowed"));
  expect(await groundOf({ url: "https://ejemplo.mx/image/upload/logo.webp" })).toBe("light");
  expect([request.mock.calls.length, vi.mocked(console.error).mock.calls.length]).toEqual([0, 1]);
  vi.mocked(console.error).mockClear();
});
