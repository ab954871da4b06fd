import { bookParts, zipOf } from "./workbooks";

const escaped = (text: string) => text.replaceAll("&", "&amp;").replaceAll("<", "&lt;");
const letters = (at: number): string => (at < 26 ? "" : letters(Math.floor(at / 26) - 1)) + String.fromCharCode(65 + (at % 26));

/** A workbook with these sheets of texts and numbers, as Excel writes it. */
export function workbookOf(sheets: Record<string, (string | number)[][]>): Buffer {
  const cellXml = (value: string | number, ref: string) =>
    typeof value === "number"
      ? `<c r="${ref}"><v>${value}</v></c>`
      : `<c r="${ref}" t="inlineStr"><is><t>${escaped(value)}</t></is></c>`;
  const xmlOf = (rows: (string | number)[][]) =>
    rows
      .map((cells, row) => {
        const filled = cells.map((value, at) => (value === "" ? "" : cellXml(value, `${letters(at)}${row + 1}`)));
        return `<row r="${row + 1}">${filled.join("")}</row>`;
      })
      .join("");
  return zipOf(bookParts({ sheets: Object.entries(sheets).map(([name, rows]) => ({ name, xml: xmlOf(rows) })) }));
}
