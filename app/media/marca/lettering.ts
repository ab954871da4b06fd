import letras from "./letras.json";

// Outlines of the letters of public/fonts/fraunces-v1.woff2, so that text is drawn without a system font: for each its width and its
// path, in thousandths of the size, on a baseline at 0 (docs/decisions/0058-marks-of-the-studio.md says how they were made).
const GLYPHS: Record<string, string> = letras.letters;
const KERNING: Record<string, Record<string, number>> = letras.kern;

/** The height of capitals, as a part of the size. */
export const CAP_HEIGHT = 0.7;

/** The text without what the font has no letters for: emoji, other scripts. Empty when nothing can be read of what is left. */
export function drawable(text: string): string {
  const known = [...text.normalize("NFC").replaceAll(/\s/g, " ")].filter((letter) => letter in GLYPHS).join("");
  const words = known.replace(/ +/g, " ").trim();
  return /[\p{L}\p{N}]/u.test(words) ? words : "";
}

/** Draws a line of `drawable` text as SVG, with the start of its baseline at `x` and `y`. */
export function drawLine(text: string, size: number, x: number, y: number, color: string): string {
  const glyphs = placed(text).map(({ path, at }) => `<path transform="translate(${at} 0)" d="${path}"/>`);
  const scale = size / 1000;
  return `<g fill="${color}" transform="translate(${x.toFixed(1)} ${y.toFixed(1)}) scale(${scale.toFixed(4)})">${glyphs.join("")}</g>`;
}

/** The width of a line of `drawable` text. */
export function widthOf(text: string, size: number): number {
  const last = placed(text).at(-1);
  return last ? ((last.at + last.advance) * size) / 1000 : 0;
}

function placed(text: string): { path: string; at: number; advance: number }[] {
  const letters = [...text];
  let at = 0;
  return letters.map((letter, index) => {
    const [advance = "0", path = ""] = (GLYPHS[letter] ?? "").split(/ (.*)/s);
    const glyph = { path, at, advance: Number(advance) };
    at += glyph.advance + kerning(letter, letters[index + 1] ?? "");
    return glyph;
  });
}

/** The text in lines of at most `width`, at most `maxLines`; the last one ends in … when it does not fit. */
export function wrap(text: string, size: number, width: number, maxLines: number): { lines: string[]; fits: boolean } {
  const fits = (line: string) => widthOf(line, size) <= width;
  const lines: string[] = [];
  let rest = text.split(" ");
  while (rest.length > 0 && lines.length < maxLines) {
    let count = 1;
    while (count < rest.length && fits(rest.slice(0, count + 1).join(" "))) count++;
    lines.push(rest.slice(0, count).join(" "));
    rest = rest.slice(count);
  }
  if (rest.length === 0 && lines.every(fits)) return { lines, fits: true };
  const cut = lines.map((line, index) => shorten(line, index === lines.length - 1 && rest.length > 0, fits));
  return { lines: cut, fits: false };
}

function shorten(line: string, hasMore: boolean, fits: (line: string) => boolean): string {
  if (!hasMore && fits(line)) return line;
  let end = line.length;
  while (end > 1 && !fits(`${line.slice(0, end).trimEnd()}…`)) end--;
  return `${line.slice(0, end).replace(/[\s.,;:·-]+$/, "")}…`;
}

// Accented letters are kerned like those without an accent.
function kerning(letter: string, next: string): number {
  return KERNING[base(letter)]?.[base(next)] ?? 0;
}

function base(letter: string): string {
  return letter.normalize("NFD").charAt(0);
}
