import { describe, expect, test } from "vitest";
import type { Page } from "../../../support/browser";
import { createCliente } from "../../../support/factories";
import { sql, sqlValue, whileRejecting } from "../../../support/test-database";
import {
  ana,
  chooseFile,
  clientes,
  counts,
  IMPORT_BUTTON,
  IMPORT_FORM,
  IMPORTAR,
  names,
  preview,
  runImport,
  sendFiles,
  site,
} from "./bring-form";

describe("the import preview", () => {
  const skippedRows = (page: Page) => page.texts("section[aria-labelledby=apartes] li");
  const rows = (most: number) => `Nombre,Correo\n${Array.from({ length: most }, (_, n) => `N${n},${n}@ejemplo.mx`).join("\n")}`;

  test("separates new, existing and invalid rows with their row numbers, and writes nothing", async () => {
    await createCliente({ nombre: "Ya Estaba", telefono: "+522221234567", correo: "YA@ejemplo.mx" });
    await createCliente({ nombre: "Ñandú Sola" });
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
      "Fila 8(sin nombre)Nombre: Escribe el nombre.Correo: Al correo le falta la @: escríbelo completo, como nombre@ejemplo.com.Edad: Escribe la edad en años cumplidos, con un número entero de 0 a 120.Corregir aquíNombreCorreoEdadPor corregir",
      "Fila 9Con comaTiene más celdas que títulos: pon entre comillas el texto que lleva comas, o quita lo que sobra.Correo: Al correo le falta la @: escríbelo completo, como nombre@ejemplo.com.Edad: Escribe la edad en años cumplidos, con un número entero de 0 a 120.Corregir aquíCorreoEdadPor corregir",
      "Fila 10DosNombre: escríbelo en un solo renglón, y revisa que las comillas estén cerradas.Corregir aquíNombreDos renglonesPor corregir",
      "Fila 11RecortadaTeléfono: tu hoja de cálculo lo recortó (5.22222E+11). Da formato de texto a la columna, escríbelo completo y vuelve a subir el archivo.Corregir aquíTeléfonoPor corregir",
      "Fila 13Otra VezTiene el mismo correo que la fila 12. Si es otra persona, agrégala a mano.Ya está",
    ]);
    expect(await names()).toEqual(["Ñandú Sola", "Ya Estaba"]);
    expect(page.document.title).toBe("Revisar mis hojas");
    for (const shown of [page, await ana.get(IMPORTAR)]) expect(shown.text()).not.toMatch(/\bclientes?\b/);
    expect(await runImport(page)).toBe("Listo, ya está aquíSe agregaron: 3 clientas. 9 filas no se trajeron.");
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
    expect(page.all(IMPORT_BUTTON).length).toBe(0);
    expect(page.text()).toContain("No hay nada que agregar");
  });

  test("shows the skipped rows by pages", async () => {
    const invalid = Array.from({ length: 120 }, (_, n) => `Mala ${n},mil`);
    const page = await preview(["Nombre,Edad", ...invalid].join("\n"));
    expect([skippedRows(page).length, counts(page)]).toEqual([50, [0, 0, 120]]);
    const last = await ana.get(`${page.path}?pagina=9`);
    expect(skippedRows(last).length).toBe(20);
    expect(last.text()).toContain("Página 3 de 3");
  });

  test("accepts five thousand rows and rejects one more", async () => {
    expect((await preview(rows(5000))).text("main form")).toContain("Traer 5,000 clientas");
    const more = await chooseFile(rows(5001));
    expect([more.status, more.alert]).toEqual([400, expect.stringContaining("El archivo tiene más de 5,000 filas")]);
  });

  test("of five thousand rows is imported, and recognizes all of them afterwards", { tags: ["slow"] }, async () => {
    expect(await runImport(await preview(rows(5000)))).toBe("Listo, ya está aquíSe agregaron: 5,000 clientas.");
    expect(counts(await preview(rows(5000)))).toEqual([0, 5000, 0]);
  });

  test("is stored encrypted for one account and one hour, and at most five per account", async () => {
    const page = await preview("Nombre\nEva Secreta\n");
    const sobre = await sqlValue("SELECT sobre FROM importaciones_susa");
    expect(sobre).toMatch(/^v2\./);
    expect(sobre).not.toContain(Buffer.from("Eva Secreta").toString("base64").slice(2, 10));
    await site.staff();
    const { token = "" } = page.values(IMPORT_FORM);
    await sql("UPDATE importaciones_susa SET cuenta_id = (SELECT id FROM cuentas_susa WHERE rol = 'personal' LIMIT 1)");
    expect((await ana.send(page.path)).location).toBe(IMPORTAR);
    expect((await ana.post(page.path, { token })).location).toBe(IMPORTAR);
    expect((await ana.get(IMPORTAR)).alert).toContain("Elige los archivos otra vez");
    await sql("UPDATE importaciones_susa SET cuenta_id = (SELECT id FROM cuentas_susa WHERE rol = 'propietaria')");
    await sql("UPDATE importaciones_susa SET created_at = now() - interval '61 minutes'");
    expect((await ana.send(page.path)).location).toBe(IMPORTAR);
    expect((await page.submit({}, IMPORT_FORM)).location).toBe(IMPORTAR);
    expect(await names()).toEqual([]);
    for (let n = 0; n < 6; n++) await preview(`Nombre\nEva ${n}\n`);
    expect(await sql("SELECT FROM importaciones_susa")).toHaveLength(5);
  });

  test("is created once when a form is sent repeatedly, and answers 409 to another file in the same form", async () => {
    const { token = "" } = (await ana.get(IMPORTAR)).values();
    const send = (text: string) => sendFiles(token, [{ filename: "a.csv", content: Buffer.from(text) }]);
    const answers = await Promise.all(Array.from({ length: 3 }, () => send("Nombre\nEva\n")));
    expect(new Set(answers.map(({ status, location }) => `${status} ${location}`)).size).toBe(1);
    expect(await sql("SELECT FROM importaciones_susa")).toHaveLength(1);
    const other = await send("Nombre\nOtra\n");
    expect([other.status, other.alert]).toEqual([409, expect.stringContaining("ya se había enviado")]);
  });
});

describe("importing a file", () => {
  const FILE = "Nombre,Teléfono,Correo\nUna,2220000001,\nDos,,dos@ejemplo.mx\nTres,,\n";

  test("is one act of the record, whatever it adds", async () => {
    const acts = () => sql("SELECT accion, sum(veces)::int AS veces FROM bitacora_susa WHERE tipo = 'cliente' GROUP BY accion");
    await sql("INSERT INTO bitacora_susa (accion, tipo, created_at) VALUES ('importacion', 'cliente', now() - interval '1 day')");
    const before = await acts();
    await runImport(await preview("Nombre,Teléfono\nAna,222 111 2233\nEva,222 111 2244\n"));
    const counted = ({ accion, veces }: Record<string, unknown>) => ({
      accion,
      veces: Number(veces) + Number(accion === "importacion"),
    });
    expect(await acts()).toEqual(before.map(counted));
  });

  test("adds no client the second time", async () => {
    expect(await runImport(await preview(FILE))).toBe("Listo, ya está aquíSe agregaron: 3 clientas.");
    expect(counts(await preview(FILE))).toEqual([0, 3, 0]);
    expect(await sql("SELECT FROM importaciones_susa WHERE sobre <> ''")).toHaveLength(1);
    expect(await names()).toEqual(["Dos", "Tres", "Una"]);
  });

  test("adds each client once when the form is sent several times at once, and then forgets the file", async () => {
    const page = await preview(FILE);
    expect(await page.submitThrice({}, IMPORT_FORM)).toEqual(["303 /admin/traer"]);
    expect(await names()).toEqual(["Dos", "Tres", "Una"]);
    expect(await sql("SELECT FROM importaciones_susa WHERE sobre <> ''")).toEqual([]);
    expect((await ana.send(page.path)).location).toBe(IMPORTAR);
  });

  test("adds each client once when the same file is imported four times at once", async () => {
    const pages: Page[] = [];
    for (let n = 0; n < 4; n++) pages.push(await preview(FILE));
    const answers = await Promise.all(pages.map((page) => page.submit({}, IMPORT_FORM)));
    expect(new Set(answers.map(({ status, location }) => `${status} ${location}`))).toEqual(new Set(["303 /admin/traer"]));
    expect(await names()).toEqual(["Dos", "Tres", "Una"]);
  });

  test("adds no client when the database rejects it, and can be sent again", async () => {
    const page = await preview(FILE);
    const rejected = await whileRejecting("clientes_susa", () => page.submit({}, IMPORT_FORM));
    expect([rejected.status, rejected.location]).toEqual([303, expect.stringContaining(page.path)]);
    const again = await ana.get(String(rejected.location));
    expect(again.alert).toContain("No se pudo guardar el cambio");
    expect(await names()).toEqual([]);
    expect(await runImport(again)).toContain("Se agregaron: 3 clientas.");
  });

  test("does nothing without its idempotency key", async () => {
    const page = await preview(FILE);
    const withoutKey = await ana.post(page.path, {});
    expect([withoutKey.status, withoutKey.location]).toEqual([303, page.path]);
    expect(await names()).toEqual([]);
  });
});

describe("the CSV downloads", () => {
  test("include a template that the import accepts", async () => {
    const { html, headers } = await ana.get("/admin/traer/plantilla/clientes");
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
      alerta: "Níquel",
    });
    await createCliente({ nombre: "Otra", created_at: "2026-03-01T01:00:00Z" });
    const file = await ana.get("/admin/clientes.csv");
    expect(file.headers["content-disposition"]).toMatch(/^attachment; filename="clientes-20\d\d-\d\d-\d\d\.csv"$/);
    expect(file.html).toContain(",222 123 4567,");
    expect(file.html).not.toMatch(/Insulina|Látex|Níquel|v\d\./);
    expect(file.html).toContain("Otra,,,,,,,2026-02-28");
    const searched = await ana.get("/admin/clientes?q=otra");
    const href = searched.href('main a[href*=".csv"]');
    expect((await ana.get(String(href))).html.trim().split("\r\n")).toHaveLength(2);
    const before = await clientes();
    expect(counts(await preview(file.html))).toEqual([0, 2, 0]);
    await sql("DELETE FROM clientes_susa");
    await runImport(await preview(file.html));
    expect(await clientes()).toEqual(before);
  });
});
