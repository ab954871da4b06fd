import { existsSync } from "node:fs";
import { join } from "node:path";
import { describe, expect, test } from "vitest";
import { MULTIPART, multipart, type Page } from "../../../support/browser";
import { sql } from "../../../support/test-database";
import { ana, chooseFile, clientes, counts, dataDir, IMPORTAR, names, preview, runImport, sendFiles } from "./bring-form";

/** Windows-1252, as Excel saves it in Mexico: for these letters the same as Latin-1, except for the dash. */
const windows1252 = (text: string) => Buffer.from(text.replaceAll("–", "\x96"), "latin1");

describe("a CSV file", () => {
  const EXPECTED = [
    {
      nombre: "Íñigo Ñandú Peña – hijo",
      telefono: "+522221234567",
      correo: "inigo@ejemplo.mx",
      edad: 34,
      ocupacion: null,
      estado_civil: "Unión libre",
      servicio: "Cejas, pestañas",
    },
  ];
  const table = (delimiter: string, end = "\r\n") =>
    [
      ["NOMBRE COMPLETO", "Celular", "E-mail", "Edad", "estado civil", "Servicio de Interés"],
      ["Íñigo Ñandú Peña – hijo", "044 222 123 4567", "inigo@ejemplo.mx", "34", "Unión libre", '"Cejas, pestañas"'],
    ]
      .map((cells) => cells.join(delimiter))
      .join(end);

  test.each<[string, Buffer | string]>([
    ["UTF-8 and commas", table(",")],
    ["UTF-8 with BOM and semicolons", `\ufeff${table(";")}\r\n`],
    ["tabs and LF line breaks", table("\t", "\n")],
    ["CR line breaks", table(",", "\r")],
    ["Windows-1252 and semicolons", windows1252(table(";"))],
    ["thousands of trailing blank rows", `${table(";")}\r\n${";;;;;\r\n".repeat(20_000)}`],
  ])("is read with %s", async (_, content) => {
    const page = await preview(content);
    expect(counts(page)).toEqual([1, 0, 0]);
    expect(await runImport(page)).toBe("Listo, ya está aquíSe agregaron: 1 clienta.");
    expect(await clientes()).toEqual(EXPECTED);
  });

  test("has its name and surname columns joined, uses the second phone when the first is empty, and lists unknown columns", async () => {
    const page = await preview(
      "Mascota,Apellidos,Teléfono,Nombre,WhatsApp,Ocupación\nMichi,Luna Ríos,,María,222 123 4567,Maestra\n,,5512345678,Eva,222 999 8877,\n",
    );
    expect(page.text("section[aria-labelledby=hoja-0]")).toMatch(
      /Nombre de «Nombre» y «Apellidos» · Teléfono de «Teléfono» y «WhatsApp».*No se traen: «Mascota»/,
    );
    await runImport(page);
    expect(await clientes()).toMatchObject([
      { nombre: "Eva", telefono: "+525512345678", ocupacion: null },
      { nombre: "María Luna Ríos", telefono: "+522221234567", ocupacion: "Maestra" },
    ]);
  });

  test("has its formula-injection escapes removed", async () => {
    await runImport(
      await preview(`Nombre,Teléfono,Ocupación\n'=SUMA(A1),"'+522221234567","=""0222"""\nO'Neill,="5512345678",'Maestra'`),
    );
    expect(await clientes()).toMatchObject([
      { nombre: "=SUMA(A1)", telefono: "+522221234567", ocupacion: "0222" },
      { nombre: "O'Neill", telefono: "+525512345678", ocupacion: "'Maestra'" },
    ]);
  });

  test("has its health notes encrypted on import", async () => {
    await runImport(await preview('Nombre,Medicamentos,Alergias,Alerta\nEva,Insulina,"Látex\ny polen",Látex\n'));
    const [row] = await sql<{ id: string; medicina: string; alerta: string }>("SELECT id, medicina, alerta FROM clientes_susa");
    for (const stored of [row?.medicina, row?.alerta]) expect(stored).toMatch(/^v2\./);
    expect((await ana.get(`/admin/clientes/${row?.id}`)).values()).toMatchObject({
      medicina: "Insulina",
      enfermedades: "Látex\ny polen",
      alerta: "Látex",
    });
  });
});

describe("malformed CSV files", () => {
  const MEGABYTE = 2 ** 20;
  const QUOTES = "Hay unas comillas que se abren y no se cierran";
  const NO_TITLES = "No encontramos los títulos";
  const NO_CSV = "El archivo no es un CSV";
  const EXCEL = "elige Archivo › Guardar como y el tipo «Libro de Excel (.xlsx)»";

  test.each<[string, Buffer | string, string]>([
    ["no content", "", "El archivo está vacío."],
    ["only blanks", " \r\n;;\r\n\t\r\n", "El archivo está vacío."],
    ["only titles", "Nombre,Teléfono\n", "solo la fila de los títulos"],
    ["no titles", "Eva,2221234567\n", "ya trae datos. Agrega arriba una fila que diga qué hay en cada columna, como Nombre"],
    [
      "an agenda without its clients",
      "Fecha,Hora,Servicio\n05/12/2099,10:00,Cejas\n",
      "Para traer citas no encontramos la columna «Clienta».",
    ],
    [
      "prices without names",
      "Categoría,Precio,Duración\nCejas,100,30\n",
      "Para traer servicios no encontramos la columna «Nombre».",
    ],
    ["an unclosed quote", 'Nombre,Edad\n"Eva,30\nUna,20\n', QUOTES],
    ["a megabyte of quotes", '"'.repeat(MEGABYTE - 1), QUOTES],
    ["a hundred thousand columns", `Nombre${",x".repeat(100_000)}\nEva\n`, "más de 200 columnas"],
    ["a megabyte of line breaks", `Nombre${"\n".repeat(MEGABYTE - 10)}x`, "más de 5,000 filas"],
    ["a NUL", "Nombre\nE\0va\n", NO_CSV],
    [
      "a binary Excel workbook",
      Buffer.concat([Buffer.from("PK\x03\x04"), Buffer.alloc(64), Buffer.from("xl/workbook.bin")]),
      EXCEL,
    ],
    ["contacts of a telephone", "BEGIN:VCARD\r\nVERSION:3.0\r\nFN:Eva\r\nEND:VCARD\r\n", "elige Exportar › CSV de Google"],
    ["a photograph of two megabytes", Buffer.concat([Buffer.from("ffd8ff", "hex"), Buffer.alloc(2 * MEGABYTE)]), "Es una foto"],
    ["noise", Buffer.from(Array.from({ length: 5000 }, (_, n) => 1 + ((n * 7919) % 255))), NO_TITLES],
    ["more than two megabytes", `Nombre\n${"Eva\n".repeat(MEGABYTE / 2)}`, "pesa más de 2 MB"],
  ])("with %s are rejected with a message on the form", async (_, content, sentence) => {
    const page = await chooseFile(content);
    expect(page.status).toBe(400);
    expect(page.alert).toContain("Revisa estos datos");
    expect(page.alert).toContain(sentence);
    expect(page.document.querySelector("#importar-archivo")?.getAttribute("aria-invalid")).toBe("true");
    expect(page.html).not.toMatch(/CsvError|\bat .+:\d+:\d+/);
    expect(await sql("SELECT FROM importaciones_susa")).toEqual([]);
  });

  const loseOnlyTheInvalidRow = async (_: string, content: Buffer | string) => {
    const page = await preview(content);
    expect(counts(page)).toEqual([1, 0, 1]);
    expect(page.html.length).toBeLessThan(40_000);
    await runImport(page);
    expect(await names()).toEqual(["Buena"]);
  };

  test.each<[string, Buffer | string]>([
    ["an overlong cell", `Nombre\nBuena\n${"x".repeat(50_000)}\n`],
    ["a row of thousands of commas", `Nombre\nBuena\nMala${",".repeat(5000)}x\n`],
    ["a control character", "Nombre\nBuena\nMa\u0007la\n"],
    ["invisible characters", "Nombre\nBuena\n\u200b\u200b\n"],
    ["an overlong note", `Nombre,Medicina\nBuena,\nMala,${"x".repeat(9000)}\n`],
    ["a quote in the middle", 'Nombre,Edad\nBuena,30\n"Mala"x,mil\n'],
  ])("with %s lose only the invalid row", loseOnlyTheInvalidRow);

  test.each<[string, Buffer | string]>([
    ["a cell of a megabyte", `Nombre\nBuena\n${"x".repeat(MEGABYTE - 100)}\n`],
    ["a row of a megabyte of commas", `Nombre\nBuena\nMala${",".repeat(MEGABYTE - 100)}x\n`],
  ])("with %s lose only the invalid row", { tags: ["slow"] }, loseOnlyTheInvalidRow);

  test("with HTML and formulas are imported and exported as plain text", async () => {
    const nasty = [`<script>alert("1")</script>`, "=HYPERLINK(http://x)", "@SUM(A1)", "{{7*7}}", "__proto__", "a;=1+1;-2"];
    const page = await preview(`Nombre,constructor\n${nasty.map((name) => `"${name.replaceAll('"', '""')}",x`).join("\n")}\n`);
    expect(page.html).not.toContain("<script>alert");
    await runImport(page);
    expect(new Set(await names())).toEqual(new Set(nasty));
    const { html } = await ana.get("/admin/clientes.csv");
    expect(html).toContain("'=HYPERLINK");
    expect(html).toContain("'@SUM");
    expect(html).toContain("a;'=1+1;'-2");
    await sql("DELETE FROM clientes_susa");
    await runImport(await preview(html));
    expect(new Set(await names())).toEqual(new Set(nasty));
  });

  test("are rejected with a message when missing, repeated, sent as text or sent under another field", async () => {
    const { token = "" } = (await ana.get(IMPORTAR)).values();
    const file = { filename: "a.csv", content: Buffer.from("Nombre\nEva\n") };
    const send = (body: Buffer, headers: Record<string, string> = MULTIPART) =>
      ana.send(IMPORTAR, { method: "POST", headers, body });
    const nothing = { filename: "", content: Buffer.alloc(0) };
    const large = Buffer.alloc(7 * MEGABYTE, 65);
    const sent: [number, string, Page][] = [
      [400, "Elige un archivo.", await sendFiles(token)],
      [400, "Elige un archivo.", await sendFiles(token, [nothing])],
      [400, "Elige un archivo.", await ana.post(IMPORTAR, { token, archivo: "Nombre\nEva" })],
      [
        400,
        "Elige 10 archivos o menos.",
        await sendFiles(
          token,
          Array.from({ length: 11 }, () => file),
        ),
      ],
      [400, "", await send(multipart([], [file], "archivo"))],
      [400, "", await sendFiles(token, [file], "otro")],
      [400, "", await send(Buffer.from("--x\r\nContent-Disp"), { "content-type": "multipart/form-data; boundary=x" })],
      [413, "caben 2 MB", await sendFiles(token, [{ ...file, content: large }])],
    ];
    for (const [status, sentence, page] of sent) {
      expect([page.status, page.html]).toEqual([status, expect.stringContaining('lang="es-MX"')]);
      expect(page.text("body")).toContain(sentence);
    }
    expect(await sql("SELECT FROM importaciones_susa")).toEqual([]);
  });

  test("of several are rejected by name", async () => {
    const { token = "" } = (await ana.get(IMPORTAR)).values();
    const files = ["%PDF-1.7\n", "Nombre\nEva\n"].map((text, n) => ({ filename: `${n}.csv`, content: Buffer.from(text) }));
    expect((await sendFiles(token, files)).alert).toContain("0.csv: Es un PDF");
  });

  test("are never written to disk", () => {
    expect(existsSync(join(dataDir, "uploads"))).toBe(false);
  });
});
