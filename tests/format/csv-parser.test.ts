import { expect, test } from "vitest";
import { findHeader, readCsv, readCsvRows } from "~/format/csv-parser.server";
import { readWorkbook } from "~/format/workbook.server";
import { bookOf } from "../support/workbooks";

const score = (cells: string[]) => cells.filter((cell) => ["Nombre", "Precio"].includes(cell)).length;
const text = (row: number, words: string[]) =>
  `<row r="${row}">${words.map((word) => `<c t="inlineStr"><is><t>${word}</t></is></c>`).join("")}</row>`;

test("headings are found in the rows of a workbook as in those of a CSV", async () => {
  const rows = [["Lista de precios"], [], ["Nombre", "Precio"], [], ["Corte", "350"]];
  const sheets = await readWorkbook(bookOf(rows.map((words, at) => text(at + 1, words)).join("")));
  const fromWorkbook = findHeader(typeof sheets === "string" ? [] : (sheets[0]?.rows ?? []), score);
  expect(fromWorkbook).toEqual({
    above: [{ row: 1, cells: ["Lista de precios"] }],
    header: { row: 3, cells: ["Nombre", "Precio"] },
    body: [{ row: 5, cells: ["Corte", "350"] }],
  });
  const csv = rows.map((words) => (words.length > 0 ? words.join(";") : ";")).join("\n");
  expect(readCsv(csv, 10, score)).toEqual(fromWorkbook);
  expect(readCsvRows(csv, 10, score)).toEqual([...fromWorkbook.above, fromWorkbook.header, ...fromWorkbook.body]);
});

test("rows without headings are all its body", () => {
  const rows = [{ row: 4, cells: ["Ana"] }];
  expect(findHeader(rows, score)).toEqual({ above: [], header: null, body: rows });
});

test("a list that begins far down is refused and not cut where the parser stops", () => {
  const list = `Lista;\n${";\n".repeat(23)}Nombre;Precio\n${"Corte;350\n".repeat(9)}Tinte;900`;
  expect(readCsv(list, 10, score)).toMatch(/más de 10 filas/);
});
