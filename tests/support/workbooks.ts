import { crc32, deflateRawSync } from "node:zlib";

const MAIN = "http://schemas.openxmlformats.org/spreadsheetml/2006/main";
const OFFICE = "http://schemas.openxmlformats.org/officeDocument/2006/relationships";
const PACKAGE = "http://schemas.openxmlformats.org/package/2006/relationships";
const HEAD = '<?xml version="1.0" encoding="UTF-8" standalone="yes"?>\n';

/** The parts of a workbook by their names. */
export type BookParts = Record<string, string | Buffer>;

/** A sheet to write: the XML of its rows, or of all of it where it begins with `<?xml` or `<worksheet`. */
export type SheetXml = { name?: string; state?: string; xml: string };

/** A workbook as Excel writes it: its sheets, its styles (codes of formats, in order, for `s="1"` and on), its texts; `parts` replace. */
export type Book = { sheets: SheetXml[]; formats?: string[]; texts?: string[]; workbookPr?: string; parts?: BookParts };

/** The parts of a workbook, to be changed and zipped. */
export function bookParts({ sheets, formats = [], texts, workbookPr = "", parts = {} }: Book): BookParts {
  const relations = sheets.map(
    (_, index) => `<Relationship Id="rId${index + 1}" Type="${OFFICE}/worksheet" Target="worksheets/sheet${index + 1}.xml"/>`,
  );
  const listed = sheets.map(
    ({ name, state }, at) =>
      `<sheet name="${name ?? `Hoja${at + 1}`}" sheetId="${at + 1}"${state ? ` state="${state}"` : ""} r:id="rId${at + 1}"/>`,
  );
  const sheetParts = sheets.map(({ xml }, at) => [
    `xl/worksheets/sheet${at + 1}.xml`,
    /^(<\?xml|<worksheet|\ufeff)/.test(xml)
      ? xml
      : `${HEAD}<worksheet xmlns="${MAIN}" xmlns:r="${OFFICE}"><sheetData>${xml}</sheetData></worksheet>`,
  ]);
  return {
    "[Content_Types].xml": `${HEAD}<Types xmlns="http://schemas.openxmlformats.org/package/2006/content-types"/>`,
    "_rels/.rels": `${HEAD}<Relationships xmlns="${PACKAGE}"><Relationship Id="rId1" Type="${OFFICE}/officeDocument" Target="xl/workbook.xml"/></Relationships>`,
    "xl/workbook.xml": `${HEAD}<workbook xmlns="${MAIN}" xmlns:r="${OFFICE}">${workbookPr}<sheets>${listed.join("")}</sheets></workbook>`,
    "xl/_rels/workbook.xml.rels": `${HEAD}<Relationships xmlns="${PACKAGE}">${relations.join("")}<Relationship Id="s" Type="${OFFICE}/styles" Target="styles.xml"/><Relationship Id="t" Type="${OFFICE}/sharedStrings" Target="sharedStrings.xml"/></Relationships>`,
    "xl/styles.xml": stylesXml(formats),
    ...(texts ? { "xl/sharedStrings.xml": `${HEAD}<sst xmlns="${MAIN}">${texts.join("")}</sst>` } : {}),
    ...Object.fromEntries(sheetParts),
    ...parts,
  };
}

/** The styles of a workbook: `14` among the formats is the built-in one with that number. */
function stylesXml(formats: string[]): string {
  const escaped = (code: string) => code.replaceAll("&", "&amp;").replaceAll('"', "&quot;").replaceAll("<", "&lt;");
  const isBuiltIn = (code: string) => /^\d{1,2}$/.test(code) && code !== "0" && code !== "00";
  const codes = formats.map((code, at) =>
    isBuiltIn(code) ? "" : `<numFmt numFmtId="${164 + at}" formatCode="${escaped(code)}"/>`,
  );
  const styles = formats.map((code, at) => `<xf numFmtId="${isBuiltIn(code) ? code : 164 + at}" applyNumberFormat="1"/>`);
  return `${HEAD}<styleSheet xmlns="${MAIN}"><numFmts>${codes.join("")}</numFmts><cellStyleXfs><xf numFmtId="0"/></cellStyleXfs><cellXfs><xf numFmtId="0" xfId="0"/>${styles.join("")}</cellXfs></styleSheet>`;
}

/** A workbook of one sheet with these rows. */
export const bookOf = (xml: string, rest: Omit<Book, "sheets"> = {}) => zipOf(bookParts({ sheets: [{ xml }], ...rest }));

/** How a program writes a ZIP: with sizes after the data, without compression, with sizes that lie. */
export type ZipStyle = { descriptors?: boolean; stored?: boolean; declared?: number; zip64?: boolean };

/** A ZIP of parts, in which one name may come twice. */
export function zipOf(parts: BookParts | [string, string | Buffer][], style: ZipStyle = {}): Buffer {
  const local: Buffer[] = [];
  const central: Buffer[] = [];
  let offset = 0;
  const entries = Array.isArray(parts) ? parts : Object.entries(parts);
  for (const [name, content] of entries) {
    const data = Buffer.from(content);
    const packed = style.stored ? data : deflateRawSync(data);
    const size = style.declared ?? data.length;
    const sizes = [crc32(data), packed.length, size];
    const [flags, method] = [style.descriptors ? 0x808 : 0x800, style.stored ? 0 : 8];
    const bytes = Buffer.from(name);
    const head = header(0x04034b50, [20, flags, method, 0, 0x21], style.descriptors ? [0, 0, 0] : sizes, [bytes.length, 0]);
    const after = style.descriptors ? words([0x08074b50, ...sizes]) : Buffer.alloc(0);
    local.push(head, bytes, packed, after);
    const extra = style.zip64 ? Buffer.concat([shorts([1, 24]), longs([size, packed.length, offset])]) : Buffer.alloc(0);
    const shown = style.zip64 ? [sizes[0] ?? 0, 0xffffffff, 0xffffffff] : sizes;
    central.push(
      Buffer.concat([words([0x02014b50]), shorts([20, 20, flags, method, 0, 0x21]), words(shown)]),
      shorts([bytes.length, extra.length, 0, 0, 0]),
      words([0, style.zip64 ? 0xffffffff : offset]),
      bytes,
      extra,
    );
    offset += head.length + bytes.length + packed.length + after.length;
  }
  const directory = Buffer.concat(central);
  const count = entries.length;
  const end64 = style.zip64
    ? Buffer.concat([
        words([0x06064b50]),
        longs([44]),
        shorts([45, 45]),
        words([0, 0]),
        longs([count, count, directory.length, offset]),
        words([0x07064b50, 0]),
        longs([offset + directory.length]),
        words([1]),
      ])
    : Buffer.alloc(0);
  const counts = style.zip64 ? [0xffff, 0xffff] : [count, count];
  const places = style.zip64 ? [0xffffffff, 0xffffffff] : [directory.length, offset];
  const end = Buffer.concat([words([0x06054b50]), shorts([0, 0, ...counts]), words(places), shorts([0])]);
  return Buffer.concat([...local, directory, end64, end]);
}

const header = (signature: number, before: number[], sizes: number[], lengths: number[]) =>
  Buffer.concat([words([signature]), shorts(before), words(sizes), shorts(lengths)]);

function numbersIn(values: number[], width: number, write: (buffer: Buffer, value: number, at: number) => void): Buffer {
  const buffer = Buffer.alloc(values.length * width);
  for (const [at, value] of values.entries()) write(buffer, value, at * width);
  return buffer;
}
const shorts = (values: number[]) => numbersIn(values, 2, (buffer, value, at) => buffer.writeUInt16LE(value, at));
const words = (values: number[]) => numbersIn(values, 4, (buffer, value, at) => buffer.writeUInt32LE(value, at));
const longs = (values: number[]) => numbersIn(values, 8, (buffer, value, at) => buffer.writeBigUInt64LE(BigInt(value), at));
