import { readFileSync } from "node:fs";
import { beforeEach, expect, test } from "vitest";
import { withoutAccents } from "~/format/slug";
import { candidatas } from "~/models/equipo/hora-libre.server";
import { readCalendario } from "~/models/equipo/jornada.server";
import { isFit, proposeHace, proposeQuien } from "~/models/equipo/quien-hace.server";
import { Dice } from "../../../prisma/demo-dice";
import { createEmpleado, createServicio } from "../../support/factories";
import { emptyTables, sql } from "../../support/test-database";

beforeEach(() => emptyTables("empleados_susa", "servicios_susa"));

test.each([
  [["Pestañas"], true],
  [["PESTANAS"], true],
  [["Lífting"], true],
  [["lifting de pestañas"], true],
  [["Uñas", "lifting"], true],
  [["Uñas"], false],
  [["Lifting de cejas"], false],
  [[], false],
])("the specialties %j propose Lifting de pestañas: %s", (especialidades, is) => {
  expect(isFit({ nombre: "Lifting de pestañas", categoria: "pestañas" }, especialidades)).toBe(is);
});

test("proposes for a new service whom it fits, and all of the active ones when it fits none", async () => {
  const ana = await createEmpleado({ especialidades: ["Cejas"] });
  const eva = await createEmpleado({ nombre: "Eva", especialidades: ["Masajes"] });
  await createEmpleado({ nombre: "Ofe", especialidades: ["Cejas"], activo: false });
  expect(await proposeQuien({ nombre: "Laminado", categoria: "cejas" })).toEqual([ana]);
  expect((await proposeQuien({ nombre: "Pedicura", categoria: "pedicura" })).sort()).toEqual([ana, eva].sort());
});

test("proposes for a new specialist what fits her, and what nobody active does", async () => {
  const ofe = await createEmpleado({ activo: false });
  const ana = await createEmpleado();
  const cejas = await createServicio({ quien: [ana] });
  const sola = await createServicio({ nombre: "Masaje", categoria: "masajes", quien: [ofe] });
  await createServicio({ nombre: "Pedicura", categoria: "pedicura", quien: [ana] });
  await createServicio({ nombre: "Henna", activo: false, quien: [] });
  expect((await proposeHace(["Cejas"])).sort()).toEqual([cejas, sola].sort());
  expect(await proposeHace([])).toEqual([sola]);
});

// The rule of 1.3.0, which the migration carries over.
const insertAll = (table: string, columns: string, rows: object[]) =>
  sql(`INSERT INTO ${table} (${columns}) SELECT ${columns} FROM json_populate_recordset(NULL::${table}, $1)`, [
    JSON.stringify(rows),
  ]);

type Servicio = { id: string; nombre: string; categoria: string; empleado_id: string | null };
type Empleado = { id: string; activo: boolean; especialidades: string[] };
function candidatesOf130(empleados: Empleado[], { nombre, categoria, empleado_id }: Servicio): string[] {
  const [plainCategory, plainName] = [withoutAccents(categoria), withoutAccents(nombre)];
  const fits = ({ id, especialidades }: Empleado) =>
    id === empleado_id ||
    especialidades.some((each) => withoutAccents(each) === plainCategory || plainName.includes(withoutAccents(each)));
  const active = empleados.filter(({ activo }) => activo);
  const fitting = active.filter(fits);
  return (fitting.length > 0 ? fitting : active).map(({ id }) => id);
}

const CATEGORIAS = ["cejas", "pestañas", "manicura", "pedicura", "faciales", "limpieza", "masajes", "depilación"];
const SERVICIOS = [
  "Diseño de cejas",
  "DISEÑO DE CEJAS CON HENNA",
  "Lifting de pestañas",
  "Uñas acrílicas",
  "Manicura spa",
  "Piernas´ media",
  "Facial Ácido hialurónico",
  "Masaje ^ 4 manos",
];
const WORDS = [
  ...CATEGORIAS,
  "Cejas",
  "PESTAÑAS",
  "pestanas",
  "Depilacion",
  "henna",
  "Diseño",
  "diseno de CEJAS",
  "uñas",
  "ACIDO",
  "´",
  "e\u0301",
  "Manicura spa",
  "œ",
  "İ",
];

test("the migration gives 200 random studios who did what by the rule until now", async () => {
  const file = "prisma/migrations/20261212000000_quien_lo_hace/migration.sql";
  const [, carried = ""] = readFileSync(file, "utf8").split("---- What the rule gave until now ----");
  const [inserts = ""] = carried.split("-- A studio that had a team");
  const dice = new Dice(44);
  for (let studio = 0; studio < 200; studio++) {
    const empleados = Array.from({ length: dice.between(0, 5) }, (_, n) => ({
      ...{ id: dice.uuid(), nombre: `E${n}`, apellido: "Paz", activo: dice.chance(0.75) },
      especialidades: Array.from({ length: dice.between(0, 3) }, () => dice.pick(WORDS)),
    }));
    const servicios = Array.from({ length: 6 }, () => ({
      ...{ id: dice.uuid(), nombre: dice.pick(SERVICIOS), categoria: dice.pick(CATEGORIAS), precio: 1 },
      empleado_id: empleados.length > 0 && dice.chance(0.4) ? dice.pick(empleados).id : null,
    }));
    await sql("DELETE FROM servicios_susa");
    await sql("DELETE FROM empleados_susa");
    await insertAll("empleados_susa", "id, nombre, apellido, activo, especialidades", empleados);
    await insertAll("servicios_susa", "id, nombre, categoria, precio, empleado_id", servicios);
    await sql(inserts);
    const span = { inicio: new Date("2026-12-01"), fin: new Date("2026-12-02") };
    const calendario = await readCalendario(span, { activas: true });
    for (const servicio of servicios) {
      const before = candidatesOf130(empleados, servicio);
      expect({ studio, servicio, who: candidatas(calendario.empleados, servicio.id) }).toEqual({ studio, servicio, who: before });
    }
  }
}, 120_000);
