import { beforeEach, describe, expect, test } from "vitest";
import type { Page } from "../../../support/browser";
import { createCita, createConfiguracion } from "../../../support/factories";
import { workbookOf } from "../../../support/sheets";
import { emptyTables, sql, sqlColumn, sqlValue } from "../../../support/test-database";
import { ana, counts, IMPORT_FORM, IMPORTAR, sendFiles } from "./bring-form";

// A studio's whole notebook: team, services, items, clients and appointments in one workbook.

const TABLES = ["empleados_susa", "servicios_susa", "inventario_susa", "clientes_susa", "citas_susa"];

beforeEach(async () => {
  await emptyTables(...TABLES, "movimientos_inventario_susa", "configuracion_susa");
  await createConfiguracion();
});

const BOOK = {
  Equipo: [
    ["Nombre", "Puesto", "Comisión", "Lunes", "Martes"],
    ["Ana Ruiz", "Cejas", 0.4, "Descansa", "10 a 6"],
    ["Luz Mar Peña", "Uñas", 40, "", "9:00-14:00"],
  ],
  "Lista de precios": [
    ["", "Estudio Luz"],
    ["Servicio", "Categoría", "Precio", "Duración", "Quién lo hace"],
    ["Diseño de cejas", "Cejas", 350, "1 h", "Ana"],
    ["Gelish", "Uñas", "$280.00", 45, "Luz, Brenda"],
    ["Henna", "cejas", 250, 40, ""],
  ],
  Inventario: [
    ["Producto", "Existencia", "Mínimo", "Costo"],
    ["Hilo", 12, 3, 85.5],
    ["Cera", 0, 1, 120],
  ],
  Clientas: [
    ["Nombre", "Celular", "Observaciones"],
    ["Eva Sol", 2221234567, "Alérgica al látex"],
    ["Paz Ríos", 2221234568, ""],
  ],
  Agenda: [
    ["Fecha", "Hora", "Cliente", "Servicio", "Atiende"],
    ["05/12/2099", "10:30", "Eva Sol", "Diseño de cejas", "Ana"],
    ["05/12/2099", "5:00", "Nueva Clienta", "gelish", "Luz"],
    ["05/12/2020", "10:30", "Eva Sol", "Henna", ""],
    ["05/12/2099", "11:00", "Paz Ríos", "Henna", "Ana"],
  ],
};

async function choose(files: Record<string, Buffer>): Promise<Page> {
  const { token = "" } = (await ana.get(IMPORTAR)).values();
  const chosen = await sendFiles(
    token,
    Object.entries(files).map(([filename, content]) => ({ filename, content })),
  );
  expect([chosen.status, chosen.alert]).toEqual([303, ""]);
  return ana.get(String(chosen.location));
}
const see = async (page: Page, answers: Record<string, string>) =>
  ana.get(String((await page.submit({ intent: "ver", ...answers }, IMPORT_FORM)).location));
const bring = async (page: Page) => {
  const done = await page.submit({}, IMPORT_FORM);
  return ana.get(String(done.location));
};
const rowCounts = () => Promise.all(TABLES.map((table) => sqlValue<number>(`SELECT count(*)::int FROM ${table}`)));

/** The preview of the workbook with its questions answered. */
async function answered(): Promise<Page> {
  const page = await choose({ "mi negocio.xlsx": workbookOf(BOOK) });
  const names = page.all("section[aria-labelledby=preguntas] select").map((field) => field.getAttribute("name") ?? "");
  expect(page.texts("section[aria-labelledby=preguntas] label[for]")).toEqual([
    "¿En qué categoría va «Uñas»?",
    "¿Quién es «Brenda»?",
    "¿Qué hacemos con «Observaciones»?",
  ]);
  const [categoria = "", brenda = ""] = names;
  return see(page, { [categoria]: "manicura", [brenda]: "crear", [`${brenda}_apellido`]: "Cruz", h3_c2: "enfermedades" });
}

describe("a workbook with everything", () => {
  test("is brought in one transaction, with what was answered", async () => {
    const page = await answered();
    expect(counts(page)).toEqual([13, 0, 1]);
    expect(page.texts("section[aria-labelledby=apartes] li").map((row) => row.replace(/Corregir aquí.*Por/, "Por"))).toEqual([
      "Fila 1Lista de preciosEstudio LuzEstá arriba de los títulos.No cuenta",
      "Fila 4AgendaEva SolYa pasó: solo se traen las citas que vienen.No cuenta",
      "Fila 5AgendaPaz RíosHora: se junta con otra cita de su especialista (05/12/2099, 10:30 a.m.). Escribe otra hora, u otra especialista.Por corregir",
    ]);
    const there = await bring(page);
    expect(there.flash).toMatch(
      /^Listo, ya está aquíSe agregaron: 3 especialistas, 3 servicios, 2 artículos, 3 clientas y 2 citas. 1 fila no se trajo./,
    );
    expect(await rowCounts()).toEqual([3, 3, 2, 3, 2]);
    const who = await sql(
      `SELECT s.nombre, s.categoria::text, s.precio::text, s.duracion_minutos AS minutos,
        array_agg(e.nombre || ' ' || e.apellido ORDER BY e.nombre) AS quien
       FROM servicios_susa s JOIN servicios_empleados_susa l ON l.servicio_id = s.id JOIN empleados_susa e ON e.id = l.empleado_id
       GROUP BY s.id ORDER BY s.nombre`,
    );
    expect(who).toEqual([
      { nombre: "Diseño de cejas", categoria: "cejas", precio: "350.00", minutos: 60, quien: ["Ana Ruiz"] },
      { nombre: "Gelish", categoria: "manicura", precio: "280.00", minutos: 45, quien: ["Brenda Cruz", "Luz Mar Peña"] },
      { nombre: "Henna", categoria: "cejas", precio: "250.00", minutos: 40, quien: ["Ana Ruiz"] },
    ]);
    expect(await sql("SELECT nombre, comision::text, horario FROM empleados_susa WHERE nombre = 'Ana'")).toEqual([
      { nombre: "Ana", comision: "40.00", horario: [null, { abre: "10:00", cierra: "18:00" }, null, null, null, null, null] },
    ]);
    expect(await sqlColumn("SELECT DISTINCT color::text FROM empleados_susa")).toHaveLength(3);
    expect(
      await sql(`SELECT c.fecha_hora, l.nombre, s.nombre AS servicio, e.nombre AS con, c.precio::text
        FROM citas_susa c JOIN clientes_susa l ON l.id = c.cliente_id JOIN servicios_susa s ON s.id = c.servicio_id
        JOIN empleados_susa e ON e.id = c.empleado_id ORDER BY c.fecha_hora`),
    ).toEqual([
      { fecha_hora: new Date("2099-12-05T16:30Z"), nombre: "Eva Sol", servicio: "Diseño de cejas", con: "Ana", precio: "350.00" },
      {
        fecha_hora: new Date("2099-12-05T23:00Z"),
        nombre: "Nueva Clienta",
        servicio: "Gelish",
        con: "Luz",
        precio: "280.00",
      },
    ]);
    expect(await sql("SELECT item_nombre, saldo, motivo FROM movimientos_inventario_susa")).toEqual([
      { item_nombre: "Hilo", saldo: 12, motivo: "Existencia inicial" },
    ]);
    const acts = await sql(
      "SELECT accion, tipo FROM bitacora_susa WHERE created_at > now() - interval '1 minute' AND tipo NOT IN ('cuenta', 'configuracion')",
    );
    expect(acts.map(({ accion, tipo }) => `${accion} ${tipo}`).sort()).toEqual(
      ["cita", "cliente", "empleado", "item", "servicio"].map((tipo) => `importacion ${tipo}`),
    );
  });

  test("makes nothing the second time, and renews prices and minutes only when she says so", async () => {
    await bring(await answered());
    const before = await rowCounts();
    const renamed = {
      ...BOOK,
      "Lista de precios": BOOK["Lista de precios"].map((row) => (row[0] === "Henna" ? ["HENNA", "cejas", 300, 50, ""] : row)),
    };
    const page = await choose({ "otra vez.xlsx": workbookOf(renamed) });
    // Of what is there only the column of notes is asked.
    expect(page.texts("section[aria-labelledby=preguntas] label[for]")).toEqual(["¿Qué hacemos con «Observaciones»?"]);
    const shown = await see(page, { h3_c2: "nada" });
    expect(counts(shown)[0]).toBe(0);
    expect(shown.text()).toContain("Ya lo tienes: $250.00 → $300.00, 40 → 50 min.");
    const renewed = await see(shown, { renovar: "on" });
    expect((await bring(renewed)).flash).toContain("1 servicio cambió de precio o de minutos.");
    expect(await rowCounts()).toEqual(before);
    expect(await sql("SELECT precio::text, duracion_minutos FROM servicios_susa WHERE nombre = 'Henna'")).toEqual([
      { precio: "300.00", duracion_minutos: 50 },
    ]);
    const undone = await ana.get(String((await (await ana.get(IMPORTAR)).submit({}, 'form[action$="/deshacer"]')).location));
    expect(undone.flash).toContain("Los precios y los minutos que cambiaron son otra vez los de antes.");
    expect(await sqlValue("SELECT precio::text FROM servicios_susa WHERE nombre = 'Henna'")).toBe("250.00");
  });

  test("leaves the price of what is there as it is, while new rows come in, until she says so", async () => {
    await bring(await answered());
    const [head = [], ...others] = BOOK["Lista de precios"];
    const dearer = others.map((row) => (row[0] === "Henna" ? ["Henna", "cejas", 300, 50, ""] : row));
    const page = await choose({ "nueva.xlsx": workbookOf({ Precios: [head, ...dearer, ["Tinte", "cejas", 200, 30, ""]] }) });
    expect((await bring(page)).flash).toContain("Se agregaron: 1 servicio");
    expect(await sql("SELECT precio::text, duracion_minutos FROM servicios_susa WHERE nombre = 'Henna'")).toEqual([
      { precio: "250.00", duracion_minutos: 40 },
    ]);
  });

  test("is taken back whole, with what came with it, and can be brought again", async () => {
    const there = await bring(await answered());
    const undone = await ana.get(String((await there.submit({}, 'form[action$="/deshacer"]')).location));
    expect(undone.flash).toBe("Se deshizoSe quitaron: 3 especialistas, 3 servicios, 2 artículos, 3 clientas y 2 citas.");
    expect(await rowCounts()).toEqual([0, 0, 0, 0, 0]);
    for (const table of [
      "movimientos_inventario_susa",
      "servicios_empleados_susa",
      "cambios_cita_susa",
      "papelera_susa",
      "importaciones_susa",
    ]) {
      expect([table, await sql(`SELECT FROM ${table}`)]).toEqual([table, []]);
    }
    await bring(await answered());
    expect(await rowCounts()).toEqual([3, 3, 2, 3, 2]);
  });

  test.each<[string, () => Promise<unknown>, string]>([
    ["a client was changed", () => sql("UPDATE clientes_susa SET edad = 30 WHERE nombre = 'Paz Ríos'"), "clientas"],
    ["a client was deleted", () => sql("DELETE FROM clientes_susa WHERE nombre = 'Paz Ríos'"), "clientas"],
    [
      "another appointment was booked",
      async () => {
        const [servicio_id, cliente_id] = await Promise.all(
          ["servicios_susa WHERE nombre = 'Henna'", "clientes_susa WHERE nombre = 'Paz Ríos'"].map((from) =>
            sqlValue<string>(`SELECT id FROM ${from}`),
          ),
        );
        await createCita("2099-05-05T18:00Z", { servicio_id, cliente_id });
      },
      "clientas",
    ],
    ["an appointment was confirmed", () => sql("UPDATE citas_susa SET estado = 'confirmada'"), "citas"],
    ["an item was used", () => sql("UPDATE inventario_susa SET cantidad = cantidad - 1 WHERE nombre = 'Hilo'"), "artículos"],
  ])("is not taken back once %s", async (_, change, which) => {
    const there = await bring(await answered());
    await change();
    const before = await rowCounts();
    const refused = await ana.get(String((await there.submit({}, 'form[action$="/deshacer"]')).location));
    expect(refused.alert).toContain(`Entre lo que trajiste hay ${which} que ya se usaron, se cambiaron o se eliminaron.`);
    expect(await rowCounts()).toEqual(before);
  });

  test("lets a row be corrected on the page", async () => {
    const page = await answered();
    const field = page.all("section[aria-labelledby=apartes] input:not([type=hidden])")[0]?.getAttribute("name") ?? "";
    expect(field).toBe("h4_f5_hora");
    const shown = await see(page, { [field]: "13:00" });
    expect(counts(shown)).toEqual([14, 0, 0]);
    await bring(shown);
    expect(await rowCounts()).toEqual([3, 3, 2, 3, 3]);
  });

  test("comes with other files, and asks nothing twice", async () => {
    const { Equipo, Agenda, ...rest } = BOOK;
    const csv = (rows: (string | number)[][]) => Buffer.from(rows.map((row) => row.join(";")).join("\r\n"));
    const page = await choose({ "agenda.csv": csv(Agenda), "todo.xlsx": workbookOf(rest), "equipo.csv": csv(Equipo) });
    expect(page.texts("section[aria-labelledby=preguntas] label[for]")).toEqual([
      "¿En qué categoría va «Uñas»?",
      "¿Quién es «Brenda»?",
      "¿Qué hacemos con «Observaciones»?",
    ]);
  });

  test("with a sheet that is no list brings the others", async () => {
    const page = await choose({
      "a.xlsx": workbookOf({ Notas: [["Pagar la renta"], ["Comprar focos"]], Clientas: BOOK.Clientas }),
    });
    expect(page.text("section[aria-labelledby=hoja-0]")).toContain("No reconocimos los títulos. Arriba dice «Pagar la renta».");
    const shown = await see(page, { h1_c2: "nada" });
    expect(counts(shown)).toEqual([2, 0, 0]);
  });
});
