import { afterAll, beforeAll, beforeEach, describe, expect, test } from "vitest";
import { MULTIPART, multipart, type Page, type Site, startSite, type Visitor } from "../../../support/browser";
import { filesIn } from "../../../support/pictures";
import { freshFolder } from "../../../support/process";
import { sql, whileRejecting, withoutTable } from "../../../support/test-database";

const IMPORTAR = "/admin/clientes/importar";

const dataDir = freshFolder();
let site: Site;
let ana: Visitor;

beforeAll(async () => {
  site = await startSite({ DATA_DIR: dataDir });
  ana = await site.staff();
});
afterAll(() => site.close());
beforeEach(() => sql("TRUNCATE clientes_susa, importaciones_susa CASCADE"));

const alert = (page: Page) => page.text('main [role="alert"]:not(:empty)');
const status = (page: Page) => page.text('main [role="status"]');

/** Uploads a CSV file and gives the answer. */
async function chooseFile(content: Buffer | string, visitor = ana, filename = "clientes.csv"): Promise<Page> {
  const { token = "" } = (await visitor.get(IMPORTAR)).values();
  const body = multipart([["token", token]], [{ filename, content: Buffer.from(content), type: "text/csv" }], "archivo");
  return visitor.send(IMPORTAR, { method: "POST", headers: MULTIPART, body });
}

/** Uploads a valid CSV file and gives its preview. */
async function preview(content: Buffer | string, visitor = ana): Promise<Page> {
  const chosen = await chooseFile(content, visitor);
  expect([chosen.status, alert(chosen)]).toEqual([303, ""]);
  expect(chosen.location).toMatch(/^\/admin\/clientes\/importar\/[0-9a-f-]{36}$/);
  return visitor.get(String(chosen.location));
}

/** Imports the previewed rows and gives the flash message of the list. */
async function runImport(page: Page): Promise<string> {
  const done = await page.submit({}, 'main form[method="post"]');
  expect([done.status, done.location]).toEqual([303, "/admin/clientes"]);
  return status(await ana.get("/admin/clientes"));
}

const counts = (page: Page) => page.all("main dl:first-of-type dd").map((count) => Number(count.textContent));
const skippedRows = (page: Page) =>
  page.all("section[aria-labelledby=apartes] li").map((row) => (row.textContent ?? "").replace(/\s+/g, " ").trim());
const clientes = () =>
  sql<Record<string, unknown>>(
    "SELECT nombre, telefono, correo, edad, ocupacion, estado_civil, servicio FROM clientes_susa ORDER BY nombre, id",
  );
const names = async () => (await clientes()).map(({ nombre }) => nombre);

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
    expect(await runImport(page)).toBe("Importación terminadaSe agregó 1 ficha.");
    expect(await clientes()).toEqual(EXPECTED);
  });

  test("has its name and surname columns joined, uses the second phone when the first is empty, and lists unknown columns", async () => {
    const page = await preview(
      "Mascota,Apellidos,Teléfono,Nombre,WhatsApp,Ocupación\nMichi,Luna Ríos,,María,222 123 4567,Maestra\n,,5512345678,Eva,222 999 8877,\n",
    );
    expect(page.text("section[aria-labelledby=columnas]")).toMatch(
      /Nombre de «Nombre» y «Apellidos».*Teléfono de «Teléfono» y «WhatsApp».*No se importan: «Mascota»/,
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
    await runImport(await preview('Nombre,Medicamentos,Alergias\nEva,Insulina,"Látex\ny polen"\n'));
    const [row] = await sql<{ id: string; medicina: string }>("SELECT id, medicina FROM clientes_susa");
    expect(row?.medicina).toMatch(/^v1\./);
    expect((await ana.get(`/admin/clientes/${row?.id}`)).values()).toMatchObject({
      medicina: "Insulina",
      enfermedades: "Látex\ny polen",
    });
  });
});

describe("the import preview", () => {
  test("separates new, existing and invalid rows with their row numbers, and writes nothing", async () => {
    await sql("INSERT INTO clientes_susa (nombre, telefono, correo) VALUES ('Ya Estaba', '+522221234567', 'YA@ejemplo.mx')");
    await sql("INSERT INTO clientes_susa (nombre) VALUES ('Ñandú Sola')");
    const page = await preview(
      [
        "Nombre,Teléfono,Correo,Edad",
        "Nueva,222 000 0001,,",
        "Otro Nombre,(222) 123-4567,,",
        "",
        "Sin Teléfono,,ya@EJEMPLO.mx,",
        "nandu  sola,,,",
        "Repetida,2220000001,,",
        ",2220000009,no es correo,mil",
        "Con coma, de más,2220000008,x@ejemplo.mx,30",
        '"Dos\nrenglones",2220000007,,',
        "Recortada,5.22222E+11,,",
        "Nueva Dos,,dos@ejemplo.mx,40",
        "Otra Vez,,DOS@ejemplo.mx,",
        "Familia,2229998877,YA@ejemplo.mx,",
      ].join("\n"),
    );
    expect(counts(page)).toEqual([3, 5, 4]);
    expect(skippedRows(page)).toEqual([
      "Fila 3Otro NombreEse teléfono ya es de Ya Estaba. Si es otra persona, agrégala a mano.Ya está",
      "Fila 5Sin TeléfonoEse correo ya es de Ya Estaba. Si es otra persona, agrégala a mano.Ya está",
      "Fila 6nandu solaYa tiene ficha, con el mismo nombre.Ya está",
      "Fila 7RepetidaTiene el mismo teléfono que la fila 2. Si es otra persona, agrégala a mano.Ya está",
      "Fila 8(sin nombre)Nombre: Escribe el nombre.Correo: Escribe el correo completo, como nombre@ejemplo.com.Edad: Escribe la edad en años cumplidos, con un número entero de 0 a 120.Por corregir",
      "Fila 9Con comaTiene más celdas que títulos: pon entre comillas el texto que lleva comas, o quita lo que sobra.Correo: Escribe el correo completo, como nombre@ejemplo.com.Edad: Escribe la edad en años cumplidos, con un número entero de 0 a 120.Por corregir",
      "Fila 10DosNombre: escríbelo en un solo renglón, y revisa que las comillas estén cerradas.Por corregir",
      "Fila 11RecortadaTeléfono: tu hoja de cálculo lo recortó. Da formato de texto a la columna y escríbelo completo.Por corregir",
      "Fila 13Otra VezTiene el mismo correo que la fila 12. Si es otra persona, agrégala a mano.Ya está",
    ]);
    expect(await names()).toEqual(["Ñandú Sola", "Ya Estaba"]);
    expect(page.document.title).toBe("Revisar la importación");
    for (const shown of [page, await ana.get(IMPORTAR)]) expect(shown.text()).not.toMatch(/\bclientes?\b/);
    expect(await runImport(page)).toBe("Importación terminadaSe agregaron 3 fichas. 9 filas no se importaron.");
    expect(await names()).toEqual(["Familia", "Nueva", "Nueva Dos", "Ñandú Sola", "Ya Estaba"]);
  });

  test("recognizes clients by name and e-mail when their phone differs or is missing", async () => {
    await runImport(await preview("Nombre,Correo,Teléfono\nZoila Peña,zoila@ejemplo.mx,\nEva Paz,eva@ejemplo.mx,2220000001\n"));
    const page = await preview(
      [
        "Nombre,Teléfono,Correo",
        "ZOILA  PENA,222 111 0000,Zoila@ejemplo.mx",
        "Eva Paz,2220000002,eva@ejemplo.mx",
        "Su Hija,2220000003,eva@ejemplo.mx",
        "Lucía,,lucia@ejemplo.mx",
        "Lucia,2220000004,LUCIA@ejemplo.mx",
        "Lucía,2220000005,",
        "Marta,2220000006,m@ejemplo.mx",
        "Marta,2220000007,m@ejemplo.mx",
        "Marta,2220000006,otra@ejemplo.mx",
        "Eva Paz,2220000001,eva@ejemplo.mx",
      ].join("\n"),
    );
    expect(skippedRows(page)).toEqual([
      "Fila 2ZOILA PENAMisma persona: nombre y correo. Ya tiene ficha: agrega ahí este teléfono.Ya está",
      "Fila 3Eva PazMisma persona: nombre y correo. Ya tiene ficha: agrega ahí este teléfono.Ya está",
      "Fila 6LuciaMisma persona que la fila 5: nombre y correo. Agrega este teléfono en su ficha.Ya está",
      "Fila 9MartaMisma persona que la fila 8: nombre y correo. Agrega este teléfono en su ficha.Ya está",
      "Fila 10MartaTiene el mismo teléfono que la fila 8. Si es otra persona, agrégala a mano.Ya está",
      "Fila 11Eva PazYa tiene ficha, con el mismo teléfono.Ya está",
    ]);
    await runImport(page);
    expect(await names()).toEqual(["Eva Paz", "Lucía", "Lucía", "Marta", "Su Hija", "Zoila Peña"]);
  });

  test("has no import button when no row is new", async () => {
    const page = await preview("Nombre,Edad\nMala,mil\n");
    expect(counts(page)).toEqual([0, 0, 1]);
    expect(page.all('main form[method="post"]').length).toBe(0);
    expect(page.text()).toContain("No hay a quién agregar");
  });

  test("shows the skipped rows by pages", async () => {
    const rows = Array.from({ length: 120 }, (_, n) => `Mala ${n},mil`);
    const page = await preview(["Nombre,Edad", ...rows].join("\n"));
    expect([skippedRows(page).length, counts(page)]).toEqual([50, [0, 0, 120]]);
    const last = await ana.get(`${page.path}?pagina=9`);
    expect(skippedRows(last).length).toBe(20);
    expect(last.text()).toContain("Página 3 de 3");
  });

  test("accepts five thousand rows and rejects one more", async () => {
    const rows = (most: number) => `Nombre,Correo\n${Array.from({ length: most }, (_, n) => `N${n},${n}@ejemplo.mx`).join("\n")}`;
    const page = await preview(rows(5000));
    expect(page.text("main form")).toContain("Importar 5,000 clientas");
    expect(await runImport(page)).toBe("Importación terminadaSe agregaron 5,000 fichas.");
    const again = await preview(rows(5000));
    expect(counts(again)).toEqual([0, 5000, 0]);
    const more = await chooseFile(rows(5001));
    expect([more.status, alert(more)]).toEqual([400, expect.stringContaining("El archivo tiene más de 5,000 filas")]);
  });

  test("is stored encrypted for one account and one hour, and at most five per account", async () => {
    const page = await preview("Nombre\nEva Secreta\n");
    const [row] = await sql<{ sobre: string }>("SELECT sobre FROM importaciones_susa");
    expect(row?.sobre).toMatch(/^v1\./);
    expect(row?.sobre).not.toContain(Buffer.from("Eva Secreta").toString("base64").slice(2, 10));
    const otra = await site.staff();
    const fromOtherAccount = await otra.send(page.path);
    expect([fromOtherAccount.status, fromOtherAccount.location]).toEqual([303, IMPORTAR]);
    const { token = "" } = page.values('main form[method="post"]');
    expect((await otra.post(page.path, { token })).location).toBe(IMPORTAR);
    expect(alert(await otra.get(IMPORTAR))).toContain("Elige el archivo otra vez");
    await sql("UPDATE importaciones_susa SET created_at = now() - interval '61 minutes'");
    expect((await ana.send(page.path)).location).toBe(IMPORTAR);
    expect((await page.submit({}, 'main form[method="post"]')).location).toBe(IMPORTAR);
    expect(await names()).toEqual([]);
    for (let n = 0; n < 7; n++) await preview(`Nombre\nEva ${n}\n`);
    expect(await sql("SELECT FROM importaciones_susa")).toHaveLength(5);
  });

  test("is created once when a form is sent repeatedly, and answers 409 to another file in the same form", async () => {
    const { token = "" } = (await ana.get(IMPORTAR)).values();
    const send = (text: string) =>
      ana.send(IMPORTAR, {
        method: "POST",
        headers: MULTIPART,
        body: multipart([["token", token]], [{ filename: "a.csv", content: Buffer.from(text) }], "archivo"),
      });
    const answers = await Promise.all(Array.from({ length: 20 }, () => send("Nombre\nEva\n")));
    expect(new Set(answers.map(({ status, location }) => `${status} ${location}`)).size).toBe(1);
    expect(await sql("SELECT FROM importaciones_susa")).toHaveLength(1);
    const other = await send("Nombre\nOtra\n");
    expect([other.status, alert(other)]).toEqual([409, expect.stringContaining("ya se había enviado")]);
  });
});

describe("importing a file", () => {
  const FILE = "Nombre,Teléfono,Correo\nUna,2220000001,\nDos,,dos@ejemplo.mx\nTres,,\n";

  test("adds no client the second time", async () => {
    expect(await runImport(await preview(FILE))).toBe("Importación terminadaSe agregaron 3 fichas.");
    expect(counts(await preview(FILE))).toEqual([0, 3, 0]);
    expect(await sql("SELECT FROM importaciones_susa")).toHaveLength(1);
    expect(await names()).toEqual(["Dos", "Tres", "Una"]);
  });

  test("adds each client once when the form is sent twenty times at once, and then deletes the preview", async () => {
    const page = await preview(FILE);
    const answers = await Promise.all(Array.from({ length: 20 }, () => page.submit({}, 'main form[method="post"]')));
    expect(new Set(answers.map(({ status, location }) => `${status} ${location}`))).toEqual(new Set(["303 /admin/clientes"]));
    expect(await names()).toEqual(["Dos", "Tres", "Una"]);
    expect(await sql("SELECT FROM importaciones_susa")).toEqual([]);
    expect((await ana.send(page.path)).location).toBe(IMPORTAR);
  });

  test("adds each client once when four accounts import the same file twenty times at once", async () => {
    const accounts = [ana, await site.staff(), await site.staff(), await site.staff()];
    const pages: Page[] = [];
    for (const account of accounts) for (let n = 0; n < 5; n++) pages.push(await preview(FILE, account));
    const answers = await Promise.all(pages.map((page) => page.submit({}, 'main form[method="post"]')));
    expect(new Set(answers.map(({ status, location }) => `${status} ${location}`))).toEqual(new Set(["303 /admin/clientes"]));
    expect(await names()).toEqual(["Dos", "Tres", "Una"]);
  });

  test("adds no client when the database rejects it, and can be sent again", async () => {
    const page = await preview(FILE);
    const refused = await whileRejecting("clientes_susa", () => page.submit({}, 'main form[method="post"]'));
    expect([refused.status, refused.location]).toEqual([303, page.path]);
    const again = await ana.get(page.path);
    expect(alert(again)).toContain("No se pudo guardar el cambio");
    expect(await names()).toEqual([]);
    expect(await runImport(again)).toContain("Se agregaron 3 fichas.");
  });

  test("does nothing without its idempotency key", async () => {
    const page = await preview(FILE);
    const withoutKey = await ana.post(page.path, {});
    expect([withoutKey.status, withoutKey.location]).toEqual([303, page.path]);
    expect(await names()).toEqual([]);
  });
});

describe("malformed CSV files", () => {
  const MEGABYTE = 2 ** 20;
  const QUOTES = "Hay unas comillas que se abren y no se cierran";
  const NO_NAME = "No encontramos la columna «Nombre»";
  const NO_CSV = "El archivo no es un CSV";

  test.each<[string, Buffer | string, string]>([
    ["no content", "", "El archivo está vacío."],
    ["only blanks", " \r\n;;\r\n\t\r\n", "El archivo está vacío."],
    ["only titles", "Nombre,Teléfono\n", "solo la fila de los títulos"],
    ["no titles", "Eva,2221234567\n", NO_NAME],
    ["an unclosed quote", 'Nombre,Edad\n"Eva,30\nUna,20\n', QUOTES],
    ["a megabyte of quotes", '"'.repeat(MEGABYTE - 1), QUOTES],
    ["a hundred thousand columns", `Nombre${",x".repeat(100_000)}\nEva\n`, "más de 200 columnas"],
    ["a megabyte of commas", `Nombre${",".repeat(MEGABYTE - 10)}x`, "más de 200 columnas"],
    ["a megabyte of line breaks", `Nombre${"\n".repeat(MEGABYTE - 10)}x`, "más de 5,000 filas"],
    ["a NUL", "Nombre\nE\0va\n", NO_CSV],
    ["UTF-16", Buffer.from("\ufeffNombre\nEva\n", "utf16le"), NO_CSV],
    ["an Excel workbook", Buffer.concat([Buffer.from("PK\x03\x04"), Buffer.alloc(64), Buffer.from("Nombre")]), NO_CSV],
    ["noise", Buffer.from(Array.from({ length: 5000 }, (_, n) => 1 + ((n * 7919) % 255))), NO_NAME],
    ["more than a megabyte", `Nombre\n${"Eva\n".repeat(MEGABYTE / 4)}`, "pesa más de 1 MB"],
  ])("with %s are rejected with a message on the form", async (_, content, sentence) => {
    const page = await chooseFile(content);
    expect(page.status).toBe(400);
    expect(alert(page)).toContain("Revisa estos datos");
    expect(alert(page)).toContain(sentence);
    expect(page.document.querySelector("#importar-archivo")?.getAttribute("aria-invalid")).toBe("true");
    expect(page.html).not.toMatch(/CsvError|\bat .+:\d+:\d+/);
    expect(await sql("SELECT FROM importaciones_susa")).toEqual([]);
  });

  test.each<[string, Buffer | string]>([
    ["a cell of a megabyte", `Nombre\nBuena\n${"x".repeat(MEGABYTE - 100)}\n`],
    ["a row of a megabyte of commas", `Nombre\nBuena\nMala${",".repeat(MEGABYTE - 100)}x\n`],
    ["a control character", "Nombre\nBuena\nMa\u0007la\n"],
    ["invisible characters", "Nombre\nBuena\n\u200b\u200b\n"],
    ["an overlong note", `Nombre,Medicina\nBuena,\nMala,${"x".repeat(9000)}\n`],
    ["a quote in the middle", 'Nombre,Edad\nBuena,30\n"Mala"x,mil\n'],
  ])("with %s lose only the invalid row", async (_, content) => {
    const page = await preview(content);
    expect(counts(page)).toEqual([1, 0, 1]);
    expect(page.html.length).toBeLessThan(40_000);
    await runImport(page);
    expect(await names()).toEqual(["Buena"]);
  });

  test("with HTML and formulas are imported and exported as plain text", async () => {
    const nasty = [`<script>alert("1")</script>`, "=HYPERLINK(http://x)", "@SUM(A1)", "{{7*7}}", "__proto__"];
    const page = await preview(`Nombre,constructor\n${nasty.map((name) => `"${name.replaceAll('"', '""')}",x`).join("\n")}\n`);
    expect(page.html).not.toContain("<script>alert");
    await runImport(page);
    expect(new Set(await names())).toEqual(new Set(nasty));
    const { html } = await ana.get("/admin/clientes.csv");
    expect(html).toContain("'=HYPERLINK");
    expect(html).toContain("'@SUM");
  });

  test("are rejected with a message when missing, repeated, sent as text or sent under another field", async () => {
    const { token = "" } = (await ana.get(IMPORTAR)).values();
    const file = { filename: "a.csv", content: Buffer.from("Nombre\nEva\n") };
    const send = (body: Buffer, headers: Record<string, string> = MULTIPART) =>
      ana.send(IMPORTAR, { method: "POST", headers, body });
    const nothing = { filename: "", content: Buffer.alloc(0) };
    const sent: [number, string, Page][] = [
      [400, "Elige un archivo.", await send(multipart([["token", token]]))],
      [400, "Elige un archivo.", await send(multipart([["token", token]], [nothing], "archivo"))],
      [400, "Elige un archivo.", await ana.post(IMPORTAR, { token, archivo: "Nombre\nEva" })],
      [400, "Elige un solo archivo.", await send(multipart([["token", token]], [file, file], "archivo"))],
      [400, "El envío", await send(multipart([], [file], "archivo"))],
      [400, "", await send(multipart([["token", token]], [file], "otro"))],
      [400, "", await send(Buffer.from("--x\r\nContent-Disp"), { "content-type": "multipart/form-data; boundary=x" })],
      [
        413,
        "cabe 1 MB",
        await send(multipart([["token", token]], [{ ...file, content: Buffer.alloc(5 * MEGABYTE, 65) }], "archivo")),
      ],
    ];
    for (const [status, sentence, page] of sent) {
      expect([page.status, page.html]).toEqual([status, expect.stringContaining('lang="es-MX"')]);
      if (sentence !== "El envío") expect(page.text("body")).toContain(sentence);
    }
    expect(await sql("SELECT FROM importaciones_susa")).toEqual([]);
  });

  test("are never written to disk", () => {
    expect(filesIn(dataDir).temporary).toEqual([]);
  });
});

describe("the CSV downloads", () => {
  test("include a template that the import accepts", async () => {
    const { html, headers } = await ana.get("/admin/clientes/plantilla.csv");
    expect(headers["content-disposition"]).toBe('attachment; filename="plantilla-clientes.csv"');
    expect(counts(await preview(html))).toEqual([1, 0, 0]);
  });

  test("include the clients of the list without health notes, which can be imported again unchanged", async () => {
    const page = await ana.get("/admin/clientes/nuevo");
    await page.submit({
      nombre: "=Íñigo, «Ñandú»",
      telefono: "222 123 4567",
      correo: "inigo@ejemplo.mx",
      edad: "34",
      servicio: 'Cejas "de autor"',
      medicina: "Insulina",
      enfermedades: "Látex",
    });
    await sql("INSERT INTO clientes_susa (nombre, created_at) VALUES ('Otra', '2026-03-01T01:00:00Z')");
    const file = await ana.get("/admin/clientes.csv");
    expect(file.headers["content-disposition"]).toMatch(/^attachment; filename="clientes-20\d\d-\d\d-\d\d\.csv"$/);
    expect(file.html).not.toMatch(/Insulina|Látex|v1\./);
    expect(file.html).toContain("Otra,,,,,,,28/02/2026");
    const searched = await ana.get("/admin/clientes?q=otra");
    const href = searched.document.querySelector('main a[href*=".csv"]')?.getAttribute("href");
    expect((await ana.get(String(href))).html.trim().split("\r\n")).toHaveLength(2);
    const before = await clientes();
    expect(counts(await preview(file.html))).toEqual([0, 2, 0]);
    await sql("DELETE FROM clientes_susa");
    await runImport(await preview(file.html));
    expect(await clientes()).toEqual(before);
  });

  test("redirect to the list when the clients cannot be read", async () => {
    const page = await withoutTable("clientes_susa", () => ana.send("/admin/clientes.csv?q=ana"));
    expect(page.location).toBe("/admin/clientes?q=ana");
  });
});
