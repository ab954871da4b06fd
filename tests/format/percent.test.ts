import { expect, test } from "vitest";
import { readPercent } from "~/format/numbers";

test.each<[typed: string, percent: string | null]>([
  ["10%", "10"],
  ["10 %", "10"],
  ["10\u00a0%", "10"],
  [" 10%\n", "10"],
  ["10 por ciento", "10"],
  ["10 Por  Ciento", "10"],
  ["10porciento", "10"],
  ["12.5%", "12.5"],
  ["12,5 %", "12.5"],
  ["33.33%", "33.33"],
  ["010%", "10"],
  ["0%", "0"],
  ["100%", "100"],
  ["150%", "150"],
  // Full width, as keyboards for Japanese write it, and the sign of Arabic ones.
  ["10％", "10"],
  ["10٪", "10"],
  ["10", null],
  ["$10", null],
  ["%", null],
  ["%10", null],
  ["-10%", null],
  ["10%%", null],
  ["10% de 500", null],
  ["1,000%", null],
  ["10.555%", null],
  ["", null],
])("reads %j as %j percent", (typed, percent) => expect(readPercent(typed)).toBe(percent));
