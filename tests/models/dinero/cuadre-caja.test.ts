import { randomUUID } from "node:crypto";
import { beforeAll, beforeEach, describe, expect, test } from "vitest";
import { studioDay } from "~/format/dates";
import { getPorPagar } from "~/models/dinero/comision.server";
import { closeTill, getAbierto } from "~/models/dinero/corte.server";
import { createEgreso, deleteEgreso, updateEgreso } from "~/models/dinero/egreso.server";
import { createIngreso, deleteIngreso, updateIngreso } from "~/models/dinero/ingreso.server";
import { payEmpleado, undoLiquidacion } from "~/models/dinero/liquidacion.server";
import { deleteEmpleado } from "~/models/equipo/empleado.server";
import { recuperar } from "~/models/papelera/recuperar.server";
import { chargeBill } from "~/models/ventas/cobrar.server";
import { giveBack } from "~/models/ventas/devolucion.server";
import { reopenCita } from "~/models/ventas/reabrir.server";
import { cobroOf } from "../../support/cobro";
import { readCuadre } from "../../support/cuadre";
import { createCita, createEmpleado, createServicio, insertRow } from "../../support/factories";
import { emptyTables, keepRows, sql, sqlColumn, sqlValue, sqlWithoutTriggers } from "../../support/test-database";
import { resultOf } from "../../support/written";

const ZONA = "America/Mexico_City";
const HOY = studioDay(new Date(), ZONA);
const DIA = HOY.split("-").reverse().join("/");

let cuenta: string;
/** The rows that the tests change, by role: `{pago}` in a statement or an expectation is the id of that row. */
let ids: Record<string, string>;
const withIds = <T>(value: T): T =>
  JSON.parse(JSON.stringify(value).replace(/\{(\w+)\}/g, (_, role: string) => ids[role] ?? `no ${role}`));

const key = () => ({ id: randomUUID(), digest: "los valores" });
const by = () => ({ cuenta_id: cuenta, hoy: HOY });

/** The cash is counted: all that is expected and `difference` more, of which `retiro` is taken out. */
async function cut({ difference = 0, retiro = "0.00", first = "" } = {}): Promise<string> {
  const { anterior, esperado } = await getAbierto();
  const contado = (Number(esperado ?? first) + difference).toFixed(2);
  const shown = { anterior: String(anterior?.numero ?? ""), esperado: esperado ?? "" };
  const motivo = difference === 0 ? null : "Faltó cambio";
  return (await resultOf(closeTill({ contado, retiro, motivo, ...shown }, cuenta, key()))).id;
}

/** She is paid in cash all that she is owed, or only her tips. */
async function pay(empleado_id: string, { onlyTips = false, ajuste = null as string | null } = {}): Promise<string> {
  const owed = await getPorPagar(empleado_id, ZONA);
  const { comision = "", propinas = "" } = owed ?? {};
  const typed = { ajuste_tipo: "menos", ajuste, ajuste_motivo: ajuste && "Vale", metodo_pago: "efectivo" } as const;
  return (await resultOf(payEmpleado(empleado_id, { comision, propinas, ...typed }, { ...by(), zona: ZONA, onlyTips }, key())))
    .id;
}

const INGRESO = { monto: "500.00", fecha: HOY, metodo_pago: "efectivo", descripcion: "Al inicio" } as const;
const EGRESO = { ...INGRESO, monto: "30.00", descripcion: "Café", categoria: null, comprobante_url: null } as const;

const differences = async () =>
  (await readCuadre()).sections.flatMap(({ titulo, diferencias }) => diferencias.map((one) => ({ titulo, ...one })));
const updatedAtOf = async (table: string, id: string) =>
  (await sqlValue<Date>(`SELECT updated_at FROM ${table} WHERE id = $1`, [id]))?.toISOString();

const HISTORY = ["asientos_susa", "bitacora_susa", "citas_susa", "cuentas_susa", "egresos_susa", "empleados_susa"];
const MORE = ["form_tokens_susa", "ingresos_susa", "papelera_susa", "propinas_susa", "ventas_susa", "cortes_susa"];

// Written through the application itself, because that is what must add up: four cuts, and three settlements of which one was undone.
let putBack: () => Promise<void>;
beforeAll(async () => {
  await emptyTables(...HISTORY, ...MORE);
  cuenta = await insertRow("cuentas_susa", { email: "ana@ejemplo.mx", password_hash: "x" });
  const empleada = await createEmpleado({ nombre: "Mariana", comision: 40, comision_desde: "2026-01-01" });
  const servicio_id = await createServicio();
  const charged = async (inicio: string, metodo_pago: "efectivo" | "tarjeta", tip: string) => {
    const id = await createCita(inicio, { servicio_id, empleado_id: empleada, precio: 350 });
    await insertRow("cambios_cita_susa", { cita_id: id, accion: "creada", estado: "programada" });
    const propinas = [{ empleado_id: empleada, monto: tip }];
    await resultOf(chargeBill(cobroOf([{ id, por_cobrar: "350.00" }], { metodo_pago, propinas }), by(), key()));
    return id;
  };
  const ingreso = await resultOf(createIngreso(INGRESO, cuenta, key()));
  const corte1 = await cut({ first: "500.00", retiro: "100.00" });
  const cita = await charged("2026-11-03T18:00Z", "efectivo", "50.00");
  const gasto = await resultOf(createEgreso(EGRESO, cuenta, key()));
  const corte2 = await cut();
  const pago = await pay(empleada, { ajuste: "10.00" });
  const corte3 = await cut({ difference: -10 });
  const otra = await charged("2026-11-03T19:00Z", "tarjeta", "20.00");
  const deshecho = await pay(empleada);
  await resultOf(undoLiquidacion(deshecho, by(), key()));
  const propinas = await pay(empleada, { onlyTips: true });
  const refund = { monto: "50.00", metodo_pago: "efectivo", motivo: "Se quejó", cobrado: "350.00" } as const;
  await resultOf(giveBack(cita, refund, by(), key()));
  const corte4 = await cut({ retiro: "20.00" });
  const [found = {}] = await sql<Record<string, string>>(
    `SELECT l.id AS linea, t.id AS entrega, s.egreso_id AS egreso, i.id AS devolucion FROM liquidaciones_susa s
     JOIN liquidacion_lineas_susa l ON l.liquidacion_id = s.id JOIN propinas_susa t ON t.liquidacion_id = s.id
     JOIN ingresos_susa i ON i.concepto = 'devolucion' WHERE s.id = $1`,
    [pago],
  );
  ids = { empleada, ingreso, corte1, cita, gasto, corte2, pago, corte3, otra, deshecho, propinas, corte4, ...found };
  const numeros = await sql<{ id: string; numero: number }>("SELECT id, numero FROM cortes_susa");
  for (const { id, numero } of numeros) ids[`numero${[corte1, corte2, corte3, corte4].indexOf(id) + 1}`] = String(numero);
  putBack = await keepRows(...HISTORY, ...MORE);
});
beforeEach(() => putBack());

describe("a studio with cuts and settlements", () => {
  test("has no differences", async () => {
    expect(await differences()).toEqual([]);
    const { sections } = await readCuadre();
    const compared = Object.fromEntries(sections.map(({ titulo, comparados }) => [titulo, comparados]));
    expect(compared).toMatchObject({ "Cortes de caja": 4, "Pagos al equipo": 3 });
    expect(await sqlColumn("SELECT esperado FROM cortes_susa ORDER BY numero")).toEqual(["500.00", "770.00", "590.00", "510.00"]);
  });

  test("has none either when what was counted is edited, deleted, brought back and undone through the application", async () => {
    const { ingreso = "", gasto = "", cita = "", otra = "", pago = "", propinas = "", empleada = "" } = ids;
    await resultOf(
      updateIngreso(ingreso, await updatedAtOf("ingresos_susa", ingreso), { ...INGRESO, monto: "400.00" }, cuenta, key()),
    );
    await resultOf(
      updateEgreso(gasto, await updatedAtOf("egresos_susa", gasto), { ...EGRESO, metodo_pago: "otro" }, cuenta, key()),
    );
    const copies = [
      await resultOf(deleteIngreso(ingreso, cuenta, key())),
      await resultOf(deleteEgreso(gasto, cuenta, key())),
      (await resultOf(deleteEmpleado(empleada, cuenta, key()))).papelera_id,
    ];
    expect(await differences()).toEqual([]);
    await cut();
    for (const copy of copies) await resultOf(recuperar(copy, cuenta, key()));
    await resultOf(reopenCita(otra, by(), key()));
    await resultOf(reopenCita(cita, by(), key()));
    await resultOf(undoLiquidacion(propinas, by(), key()));
    await resultOf(undoLiquidacion(pago, by(), key()));
    await cut({ difference: 3 });
    expect(await differences()).toEqual([]);
  });

  const PAGO = { titulo: "Pagos al equipo", id: "{pago}", cual: `Pago a Mariana Núñez del ${DIA}` };
  const CORTE = { titulo: "Cortes de caja" };

  test.each<[what: string, statement: string, found: Partial<Awaited<ReturnType<typeof differences>>[number]>[]]>([
    [
      "the cut of which the counted cash was changed, not the next",
      "UPDATE cortes_susa SET contado = 760, motivo = 'x' WHERE id = '{corte2}'",
      [
        {
          ...CORTE,
          id: "{corte2}",
          cual: "Corte {numero2}",
          enlace: "/admin/caja/cortes/{corte2}",
          clase: "Se cambió lo que se contó",
          esperado: "$770.00",
          encontrado: "$760.00",
          diferencia: "−$10.00",
        },
      ],
    ],
    [
      "the last cut of which the counted cash was changed",
      "UPDATE cortes_susa SET contado = 511, motivo = 'x' WHERE id = '{corte4}'",
      [{ id: "{corte4}", clase: "Se cambió lo que se contó", diferencia: "+$1.00" }],
    ],
    [
      "the first cut of which the expected cash was changed",
      "UPDATE cortes_susa SET esperado = 501, motivo = 'x' WHERE id = '{corte1}'",
      [{ id: "{corte1}", clase: "Se cambió lo que se esperaba", diferencia: "+$1.00" }],
    ],
    [
      "the cut of which what was taken out was changed",
      "UPDATE cortes_susa SET retiro = 0 WHERE id = '{corte1}'",
      [{ id: "{corte1}", clase: "Se cambió lo que se sacó", esperado: "$100.00", encontrado: "$0.00" }],
    ],
    [
      "the cut that was made to count fewer entries, and the next, which has them now",
      "UPDATE cortes_susa SET hasta = hasta - 1 WHERE id = '{corte2}'",
      [
        {
          id: "{corte2}",
          clase: "Lo que se esperaba no es la suma de sus movimientos",
          esperado: "$800.00",
          encontrado: "$770.00",
          diferencia: "−$30.00",
        },
        { id: "{corte3}", esperado: "$560.00", encontrado: "$590.00", diferencia: "+$30.00" },
      ],
    ],
    [
      "a deleted cut, not the next",
      "DELETE FROM cortes_susa WHERE id = '{corte2}'",
      [{ ...CORTE, id: "{corte2}", enlace: null, clase: "Se borró fuera de Susa", esperado: "$770.00", encontrado: "nada" }],
    ],
    ["the deleted last cut", "DELETE FROM cortes_susa WHERE id = '{corte4}'", [{ id: "{corte4}", encontrado: "nada" }]],
    [
      "a settlement of which the commission was changed",
      "UPDATE liquidaciones_susa SET comision = 150 WHERE id = '{pago}'",
      [
        {
          ...PAGO,
          enlace: "/admin/comisiones/{empleada}?pago={pago}",
          clase: "Se cambió la comisión",
          esperado: "$140.00",
          encontrado: "$150.00",
          diferencia: "+$10.00",
        },
      ],
    ],
    [
      "a settlement of which the adjustment was changed with its commission",
      "UPDATE liquidaciones_susa SET ajuste = -20, comision = 150 WHERE id = '{pago}'",
      [{ ...PAGO, clase: "Se cambió la comisión" }],
    ],
    [
      "a settlement of which the tips were changed",
      "UPDATE liquidaciones_susa SET propinas = 0 WHERE id = '{pago}'",
      [{ ...PAGO, clase: "Se cambiaron las propinas", diferencia: "−$50.00" }],
    ],
    [
      "a settlement that was taken for undone",
      "UPDATE liquidaciones_susa SET cancelada_at = now() WHERE id = '{pago}'",
      [{ ...PAGO, clase: "Se deshizo, y su egreso sigue", esperado: "$0.00", encontrado: "$130.00" }],
    ],
    [
      "a settlement that is not undone any more",
      "UPDATE liquidaciones_susa SET cancelada_at = NULL WHERE id = '{deshecho}'",
      [{ titulo: "Pagos al equipo", id: "{deshecho}", clase: "Se había deshecho, y ya no lo está" }],
    ],
    [
      "a settlement of which a line was changed",
      "UPDATE liquidacion_lineas_susa SET base = 300, monto = 120 WHERE id = '{linea}'",
      [{ ...PAGO, clase: "La comisión no es la suma de su hoja", esperado: "$140.00", encontrado: "$120.00" }],
    ],
    [
      "a settlement of which a line was deleted",
      "DELETE FROM liquidacion_lineas_susa WHERE id = '{linea}'",
      [{ ...PAGO, clase: "La comisión no es la suma de su hoja", encontrado: "$0.00" }],
    ],
    [
      "a settlement that lost its expense",
      "UPDATE liquidaciones_susa SET egreso_id = NULL WHERE id = '{pago}'",
      [{ ...PAGO, clase: "Su egreso se cambió o se borró", esperado: "$130.00", encontrado: "$0.00" }],
    ],
    [
      "the changed expense of a settlement, not the settlement",
      "UPDATE egresos_susa SET monto = 131 WHERE id = '{egreso}'",
      [{ titulo: "Egresos, uno por uno", id: "{egreso}" }],
    ],
    [
      "a deleted settlement",
      "DELETE FROM liquidaciones_susa WHERE id = '{propinas}'",
      [{ titulo: "Pagos al equipo", id: "{propinas}", enlace: null, clase: "Se borró fuera de Susa", esperado: "$20.00" }],
    ],
    [
      "the changed handover of tips, not its settlement",
      "UPDATE propinas_susa SET monto = -40 WHERE id = '{entrega}'",
      [
        {
          titulo: "Propinas, una por una",
          id: "{entrega}",
          clase: "Se cambió el monto",
          cual: `Entrega de propinas del ${DIA}`,
          enlace: "/admin/comisiones/{empleada}?pago={pago}",
          esperado: `−$50.00 · ${DIA} · efectivo`,
          diferencia: "+$10.00",
        },
      ],
    ],
    [
      "a deleted handover of tips, and its settlement",
      "DELETE FROM propinas_susa WHERE id = '{entrega}'",
      [
        { titulo: "Propinas, una por una", id: "{entrega}", clase: "Se borró fuera de Susa", enlace: null },
        { ...PAGO, clase: "Las propinas que se entregaron no son las del pago", esperado: "$50.00", encontrado: "$0.00" },
      ],
    ],
    [
      "changed money that was given back",
      "UPDATE ingresos_susa SET monto = -5 WHERE id = '{devolucion}'",
      [
        {
          titulo: "Ingresos, uno por uno",
          id: "{devolucion}",
          clase: "Se cambió el monto",
          enlace: "/admin/ingresos/{devolucion}",
          diferencia: "+$45.00",
        },
      ],
    ],
    [
      "deleted money that was given back",
      "DELETE FROM ingresos_susa WHERE id = '{devolucion}'",
      [{ id: "{devolucion}", clase: "Se borró fuera de Susa", encontrado: "nada" }],
    ],
  ])("reports %s", async (_what, statement, found) => {
    await sqlWithoutTriggers(withIds(statement));
    const rows = (await differences()).filter(({ titulo }) => titulo !== "Totales de ingresos, egresos y propinas");
    expect(rows).toMatchObject(withIds(found));
    expect(rows).toHaveLength(found.length);
  });

  test("names the settlement whose expense was edited, or deleted, in Egresos, until it comes back", async () => {
    const { egreso = "", pago = "" } = ids;
    const values = { ...EGRESO, monto: "100.00" };
    await resultOf(updateEgreso(egreso, await updatedAtOf("egresos_susa", egreso), values, cuenta, key()));
    expect(await differences()).toMatchObject([{ id: pago, esperado: "$130.00", encontrado: "$100.00" }]);
    const again = { ...values, monto: "130.00" };
    await resultOf(updateEgreso(egreso, await updatedAtOf("egresos_susa", egreso), again, cuenta, key()));
    expect(await differences()).toEqual([]);
    const copy = await resultOf(deleteEgreso(egreso, cuenta, key()));
    expect(await differences()).toMatchObject([{ id: pago, esperado: "$130.00", encontrado: "$0.00" }]);
    await resultOf(recuperar(copy, cuenta, key()));
    expect(await differences()).toEqual([]);
  });

  test("names an undone settlement whose expense was brought back from the trash", async () => {
    const copy = await sqlValue<string>("SELECT id FROM papelera_susa WHERE tipo = 'egreso'");
    await resultOf(recuperar(copy, cuenta, key()));
    expect(await differences()).toMatchObject([{ id: ids.deshecho, clase: "Se deshizo, y su egreso sigue", esperado: "$0.00" }]);
  });

  test("names cuts and settlements also when their lines of the record were deleted after two years", async () => {
    await sqlWithoutTriggers("DELETE FROM bitacora_susa");
    expect(await differences()).toEqual([]);
    await sqlWithoutTriggers(
      withIds(`UPDATE cortes_susa SET esperado = 700, motivo = 'x' WHERE id = '{corte2}';
        UPDATE liquidaciones_susa SET comision = 150 WHERE id = '{pago}'`),
    );
    expect((await differences()).map(({ id, clase }) => [id, clase])).toEqual([
      [ids.corte2, "Lo que se esperaba no es la suma de sus movimientos"],
      [ids.pago, "La comisión no es la suma de su hoja"],
    ]);
  });
});
