import { addDays } from "~/format/days.server";
import { fullName } from "~/format/text";
import type { Cita } from "./demo-agenda";
import { at, openDayBefore } from "./demo-calendar";
import type { Dice } from "./demo-dice";
import type { makeAsientos } from "./demo-money";
import type { Calendario, Empleado, Row } from "./demo-people";

// After closing time: the team is paid, and then the cash is counted.
const PAGO = 18 * 60 + 20;
const CORTE = 18 * 60 + 30;

/** What stays in the drawer: more than is ever paid from it between two cuts. */
const QUEDA = 3000;

/**
 * What the team was paid on the last Saturday, by transfer: a settlement with its lines for each specialist who was owed something,
 * its expense, and the tips that were handed over.
 */
export function makeLiquidaciones(
  dice: Dice,
  { sabado, comision_desde }: Calendario,
  empleados: Empleado[],
  citas: Cita[],
  propinas: Row[],
) {
  const pago = { fecha: sabado, metodo_pago: "transferencia", created_at: at(sabado, PAGO) };
  const hechas = citas.filter(({ dia, cobrado }) => cobrado > 0 && comision_desde <= dia && dia <= sabado);
  const recibidas = propinas.filter(({ created_at }) => created_at <= pago.created_at);
  const pagos = empleados.map(({ row }) => {
    const { id: empleado_id, comision: porcentaje } = row;
    const [liquidacion_id, egreso_id] = [dice.uuid(), dice.uuid()];
    const suyas = porcentaje === null ? [] : hechas.filter((cita) => cita.row.empleado_id === empleado_id);
    const lineas = suyas.map(({ row: { id: cita_id }, cobrado, precio }) => {
      const base = Math.min(cobrado, precio);
      // Both are whole numbers, so this has no more than two decimals.
      return { id: dice.uuid(), liquidacion_id, cita_id, base, porcentaje, monto: (base * (porcentaje ?? 0)) / 100 };
    });
    const comision = sum(lineas.map(({ monto }) => monto));
    const tips = sum(recibidas.filter((propina) => propina.empleado_id === empleado_id).map(({ monto }) => Number(monto)));
    const who = { empleado_id, empleado_nombre: fullName(row) };
    const paid = { ...who, comision, ajuste: 0, propinas: tips, egreso_id: comision > 0 ? egreso_id : null, ...pago };
    const descripcion = `Comisiones de ${who.empleado_nombre}`;
    return {
      lineas,
      liquidaciones: comision > 0 || tips > 0 ? [{ id: liquidacion_id, ...paid }] : [],
      egresos: comision > 0 ? [{ id: egreso_id, monto: comision, categoria: "Otro", descripcion, ...pago }] : [],
      entregas: tips > 0 ? [{ id: dice.uuid(), ...who, liquidacion_id, monto: -tips, ...pago }] : [],
    };
  });
  return {
    liquidaciones: pagos.flatMap(({ liquidaciones }) => liquidaciones),
    lineas: pagos.flatMap(({ lineas }) => lineas),
    egresos: pagos.flatMap(({ egresos }) => egresos),
    entregas: pagos.flatMap(({ entregas }) => entregas),
  };
}

/** The cuts of the cash on the evenings of the last two open days before today: the first one only counts, of the other 50 pesos are missing. */
export function makeCortes(dice: Dice, { ayer }: Calendario, asientos: ReturnType<typeof makeAsientos>): Row[] {
  const dia = openDayBefore(ayer);
  const antes = openDayBefore(addDays(dia, -1));
  const countUntil = (created_at: string) => asientos.filter((asiento) => asiento.created_at <= created_at).length;
  const cashBetween = (desde: number, hasta: number) =>
    sum(
      asientos
        .slice(desde, hasta)
        .filter(({ metodo_pago }) => metodo_pago === "efectivo")
        .map(({ libro, monto }) => (libro === "egreso" ? -monto : monto)),
    );
  const corte = (numero: number, cuando: string, esperado: number, contado: number, motivo: string | null) => ({
    ...{ id: dice.uuid(), numero, hasta: countUntil(cuando), esperado, contado, motivo, created_at: cuando },
    retiro: Math.max(0, contado - QUEDA),
  });
  const [primero, segundo] = [at(antes, CORTE), at(dia, CORTE)];
  const contado = QUEDA + Math.max(0, cashBetween(countUntil(at(antes, 0)), countUntil(primero)));
  const esperado = QUEDA + cashBetween(countUntil(primero), countUntil(segundo));
  return [
    corte(1, primero, contado, contado, null),
    corte(2, segundo, esperado, esperado - 50, "Se dieron $50 de más en un cambio."),
  ];
}

/** Adds up amounts with cents. */
const sum = (amounts: number[]) => amounts.reduce((total, monto) => total + Math.round(monto * 100), 0) / 100;
