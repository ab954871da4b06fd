import { randomUUID } from "node:crypto";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { db } from "~/database/client.server";
import { LISTAS } from "~/models/importacion/hojas.server";
import {
  previewImportacion,
  runImportacion,
  saveImportacion,
  saveRespuestas,
  undoImportacion,
} from "~/models/importacion/importacion.server";
import { CLASES } from "~/models/importacion/lista.server";
import { Dice } from "../../../prisma/demo-dice";
import { createCita, createConfiguracion, insertRow } from "../../support/factories";
import { workbookOf } from "../../support/sheets";
import { emptyTables, sql, sqlColumn } from "../../support/test-database";

afterAll(() => db.$disconnect());

let cuenta: string;
beforeAll(async () => {
  const account = { email: "duena@ejemplo.mx", password_hash: "x", rol: "propietaria", estado: "activa" };
  cuenta = await insertRow("cuentas_susa", account);
});
const key = () => ({ id: randomUUID(), digest: "x", actor: { cuenta_id: cuenta, origen: null } });

test("what points at a row of a kind keeps an import from being taken back: each foreign key is named", async () => {
  const keys = await sql<{ tabla: string; uses: string }>(
    `
    SELECT confrelid::regclass::text AS tabla, conrelid::regclass || '.' || attname AS uses
    FROM pg_constraint JOIN pg_attribute ON attrelid = conrelid AND attnum = conkey[1]
    WHERE contype = 'f' AND confrelid::regclass::text = ANY ($1)`,
    [LISTAS.map(({ tabla }) => tabla)],
  );
  // Who does what and the history of an appointment come with the import, and change the versions of its rows later; so do movements.
  const ownOnes = ["servicios_empleados_susa", "cambios_cita_susa.cita_id", "movimientos_inventario_susa.item_id"];
  const expected = keys.filter(({ uses }) => !ownOnes.some((own) => uses.startsWith(own)));
  const named = LISTAS.flatMap(({ tabla, usedBy }) => usedBy.map(([table, column]) => ({ tabla, uses: `${table}.${column}` })));
  const sorted = (all: typeof keys) => all.map(({ tabla, uses }) => `${tabla} ${uses}`).sort();
  expect(sorted(named)).toEqual(sorted(expected));
});

const TABLES = LISTAS.map(({ tabla }) => tabla);
const ALL = [...TABLES, "movimientos_inventario_susa", "servicios_empleados_susa", "cambios_cita_susa"];

/** The ids of all rows, table by table. */
const snapshot = () => Promise.all(ALL.map((table) => sqlColumn<string>(`SELECT id FROM ${table} ORDER BY id`)));

let dice: Dice;
const pick = (words: string) => dice.pick(words.split("|"));
const tel = () => `55${dice.between(10000000, 10000019)}`;

/** A random sheet of each kind, with names that come again, that are written otherwise, and rows with faults. */
function randomSheets(): Record<string, (string | number)[][]> {
  const rows = <T>(most: number, one: () => T): T[] => Array.from({ length: dice.between(0, most) }, one);
  const sheets: [string, string[], () => (string | number)[]][] = [
    ["Equipo", ["Nombre", "Apellido", "Especialidades"], () => [pick("Ana|ANA|Luz|Paz|"), pick("Ruiz|Sol"), pick("cejas|uñas|")]],
    [
      "Servicios",
      ["Servicio", "Categoría", "Precio", "Minutos", "Quién"],
      () => [
        ...[
          pick("Gelish|gelish|Henna|Hénna|Facial|Masaje|"),
          pick("cejas|Uñas|Manicura|Cabello"),
          pick("100|150|$200.00|gratis"),
        ],
        ...[dice.pick([30, 45, 60]), pick("Ana|Luz|Brenda||")],
      ],
    ],
    ["Inventario", ["Producto", "Existencia", "Costo"], () => [pick("Hilo|hilo|Cera|Tinte"), dice.pick([0, 3, 12]), 10]],
    [
      "Clientas",
      ["Nombre", "Celular", "Correo"],
      () => [pick("Eva Sol|EVA SOL|Ada Mar|Zoe|"), dice.chance(0.7) ? tel() : "", pick("a@ejemplo.mx||")],
    ],
    [
      "Agenda",
      ["Fecha", "Hora", "Cliente", "Servicio", "Atiende"],
      () => [
        ...[pick("05/12/2099|2099-12-06|1/2/2001"), pick("10:00|10:30|11:00|5 pm"), pick("Eva Sol|Nueva Una|Zoe")],
        ...[pick("Gelish|Henna|Otro"), pick("Ana|Luz|Brenda||")],
      ],
    ],
  ];
  return Object.fromEntries(
    sheets
      .map(([name, heads, one]): [string, (string | number)[][]] => [name, [heads, ...rows(6, one)]])
      .filter(([, all]) => all.length > 1),
  );
}

/**
 * Uploads a file and answers every question at random, but the same one as before (`said`, by the label of the choice: rows have other
 * ids in another import); gives the id.
 */
async function upload(bytes: Buffer, said: Map<string, string>): Promise<string> {
  const saved = await saveImportacion(cuenta, [{ nombre: "libro.xlsx", bytes }], key());
  if (!("result" in saved)) throw new Error(saved.outcome);
  for (let turns = 0; turns < 10; turns++) {
    const shown = await previewImportacion(saved.result, cuenta, 1);
    const open = shown?.preguntas.filter(({ respuesta }) => respuesta === "") ?? [];
    if (open.length === 0) return saved.result;
    const plain = (values: string[]) => values.map((value) => ({ value, label: value }));
    const choices = {
      categoria: plain(["manicura", "faciales", "fuera"]),
      especialista: [...plain(["crear", "fuera"]), ...(shown?.empleados ?? [])],
      servicio: [...plain(["fuera"]), ...(shown?.servicios ?? [])],
    };
    const answers = new Map<string, string>();
    for (const { tipo, clave } of open) {
      const before = choices[tipo].find(({ label }) => label === said.get(clave));
      const { value, label } = before ?? dice.pick(choices[tipo]);
      said.set(clave, label);
      answers.set(clave, value);
      if (tipo === "especialista") answers.set(`${clave}_apellido`, "Cruz");
    }
    await saveRespuestas(saved.result, cuenta, answers, key());
  }
  throw new Error("a question is asked for ever");
}

async function countNew(id: string): Promise<Record<string, number>> {
  const shown = await previewImportacion(id, cuenta, 1);
  return Object.fromEntries((shown?.clases ?? []).map(({ clase, nuevas }) => [clase, nuevas]));
}

const duplicates = () =>
  sqlColumn(`
    SELECT 'servicio ' || lower(nombre) FROM servicios_susa GROUP BY fold_text(nombre), lower(nombre) HAVING count(*) > 1
    UNION ALL SELECT 'item ' || lower(nombre) FROM inventario_susa GROUP BY lower(nombre) HAVING count(*) > 1
    UNION ALL SELECT 'empleado ' || lower(nombre || apellido) FROM empleados_susa GROUP BY lower(nombre || apellido) HAVING count(*) > 1
    UNION ALL SELECT 'cliente ' || telefono FROM clientes_susa WHERE telefono IS NOT NULL GROUP BY telefono HAVING count(*) > 1
    UNION ALL SELECT 'cita ' || fecha_hora FROM citas_susa GROUP BY cliente_id, servicio_id, fecha_hora HAVING count(*) > 1`);

/** Brings random files, over what is there, and looks at what each act does. */
async function live(imports: number, seed: number): Promise<{ written: number; undone: number; refused: number }> {
  await emptyTables(...ALL, "importaciones_susa", "papelera_susa", "configuracion_susa", "form_tokens_susa");
  await createConfiguracion();
  dice = new Dice(seed);
  const seen = { written: 0, undone: 0, refused: 0 };
  for (let turn = 0; turn < imports; turn++) {
    const about = `import ${turn} of ${seed}`;
    if (turn % 12 === 0) await emptyTables(...ALL);
    const sheets = randomSheets();
    if (Object.keys(sheets).length === 0) continue;
    const bytes = workbookOf(sheets);
    const said = new Map<string, string>();
    const before = await snapshot();
    const id = await upload(bytes, said);
    const expected = await countNew(id);
    const isTwice = dice.chance(0.3);
    const others = isTwice ? [await upload(bytes, said)] : [];
    const done = await Promise.all([id, ...others].map((each) => runImportacion(each, cuenta, key())));
    const created = done.map((one) => ("result" in one ? one.result.creados : {}));
    expect(created.filter((each) => Object.keys(each).length > 0).length, about).toBeLessThanOrEqual(1);
    expect(Object.assign({}, ...created), about).toEqual(expected);
    const after = await snapshot();
    for (const [at, ids] of before.entries()) expect(after[at], about).toEqual(expect.arrayContaining(ids));
    for (const [at, { clase }] of LISTAS.entries()) {
      expect((after[at]?.length ?? 0) - (before[at]?.length ?? 0), `${about} ${clase}`).toBe(expected[clase] ?? 0);
    }
    expect(await duplicates(), about).toEqual([]);
    expect(await countNew(await upload(bytes, said)), `${about}, again`).toEqual({});
    seen.written += Object.values(expected).reduce((sum, count) => sum + count, 0);
    if (dice.chance(0.5)) continue;
    const winner = [id, ...others][created.findIndex((each) => Object.keys(each).length > 0)] ?? id;
    const isUsed = dice.chance(0.4) && (expected.clientes ?? 0) > 0;
    if (isUsed) {
      const fresh = after[CLASES.indexOf("clientes")]?.filter((one) => !before[CLASES.indexOf("clientes")]?.includes(one)) ?? [];
      await createCita("2098-01-01T18:00Z", { cliente_id: fresh[0] });
    }
    const used = await snapshot();
    const undone = await Promise.all([0, 1].map(() => undoImportacion(winner, cuenta, key())));
    const outcomes = undone.map(({ outcome }) => outcome).sort();
    if (isUsed) {
      expect(outcomes, about).toEqual(["used-clientes", "used-clientes"]);
      expect(await snapshot(), about).toEqual(used);
      seen.refused++;
    } else {
      // An import that wrote nothing is not kept.
      const isKept = Object.keys(expected).length > 0;
      expect(outcomes, about).toEqual(["missing", isKept ? "written" : "missing"]);
      expect(await snapshot(), about).toEqual(before);
      seen.undone++;
    }
  }
  expect(await sql("SELECT FROM papelera_susa")).toEqual([]);
  return seen;
}

describe("random imports over what is there, some twice and two at once, some taken back", () => {
  test("make nothing twice and lose nothing, and write what the preview counted", { timeout: 120_000 }, async () => {
    const { written, undone, refused } = await live(12, 20_261_129);
    expect([written > 20, undone > 1, refused + undone > 2]).toEqual([true, true, true]);
  });

  test("500 of them", { tags: ["slow"], timeout: 1_800_000 }, async () => {
    expect((await live(500, 7)).undone).toBeGreaterThan(100);
  });
});
