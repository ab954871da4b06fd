import { createHash } from "node:crypto";
import { type BookParts, bookOf, bookParts, type ZipStyle, zipOf } from "./workbooks";

const MB = 1024 * 1024;

/** A part of many megabytes that packs well: `head`, `piece` as often as fits, `tail`. */
const repeated = (head: string, piece: string, tail: string, megabytes: number) =>
  Buffer.concat([
    Buffer.from(head),
    Buffer.alloc(Math.ceil((megabytes * MB) / piece.length) * piece.length, piece),
    Buffer.from(tail),
  ]);

const sheetWith = (content: string | Buffer, style?: ZipStyle, parts: BookParts = {}) =>
  zipOf({ ...bookParts({ sheets: [{ xml: "" }], parts }), "xl/worksheets/sheet1.xml": content }, style);

const rows = (count: number, cell: (row: number) => string) =>
  Array.from({ length: count }, (_, at) => `<row r="${at + 1}">${cell(at + 1)}</row>`).join("");

/** 50,000 characters that do not pack. */
const noise = (seed: number) => createHash("shake256", { outputLength: 25_000 }).update(String(seed)).digest("hex");

/** `isLong`: it is read for seconds, until a limit stops it. */
type Hostile = { make: (gigabyte: number) => Buffer; says: RegExp; isLong?: boolean };

/**
 * Workbooks made to fill a server's memory or keep it busy, each with what its sentence says. `gigabyte` is how many MB one has,
 * fewer for the gate.
 */
export const HOSTILE: Record<string, Hostile> = {
  "1 GB in a text of the sheet": {
    make: (gigabyte) => sheetWith(repeated('<worksheet><sheetData><row><c t="str"><v>', "a", "", gigabyte)),
    says: /demasiado/,
  },
  "1 GB of blanks between rows": {
    make: (gigabyte) => sheetWith(repeated("<worksheet><sheetData>", " ", "</sheetData></worksheet>", gigabyte)),
    says: /demasiado grande|No alcanzamos/,
  },
  "1 GB, of which the directory says 100 bytes": {
    make: (gigabyte) => sheetWith(repeated("<worksheet><sheetData>", "<row/>", "", gigabyte), { declared: 100 }),
    says: /dañado/,
  },
  "a comment of 200 MB": { make: (gigabyte) => sheetWith(repeated("<worksheet><!--", "a", "", gigabyte / 5)), says: /dañado/ },
  "an attribute of 200 MB": { make: (gigabyte) => sheetWith(repeated('<worksheet a="', "a", "", gigabyte / 5)), says: /dañado/ },
  "a million attributes": {
    make: () => sheetWith(`<worksheet ${Array.from({ length: 1_000_000 }, (_, at) => `a${at}=""`).join(" ")}/>`),
    says: /dañado/,
  },
  "nested ten million times": { make: () => sheetWith(repeated("", "<a>", "", 30)), says: /dañado/ },
  "a million rows": {
    make: (gigabyte) =>
      sheetWith(
        `<worksheet><sheetData>${rows(gigabyte * 1000, (row) => `<c r="A${row}"><v>${row}</v></c>`)}</sheetData></worksheet>`,
      ),
    says: /más de 5,000 filas/,
  },
  "a million rows with a format and nothing in them": {
    make: () => sheetWith(`<worksheet><sheetData>${rows(1_048_576, (row) => `<c r="A${row}" s="1"/>`)}</sheetData></worksheet>`),
    says: /demasiado grande|No alcanzamos/,
    isLong: true,
  },
  "16,384 columns": {
    make: (gigabyte) =>
      sheetWith(repeated("<worksheet><sheetData>", `<row>${"<c><v>1</v></c>".repeat(16_384)}</row>`, "", gigabyte / 5)),
    says: /más de 200 columnas/,
  },
  "16,384 columns with a format and nothing in them": {
    make: () => sheetWith(repeated("<worksheet><sheetData>", `<row>${"<c/>".repeat(16_384)}</row>`, "", 200)),
    says: /demasiado grande|No alcanzamos/,
    isLong: true,
  },
  "5,000 rows of 200 columns in twenty sheets": {
    make: () => {
      const xml = rows(5000, (row) => `<c r="GR${row}"><v>1</v></c>`);
      return zipOf(bookParts({ sheets: Array.from({ length: 20 }, () => ({ xml })) }));
    },
    says: /demasiado grande/,
  },
  "texts of 10 MB, all different": {
    make: () => bookOf("", { texts: Array.from({ length: 200 }, (_, at) => `<si><t>${noise(at)}</t></si>`) }),
    says: /demasiado grande/,
  },
  "eight million short texts": {
    make: () =>
      zipOf(bookParts({ sheets: [{ xml: "" }], parts: { "xl/sharedStrings.xml": repeated("<sst>", "<si/>", "</sst>", 38) } })),
    says: /demasiado grande|No alcanzamos/,
    isLong: true,
  },
  "a cell of 10 MB": {
    make: () => bookOf(`<row><c t="inlineStr"><is><t>${"é".repeat(10 * MB)}</t></is></c></row>`),
    says: /demasiado texto/,
  },
  "entities that multiply": {
    make: () =>
      sheetWith(
        `<?xml version="1.0"?><!DOCTYPE a [<!ENTITY a "${"a".repeat(1000)}"><!ENTITY b "${"&a;".repeat(1000)}"><!ENTITY c "${"&b;".repeat(1000)}">]><worksheet><sheetData><row><c t="str"><v>&c;</v></c></row></sheetData></worksheet>`,
      ),
    says: /dañado/,
  },
  "an entity that reads a file": {
    make: () =>
      sheetWith(
        '<?xml version="1.0"?><!DOCTYPE a [<!ENTITY a SYSTEM "file:///etc/passwd">]><worksheet><sheetData><row><c t="str"><v>&a;</v></c></row></sheetData></worksheet>',
      ),
    says: /dañado/,
  },
  "5,000 sheets": {
    make: () => zipOf(bookParts({ sheets: Array.from({ length: 4_900 }, () => ({ xml: "<row><c><v>1</v></c></row>" })) })),
    says: /más de 400 hojas/,
  },
  "60,000 entries": {
    make: (gigabyte) => {
      const entries = Object.entries(bookParts({ sheets: [{ xml: "<row><c><v>1</v></c></row>" }] }));
      return zipOf([...entries, ...Array.from({ length: 60 * gigabyte }, (_, at): [string, string] => [`x${at}`, ""])]);
    },
    says: /demasiado grande/,
  },
  "a million relations": {
    make: () => {
      const parts = {
        "xl/_rels/workbook.xml.rels": repeated("<Relationships>", '<Relationship Id="a" Type="b" Target="c"/>', "", 38),
      };
      return sheetWith("<worksheet/>", {}, parts);
    },
    says: /demasiado grande/,
  },
  "a million formats": {
    make: () =>
      sheetWith("<worksheet/>", {}, { "xl/styles.xml": repeated("<styleSheet><cellXfs>", '<xf numFmtId="9"/>', "", 38) }),
    says: /demasiado grande/,
  },
  "merged cells over each other": {
    make: () => {
      const cells = rows(5000, (row) => `<c r="A${row}"><v>1</v></c>`);
      const merged = '<mergeCell ref="A1:GR1048576"/>'.repeat(300_000);
      return sheetWith(`<worksheet><sheetData>${cells}</sheetData><mergeCells>${merged}</mergeCells></worksheet>`);
    },
    says: /dañado/,
  },
};
