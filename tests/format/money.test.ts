import { expect, test } from "vitest";
import { formatMoney, isPositive } from "~/format/numbers";

test.each([
  ["1234.50", "$1,234.50"],
  ["0", "$0.00"],
  ["0.00", "$0.00"],
  ["0.05", "$0.05"],
  ["7", "$7.00"],
  ["999.99", "$999.99"],
  ["1000000", "$1,000,000.00"],
  ["-1234.50", "−$1,234.50"],
  ["-0.01", "−$0.01"],
])("%s is shown as %s", (amount, shown) => expect(formatMoney(amount)).toBe(shown));

test.each([
  ["0.01", true],
  ["1000.00", true],
  ["0.00", false],
  ["-0.00", false],
  ["-10.00", false],
])("%s is above zero: %s", (amount, expected) => expect(isPositive(amount)).toBe(expected));

test("no cent is lost, however large the amount", () => {
  expect(formatMoney("9999999999.99")).toBe("$9,999,999,999.99");
  expect(formatMoney("999999999999.99")).toBe("$999,999,999,999.99");
  expect(formatMoney("-999999999999.99")).toBe("−$999,999,999,999.99");
  // Beyond what a double holds exactly.
  expect(formatMoney("90071992547409.93")).toBe("$90,071,992,547,409.93");
  expect(formatMoney("123456789012345678.91")).toBe("$123,456,789,012,345,678.91");
});
