import { describe, expect, test } from "vitest";
import { dialable, formatPhone, normalizePhone, phoneNote, phoneSearch } from "~/format/phone";

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
    "+47 12 34 56 78",
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
    ["2221234567", "+522221234567"],
    ["\u202a55 4321 0988\u202c", "+525543210988"],
    ["+1 619 555 0100 ext. 5", "+16195550100"],
    ["el de siempre", null],
    ["", null],
    [null, null],
    [undefined, null],
  ])("turns %j into %j", (phone, dialled) => expect(dialable(phone)).toBe(dialled));
});

/**
 * Telephones as they are pasted, with what is stored of each. From verbb/hyper#86, signalapp/Signal-Android#11630, contao/core#8434,
 * glific#4815 and woocommerce#58000 (invisible signs); chatwoot#14048, loqui/im#96 and Signal-Android#3360 (521);
 * nyaruka/rapidpro#241 and #389, Laravel-Excel#1789, notifications-admin#4124, camptix#40 (spreadsheets); phone-report#234 (two
 * numbers); the help pages of WhatsApp on wa.me and of libphonenumber (RFC 3966, extensions).
 */
const WRITINGS: [typed: string, stored: string, shown: string, dialled: string | null][] = [
  ["\u202a+52 55 4321 0988\u202c", "+525543210988", "55 4321 0988", "+525543210988"],
  ["\u202d55 4321 0988\u202c", "+525543210988", "55 4321 0988", "+525543210988"],
  ["\u2068+52 1 55 4321 0988\u2069", "+525543210988", "55 4321 0988", "+525543210988"],
  ["\u200e5543210988", "+525543210988", "55 4321 0988", "+525543210988"],
  ["+52\ufe0d-55-4321-0988", "+525543210988", "55 4321 0988", "+525543210988"],
  ["\ufeff55\u200b4321\u20600988", "+525543210988", "55 4321 0988", "+525543210988"],
  ["55\u00a04321\u20090988", "+525543210988", "55 4321 0988", "+525543210988"],
  ["55\u20114321\u22120988", "+525543210988", "55 4321 0988", "+525543210988"],
  ["５５　４３２１　０９８８", "+525543210988", "55 4321 0988", "+525543210988"],
  ["＋52 55 4321 0988", "+525543210988", "55 4321 0988", "+525543210988"],
  ["+5215543210988", "+525543210988", "55 4321 0988", "+525543210988"],
  ["52 (1) 55 4321 0988", "+525543210988", "55 4321 0988", "+525543210988"],
  ["52-1-55-4321-0988", "+525543210988", "55 4321 0988", "+525543210988"],
  ["(+52) 55 4321 0988", "+525543210988", "55 4321 0988", "+525543210988"],
  ["+52 (55) 4321-0988", "+525543210988", "55 4321 0988", "+525543210988"],
  ["+52 044 55 4321 0988", "+525543210988", "55 4321 0988", "+525543210988"],
  ["+52 01 222 432 1098", "+522224321098", "222 432 1098", "+522224321098"],
  ["(01 55) 4321 0988", "+525543210988", "55 4321 0988", "+525543210988"],
  ["011 52 55 4321 0988", "+525543210988", "55 4321 0988", "+525543210988"],
  ["tel:+52-55-4321-0988", "+525543210988", "55 4321 0988", "+525543210988"],
  ["tel:5543210988;ext=12", "+525543210988 ext. 12", "55 4321 0988 ext. 12", "+525543210988"],
  ["whatsapp:+5215543210988", "+525543210988", "55 4321 0988", "+525543210988"],
  ["https://wa.me/525543210988", "+525543210988", "55 4321 0988", "+525543210988"],
  ["wa.me/5215543210988?text=Hola", "+525543210988", "55 4321 0988", "+525543210988"],
  ["https://api.whatsapp.com/send?phone=525543210988&text=Hola", "+525543210988", "55 4321 0988", "+525543210988"],
  ["https://web.whatsapp.com/send/?text=Hola&phone=%2B525543210988", "+525543210988", "55 4321 0988", "+525543210988"],
  ["whatsapp://send?phone=16195550100", "+16195550100", "+16195550100", "+16195550100"],
  ["Tel. 55 4321 0988", "+525543210988", "55 4321 0988", "+525543210988"],
  ["Cel: 55 4321 0988", "+525543210988", "55 4321 0988", "+525543210988"],
  ["Teléfono móvil: 55 4321 0988", "+525543210988", "55 4321 0988", "+525543210988"],
  ["Tel/WhatsApp 55 4321 0988", "+525543210988", "55 4321 0988", "+525543210988"],
  ["Tel. y WhatsApp: 55 4321 0988", "+525543210988", "55 4321 0988", "+525543210988"],
  ["55 4321 0988 (WhatsApp)", "+525543210988", "55 4321 0988", "+525543210988"],
  ["📱 55 4321 0988", "+525543210988", "55 4321 0988", "+525543210988"],
  ["5543212001.0", "+525543212001", "55 4321 2001", "+525543212001"],
  ["5543212001.00", "+525543212001", "55 4321 2001", "+525543212001"],
  ["525543212001.0", "+525543212001", "55 4321 2001", "+525543212001"],
  ["5,543,212,001", "+525543212001", "55 4321 2001", "+525543212001"],
  ["'5543212001", "+525543212001", "55 4321 2001", "+525543212001"],
  ['="5543212001"', "+525543212001", "55 4321 2001", "+525543212001"],
  ['"55 4321 2001"', "+525543212001", "55 4321 2001", "+525543212001"],
  ["55 4321 0988 ext. 12", "+525543210988 ext. 12", "55 4321 0988 ext. 12", "+525543210988"],
  ["(55) 4321-0988, Extensión 104", "+525543210988 ext. 104", "55 4321 0988 ext. 104", "+525543210988"],
  ["5543210988 x12", "+525543210988 ext. 12", "55 4321 0988 ext. 12", "+525543210988"],
  ["001 619 555 0100", "+1 619 555 0100", "+1 619 555 0100", "+16195550100"],
  ["00 34 600 123 456", "+34 600 123 456", "+34 600 123 456", "+34600123456"],
  ["(+1) 619 555 0100", "+1 619 555 0100", "+1 619 555 0100", "+16195550100"],
  ["\u202a+1 (619) 555‑0100\u202c", "+1 (619) 555-0100", "+1 (619) 555-0100", "+16195550100"],
  ["+57 300 123 4567", "+57 300 123 4567", "+57 300 123 4567", "+573001234567"],
];

test.each(WRITINGS)("%j is stored as %j, shown as %j and dialled as %j", (typed, stored, shown, dialled) => {
  expect(normalizePhone(typed)).toBe(stored);
  expect(normalizePhone(stored)).toBe(stored);
  expect(formatPhone(stored)).toBe(shown);
  expect(normalizePhone(shown)).toBe(stored);
  expect(dialable(stored)).toBe(dialled);
  expect(phoneNote(stored)).toBeUndefined();
});

// What cannot be dialled stays as it was written, and the note says what was seen.
test.each([
  ["55 4321 09876", "sobra un dígito: son 10 y escribiste 11. Si es de otro país, empieza con +"],
  ["+52 55 4321 098765", "sobran 2 dígitos: son 10 y escribiste 12. Si es de otro país, empieza con +"],
  ["1 619 555 0100", "sobra un dígito: son 10 y escribiste 11. Si es de otro país, empieza con +"],
  ["46 222 123 4567", "sobran 2 dígitos: son 10 y escribiste 12. Si es de otro país, empieza con +"],
  ["4321 0988", "faltan 2 dígitos: son 10 y escribiste 8"],
  ["123 4567", "faltan 3 dígitos: son 10 y escribiste 7"],
  ["+52 55 4321 098", "falta un dígito: son 10 y escribiste 9"],
  ["044 55 4321 098", "falta un dígito: son 10 y escribiste 9"],
  ["+34 600", "no está completo: después de + van la clave del país y el número"],
  ["5.54321E+09", "tu hoja de cálculo lo recortó: escríbelo completo"],
  ["55 4321 0988 / 222 123 4567", "son dos teléfonos: deja uno solo"],
  ["55 4321 0988 o 222 123 4567", "son dos teléfonos: deja uno solo"],
  ["+212 522 94 07 70/74", "sobra «/»: deja solo el número"],
  ["55 4321 0988 (casa)", "sobra «(casa)»: deja solo el número"],
  ["Mamá: 55 4321 0988", "sobra «Mamá:»: deja solo el número"],
  ["https://wa.me/message/ABC123", "ese enlace no dice el número: escríbelo"],
  ["no tiene", "no tiene números: son 10 dígitos, o + y la clave de otro país"],
])("keeps %j and says that %s", (typed, seen) => {
  expect(normalizePhone(typed)).toBe(typed);
  expect(dialable(typed)).toBeNull();
  expect(phoneNote(typed)).toBe(`El teléfono se guardó como lo escribiste, pero ${seen}.`);
});

test.each([
  ["+52 1 55 7788 9900", ["5577889900"]],
  ["Cel. 55 7788 9900", ["5577889900"]],
  ["7788-9900", ["77889900"]],
  ["+52 1 55 77", ["5215577", "5577"]],
  ["99 00", ["9900"]],
  ["990", []],
  ["Ana", []],
])("looks for %j by the digits %j", (typed, digits) => expect(phoneSearch(typed)).toEqual(digits));
