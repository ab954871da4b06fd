import { readFileSync } from "node:fs";
import { describe, expect, test } from "vitest";
import {
  accentCss,
  accentsOf,
  contrast,
  DEFAULT_ACCENTS,
  MIN_CONTRAST,
  minContrast,
  readable,
  SCHEMES,
} from "~/format/color.server";

test("the accents and background colors match the style sheet", () => {
  const [, light = "", dark = ""] =
    /:root \{(.*?)\n {2}\}.*?prefers-color-scheme: dark\) \{(.*?)\n {2}\}/s.exec(
      readFileSync("app/styles/theme.css", "utf8").replace(/.*@layer base/s, ""),
    ) ?? [];
  for (const [scheme, text] of [
    ["light", light],
    ["dark", dark],
  ] as const)
    for (const [name, color] of Object.entries({ ...SCHEMES[scheme], accent: DEFAULT_ACCENTS[scheme] }))
      expect(text, `${scheme} ${name}`).toContain(`--${name}: ${color};`);
});

test.each([
  ["#000000", "#ffffff", 21],
  ["#ffffff", "#ffffff", 1],
  ["#777777", "#ffffff", 4.48],
  ["#0000ff", "#ffffff", 8.59],
  ["#ff0000", "#000000", 5.25],
])("the contrast of %s and %s is %d, in both orders", (one, other, ratio) => {
  expect(contrast(one, other)).toBeCloseTo(ratio, 2);
  expect(contrast(other, one)).toBe(contrast(one, other));
});

test("a readable color stays as it is, the default accents included", () => {
  expect(readable(DEFAULT_ACCENTS.light, "light")).toBe(DEFAULT_ACCENTS.light);
  expect(readable(DEFAULT_ACCENTS.dark, "dark")).toBe(DEFAULT_ACCENTS.dark);
});

describe("the accents derived from any color", () => {
  const bytes = ["00", "55", "aa", "ff"];
  const colors = bytes.flatMap((r) => bytes.flatMap((g) => bytes.map((b) => `#${r}${g}${b}`)));

  test("are readable on every background, in both schemes", () => {
    expect(colors.length).toBe(64);
    for (const color of colors)
      for (const scheme of ["light", "dark"] as const) {
        const { accent, strong } = accentsOf(color)[scheme];
        expect(accent).toMatch(/^#[0-9a-f]{6}$/);
        expect(minContrast(accent, scheme), `${color} ${scheme} ${accent}`).toBeGreaterThanOrEqual(MIN_CONTRAST);
        expect(contrast(strong, SCHEMES[scheme]["on-accent"]), `${color} ${scheme}`).toBeGreaterThanOrEqual(MIN_CONTRAST);
      }
  });

  test("are the closest readable shade: one step closer to the original is not readable", () => {
    for (const color of colors.filter((color) => minContrast(color, "light") < MIN_CONTRAST))
      expect(minContrast(readable(color, "light"), "light"), color).toBeLessThan(MIN_CONTRAST + 0.2);
  });
});

test("the accent style sheet sets both schemes and nothing else", () => {
  expect(accentCss("#0f766e")).toMatch(
    /^:root\{--accent:#0f766e;--accent-strong:#[0-9a-f]{6}\}@media \(prefers-color-scheme:dark\)\{:root\{--accent:#[0-9a-f]{6};--accent-strong:#[0-9a-f]{6}\}\}$/,
  );
});
