import { randomUUID } from "node:crypto";
import { afterAll, beforeAll, beforeEach, expect, test, vi } from "vitest";
import { db } from "~/database/client.server";
import type * as Hojas from "~/models/importacion/hojas.server";
import { previewImportacion, runImportacion, saveImportacion, saveRespuestas } from "~/models/importacion/importacion.server";
import { createConfiguracion, createEmpleado, insertRow } from "../../support/factories";
import { workbookOf } from "../../support/sheets";
import { emptyTables, sql, sqlColumn } from "../../support/test-database";
import { bookParts, zipOf } from "../../support/workbooks";

// How the files of an import are read again, after their upload.

const whileReading = vi.fn<() => Promise<unknown>>();
vi.mock("~/models/importacion/hojas.server", async (original) => {
  const hojas = await original<typeof Hojas>();
  return {
    ...hojas,
    rereadHojas: async (...args: Parameters<typeof hojas.rereadHojas>) => {
      await whileReading();
      return hojas.rereadHojas(...args);
    },
  };
});

let cuenta: string;
beforeAll(async () => {
  await createConfiguracion();
  const account = { email: "duena@ejemplo.mx", password_hash: "x", rol: "propietaria", estado: "activa" };
  cuenta = await insertRow("cuentas_susa", account);
});
beforeEach(async () => {
  whileReading.mockReset();
  await emptyTables("empleados_susa", "clientes_susa", "importaciones_susa");
});
afterAll(() => db.$disconnect());
const key = () => ({ id: randomUUID(), digest: "x", actor: { cuenta_id: cuenta, origen: null } });

async function upload(...archivos: { nombre: string; bytes: Buffer }[]): Promise<string> {
  const saved = await saveImportacion(cuenta, archivos, key());
  if (!("result" in saved)) throw new Error(saved.outcome);
  return saved.result;
}
const list = (text: string) => ({ nombre: "lista.csv", bytes: Buffer.from(text) });

test("files are read before anything is locked, so that the agenda takes bookings meanwhile", async () => {
  await createEmpleado();
  const id = await upload(list("Nombre\nEva\n"));
  whileReading.mockImplementation(() => sql("SELECT FROM empleados_susa FOR UPDATE NOWAIT"));
  expect(await runImportacion(id, cuenta, key())).toMatchObject({ outcome: "written", result: { creados: { clientes: 1 } } });
  expect(whileReading).toHaveBeenCalledOnce();
});

test("a list of clients waits for nobody who books", async () => {
  await createEmpleado();
  const id = await upload(list("Nombre\nEva\n"));
  const done = await db.$transaction(async (booking) => {
    await booking.$queryRaw`SELECT FROM empleados_susa FOR UPDATE`;
    return runImportacion(id, cuenta, key());
  });
  expect(done).toMatchObject({ outcome: "written" });
});

test("an answer that comes while the files are read is not passed over", async () => {
  const id = await upload(list("Nombre,Edad\nEva,30\n"));
  whileReading.mockImplementationOnce(() => saveRespuestas(id, cuenta, new Map([["h0_c1", "nada"]]), key()));
  expect(await runImportacion(id, cuenta, key())).toEqual({ outcome: "changed" });
  expect(await runImportacion(id, cuenta, key())).toMatchObject({ outcome: "written" });
  expect(await sqlColumn("SELECT edad FROM clientes_susa")).toEqual([null]);
});

test("a workbook that cannot be read this time keeps its place, and nothing is brought without it", async () => {
  const book = { nombre: "libro.xlsx", bytes: workbookOf({ Clientas: [["Nombre"], ["Eva"]] }) };
  const cut = { ...book, bytes: book.bytes.subarray(0, book.bytes.length - 40) };
  const [whole, broken] = [await upload(book, list("Nombre\nAna\n")), await upload(cut, list("Nombre\nAna\n"))];
  const shown = await previewImportacion(broken, cuenta, 1);
  expect(shown?.hojas.map(({ falta }) => falta)).toEqual([expect.stringContaining("dañado"), null]);
  const numbers = async (id: string) => (await previewImportacion(id, cuenta, 1))?.hojas.map(({ n }) => n);
  expect(await numbers(broken)).toEqual(await numbers(whole));
  expect(await runImportacion(broken, cuenta, key())).toEqual({ outcome: "unread" });
  expect(await runImportacion(whole, cuenta, key())).toMatchObject({ outcome: "written", result: { creados: { clientes: 2 } } });
});

test("a row far down in a sheet is not taken for one of the next", async () => {
  const rowAt = (row: number, name: string) => `<row r="${row}"><c t="inlineStr"><is><t>${name}</t></is></c></row>`;
  const sheets = [
    { name: "Uno", xml: rowAt(1, "Nombre") + rowAt(100_500, "Eva") + rowAt(1_000_500, "Ada") },
    { name: "Dos", xml: rowAt(1, "Nombre") + rowAt(500, "Luz") },
  ];
  const shown = await previewImportacion(await upload({ nombre: "libro.xlsx", bytes: zipOf(bookParts({ sheets })) }), cuenta, 1);
  expect(shown?.clases.map(({ sample }) => sample.map(({ row, nombre }) => [row, nombre]))).toEqual([
    [
      [100_500, "Eva"],
      [1_000_500, "Ada"],
      [500, "Luz"],
    ],
  ]);
});

test("the workbooks of an upload together are no larger than one may be", async () => {
  const rows = Array.from({ length: 70 }, (_, n) => [`Eva ${n}`, "x".repeat(30_000)]);
  const book = workbookOf({ Clientas: [["Nombre", "Apodo"], ...rows] });
  const books = Array.from({ length: 4 }, (_, n) => ({ nombre: `${n}.xlsx`, bytes: book }));
  const { readHojas } = await vi.importActual<typeof Hojas>("~/models/importacion/hojas.server");
  expect(await readHojas(books.slice(0, 1), new Map())).toHaveLength(1);
  expect(await readHojas(books, new Map())).toMatch(/^\d\.xlsx: El libro es demasiado grande/);
});
