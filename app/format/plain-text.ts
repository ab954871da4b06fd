// What draws nothing and comes along when a text is copied from WhatsApp, an address book or a PDF.
const INVISIBLE = /\p{Default_Ignorable_Code_Point}/gu;
// Emojis are joined and coloured by two of them.
const INVISIBLE_OUTSIDE_EMOJIS =
  /(?!\u200d|\ufe0f)\p{Default_Ignorable_Code_Point}|(?<!\p{Extended_Pictographic}|\p{Emoji_Modifier}|\ufe0f)(?:\u200d|\ufe0f)/gu;

/** A number, an address or a code as it was meant: without invisible signs, and with plain blanks, hyphens and widths. */
export function plainText(text: string): string {
  return text
    .normalize("NFC")
    .replace(INVISIBLE, "")
    .replace(/[\uff01-\uff5e]/g, (sign) => String.fromCharCode(sign.charCodeAt(0) - 0xfee0))
    .replace(/[\u2010-\u2015\u2212\ufe58\ufe63]/g, "-")
    .replace(/\s+/g, " ")
    .trim();
}

/** A name as it was meant: on one line, with single blanks and without invisible signs. */
export function plainName(name: string): string {
  return name.normalize("NFC").replace(INVISIBLE_OUTSIDE_EMOJIS, "").replace(/\s+/g, " ").trim();
}

/** The words of a search without the invisible signs that came along with them. */
export function withoutInvisible(text: string): string {
  return text.normalize("NFC").replace(INVISIBLE, "");
}
