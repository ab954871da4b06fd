import { afterAll, describe, expect, test } from "vitest";
import { db } from "~/database/client.server";
import { listaDeCitas } from "~/models/importacion/citas.server";
import { listaDelEquipo } from "~/models/importacion/equipo.server";
import { asConocida, type Contexto, durationOf, keyOf, type Lista } from "~/models/importacion/lista.server";
import { listaDeServicios } from "~/models/importacion/servicios.server";

// How a row of each kind is read, without what else its sheet has.

afterAll(() => db.$disconnect());

/** Reads a row of these cells, by field. */
function readRow<Values>(lista: Lista<Values>, cells: Record<string, string>, contexto: Contexto, said = {}) {
  const textos = (campo: string) => (cells[campo] ? [{ text: cells[campo], sentido: null }] : []);
  return lista.read({ textos, isMonthFirst: false }, contexto, new Map(Object.entries(said)));
}

const nothing = (): Contexto => ({
  ...{ zona: "America/Mexico_City", ahora: new Date("2026-11-29T18:00Z"), named: new Set() },
  ...{ empleados: [], servicios: [], pendientes: [], clientes: [], ocupadas: [], agendadas: [] },
  inactivos: { empleados: [], servicios: [] },
});

test("a specialist with two shifts in a day has both in one, and her pause is said", () => {
  const days = { dia0: "10-2 y 4-8", dia1: "9:00 a.m. - 6:00 p.m.", dia2: "10-2, 2-6", dia3: "descansa" };
  const { values, problems, avisos } = readRow(listaDelEquipo, { nombre: "Ana Ruiz", ...days }, nothing());
  expect(problems).toEqual([]);
  expect(values?.horario?.slice(0, 4)).toEqual([
    { abre: "10:00", cierra: "20:00" },
    { abre: "09:00", cierra: "18:00" },
    { abre: "10:00", cierra: "18:00" },
    null,
  ]);
  expect(avisos).toEqual(["Lunes: queda de 10:00 a.m. a 8:00 p.m. Su descanso, de 2:00 a 4:00 p.m., apártalo en sus ausencias."]);
});

test("the field of a word is its own, whatever its length and its letters, and short enough for a form", () => {
  const words = [
    ...["Extensión de pestañas volumen ruso", "Extensión de pestañas volumen mega", "Uñas", "U"],
    ...[
      "ana.lucia.hernandez@gmail.com",
      "ana.lucia.hernandez@gmail.com.mx",
      "美甲",
      "睫毛",
      "Маникюр",
      "Педикюр",
      "💅🏽",
      "💇🏽",
    ],
  ];
  const keys = words.map((word) => keyOf("especialista", word));
  expect(new Set(keys).size).toBe(words.length);
  for (const key of keys) expect(`era_${key}_apellido`).toMatch(/^\w{1,56}$/);
  // However it is written it is asked once.
  expect(keyOf("categoria", " UÑAS.")).toBe(keyOf("categoria", "uñas"));
});

describe("a service that is there", () => {
  const id = "00000000-0000-4000-8000-000000000001";
  const gelish = {
    id,
    nombre: "Gelish",
    categoria: "manicura",
    precio: "280.00",
    duracion_minutos: 45,
    limpieza_minutos: 10,
    isOrphan: false,
  };
  const context = () => ({ ...nothing(), servicios: [gelish] });

  test.each<[object, string, object | undefined]>([
    [{ precio: "300" }, "Ya lo tienes: $280.00 → $300.00.", { precio: "300.00", duracion_minutos: 45 }],
    [{ duracion_minutos: "1 h" }, "Ya lo tienes: 45 → 60 min.", { precio: "280.00", duracion_minutos: 60 }],
    [{ precio: "-", duracion_minutos: "n/a" }, "Ya lo tienes.", undefined],
    [{}, "Ya lo tienes.", undefined],
    [{ limpieza_minutos: "media hora larga", retoque_semanas: "a veces" }, "Ya lo tienes.", undefined],
  ])("keeps what a row of %j does not say", async (cells, sentence, renueva) => {
    const read = readRow(listaDeServicios, { nombre: "GELISH", ...cells }, context());
    expect(read.problems).toEqual([]);
    const known = await listaDeServicios.findKnown(db, [{ fila: 2, ...read }], context());
    expect(known.get(2)).toEqual({ sentence, ...(renueva ? { renueva: { id, ...renueva } } : {}) });
  });

  test("is to be corrected where its price cannot be read", () => {
    expect(readRow(listaDeServicios, { nombre: "Gelish", precio: "gratis" }, context()).problems).toHaveLength(1);
  });

  test("that is new has sixty minutes unless it says others, and needs its price", () => {
    const read = (cells: object) => readRow(listaDeServicios, { nombre: "Henna", categoria: "cejas", ...cells }, nothing());
    expect(read({ precio: "250" }).values).toMatchObject({ precio: "250.00", duracion_minutos: 60 });
    expect(read({ duracion_minutos: "40" }).problems).toMatchObject([{ campo: "precio" }]);
  });
});

test.each([
  ...[
    ["90", "90"],
    ["90 min", "90"],
    ["90.0", "90"],
    ["1 h", "60"],
    ["1h", "60"],
    ["1h30", "90"],
    ["1h 30", "90"],
    ["1 h 30 min", "90"],
  ],
  ...[
    ["1hr30min", "90"],
    ["2hrs", "120"],
    ["1 hora y media", "90"],
    ["1 hora 15", "75"],
    ["2 horas", "120"],
    ["1:30", "90"],
  ],
  ...[
    ["01:30:00", "90"],
    ["45m", "45"],
    ["1 hotel", "1 hotel"],
    ["una hora", "una hora"],
    ["1 h 30 x", "1 h 30 x"],
  ],
])("reads the duration %j as %s", (text, minutes) => {
  expect(durationOf(text)).toBe(minutes);
});

test("a service that she leaves out asks nothing else", () => {
  const cells = { nombre: "Tinte", categoria: "Cabello", precio: "500", quien: "Brenda" };
  const clave = keyOf("categoria", "Cabello");
  expect(readRow(listaDeServicios, cells, nothing()).preguntas).toMatchObject([{ palabra: "Cabello" }, { palabra: "Brenda" }]);
  expect(readRow(listaDeServicios, cells, nothing(), { [clave]: "fuera" })).toMatchObject({
    ...{ preguntas: [{ palabra: "Cabello" }], isNadie: "Dijiste que no se trae." },
  });
});

test("a cell with more names than a studio has people asks about none of the rest", () => {
  const quien = Array.from({ length: 60 }, (_, n) => `Persona ${n}`).join(", ");
  const cells = { nombre: "Tinte", categoria: "cejas", precio: "500", quien };
  const { preguntas, problems } = readRow(listaDeServicios, cells, nothing());
  expect([preguntas.length, problems]).toEqual([
    50,
    [{ campo: "quien", sentence: "Quién lo hace: trae 60 nombres y caben 50. Déjalo vacío y elígelas en Servicios." }],
  ]);
});

test("two thousand rows over as many services, specialists, clients and appointments are read in seconds", {
  timeout: 300_000,
}, async () => {
  const many = <T>(one: (n: number) => T) => Array.from({ length: 2000 }, (_, n) => one(n));
  const idOf = (n: number) => `00000000-0000-4000-8000-${String(n).padStart(12, "0")}`;
  const context: Contexto = {
    ...nothing(),
    servicios: many((n) => ({
      ...{ id: idOf(n), nombre: `Servicio ${n}`, categoria: "cejas", precio: "1.00", duracion_minutos: 30, limpieza_minutos: 0 },
      isOrphan: false,
    })),
    empleados: many((n) => ({
      ...{ id: idOf(n), nombre: `Ana${n}`, apellido: `Ruiz${n}`, telefono: null, email: null, especialidades: ["uñas"] },
    })),
    clientes: many((n) => asConocida({ id: idOf(n), nombre: `Eva ${n}`, telefono: `+5255${10_000_000 + n}` })),
    agendadas: many((n) => ({ cliente_id: idOf(n), servicio_id: idOf(n), from: n, como: "sigue" })),
  };
  const started = performance.now();
  const citas = many((n) => {
    const who = { nombre: `Eva ${n}`, telefono: `55${10_000_000 + n}`, servicio: `Servicio ${n}`, especialista: `Ana${n}` };
    return { fila: n, ...readRow(listaDeCitas, { fecha: "2099-12-05", hora: "10:00", ...who }, context) };
  });
  const servicios = many((n) => ({
    fila: n,
    ...readRow(listaDeServicios, { nombre: `Nuevo ${n}`, categoria: "cejas", precio: "1", quien: `Ana${n}, Ruiz${n}` }, context),
  }));
  const known = [await listaDeCitas.findKnown(db, citas, context), await listaDeServicios.findKnown(db, servicios, context)];
  expect(performance.now() - started).toBeLessThan(20_000);
  expect([citas.filter(({ values }) => values?.empleado_id).length, ...known.map(({ size }) => size)]).toEqual([2000, 0, 0]);
});
