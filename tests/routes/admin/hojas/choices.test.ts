import { describe, expect, test } from "vitest";
import type { Page } from "../../../support/browser";
import { createCliente } from "../../../support/factories";
import { sql } from "../../../support/test-database";
import { ana, clientes, counts, IMPORT_FORM, names, preview, runImport } from "./bring-form";

const rows = (page: Page) => page.texts("section[aria-labelledby=apartes] li");
const columns = (page: Page) => page.text("main form");

describe("what is doubtful in a list", () => {
  const NOTES = "Nombre,Observaciones,Mascota\nEva,Alérgica al látex,Michi\nAna,,\n";

  test("is asked: notes are brought nowhere until she says, and then encrypted", async () => {
    const page = await preview(NOTES);
    expect(columns(page)).toContain(
      "¿Qué hacemos con «Observaciones»? 1 fila trae algo: «Alérgica al látex».".replace("? ", "?"),
    );
    expect(page.document.querySelector('select[name="h0_c1"]')?.hasAttribute("required")).toBe(true);
    // Without an answer nothing is imported, and nothing lost.
    const unanswered = await page.submit({}, IMPORT_FORM);
    const asked = await ana.get(String(unanswered.location));
    expect([asked.alert, await names()]).toEqual([expect.stringContaining("Contesta lo que te preguntamos arriba"), []]);
    // An answer changes the list: it is shown before it is imported.
    const answered = await asked.submit({ h0_c1: "enfermedades" }, IMPORT_FORM);
    expect(answered.location).toBe(page.path);
    const shown = await ana.get(String(answered.location));
    expect(columns(shown)).toContain("Enfermedades o alergias de «Observaciones»");
    expect(await names()).toEqual([]);
    await runImport(shown);
    const [eva] = await sql<{ id: string; enfermedades: string }>(
      "SELECT id, enfermedades FROM clientes_susa WHERE nombre = 'Eva'",
    );
    expect(eva?.enfermedades).toMatch(/^v2\./);
    expect((await ana.get(`/admin/clientes/${eva?.id}`)).values()).toMatchObject({ enfermedades: "Alérgica al látex" });
  });

  test("is shown with «Ver cómo queda», which imports nothing and is kept on the next page of rows", async () => {
    const many = Array.from({ length: 60 }, (_, n) => `Mala ${n},mil,${n}`);
    const page = await preview(["Nombre,Edad,Apodo", "Eva,30,Evita", ...many].join("\n"));
    const seen = await page.submit({ intent: "ver", h0_c2: "ocupacion" }, IMPORT_FORM);
    expect([seen.status, await names()]).toEqual([303, []]);
    const shown = await ana.get(String(seen.location));
    expect(columns(shown)).toContain("Ocupación de «Apodo»");
    const next = await ana.get(shown.href('nav[aria-label="Páginas"] a[rel=next]'));
    expect([next.text(), next.values(IMPORT_FORM).h0_c2]).toEqual([expect.stringContaining("Página 2 de 2"), "ocupacion"]);
    await runImport(next);
    expect(await clientes()).toMatchObject([{ nombre: "Eva", ocupacion: "Evita" }]);
  });

  test("can be no column at all: one that is known is left out too", async () => {
    const page = await preview("Nombre,Servicio\nEva,Cejas\n");
    const shown = await ana.get(String((await page.submit({ intent: "ver", h0_c1: "nada" }, IMPORT_FORM)).location));
    expect(columns(shown)).toContain("No se traen: «Servicio».");
    await runImport(shown);
    expect(await clientes()).toMatchObject([{ nombre: "Eva", servicio: null }]);
  });

  test("hides nobody behind a row that has to be corrected and is of the same name", async () => {
    const page = await preview("Nombre,Teléfono\nEva,5.24412E+11\nEva,\n");
    expect(counts(page)).toEqual([1, 0, 1]);
    await runImport(page);
    expect(await clientes()).toMatchObject([{ nombre: "Eva", telefono: null }]);
  });

  test("ignores choices that nobody is offered", async () => {
    const page = await preview("Nombre,Edad\nEva,30\n");
    const names = ["h0_letras", "h0_c0", "h0_c1", "h0_c999", "h0_f2_constructor", "h9_clase"];
    const values = ["utf-7", "__proto__", "id", "alerta", "x", "clientes"];
    const sent = names.map((name, index) => [name, values[index] ?? ""]);
    const mostrado = JSON.stringify(names.map((name) => [name, ""]));
    await ana.post(page.path, { ...page.values(IMPORT_FORM), ...Object.fromEntries(sent), mostrado, intent: "ver" });
    const odd = await ana.get(page.path);
    expect([odd.status, counts(odd)]).toEqual([200, [1, 0, 0]]);
    await runImport(odd);
    expect(await clientes()).toMatchObject([{ nombre: "Eva", edad: 30 }]);
  });

  test("is nothing that the form does not say it showed", async () => {
    for (const mostrado of ["", "[", "{}", "[1]", '[["h0_c1"]]']) {
      const page = await preview("Nombre,Edad\nEva,30\n");
      const seen = await ana.post(page.path, { ...page.values(IMPORT_FORM), mostrado, intent: "ver" });
      expect([seen.status, counts(await ana.get(page.path))]).toEqual([303, [1, 0, 0]]);
    }
  });

  test("is how letters are read: shown with the names, and changed by her", async () => {
    // «José Muñoz» as Excel for Mac saves it.
    const page = await preview(Buffer.from("Nombre,Tel\x8efono\r\nJos\x8e Mu\x96oz,5543211002\r\n", "latin1"));
    expect(page.texts("fieldset label")).toEqual([
      "JosŽ Mu–ozComo los guarda Excel en Windows",
      "José MuñozComo los guarda Excel en una Mac",
      "JosÄ MuûozComo los guardan los programas de antes",
    ]);
    expect(page.values(IMPORT_FORM).h0_letras).toBe("mac");
    const shown = await ana.get(String((await page.submit({ intent: "ver", h0_letras: "dos" }, IMPORT_FORM)).location));
    expect(shown.text("section[aria-labelledby=nuevas]")).toContain("JosÄ Muûoz");
    const back = await ana.get(String((await shown.submit({ intent: "ver", h0_letras: "mac" }, IMPORT_FORM)).location));
    await runImport(back);
    expect(await clientes()).toMatchObject([{ nombre: "José Muñoz", telefono: "+525543211002" }]);
  });

  test("is no choice where the letters are certain", async () => {
    const page = await preview("Nombre\nJosé Muñoz\n");
    expect(page.texts("fieldset")).toEqual([]);
    expect(columns(page)).toContain("Los acentos se leen así: José Muñoz.");
    expect(columns(await preview("Nombre\nEva\n"))).not.toContain("acentos");
  });
});

describe("the rows to look at", () => {
  test("are new ones with something to say, those to correct, and those that are no clients", async () => {
    const page = await preview(
      [
        ...["Clientes del salón,,", "Nombre,Teléfono,Correo", "Eva,24455,", "JosÃ© Paz,########,", "Ana,5543211002,"],
        ...["Luz,5.24412E+11,", "Nombre,Teléfono,Correo", "Total: 4,,"],
      ].join("\n"),
    );
    expect(counts(page)).toEqual([3, 0, 1]);
    expect(page.text()).toContain("Dejamos fuera 3 renglones que no son de la lista");
    expect(page.text()).toContain("2 traen algo que conviene ver antes");
    expect(rows(page)).toEqual([
      "Fila 1Clientes del salónEstá arriba de los títulos.No cuenta",
      "Fila 3EvaTeléfono: «24455» no está completo, son 10 dígitos. Se guarda así; corrígelo en su ficha.Se agrega",
      "Fila 4José PazVenía con letras rotas, «JosÃ© Paz»: lo arreglamos.Teléfono: decía «########», que no es un número. Se deja vacío.Se agrega",
      "Fila 6LuzTeléfono: tu hoja de cálculo lo recortó (5.24412E+11). Da formato de texto a la columna, escríbelo completo y vuelve a subir el archivo.Corregir aquíTeléfonoPor corregir",
      "Fila 7Nombre Teléfono CorreoSon los títulos otra vez.No cuenta".replace("Nombre Teléfono Correo", "Nombre"),
      "Fila 8Total: 4Es un total.No cuenta",
    ]);
    expect(await runImport(page)).toBe("Listo, ya está aquíSe agregaron: 3 clientas. 1 fila no se trajo.");
    expect(await names()).toEqual(["Ana", "Eva", "José Paz"]);
  });
});

describe("a client who exists", () => {
  /** A file as Excel of Mexico saves it again: semicolons, Windows-1252, long numbers cut, dates its own, other letters lost. */
  function savedByExcel(csv: string) {
    const cells = csv
      .replace(/^\ufeff/, "")
      .trim()
      .split("\r\n")
      .map((line) => line.split(",").map(excelCell).join(";"));
    return Buffer.from(`${cells.join("\r\n")}\r\n`, "latin1");
  }
  function excelCell(cell: string) {
    const digits = cell.replace(/\D/g, "");
    if (/^\d{4}-\d\d-\d\d$/.test(cell)) return cell.split("-").reverse().join("/");
    if (/^\d[\d ]+$/.test(cell))
      return digits.length > 11
        ? `${(Number(digits) / 10 ** (digits.length - 1)).toFixed(5)}E+${digits.length - 1}`
        : String(Number(digits));
    return cell.replace(/\p{Extended_Pictographic}/gu, "??").replace(/[^\0-\xff]/g, "?");
  }

  test("is recognized in her own list saved again by Excel of Mexico", async () => {
    for (const cliente of [
      { nombre: "José Muñoz", telefono: "+525543211001", correo: "jose@ejemplo.mx", edad: 34 },
      { nombre: "Íñigo Peña", telefono: "+522225550002" },
      { nombre: "Con Clave", telefono: "525543211003000", correo: "clave@ejemplo.mx" },
      { nombre: "Con Clave y Sin Correo", telefono: "525543211004000" },
      { nombre: "De Fuera", telefono: "+16195550100" },
      { nombre: "Corto", telefono: "0024455" },
      { nombre: "Sin  Nada Más" },
      { nombre: "Solo Correo", correo: "solo@ejemplo.mx" },
      { nombre: "Lupita 💅" },
      { nombre: "Łucja Ruiz" },
      { nombre: "Madre Luna", correo: "luna@ejemplo.mx" },
      { nombre: "Hija Luna", correo: "luna@ejemplo.mx", telefono: "+525543211009" },
    ])
      await createCliente(cliente);
    const before = await names();
    const exported = (await ana.get("/admin/clientes.csv")).html;
    const saved = savedByExcel(exported);
    expect(saved.toString("latin1")).toMatch(/5\.25543E\+14/);
    for (const list of [exported, saved]) {
      const page = await preview(list);
      expect([rows(page).filter((text) => !text.endsWith("Ya está")), counts(page)]).toEqual([[], [0, before.length, 0]]);
      expect(await names()).toEqual(before);
    }
  });

  test("is not made twice by the same list imported twice, whatever its rows lack", async () => {
    const list = [
      "Nombre;Teléfono;Correo",
      ...[
        "Eva Paz;;",
        "EVA  PAZ;;",
        "José Muñoz;;jose@ejemplo.mx",
        "Ana Sol;24455;",
        "Luz Mar;########;",
        "Mu?oz;;",
        "Luz  Ríos;5543211002;",
      ],
      ...["JosÃ© Paz;;", "Sin Correo;5543211003;no tiene", "Otra;0000000000;", "Una Más;0000000000;"],
    ].join("\r\n");
    await runImport(await preview(list));
    const once = await names();
    expect(once).toHaveLength(10);
    const page = await preview(list);
    expect(counts(page)).toEqual([0, 11, 0]);
    const withoutAccents = list
      .normalize("NFD")
      .replace(/\p{Diacritic}/gu, "")
      .replace("JosA©", "Jose");
    expect(counts(await preview(withoutAccents))).toEqual([0, 11, 0]);
    expect(await names()).toEqual(once);
  });

  test("of whom only the name is known is not made twice by a list that was corrected", async () => {
    await runImport(await preview("Nombre,Teléfono\nLuz Mar,########\n"));
    const page = await preview("Nombre,Teléfono\nluz mar,5543211002\nOtra Luz,5543211003\n");
    expect(rows(page)).toEqual([
      "Fila 2luz marYa tiene ficha con el mismo nombre, sin teléfono ni correo: agrégalos ahí. Si es otra persona, agrégala a mano.Ya está",
    ]);
    await runImport(page);
    expect(await names()).toEqual(["Luz Mar", "Otra Luz"]);
  });

  test("is recognized by a name that lost its letters, and no other name is", async () => {
    await createCliente({ nombre: "José Muñoz" });
    await createCliente({ nombre: "Íñigo (hijo)" });
    const page = await preview("Nombre\nJos? Mu�oz\n??igo (hijo)\nJos? Mu?ozcano\nJos(.*)?\n");
    expect(counts(page)).toEqual([2, 2, 0]);
  });
});
