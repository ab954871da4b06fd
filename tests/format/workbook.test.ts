import { readFileSync } from "node:fs";
import { describe, expect, test } from "vitest";
import { isWorkbook, readWorkbook, type Sheet } from "~/format/workbook.server";
import { type Book, type BookParts, bookOf, bookParts, zipOf } from "../support/workbooks";

async function sheetsOf(file: Uint8Array): Promise<Sheet[]> {
  expect(isWorkbook(file)).toBe(true);
  const sheets = await readWorkbook(file);
  if (typeof sheets === "string") throw new Error(sheets);
  return sheets;
}

/** The rows of the first sheet, each with its number in front. */
const rowsOf = async (file: Uint8Array) => (await sheetsOf(file))[0]?.rows.map(({ row, cells }) => [row, ...cells]);

const OFFICE = "http://schemas.openxmlformats.org/officeDocument/2006/relationships";
const STRICT = "http://purl.oclc.org/ooxml/officeDocument/relationships";
const inline = (text: string) => `<row r="1"><c r="A1" t="inlineStr"><is>${text}</is></c></row>`;
const workbook = (sheet: string, prefix = "") =>
  `<${prefix}workbook xmlns:r="${OFFICE}"><${prefix}sheets>${sheet}</${prefix}sheets></${prefix}workbook>`;
const relations = (target: string, type = OFFICE) =>
  `<Relationships><Relationship Id="rId1" Type="${type}/worksheet" Target="${target}"/></Relationships>`;
const ANA = `<row r="1"><c r="A1" t="inlineStr"><is><t>Ana</t></is></c></row>`;
const SHEET = `<worksheet><sheetData>${ANA}</sheetData></worksheet>`;

describe("a number shows as its format says", () => {
  test.each<[string, string, string]>([
    ["General", "5512345678", "5512345678"],
    // A telephone as a number, as three programs write it.
    ["General", "5.512345678E9", "5512345678"],
    ["General", "5512345678.0", "5512345678"],
    ["0.00E+00", "5512345678", "5512345678"],
    ["[<=9999999]###\\-####;\\(###\\)\\ ###\\-####", "5512345678", "5512345678"],
    ["General", "12345678901234567890", "12345678901234567890"],
    ["General", "0.28999999999999998", "0.29"],
    ["General", "1.0E-7", "0.0000001"],
    ["General", "-350.5", "-350.5"],
    ["GENERAL", "350.5", "350.5"],
    ["Estándar", "350.5", "350.5"],
    ["@", "5512345678", "5512345678"],
    ["0", "350.5", "350.5"],
    ["4", "406.2931034", "406.29"],
    ["44", "1299.9", "1299.9"],
    ['"$"#,##0.00', "1.005", "1.01"],
    ['_-$* #,##0.00_-;\\-$* #,##0.00_-;_-$* "-"??_-;_-@_-', "406.29310344827587", "406.29"],
    ["[$$-80A]#,##0.00", "350", "350"],
    ["[$MXN] #,##0.00;[Red]\\-[$MXN] #,##0.00", "1500.5", "1500.5"],
    ["#,##0.00 USD", "12.5", "12.5"],
    ['0" min"', "45", "45"],
    ['0 "días"', "3", "3"],
    ["#,##0_M_M_M;#,##0_M_M_M;_(@_M_M_M", "1234", "1234"],
    ["0.0############E-0", "1234", "1234"],
    ["# ?/?", "0.5", "0.5"],
    ["00000", "1234", "01234"],
    ["000000000000", "81227827687", "081227827687"],
    ["9", "0.4", "40%"],
    ["10", "0.075", "7.5%"],
    ["0.00%", "0.07", "7%"],
    ["0%", "0.125", "12.5%"],
    ['0"%"', "40", "40"],
    ["14", "46357", "2026-12-01"],
    ["16", "46357", "2026-12-01"],
    ["17", "46357", "2026-12-01"],
    ["30", "46357", "2026-12-01"],
    ["yyyy\\-mm\\-dd;@", "46357", "2026-12-01"],
    ['[$-80A]d "de" mmmm', "46357", "2026-12-01"],
    ["[$-F800]dddd\\,\\ mmmm\\ dd\\,\\ yyyy", "46357", "2026-12-01"],
    ["mmmm", "46357", "2026-12-01"],
    ["dd/mm/aaaa;d", "46357", "2026-12-01"],
    ["14", "46357.75", "2026-12-01"],
    ["14", "60", "1900-02-28"],
    ["14", "1", "1900-01-01"],
    ["14", "61", "1900-03-01"],
    ["14", "0", ""],
    ["14", "-1", "-1"],
    ["14", "81227827687", "81227827687"],
    ["22", "46357.4375", "2026-12-01 10:30"],
    ["dd/mm/yyyy\\ hh:mm\\ AM/PM", "46357.4375", "2026-12-01 10:30"],
    ["d/m/yy h:mm", "46357", "2026-12-01 00:00"],
    ["d/m/yy h:mm", "0.4375", "10:30"],
    ["20", "0.4375", "10:30"],
    ["18", "0.69791666666666663", "16:45"],
    ["[$-F400]h:mm:ss\\ AM/PM", "0.43749999999", "10:30"],
    ["h:mm", "46357.4375", "10:30"],
    ["mm:ss.0", "0.4375", "10:30"],
    ["[h]:mm", "1.0625", "25:30"],
    ["46", "0.0625", "01:30"],
    ["[mm]", "0.0625", "90"],
  ])("%s of %s: %s", async (code, value, shown) => {
    const file = bookOf(`<row r="1"><c r="A1" t="str"><v>-</v></c><c r="B1" s="1"><v>${value}</v></c></row>`, {
      formats: [code],
    });
    expect(await rowsOf(file)).toEqual([[1, "-", ...(shown === "" ? [] : [shown])]]);
  });

  test.each([
    ["1", "date1904"],
    ["true", "date1904"],
  ])("counts days from 1904 where the workbook says so: %s", async (value, name) => {
    const cells = '<row r="1"><c r="A1" s="1"><v>44895</v></c><c r="B1" s="2"><v>44895.4375</v></c></row>';
    const file = bookOf(cells, { formats: ["14", "22"], workbookPr: `<workbookPr ${name}="${value}"/>` });
    expect(await rowsOf(file)).toEqual([[1, "2026-12-01", "2026-12-01 10:30"]]);
  });

  test("follows a format that replaces a built-in one, and not those of conditional styles", async () => {
    const styles =
      '<styleSheet><numFmts><numFmt numFmtId="1" formatCode="MM/dd/yyyy"/><numFmt numFmtId="14" formatCode="000"/></numFmts><cellStyleXfs><xf numFmtId="9"/></cellStyleXfs><cellXfs><xf numFmtId="1"/><xf numFmtId="14"/><xf xfId="0"/></cellXfs><dxfs><dxf><numFmt numFmtId="1" formatCode="0"/></dxf></dxfs></styleSheet>';
    const file = bookOf(
      '<row><c s="0"><v>46357</v></c><c s="1"><v>7</v></c><c s="2"><v>0.4</v></c><c s="99"><v>7</v></c></row>',
      {
        parts: { "xl/styles.xml": styles },
      },
    );
    expect(await rowsOf(file)).toEqual([[1, "2026-12-01", "007", "40%", "7"]]);
  });
});

describe("a cell is read as a person sees it", () => {
  test.each<[string, string, (string | number)[][], Omit<Book, "sheets">?]>([
    [
      "text by number, as Excel writes it",
      '<row r="1"><c r="A1" t="s"><v>0</v></c></row>',
      [[1, "Ana"]],
      { texts: ["<si><t>Ana</t></si>"] },
    ],
    ["text in its cell, as openpyxl writes it", inline("<t>Ana</t>"), [[1, "Ana"]]],
    [
      "text in runs in its cell",
      inline('<r><t xml:space="preserve">Ana </t></r><r><rPr><b/></rPr><t>Paz</t></r>'),
      [[1, "Ana Paz"]],
    ],
    [
      "text in runs, without its pronunciation",
      '<row><c t="s"><v>0</v></c></row>',
      [[1, "Ana Paz"]],
      {
        texts: [
          '<si><r><t>Ana</t></r><r><t xml:space="preserve"> Paz</t></r><rPh sb="0" eb="1"><t>アナ</t></rPh><phoneticPr/></si>',
        ],
      },
    ],
    [
      "a text without its number",
      '<row r="1"><c r="A1" t="s"/><c r="B1" t="s"><v>9</v></c><c r="C1"><v>1</v></c></row>',
      [[1, "", "", "1"]],
      { texts: [] },
    ],
    ["an empty text", '<row><c t="s"><v>0</v></c><c><v>1</v></c></row>', [[1, "", "1"]], { texts: ["<si/>"] }],
    ["telephones and codes kept as text", inline("<t>0055 1234</t>"), [[1, "0055 1234"]]],
    ["+52 kept as text", inline("<t>+52 55 1234 5678</t>"), [[1, "+52 55 1234 5678"]]],
    ["the apostrophe that our own CSV writes", inline("<t>'+52 55</t>"), [[1, "+52 55"]]],
    ["blanks around and no-break ones", inline('<t xml:space="preserve">  Ana\u00a0\u202fPaz \n</t>'), [[1, "Ana Paz"]]],
    ["line breaks of Excel", inline("<t>Uno_x000D_\nDos&#10;Tres</t>"), [[1, "Uno\nDos\nTres"]]],
    ["line breaks of Windows", inline("<t>Uno&#13;&#10;Dos</t>"), [[1, "Uno\nDos"]]],
    ["escapes of Excel", inline("<t>_x0041_na _x005F_x0042_</t>"), [[1, "Ana _x0042_"]]],
    ["characters that no text has", inline("<t>A_x0000_n_x0007_a</t>"), [[1, "Ana"]]],
    ["CDATA and entities", inline("<t><![CDATA[<Ana>]]> &amp; &#xF1;</t>"), [[1, "<Ana> & ñ"]]],
    ["yes and no", '<row><c t="b"><v>1</v></c><c t="b"><v>0</v></c><c t="b"><v>true</v></c></row>', [[1, "sí", "no", "sí"]]],
    [
      "what went wrong",
      '<row><c t="e"><v>#N/A</v></c><c><v>1</v></c><c t="e"><f>1/0</f><v>#DIV/0!</v></c></row>',
      [[1, "", "1"]],
    ],
    ["what went wrong and was pasted", inline("<t>#¡VALOR!</t>").replace("</row>", "<c><v>1</v></c></row>"), [[1, "", "1"]]],
    [
      "formulas by their result",
      '<row><c><f>A2*1.16</f><v>406</v></c><c t="str"><f>A2</f><v>Ana</v></c><c t="str"><f>""</f><v></v></c></row>',
      [[1, "406", "Ana"]],
    ],
    ["a shared formula", '<row><c><f t="shared" ref="A1:A2" si="0">1+1</f><v>2</v></c></row>', [[1, "2"]]],
    [
      "dates in ISO 8601",
      '<row><c t="d" s="1"><v>2026-12-01T00:00:00</v></c><c t="d"><v>2026-12-01T10:30:00Z</v></c><c t="d"><v>2026-12-01</v></c></row>',
      [[1, "2026-12-01", "2026-12-01 10:30", "2026-12-01"]],
      { formats: ["14"] },
    ],
    ["a type that we do not know", '<row><c t="x"><v>Ana</v></c></row>', [[1, "Ana"]]],
    ["a number that is none", "<row><c><v>NaN</v></c></row>", [[1, "NaN"]]],
    ["blanks around a number", "<row><c><v> 7\n</v></c></row>", [[1, "7"]]],
  ])("%s", async (_, xml, rows, rest) => {
    expect(await rowsOf(bookOf(xml, rest))).toEqual(rows);
  });
});

describe("a cell keeps its place", () => {
  test.each<[string, string, (string | number)[][]]>([
    [
      "sparse rows and cells",
      '<row r="3"><c r="B3"><v>1</v></c></row><row r="7"><c r="D7"><v>2</v></c></row>',
      [
        [3, "", "1"],
        [7, "", "", "", "2"],
      ],
    ],
    [
      "rows and cells without places",
      "<row><c><v>1</v></c><c><v>2</v></c></row><row/><row><c><v>3</v></c></row>",
      [
        [1, "1", "2"],
        [3, "3"],
      ],
    ],
    [
      "a place at the cell and none at the row",
      '<row><c r="B7"><v>1</v></c></row><row><c><v>2</v></c></row>',
      [
        [7, "", "1"],
        [8, "2"],
      ],
    ],
    ["small letters", '<row r="1"><c r="b1"><v>1</v></c></row>', [[1, "", "1"]]],
    [
      "rows in another order",
      '<row r="9"><c r="A9"><v>9</v></c></row><row r="2"><c r="A2"><v>2</v></c></row>',
      [
        [2, "2"],
        [9, "9"],
      ],
    ],
    ["a row of a hundred million", '<row r="100000000"><c><v>1</v></c></row>', [[1, "1"]]],
    ["hidden rows", '<row r="1" hidden="1"><c r="A1"><v>1</v></c></row>', [[1, "1"]]],
    [
      "cells with a format alone",
      '<row r="1"><c r="A1"><v>1</v></c><c r="XFD1" s="1"/></row><row r="1048576"><c r="A1048576" s="1"/></row>',
      [[1, "1"]],
    ],
  ])("%s", async (_, xml, rows) => {
    expect(await rowsOf(bookOf(xml))).toEqual(rows);
  });

  test("merged cells: the first has the text", async () => {
    const xml =
      '<worksheet><dimension ref="A1"/><cols><col min="2" max="2" hidden="1"/></cols><sheetData><row r="1"><c r="A1"><v>1</v></c><c r="B1"><v>2</v></c><c r="C1"><v>3</v></c></row><row r="2"><c r="A2"><v>4</v></c><c r="B2"><v>5</v></c></row></sheetData><mergeCells><mergeCell ref="A1:B1"/><mergeCell ref="A2:A1048576"/></mergeCells></worksheet>';
    expect(await rowsOf(bookOf(xml))).toEqual([
      [1, "1", "", "3"],
      [2, "4", "5"],
    ]);
  });

  test("sheets: in their order, without hidden, empty ones and charts", async () => {
    const sheets = [
      { name: "Precios &amp; más", xml: "<row><c><v>1</v></c></row>" },
      { name: "Oculta", state: "hidden", xml: "<row><c><f>1</f></c></row>" },
      { name: "Muy oculta", state: "veryHidden", xml: "<row><c><v>1</v></c></row>" },
      { name: "Vacía", xml: "" },
      { name: "Clientes", state: "visible", xml: "<row><c><v>2</v></c></row>" },
    ];
    const parts = bookParts({ sheets });
    const chart = String(parts["xl/_rels/workbook.xml.rels"]).replace(
      "</Relationships>",
      `<Relationship Id="c" Type="${OFFICE}/chartsheet" Target="chartsheets/sheet1.xml"/></Relationships>`,
    );
    const book = String(parts["xl/workbook.xml"]).replace("<sheets>", '<sheets><sheet name="Gráfica" sheetId="9" r:id="c"/>');
    const read = await sheetsOf(zipOf({ ...parts, "xl/_rels/workbook.xml.rels": chart, "xl/workbook.xml": book }));
    expect(read).toEqual([
      { name: "Precios & más", rows: [{ row: 1, cells: ["1"] }] },
      { name: "Clientes", rows: [{ row: 1, cells: ["2"] }] },
    ]);
  });

  test("5,000 rows under a title and headings", async () => {
    const xml = Array.from(
      { length: 5003 },
      (_, at) => `<row r="${at + 1}"><c r="A${at + 1}"><v>${at}</v></c><c r="GR${at + 1}"><v>1</v></c></row>`,
    );
    // 200 columns of all of them would be more cells than are kept.
    const rows = await rowsOf(bookOf(xml.join("").replaceAll("GR", "T")));
    expect(rows).toHaveLength(5003);
    expect(rows?.at(-1)).toEqual([5003, "5002", ...Array(18).fill(""), "1"]);
  });
});

describe("a workbook is read whatever program packed it", () => {
  const parts = bookParts({ sheets: [{ xml: ANA }] });
  const renamed = (rename: (name: string) => string): BookParts =>
    Object.fromEntries(Object.entries(parts).map(([name, part]) => [rename(name), part]));
  const onlyWith = (changed: BookParts, ...without: string[]) =>
    Object.fromEntries(Object.entries({ ...parts, ...changed }).filter(([name]) => !without.includes(name)));
  const withBom = (part: string | Buffer | undefined) => `\ufeff${part}`;
  const utf16 = (part: string | Buffer | undefined) => Buffer.from(`\ufeff${part}`.replace("UTF-8", "UTF-16"), "utf16le");

  test.each<[string, Buffer]>([
    ["sizes after the data, as streams write them", zipOf(parts, { descriptors: true })],
    ["without compression", zipOf(parts, { stored: true })],
    ["zip64", zipOf(parts, { zip64: true })],
    ["backslashes, as old .NET programs", zipOf(renamed((name) => name.replaceAll("/", "\\")))],
    ["absolute names", zipOf(renamed((name) => `/${name}`))],
    ["names in small letters", zipOf(renamed((name) => name.toLowerCase()))],
    ["names in capitals", zipOf(renamed((name) => name.toUpperCase()))],
    ["a part twice", zipOf([...Object.entries(parts), ["xl/worksheets/sheet1.xml", SHEET]])],
    ["folders as entries", zipOf([["xl/", ""], ["xl/worksheets/", ""], ...Object.entries(parts)])],
    [
      "pictures and a program of macros (.xlsm)",
      zipOf({ ...parts, "xl/vbaProject.bin": Buffer.alloc(500_000, 1), "xl/media/image1.png": "x" }),
    ],
    ["without texts, styles and types", zipOf(onlyWith({}, "xl/styles.xml", "[Content_Types].xml"))],
    ["absolute paths in relations", zipOf(onlyWith({ "xl/_rels/workbook.xml.rels": relations("/xl/worksheets/sheet1.xml") }))],
    [
      "relative paths in relations",
      zipOf(onlyWith({ "xl/_rels/workbook.xml.rels": relations("./../xl/worksheets/sheet1.xml") })),
    ],
    ["backslashes in relations", zipOf(onlyWith({ "xl/_rels/workbook.xml.rels": relations("worksheets\\Sheet1.xml") }))],
    [
      "relations of a strict workbook",
      zipOf(onlyWith({ "xl/_rels/workbook.xml.rels": relations("worksheets/sheet1.xml", STRICT) })),
    ],
    [
      "a relation to nowhere",
      zipOf(
        onlyWith({
          "xl/_rels/workbook.xml.rels": relations("worksheets/sheet1.xml").replace(
            "</",
            '<Relationship Id="x" Type="y" Target="http://[" TargetMode="External"/></',
          ),
        }),
      ),
    ],
    ["without relations of the whole", zipOf(onlyWith({}, "_rels/.rels"))],
    [
      "a workbook elsewhere",
      zipOf({
        "[Content_Types].xml": "<Types/>",
        "_rels/.rels": `<Relationships><Relationship Id="a" Type="${OFFICE}/officeDocument" Target="/libro/book.xml"/></Relationships>`,
        "libro/book.xml": workbook('<sheet name="A" sheetId="1" r:id="rId1"/>'),
        "libro/_rels/book.xml.rels": relations("s.xml"),
        "libro/s.xml": SHEET,
      }),
    ],
    [
      "prefixes, as the SDK of .NET writes",
      zipOf(
        onlyWith({
          "xl/workbook.xml": workbook('<x:sheet name="A" sheetId="1" r:id="rId1"/>', "x:"),
          "xl/worksheets/sheet1.xml": SHEET.replace(/<(\/?)/g, "<$1x:"),
        }),
      ),
    ],
    [
      "another prefix of relations",
      zipOf(onlyWith({ "xl/workbook.xml": workbook('<sheet name="A" sheetId="1" d3p1:id="rId1" xmlns:d3p1="x"/>') })),
    ],
    ["a byte order mark", zipOf(Object.fromEntries(Object.entries(parts).map(([name, part]) => [name, withBom(part)])))],
    ["UTF-16", zipOf(Object.fromEntries(Object.entries(parts).map(([name, part]) => [name, utf16(part)])))],
    ["spaces and comments between", bookOf(`\n <!-- x -->\n${ANA.replaceAll("><", ">\n  <")}\n`)],
    ["a wrong dimension", bookOf(`<worksheet><dimension ref="A1:XFD1048576"/><sheetData>${ANA}</sheetData></worksheet>`)],
    [
      "other namespaces and extensions",
      bookOf(
        `<worksheet xmlns:mc="m" mc:Ignorable="x14ac"><sheetData>${ANA.replace("<row", '<row x14ac:dyDescent="0.25" spans="1:1"')}</sheetData><extLst><ext><x14:row><x14:c r="Z9"><v>9</v></x14:c></x14:row></ext></extLst></worksheet>`,
      ),
    ],
  ])("%s", async (_, file) => {
    expect(await rowsOf(file)).toEqual([[1, "Ana"]]);
  });

  test.each(["openpyxl", "libreoffice"])("a real one of %s", async (name) => {
    const sheets = await sheetsOf(readFileSync(new URL(`files/${name}.xlsx`, import.meta.url)));
    expect(sheets.map(({ name }) => name)).toEqual(["Clientes"]);
    expect(sheets[0]?.rows).toEqual([
      { row: 1, cells: ["Mis clientas"] },
      { row: 3, cells: ["Nombre", "Teléfono", "Precio", "Comisión", "Día", "Hora", "Cuándo", "Activa", "CP"] },
      { row: 4, cells: ["Ana Pérez", "5512345678", "350.5", "40%", "2026-12-01", "10:30", "2026-12-01 10:30", "sí", "01234"] },
      { row: 5, cells: ["Línea 1\nLínea 2", "005512345678", "406.29", "12.5%", "2024-02-29", "01:30", "2026-01-01 00:00", "no"] },
      { row: 6, cells: ["Luz"] },
    ]);
  });

  test("a real one of XlsxWriter, with days from 1904", async () => {
    expect(await rowsOf(readFileSync(new URL("files/xlsxwriter.xlsx", import.meta.url)))).toEqual([
      [1, "Día"],
      [2, "2026-12-01", "16:45", "1299.9", "2", "sí", "Hola tú"],
      [7, "", "lejos"],
    ]);
  });
});
