import { describe, expect, test } from "vitest";
import { describeOtherFile } from "~/format/other-file.server";
import { isWorkbook, readWorkbook } from "~/format/workbook.server";
import { HOSTILE } from "../support/hostile-workbooks";
import { bookOf, bookParts, zipOf } from "../support/workbooks";

const ANA = "<row><c><v>1</v></c></row>";
const book = bookOf(ANA);

describe("a workbook made to harm", () => {
  for (const [name, { make, says, isLong }] of Object.entries(HOSTILE)) {
    test(`is refused: ${name}`, { tags: isLong ? ["slow"] : [] }, async () => {
      expect(await readWorkbook(make(100))).toMatch(says);
    });
  }

  test("does not keep others from being read", async () => {
    const harmful = HOSTILE["a cell of 10 MB"]?.make(0) ?? Buffer.alloc(0);
    const [first, second, third] = await Promise.all([
      readWorkbook(harmful),
      readWorkbook(book),
      readWorkbook(Buffer.from("PK")),
    ]);
    expect(first).toMatch(/demasiado texto/);
    expect(second).toEqual([{ name: "Hoja1", rows: [{ row: 1, cells: ["1"] }] }]);
    expect(third).toMatch(/dañado/);
  });
});

describe("a workbook that cannot be read", () => {
  const sheets = [{ xml: ANA }];
  const encrypted = Buffer.from(book);
  // The bit for a password in the directory, as 7-Zip sets it.
  for (let at = encrypted.indexOf("PK\x01\x02"); at >= 0; at = encrypted.indexOf("PK\x01\x02", at + 1)) {
    encrypted[at + 8] = (encrypted[at + 8] ?? 0) | 1;
  }
  test.each<[string, Buffer, RegExp]>([
    ["truncated", book.subarray(0, book.length - 40), /dañado o incompleto/],
    ["cut in the middle", book.subarray(0, book.length / 2), /dañado o incompleto/],
    ["overwritten in the middle", Buffer.from(book).fill(0xff, 300, 700), /dañado o incompleto/],
    ["without its workbook", zipOf({ "[Content_Types].xml": "<Types/>", "a.txt": "x" }), /Es un archivo ZIP/],
    [
      "without a sheet of it",
      zipOf({ ...bookParts({ sheets }), "xl/_rels/workbook.xml.rels": "<Relationships/>" }),
      /no tiene nada escrito/,
    ],
    [
      "whose sheet is missing",
      zipOf(Object.entries(bookParts({ sheets })).filter(([name]) => !name.includes("sheet1"))),
      /dañado o incompleto/,
    ],
    ["that is empty", bookOf(""), /no tiene nada escrito en las hojas que se ven/],
    ["whose sheets are all hidden", zipOf(bookParts({ sheets: [{ state: "hidden", xml: ANA }] })), /no tiene nada escrito/],
    ["with broken XML", bookOf("<row><c><v>1</c></row>"), /dañado o incompleto/],
    ["that ends in an element", bookOf("<worksheet><sheetData><row><c>"), /dañado o incompleto/],
    ["with an unknown entity", bookOf('<row><c t="str"><v>&nada;</v></c></row>'), /dañado o incompleto/],
    ["with formulas that were never calculated", bookOf("<row><c><f>1+1</f></c></row>"), /fórmulas sin su resultado/],
    ["with a password of the ZIP", encrypted, /contraseña/],
    ["with a row below the last of Excel", bookOf('<row r="1048577"><c><v>1</v></c></row>'), /dañado o incompleto/],
    ["with a cell at column 201", bookOf('<row><c r="GS1"><v>1</v></c></row>'), /«Hoja1» tiene más de 200 columnas/],
  ])("is told why: %s", async (_, file, sentence) => {
    expect(describeOtherFile(file)).toBeNull();
    expect(await readWorkbook(file)).toMatch(sentence);
  });
});

describe("a file that is no workbook", () => {
  const ole = (name: string) =>
    Buffer.concat([Buffer.from("d0cf11e0a1b11ae1", "hex"), Buffer.alloc(500), Buffer.from(name, "utf16le")]);
  test.each<[string, Buffer, RegExp]>([
    ["an .xls", ole("Workbook"), /libro de Excel de los de antes.*Guardar como/],
    ["an .xlsx with a password", ole("EncryptedPackage"), /tiene contraseña.*quítala/],
    ["an .xlsb", zipOf({ "[Content_Types].xml": "<Types/>", "xl/workbook.bin": "x" }), /\.xlsb.*Guardar como/],
    ["an .ods", zipOf([["mimetype", "application/vnd.oasis.opendocument.spreadsheet"]], { stored: true }), /hoja de LibreOffice/],
    ["a Numbers file", zipOf({ "Index/Document.iwa": "x" }), /hoja de Numbers/],
    ["a .docx", zipOf({ "[Content_Types].xml": "<Types/>", "word/document.xml": "x" }), /documento de texto/],
    ["a .pptx", zipOf({ "[Content_Types].xml": "<Types/>", "ppt/presentation.xml": "x" }), /archivo ZIP/],
    ["a ZIP", zipOf({ "lista.csv": "Nombre" }), /archivo ZIP/],
  ])("is told what it is: %s", async (_, file, sentence) => {
    expect(isWorkbook(file)).toBe(false);
    expect(describeOtherFile(file)).toMatch(sentence);
    expect(typeof (await readWorkbook(file))).toBe("string");
  });

  test.each(["", "P", "PK\x03\x04", "Nombre,Teléfono\nAna,55"])("never throws: %j", async (content) => {
    expect(typeof (await readWorkbook(Buffer.from(content)))).toBe("string");
  });
});
