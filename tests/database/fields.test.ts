import { describe, expect, test } from "vitest";
import {
  calendarDay,
  integer,
  money,
  optionalEmail,
  optionalInteger,
  optionalMoney,
  optionalPhone,
  optionalText,
  requiredName,
} from "~/database/fields.server";
import { emailNote } from "~/format/email";

const valueOrError = (result: { success: boolean; data?: unknown; error?: { issues: { message: string }[] } }) =>
  result.success ? result.data : result.error?.issues[0]?.message;

describe("an amount of pesos", () => {
  // From ex-money/money#112, RubyMoney/money-rails#672, career-ops#3238, vue-currency-input#102, moneyphp/money#375 and
  // cknow/laravel-money#6 (points and commas), and as amounts are typed and copied in Mexico.
  test.each([
    ["$ 1,234.50", "1234.50"],
    ["1 234.50", "1234.50"],
    ["1\u00a0234.50", "1234.50"],
    ["1\u202f234,50", null],
    ["1.234,50", "1234.50"],
    ["45.000,00", "45000.00"],
    ["1.234.567", "1234567.00"],
    ["1.234.567,89", "1234567.89"],
    ["45000,50", "45000.50"],
    ["350,50", "350.50"],
    ["1'234,567.50", "1234567.50"],
    ["1’234.50", "1234.50"],
    ["350 pesos", "350.00"],
    ["350 PESOS", "350.00"],
    ["1 peso", "1.00"],
    ["350 MXN", "350.00"],
    ["MXN 350.00", "350.00"],
    ["MX$350", "350.00"],
    ["350 M.N.", "350.00"],
    ["$350.00 MN", "350.00"],
    ["$ 350.-", "350.00"],
    ["350 $", "350.00"],
    ["350.", "350.00"],
    ["３５０．５０", "350.50"],
    ["＄350", "350.00"],
    ["\u202a$350\u202c", "350.00"],
    ["\ufeff350", "350.00"],
    ["1,234", "1234.00"],
  ])("pasted as %j is read as %s", (typed, amount) =>
    expect(valueOrError(money().safeParse(typed))).toBe(
      amount ?? "Escribe el monto con números y con punto para los centavos, como 350 o 1,234.50.",
    ),
  );

  test.each([
    ["10%", "10%"],
    ["10 %", "10 %"],
    ["１０％", "10%"],
    ["US$350", "US$350"],
    ["350 USD", "350 USD"],
    ["20 dólares", "20 dólares"],
    ["€350", "€350"],
  ])("in %j is named: it is not in pesos", (typed, seen) => {
    expect(valueOrError(money().safeParse(typed))).toBe(`Escribe el monto en pesos, como 350: «${seen}» no lo está.`);
    expect(valueOrError(optionalMoney("precio", null).safeParse(typed))).toBe(
      `Escribe el precio en pesos, como 350: «${seen}» no lo está.`,
    );
  });

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
    "1,23",
    "12,34.5",
    "350,5",
    "35O",
    "l00",
    "350 mil",
    "350+50",
    "$350 c/u",
    "(350)",
    "1.234.56",
    "1,234,50",
    "+1",
    "1e3",
    "1e309",
    "NaN",
    "Infinity",
    "0x10",
    "$",
    ".5",
    "١٢",
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
    ["", "Escribe el monto.", "Escribe el precio."],
    ["\u200b \u00a0", "Escribe el monto.", "Escribe el precio."],
    ["10000000000", "Escribe un monto menor de 10,000,000,000.", "Escribe un precio menor de 10,000,000,000."],
  ])("says of %j what is wrong with this field", (typed, ofAmount, ofPrice) => {
    expect(valueOrError(money().safeParse(typed))).toBe(ofAmount);
    expect(valueOrError(money("precio", { zero: true }).safeParse(typed))).toBe(ofPrice);
  });

  test("must be present, within the column's range, and above zero unless zero is allowed", () => {
    for (const zero of ["0", "0.00", "$0"])
      expect(valueOrError(money().safeParse(zero))).toBe("Escribe un monto mayor que cero.");
    for (const none of [undefined, ["1", "2"]]) expect(valueOrError(money().safeParse(none))).toBe("Escribe el monto.");
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
  for (const [typed, number] of [
    ["30.0", 30],
    ["30.00", 30],
    ["３０", 30],
    ["\u202a30\u202c", 30],
    ["1 000", 1000],
    ["007", 7],
  ] as const)
    expect(valueOrError(integer(0, 1_000_000, "No.").safeParse(typed)), typed).toBe(number);
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

// From openfoodfacts/smooth-app#1451, ox-coi#397, iPeer#400, formidable-forms#416, tine20#6317 and mailcheck#74, and as address
// books and links have them.
test.each([
  [" ana@ejemplo.com\u00a0", "ana@ejemplo.com"],
  ["\u200bana@ejemplo.com\u202c", "ana@ejemplo.com"],
  ["mailto:ana@ejemplo.com?subject=Cita", "ana@ejemplo.com"],
  ["<ana@ejemplo.com>", "ana@ejemplo.com"],
  ["Ana Sol <ana@ejemplo.com>", "ana@ejemplo.com"],
  ['"Sol, Ana" <ana@ejemplo.com>;', "ana@ejemplo.com"],
  ["ana@ejemplo.com.", "ana@ejemplo.com"],
  ["ana@ejemplo.com,", "ana@ejemplo.com"],
  ["ana＠ejemplo.com", "ana@ejemplo.com"],
  ["ana @ ejemplo.com", "ana@ejemplo.com"],
  ["Ana.Sol@GMAIL.Com", "Ana.Sol@gmail.com"],
  ["ana+citas@ejemplo.com.mx", "ana+citas@ejemplo.com.mx"],
  [" ", null],
  ["ana.ejemplo.com", "Al correo le falta la @: escríbelo completo, como nombre@ejemplo.com."],
  ["ana@ejemplo.com, eva@ejemplo.com", "Hay dos correos, o dos @: deja un solo correo."],
  ["ana sol@ejemplo.com", "El correo no lleva espacios: quítalos."],
  ["peña@ejemplo.com", "El correo no puede llevar «ñ»: revísalo."],
  ["ana@ejemplo", "Al correo le falta el final, como .com: escríbelo completo."],
  ["ana@ejemplo..com", "Revisa el correo: escríbelo completo, como nombre@ejemplo.com."],
])("the e-mail address %j is read as %j", (typed, read) => expect(valueOrError(optionalEmail().safeParse(typed))).toBe(read));

test("an e-mail address that ends as none does gets a note", () => {
  expect(emailNote("ana@gmail.con")).toBe("El correo se guardó, pero termina en «.con»: revisa si es «.com».");
  for (const good of [null, "ana@gmail.com", "ana@ejemplo.com.mx", "ana@ejemplo.co"]) expect(emailNote(good)).toBeUndefined();
});

test("a telephone is read whole before its length is counted, and signs alone are none", () => {
  const link = "https://api.whatsapp.com/send?phone=525543210988&text=Hola";
  expect(valueOrError(optionalPhone().safeParse(link))).toBe("+525543210988");
  for (const none of ["", "-", "--", "########", "."]) expect(valueOrError(optionalPhone().safeParse(none)), none).toBeNull();
  expect(valueOrError(optionalPhone().safeParse("x".repeat(41)))).toBe("Escribe 40 caracteres o menos.");
  expect(valueOrError(optionalPhone().safeParse("55\0 4321"))).toMatch(/^Quita los caracteres/);
});

test("a name is on one line with single blanks, and needs a letter or a figure", () => {
  expect(valueOrError(requiredName(9, "Falta.").safeParse(" Ana \n\u00a0 \u200bSol "))).toBe("Ana Sol");
  expect(valueOrError(requiredName(9, "Falta.").safeParse("\u200b 🌸"))).toBe("Falta.");
  expect(valueOrError(requiredName(9, "Falta.").safeParse("Ana\0"))).toMatch(/^Quita los caracteres/);
});
