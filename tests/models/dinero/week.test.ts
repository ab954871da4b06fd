import { randomUUID } from "node:crypto";
import { beforeAll, describe, expect, test } from "vitest";
import type { Periodo } from "~/format/periodo.server";
import { studioMoment } from "~/format/zone.server";
import type { MetodoPago } from "~/generated/client";
import { type CitaValues, createVisita } from "~/models/citas/cita.server";
import { changeEstado } from "~/models/citas/transicion.server";
import { listLineas, listPorPagar } from "~/models/dinero/comision.server";
import { closeTill, getAbierto } from "~/models/dinero/corte.server";
import { createEgreso } from "~/models/dinero/egreso.server";
import { payEmpleado } from "~/models/dinero/liquidacion.server";
import { getReporte, getTabla } from "~/models/dinero/reporte.server";
import { moveItem } from "~/models/inventario/movimiento.server";
import { recordAnticipo } from "~/models/ventas/anticipo.server";
import { type CobroValues, chargeBill } from "~/models/ventas/cobrar.server";
import { giveBack, returnProducto } from "~/models/ventas/devolucion.server";
import { cobroOf } from "../../support/cobro";
import { readCuadre } from "../../support/cuadre";
import { createCliente, createEmpleado, createItem, createServicio, insertRow } from "../../support/factories";
import { emptyTables, sqlValue } from "../../support/test-database";
import { resultOf } from "../../support/written";

// A week as it was lived at a counter, from Tuesday 1 to Saturday 5 December 2026: what the drawer must hold each evening, and what
// each specialist is to be paid for it.

const ZONA = "America/Mexico_City";
const [MARTES, MIERCOLES, JUEVES, VIERNES, SABADO] = ["2026-12-01", "2026-12-02", "2026-12-03", "2026-12-04", "2026-12-05"];
const SEMANA: Periodo = { tipo: "rango", desde: MARTES, hasta: SABADO };
const NOVIEMBRE_14 = "2026-11-14";
/** What is left in the drawer each evening. */
const FLOAT = 1000;

const EQUIPO = { Susana: 40, Mariana: 35, Ximena: 35, Lucía: 30, Iván: 40 };
type Nombre = keyof typeof EQUIPO;

type Cobro = Partial<CobroValues> & { propina?: string };
const TARJETA = { metodo_pago: "tarjeta" } as const;
const TRANSFERENCIA = { metodo_pago: "transferencia" } as const;
const inPart = (parte_monto: string) => ({ parte_metodo: "tarjeta", parte_monto }) as const;
const less = (descuento: string, descuento_motivo = "Esperó media hora") => ({ descuento, descuento_motivo });

/** Something that happens on a day. Cash, unless an act says otherwise. */
type Act = (dia: string) => Promise<unknown>;

// biome-ignore format: one act a line
const ACTS: [dia: string, Act[]][] = [
  [MARTES, [
    done("Mariana", 2400),
    // She gives 520 in cash and 100 by card, of them a tip of 50.
    done("Mariana", 570, { ...inPart("100.00"), monto: "620.00", propina: "50.00" }),
    done("Mariana", 480, { ...TRANSFERENCIA, propina: "100.00" }),
    done("Lucía", 680, { ...TARJETA, propina: "70.00" }),
    done("Susana", 750, { ...inPart("525.00"), ...less("10%", "Trajo a una amiga") }),
    done("Ximena", 780),
    done("Lucía", 640, { metodo_pago: "despues" }, "paga después"),
    sold("un aceite", 1, "315.00"),
    spent("120.00"),
    spent("1200.00", TRANSFERENCIA),
  ]],
  [MIERCOLES, [
    done("Susana", 1200),
    done("Susana", 900, { ...TRANSFERENCIA, propina: "120.00" }),
    done("Mariana", 560, TARJETA),
    done("Mariana", 600),
    done("Lucía", 880, less("50.00")),
    booked("Lucía", 350, "olvidada"),
    booked("Susana", 600, "olvidada también"),
    booked("Iván", 500, "no vendrá"),
    paidInAdvance("no vendrá", "200.00"),
    cancelled("no vendrá"),
  ]],
  // Ximena is ill.
  [JUEVES, [
    charged("paga después"),
    booked("Ximena", 600, "del viernes", VIERNES),
    paidInAdvance("del viernes", "200.00"),
    done("Mariana", 2000),
    done("Mariana", 1500, TARJETA),
    done("Susana", 1500),
    done("Susana", 2100, less("40.00", "Es su cumpleaños")),
    done("Lucía", 1310, { ...TARJETA, ...less("60.00") }),
    done("Iván", 700, { propina: "60.00" }),
  ]],
  [VIERNES, [
    gaveBack("de noviembre", "100.00"),
    charged("del viernes", { propina: "60.00" }),
    done("Susana", 1120, { ...less("30.00"), propina: "60.00" }),
    done("Susana", 2100, TARJETA),
    done("Mariana", 2000),
    done("Mariana", 1800, TARJETA),
    done("Lucía", 350),
    done("Iván", 600, { ...TARJETA, propina: "60.00" }),
    sold("dos cremas", 2, "180.00"),
    spent("330.00"),
  ]],
  [SABADO, [
    charged("olvidada"),
    charged("olvidada también"),
    returned("dos cremas"),
    done("Mariana", 1100, { propina: "60.00" }),
    done("Ximena", 900, { ...less("70.00"), propina: "60.00" }),
    done("Lucía", 890),
    done("Lucía", 1500, TARJETA),
    done("Susana", 2610, { ...TARJETA, propina: "60.00" }),
  ]],
];

/** By day: cash less what was paid from it, its tips; what the terminal charged, its tips. */
const DAYS: Record<string, [efectivo: number, propinas: number, tarjeta: number, propinas: number]> = {
  [MARTES]: [3995, 50, 1305, 70],
  [MIERCOLES]: [2830, 0, 560, 0],
  [JUEVES]: [7100, 60, 2750, 0],
  [VIERNES]: [3770, 120, 4500, 60],
  [SABADO]: [3590, 120, 4110, 60],
};

let cuenta: string;
let servicio: string;
const equipo = new Map<Nombre, string>();
/** Appointments and sales by what they are called above. */
const known = new Map<string, string>();
/** How many appointments each day has: one after another, so that none overlaps. */
const booking = new Map<string, number>();
const SLOT_MS = 30 * 60_000;

const key = () => ({ id: randomUUID(), digest: "los valores" });
const by = (hoy: string) => ({ cuenta_id: cuenta, hoy });

function booked(quien: Nombre, precio: number, nombre: string, cuando?: string): Act {
  return async (dia) => {
    const fecha = cuando ?? dia;
    const place = booking.get(fecha) ?? 0;
    booking.set(fecha, place + 1);
    const inicio = studioMoment(fecha, "09:00", ZONA).getTime() + place * SLOT_MS;
    const turno = { fecha_hora: new Date(inicio), fin: new Date(inicio + SLOT_MS), duracion_minutos: 30 };
    const row = { ...turno, servicio_id: servicio, empleado_id: equipo.get(quien) ?? null, precio: `${precio}.00` };
    const values: CitaValues = {
      ...{ cliente_id: await createCliente({ nombre }), cliente_nombre: null, cliente_telefono: null },
      ...{ fecha, hora: "09:00", servicios: [], estado: "confirmada", notas: null },
    };
    const [id = ""] = await resultOf(createVisita(values, [row], cuenta, key()));
    known.set(nombre, id);
  };
}

function charged(nombre: string, { propina, ...cobro }: Cobro = {}): Act {
  return async (dia) => {
    const id = known.get(nombre) ?? "";
    const por_cobrar = String(await sqlValue("SELECT precio - cobrado FROM citas_susa WHERE id = $1", [id]));
    const empleado_id = String(await sqlValue("SELECT empleado_id FROM citas_susa WHERE id = $1", [id]));
    const propinas = propina === undefined ? [] : [{ empleado_id, monto: propina }];
    const values = cobroOf([{ id, por_cobrar }], { por_cobrar, metodo_pago: "efectivo", propinas, ...cobro });
    await resultOf(chargeBill(values, by(dia), key()));
  };
}

/** Booked and charged on the same day. */
function done(quien: Nombre, precio: number, cobro: Cobro = {}, nombre: string = randomUUID()): Act {
  return async (dia) => {
    await booked(quien, precio, nombre)(dia);
    await charged(nombre, cobro)(dia);
  };
}

function sold(nombre: string, cantidad: number, precio: string): Act {
  return async (dia) => {
    const item_id = await createItem({ nombre, precio_venta: precio });
    await resultOf(moveItem(item_id, { tipo: "entrada", cantidad: 5, motivo: null }, cuenta, key()));
    const values = cobroOf([], { productos: [{ item_id, precio, cantidad }], metodo_pago: "efectivo" });
    known.set(nombre, String((await resultOf(chargeBill(values, by(dia), key()))).venta_id));
  };
}

/** One piece of a sale comes back and is paid back. */
function returned(nombre: string): Act {
  return async (dia) => {
    const venta_id = known.get(nombre);
    const linea = String(await sqlValue("SELECT id FROM venta_lineas_susa WHERE venta_id = $1", [venta_id]));
    const values = { cantidad: 1, metodo_pago: "efectivo", motivo: "Estaba seca", al_inventario: true } as const;
    await resultOf(returnProducto(venta_id, linea, values, by(dia), key()));
  };
}

function spent(monto: string, { metodo_pago }: { metodo_pago: MetodoPago } = { metodo_pago: "efectivo" }): Act {
  return (fecha) => {
    const row = { monto, fecha, metodo_pago, categoria: "Otro", descripcion: "Lo que faltaba", comprobante_url: null } as const;
    return resultOf(createEgreso(row, cuenta, key()));
  };
}

function paidInAdvance(nombre: string, monto: string): Act {
  return (fecha) => resultOf(recordAnticipo(known.get(nombre), { monto, metodo_pago: "efectivo", fecha }, cuenta, key()));
}

function cancelled(nombre: string): Act {
  return () => resultOf(changeEstado(known.get(nombre), { estado: "cancelada", desde: "confirmada" }, cuenta, key()));
}

function gaveBack(nombre: string, monto: string): Act {
  return async (dia) => {
    const id = known.get(nombre);
    const cobrado = String(await sqlValue("SELECT cobrado FROM citas_susa WHERE id = $1", [id]));
    const values = { monto, metodo_pago: "efectivo", motivo: "Se le cayó", cobrado } as const;
    await resultOf(giveBack(id, values, by(dia), key()));
  };
}

/** Counts exactly what is expected, or `contado` before the first cut, and takes out all but the float. */
async function closeDay(contado?: string) {
  const { anterior, esperado, metodos } = await getAbierto();
  const counted = contado ?? esperado ?? "";
  const count = { contado: counted, retiro: (Number(counted) - FLOAT).toFixed(2), motivo: null };
  const shown = { anterior: String(anterior?.numero ?? ""), esperado: esperado ?? "" };
  await resultOf(closeTill({ ...count, ...shown }, cuenta, key()));
  return { esperado: Number(esperado) - FLOAT, tarjeta: Number(metodos.tarjeta.recibido) };
}

/** What is owed to one of the team now. */
async function owedTo(quien: Nombre) {
  const owed = (await listPorPagar(ZONA)).find(({ id }) => id === equipo.get(quien));
  if (!owed) throw new Error(`${quien} is not there`);
  return owed;
}

const sumOf = (amounts: (string | number | null)[]) => amounts.reduce<number>((sum, amount) => sum + Number(amount), 0);
const owedTips = async () => sumOf((await listPorPagar(ZONA)).map(({ propinas }) => propinas));
const netIncome = async () => (await getReporte(SEMANA, ZONA, SABADO)).sumas?.actual.neto;
/** A table of the report as cells by the text of its first column. */
const tabla = async (nombre: "metodos" | "especialistas" | "serie") => {
  const { columnas, filas, total } = await getTabla(nombre, SEMANA, ZONA, SABADO);
  const named = (fila: (string | null)[]) => Object.fromEntries(columnas.map(({ titulo }, index) => [titulo, fila[index]]));
  return Object.fromEntries([...filas, ...(total ? [total] : [])].map((fila) => [fila[0], named(fila)]));
};

describe("a week at the counter", () => {
  const cuts: Record<string, { esperado: number; tarjeta: number }> = {};
  const hechoDeXimena: Record<string, string> = {};

  beforeAll(async () => {
    await emptyTables();
    cuenta = await insertRow("cuentas_susa", { email: "ana@ejemplo.mx", password_hash: "x", estado: "activa" });
    servicio = await createServicio();
    for (const [nombre, comision] of Object.entries(EQUIPO))
      equipo.set(nombre as Nombre, await createEmpleado({ nombre, comision, comision_desde: MARTES }));
    await done("Mariana", 550, {}, "de noviembre")(NOVIEMBRE_14);
    await closeDay(FLOAT.toFixed(2));
    for (const [dia, acts] of ACTS) {
      for (const act of acts) await act(dia);
      cuts[dia] = await closeDay();
      hechoDeXimena[dia] = (await owedTo("Ximena")).hecho;
    }
  });

  test("expects in each cut what the day before left and the cash of the day with its tips", () => {
    const expected = Object.entries(DAYS).map(([dia, [efectivo, propinas, tarjeta, deTarjeta]]) => [
      dia,
      { esperado: efectivo + propinas, tarjeta: tarjeta + deTarjeta },
    ]);
    expect(Object.entries(cuts)).toEqual(expected);
    expect(sumOf(Object.values(cuts).map(({ esperado }) => esperado))).toBe(21_635);
    expect(sumOf(Object.values(cuts).map(({ tarjeta }) => tarjeta))).toBe(13_415);
  });

  test("has the same cash and card in the report of the week, with tips in a column of their own", async () => {
    const metodos = await tabla("metodos");
    expect(metodos.Efectivo).toMatchObject({ "Utilidad neta": "21285.00", Propinas: "350.00" });
    expect(metodos.Tarjeta).toMatchObject({ "Utilidad neta": "13225.00", Propinas: "190.00" });
    expect(metodos.Total).toMatchObject({ Propinas: "760.00" });
    expect((await tabla("serie"))[MARTES]).toMatchObject({ "Utilidad neta": "4580.00" });
  });

  test("counts for each specialist what she did and was paid, in the report and on her sheet", async () => {
    const especialistas = await tabla("especialistas");
    // A lost deposit is not Iván's work, and a complaint of November takes nothing from Mariana's December.
    for (const [nombre, hecho] of [
      ["Iván", "1300.00"],
      ["Mariana", "13010.00"],
    ] as const) {
      expect(especialistas[`${nombre} Núñez`], nombre).toMatchObject({ "Hecho y pagado": hecho });
      expect((await owedTo(nombre)).hecho, nombre).toBe(hecho);
      const lineas = await listLineas(equipo.get(nombre) ?? "", ZONA);
      expect(sumOf(lineas.map(({ base }) => base)).toFixed(2), nombre).toBe(hecho);
    }
    expect(especialistas.Total).toMatchObject({ Descuentos: "325.00", Propinas: "760.00" });
  });

  test("counts a deposit as work only when the appointment is done", () => {
    expect(hechoDeXimena).toEqual({
      ...{ [MARTES]: "780.00", [MIERCOLES]: "780.00", [JUEVES]: "780.00" },
      ...{ [VIERNES]: "1380.00", [SABADO]: "2210.00" },
    });
  });

  test("has no differences in Cuadre", async () => {
    expect((await readCuadre()).diferencias).toEqual([]);
  });

  // Last, because it changes what is owed.
  test("owes 690 pesos of tips after Lucía got hers, which changes the drawer and not the net income", async () => {
    expect(await owedTips()).toBe(760);
    const [before, { propinas, comision }] = [await netIncome(), await owedTo("Lucía")];
    expect(propinas).toBe("70.00");
    const typed = { ajuste_tipo: "menos", ajuste: null, ajuste_motivo: null, metodo_pago: "efectivo" } as const;
    const act = { ...by(SABADO), onlyTips: true, zona: ZONA };
    await resultOf(payEmpleado(equipo.get("Lucía"), { ...typed, comision, propinas }, act, key()));
    expect(await owedTips()).toBe(690);
    expect((await owedTo("Lucía")).comision).toBe(comision);
    expect(await netIncome()).toBe(before);
    expect((await getAbierto()).esperado).toBe((FLOAT - 70).toFixed(2));
    expect((await readCuadre()).diferencias).toEqual([]);
  });
});
