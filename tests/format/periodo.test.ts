import { describe, expect, test } from "vitest";
import {
  comparedWith,
  formatPeriodo,
  monthOf,
  nextOf,
  type Periodo,
  periodoSearch,
  previousOf,
  stepOf,
  yearOf,
} from "~/format/periodo.server";

const range = (desde: string, hasta: string): Periodo => ({ tipo: "rango", desde, hasta });
const days = ({ desde, hasta }: Periodo) => `${desde} ${hasta}`;

test.each([
  ["2026-11", "2026-11-01 2026-11-30", "2026-10-01 2026-10-31", "2026-12-01 2026-12-31"],
  ["2026-03", "2026-03-01 2026-03-31", "2026-02-01 2026-02-28", "2026-04-01 2026-04-30"],
  ["2028-03", "2028-03-01 2028-03-31", "2028-02-01 2028-02-29", "2028-04-01 2028-04-30"],
  ["2028-02", "2028-02-01 2028-02-29", "2028-01-01 2028-01-31", "2028-03-01 2028-03-31"],
  ["2027-01", "2027-01-01 2027-01-31", "2026-12-01 2026-12-31", "2027-02-01 2027-02-28"],
])("the month %s has the right days, and so do the months before and after it", (mes, current, before, after) => {
  expect([monthOf(mes), previousOf(monthOf(mes)), nextOf(monthOf(mes))].map(days)).toEqual([current, before, after]);
});

test("a year has the years before and after it, leap or not", () => {
  expect([yearOf("2028"), previousOf(yearOf("2028")), nextOf(yearOf("2028"))].map(days)).toEqual([
    "2028-01-01 2028-12-31",
    "2027-01-01 2027-12-31",
    "2029-01-01 2029-12-31",
  ]);
});

test.each([
  ["2026-11-21", "2026-11-21", "2026-11-20 2026-11-20"],
  ["2026-03-01", "2026-03-31", "2026-01-29 2026-02-28"],
  ["2028-02-29", "2028-03-01", "2028-02-27 2028-02-28"],
  ["2026-01-01", "2026-12-31", "2025-01-01 2025-12-31"],
  ["2028-01-01", "2028-12-31", "2026-12-31 2027-12-31"],
])("the range from %s to %s comes after a range of the same length", (desde, hasta, before) => {
  const periodo = range(desde, hasta);
  expect(days(previousOf(periodo))).toBe(before);
  expect(nextOf(previousOf(periodo))).toEqual(periodo);
});

test.each([
  ["in its days", monthOf("2026-11"), "2026-11-26", "2026-10-01 2026-10-26"],
  ["on its first day", monthOf("2026-11"), "2026-11-01", "2026-10-01 2026-10-01"],
  ["on its last day", monthOf("2026-11"), "2026-11-30", "2026-10-01 2026-10-31"],
  ["after it", monthOf("2026-11"), "2026-12-05", "2026-10-01 2026-10-31"],
  ["before it", monthOf("2026-11"), "2026-10-05", "2026-10-01 2026-10-31"],
  ["on a day that the month before has not", monthOf("2026-03"), "2026-03-30", "2026-02-01 2026-02-28"],
  ["in its days", yearOf("2026"), "2026-11-26", "2025-01-01 2025-11-26"],
  ["on 29 February", yearOf("2028"), "2028-02-29", "2027-01-01 2027-02-28"],
  ["in its days", range("2026-11-11", "2026-11-20"), "2026-11-13", "2026-11-01 2026-11-03"],
])("as of a day %s, a period is compared with the same days before: %o, %s", (_when, periodo, hoy, compared) => {
  expect(days(comparedWith(periodo, hoy))).toBe(compared);
});

test.each([
  [range("2026-11-01", "2026-11-01"), "day"],
  [range("2026-01-01", "2026-03-03"), "day"],
  [range("2026-01-01", "2026-03-04"), "month"],
  [yearOf("2028"), "month"],
  [range("2024-01-01", "2028-12-31"), "month"],
  [range("2024-01-01", "2029-02-01"), "year"],
])("%o is charted by %s", (periodo, step) => {
  expect(stepOf(periodo)).toBe(step);
});

describe("the name and the query string of a period", () => {
  test.each([
    [monthOf("2026-11"), "noviembre de 2026", "?mes=2026-11"],
    [yearOf("2026"), "2026", "?anio=2026"],
    [range("2026-11-01", "2026-11-15"), "del 01/11/2026 al 15/11/2026", "?desde=2026-11-01&hasta=2026-11-15"],
    [range("2026-11-01", "2026-11-01"), "01/11/2026", "?desde=2026-11-01&hasta=2026-11-01"],
  ])("are right for %o", (periodo, name, search) => {
    expect([formatPeriodo(periodo), periodoSearch(periodo)]).toEqual([name, search]);
  });
});
