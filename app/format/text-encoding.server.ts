// What programs call the letters of a file: `utf` is any Unicode one, which is certain; the others are one byte a letter, and guessed.
const GUESSED = ["windows", "mac", "dos"] as const;
type Guessed = (typeof GUESSED)[number];
export type Letras = "utf" | Guessed;

/** Whether a text from a form names one of the guessed encodings. */
export const isGuessed = (text: unknown): text is Guessed => GUESSED.some((letras) => letras === text);

const latin1 = (from: number, to: number) =>
  Array.from({ length: to - from + 1 }, (_, index) => String.fromCharCode(from + index)).join("");

// The characters of the bytes 0x80 to 0xff. Node 20 decodes Windows-1252 as Latin-1, and no version knows code page 850.
const TABLES: Record<Guessed, string> = {
  windows: `€\u0081‚ƒ„…†‡ˆ‰Š‹Œ\u008dŽ\u008f\u0090‘’“”•–—˜™š›œ\u009džŸ${latin1(0xa0, 0xff)}`,
  mac: new TextDecoder("macintosh").decode(Uint8Array.from({ length: 128 }, (_, index) => 0x80 + index)),
  dos: "ÇüéâäàåçêëèïîìÄÅÉæÆôöòûùÿÖÜø£Ø×ƒáíóúñÑªº¿®¬½¼¡«»░▒▓│┤ÁÂÀ©╣║╗╝¢¥┐└┴┬├─┼ãÃ╚╔╩╦╠═╬¤ðÐÊËÈıÍÎÏ┘┌█▄¦Ì▀ÓßÔÒõÕµþÞÚÛÙýÝ¯´\u00ad±‗¾¶§÷¸°¨·¹³²■\u00a0",
};

/** The text of a file, how its letters were read, and whether that is certain. */
export type Decoded = { text: string; letras: Letras };

/**
 * Decodes a text file: UTF-8, UTF-16, or one of the guessed encodings as `chosen`, else the one in which most accents make Spanish
 * words.
 */
export function decodeText(file: Uint8Array, chosen: Letras | null = null): Decoded {
  const utf = decodeUtf(file);
  if (utf !== null) return { text: utf, letras: "utf" };
  const bytes = Buffer.from(file).toString("latin1");
  const texts = GUESSED.map((letras) => ({ letras, text: withTable(bytes, TABLES[letras]) }));
  const [first, ...others] = texts.map((decoded) => ({ ...decoded, score: spanishScore(decoded.text) }));
  const best = others.reduce((one, other) => (other.score > (one?.score ?? 0) ? other : one), first);
  return texts.find(({ letras }) => letras === (chosen ?? best?.letras)) ?? { text: bytes, letras: "windows" };
}

/** A text that was decoded as `from` in each of the guessed encodings. */
export function inEachEncoding(text: string, from: Letras): { letras: Letras; text: string }[] {
  if (from === "utf") return [];
  const bytes = text.replace(/[\u0080-\uffff]/g, (sign) => {
    const index = TABLES[from].indexOf(sign);
    return index < 0 ? sign : String.fromCharCode(0x80 + index);
  });
  return GUESSED.map((letras) => ({ letras, text: withTable(bytes, TABLES[letras]) }));
}

const withTable = (bytes: string, table: string) =>
  bytes.replace(/[\x80-\xff]/g, (sign) => table.charAt(sign.charCodeAt(0) - 0x80));

function decodeUtf(file: Uint8Array): string | null {
  const utf16 = utf16Of(file);
  try {
    return new TextDecoder(utf16 ?? "utf-8", { fatal: true }).decode(file);
  } catch {
    return null;
  }
}

/** UTF-16 by its byte order mark, or by the zero in nearly every second byte. */
export function utf16Of(file: Uint8Array): "utf-16le" | "utf-16be" | null {
  if (file[0] === 0xff && file[1] === 0xfe) return "utf-16le";
  if (file[0] === 0xfe && file[1] === 0xff) return "utf-16be";
  const start = file.subarray(0, 200);
  const zeros = (parity: number) => start.filter((byte, index) => byte === 0 && index % 2 === parity).length;
  const [even, odd] = [zeros(0), zeros(1)];
  if (even + odd < start.length * 0.4) return null;
  return even === 0 ? "utf-16le" : odd === 0 ? "utf-16be" : null;
}

// A letter of another language is possible; a sign inside a word, or a capital after a small letter, is not Spanish.
const SMALL = /[áéíóúüñ]/;
const CAPITAL = /[ÁÉÍÓÚÜÑ]/;
const POSSIBLE = /[àèìòùâêîôûäëïöçãõåøÀÈÌÒÙÂÊÎÔÛÄËÏÖÇÃÕÅØ]/;
const SIGN = /[¿¡ºª°–—‘’“”«»·•…\u00a0´€]/;

/** How much the accents of a text look Spanish. */
function spanishScore(text: string): number {
  let score = 0;
  for (const { 0: found, index } of [...text.matchAll(/[\u0080-\uffff]/g)].slice(0, 5000)) {
    const before = text.charAt(index - 1);
    const isInside = /\p{L}/u.test(before) && /\p{L}/u.test(text.charAt(index + found.length));
    const isMixed = found !== found.toLowerCase() && /\p{Ll}/u.test(before);
    if (isMixed) score -= 2;
    else if (SMALL.test(found) || CAPITAL.test(found)) score += 2;
    else if (POSSIBLE.test(found)) score += 0.5;
    else if (!SIGN.test(found) || (isInside && found !== "’")) score -= 2;
  }
  return score;
}

const continuation = (table: string) => `[${table.slice(0, 64)}]`;

// UTF-8 read in another encoding: `JosÃ©` by Windows, `Jos√©` by a Mac. No Spanish word has these pairs.
const BROKEN: { pattern: RegExp; table: string }[] = [
  { pattern: new RegExp(`[ÂÃ]${continuation(TABLES.windows)}|â${continuation(TABLES.windows)}{2}`, "g"), table: TABLES.windows },
  { pattern: new RegExp(`[¬√]${continuation(TABLES.mac)}`, "g"), table: TABLES.mac },
];

/** A text with the letters mended that a program broke by reading UTF-8 in another encoding, once or twice. */
export function mendLetters(text: string): string {
  const mendOnce = (broken: string) =>
    BROKEN.reduce(
      (result, { pattern, table }) =>
        result.replace(pattern, (signs) => decodeUtf(Uint8Array.from(signs, (sign) => 0x80 + table.indexOf(sign))) ?? signs),
      broken,
    );
  return /[ÂÃâ¬√]/.test(text) ? mendOnce(mendOnce(text)) : text;
}

/** Whether a letter was lost for good: `Mu�oz`, or `Mu?oz`, as programs write what they cannot. */
export function hasLostLetter(text: string): boolean {
  return /\ufffd|\p{L}\?\p{L}/u.test(text);
}
