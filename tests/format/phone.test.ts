import { describe, expect, test } from "vitest";
import { dialable, formatPhone, normalizePhone } from "~/format/phone";

describe("normalizePhone", () => {
  test.each([
    "2221234567",
    "222 123 4567",
    "222-123-4567",
    "222.123.4567",
    "(222) 123 45 67",
    "222\u00a0123\u00a04567",
    "+522221234567",
    "+52 222 123 4567",
    "52 222 123 4567",
    "+52 1 222 123 4567",
    "5212221234567",
    "0052 222 123 4567",
    "00521 222 123 4567",
    "044 222 123 4567",
    "045 222 123 4567",
    "01 222 123 4567",
    "01 (222) 123-4567",
  ])("reads %j as the same Mexican number", (typed) => expect(normalizePhone(typed)).toBe("+522221234567"));

  test.each([
    ["5212345678", "+525212345678"],
    ["0112345678", "+520112345678"],
    ["5255123456", "+525255123456"],
  ])("keeps all ten digits of %j, whatever prefix they look like, and gives %s", (typed, read) =>
    expect(normalizePhone(typed)).toBe(read),
  );

  test.each([
    "",
    "123456",
    "123 4567",
    "222 123 45678",
    "+1 415 555 2671",
    "+34 600 123 456",
    "+44 20 7946 0958",
    "+53 5 123 4567",
    "+501 622 1234",
    " +47 12 34 56 78",
    "222 123 4567 ext. 5",
    "el de siempre",
    "52222123456",
    "046 222 123 4567",
    "053 222 123 4567",
  ])("keeps %j as typed, because it is not a Mexican number", (typed) => expect(normalizePhone(typed)).toBe(typed));

  test("does not change a normalized number", () => {
    expect(normalizePhone(normalizePhone("044 222 123 4567"))).toBe("+522221234567");
  });
});

describe("formatPhone", () => {
  test.each([
    ["+525512345678", "55 1234 5678"],
    ["+525612345678", "56 1234 5678"],
    ["+523312345678", "33 1234 5678"],
    ["+528112345678", "81 1234 5678"],
    ["+522221234567", "222 123 4567"],
    ["+526641234567", "664 123 4567"],
    ["+1 415 555 2671", "+1 415 555 2671"],
    ["el de siempre", "el de siempre"],
    ["", ""],
  ])("shows %j as %j", (phone, read) => expect(formatPhone(phone)).toBe(read));
});

describe("dialable", () => {
  test.each([
    ["+522221234567", "+522221234567"],
    ["+52 222 123 4567", "+522221234567"],
    ["+1 (619) 555-0100", "+16195550100"],
    ["+34 600.123.456", "+34600123456"],
    ["+52 222 123 456", null],
    ["+5222212345678", null],
    ["+1 555", null],
    ["+0 619 555 0100", null],
    ["+1234567890123456", null],
    ["16195550100", null],
    ["2221234567", null],
    ["+1 619 555 0100 ext. 5", null],
    ["el de siempre", null],
    ["", null],
    [null, null],
    [undefined, null],
  ])("turns %j into %j", (phone, dialled) => expect(dialable(phone)).toBe(dialled));
});
