import { describe, expect, test } from "vitest";
import { calendarDay, integer, money, optionalInteger, optionalMoney, optionalText } from "~/database/fields.server";

const valueOrError = (result: { success: boolean; data?: unknown; error?: { issues: { message: string }[] } }) =>
  result.success ? result.data : result.error?.issues[0]?.message;

describe("an amount of pesos", () => {
  test.each([
    ["1234.5", "1234.50"],
    ["1,234.50", "1234.50"],
    ["$1,234.50", "1234.50"],
    [" $ 1,234 ", "1234.00"],
    ["0.01", "0.01"],
    ["007", "7.00"],
    ["9999999999.99", "9999999999.99"],
    ["9,999,999,999.99", "9999999999.99"],
  ])("reads %j as %s", (typed, amount) => expect(valueOrError(money("precio").safeParse(typed))).toBe(amount));

  test.each([
    "1.234,50",
    "1,23",
    "12,34.5",
    "1234,50",
    "+1",
    "1e3",
    "1e309",
    "NaN",
    "Infinity",
    "0x10",
    "$",
    ".5",
    "5.",
    "1 234",
    "١٢",
    "10 pesos",
    "abc",
    "-abc",
    "1e9",
  ])("rejects the ambiguous %j and says how to write it", (typed) =>
    expect(valueOrError(money("precio").safeParse(typed))).toBe(
      "Escribe el precio con números y con punto para los centavos, como 350 o 1,234.50.",
    ),
  );

  test.each([
    ["-5", "Escribe un monto mayor que cero.", "El precio no puede ser menor que cero."],
    ["−$1,234.50", "Escribe un monto mayor que cero.", "El precio no puede ser menor que cero."],
    [
      "1.005",
      "Escribe el monto con dos decimales como máximo, como 1234.50.",
      "Escribe el precio con dos decimales como máximo, como 1234.50.",
    ],
    [
      "1.234",
      "Escribe el monto con dos decimales como máximo, como 1234.50.",
      "Escribe el precio con dos decimales como máximo, como 1234.50.",
    ],
    ["", "Escribe un monto mayor que cero.", "Escribe el precio."],
    ["10000000000", "Escribe un monto menor de 10,000,000,000.", "Escribe un precio menor de 10,000,000,000."],
  ])("says of %j what is wrong with this field", (typed, ofAmount, ofPrice) => {
    expect(valueOrError(money().safeParse(typed))).toBe(ofAmount);
    expect(valueOrError(money("precio", { zero: true }).safeParse(typed))).toBe(ofPrice);
  });

  test("must be present, within the column's range, and above zero unless zero is allowed", () => {
    for (const bad of ["0.00", undefined, ["1", "2"]])
      expect(valueOrError(money().safeParse(bad))).toBe("Escribe un monto mayor que cero.");
    expect(valueOrError(money("precio", { zero: true }).safeParse("0"))).toBe("0.00");
    const price = optionalMoney("precio", "0.00");
    for (const empty of [undefined, "", "  "]) expect(valueOrError(price.safeParse(empty))).toBe("0.00");
    expect(valueOrError(price.safeParse(" $12.5"))).toBe("12.50");
    expect(valueOrError(price.safeParse("-5"))).toBe("El precio no puede ser menor que cero.");
  });
});

test("a calendar day must exist and be written as year-month-day", () => {
  const day = calendarDay("Falta.");
  for (const good of ["2026-11-21", "2024-02-29", "2000-01-01", "2099-12-31"])
    expect(valueOrError(day.safeParse(good))).toBe(good);
  for (const bad of [
    "2026-02-29",
    "2026-13-01",
    "2026-1-1",
    "21/11/2026",
    "1999-12-31",
    "2100-01-01",
    "2026-11-21T00:00",
    "hoy",
    "",
  ])
    expect(valueOrError(day.safeParse(bad)), bad).toBe("Escribe la fecha como año-mes-día: 2026-11-21.");
  expect(valueOrError(day.safeParse(undefined))).toBe("Falta.");
});

test("an integer accepts thousands separators, keeps to its range and may have a default", () => {
  const from1to5 = integer(1, 5, "De 1 a 5.");
  for (const bad of ["0", "6", "1.5", "NaN", "1e309", "1e0", "0x3", "", " ", "٣", "3 4", undefined])
    expect(valueOrError(from1to5.safeParse(bad)), String(bad)).toBe("De 1 a 5.");
  expect(valueOrError(from1to5.safeParse(" 5 "))).toBe(5);
  expect(valueOrError(integer(-5, 1_000_000, "").safeParse("1,000,000"))).toBe(1_000_000);
  expect(valueOrError(integer(-5, 1_000_000, "").safeParse("-5"))).toBe(-5);
  expect(valueOrError(integer(0, 1_000_000, "No.").safeParse("1,00"))).toBe("No.");
  for (const empty of [undefined, "", "  "]) expect(valueOrError(optionalInteger(0, 9, "De 0 a 9.", 7).safeParse(empty))).toBe(7);
  expect(valueOrError(optionalInteger(0, 9, "De 0 a 9.", null).safeParse("10"))).toBe("De 0 a 9.");
});

test("a text rejects control characters", () => {
  for (const bad of ["a\0b", "\u0085", "a\u0085b", "\u001b[31m", "a\u007f"]) {
    expect(valueOrError(optionalText(9).safeParse(bad)), JSON.stringify(bad)).toMatch(/^Quita los caracteres/);
  }
  expect(valueOrError(optionalText(9).safeParse("a\r\nb\tc"))).toBe("a\nb\tc");
});
