import { addDays } from "~/format/days.server";
import { at, onDay, openDay, range } from "./demo-calendar";
import * as data from "./demo-data";
import type { Dice } from "./demo-dice";
import type { Calendario, Row } from "./demo-people";

export type Movimiento = {
  id: string;
  tipo: "entrada" | "salida";
  cantidad: number;
  item_id: string;
  item_nombre: string;
  /** Null for what is sold, until it has its sale. */
  motivo: string | null;
  venta_id?: string;
  dia: string;
  created_at: string;
};
export type Pedido = { dia: string; proveedor: string; monto: number };

/** The items, their movements (in no order), and what was bought. */
export function makeInventario(dice: Dice, calendario: Calendario) {
  const inventario: Row[] = [];
  const movimientos: Movimiento[] = [];
  const pedidos: Pedido[] = [];
  for (const [index, { lote, ...item }] of data.ITEMS.entries()) {
    const alta = addDays(calendario.inicio, index * 3);
    const precio_venta = data.DE_VENTA[item.nombre] ?? null;
    const row = { id: dice.uuid(), ...item, descripcion: item.descripcion ?? null, precio_venta, created_at: at(alta, 9 * 60) };
    inventario.push(row);
    const mover = (tipo: Movimiento["tipo"], cantidad: number, motivo: string | null, dia: string, minuto: number) => {
      const created_at = at(dia, minuto);
      movimientos.push({ id: dice.uuid(), tipo, cantidad, item_id: row.id, item_nombre: item.nombre, motivo, dia, created_at });
    };

    // Backwards from today's stock, so that the movements add up to it and the stock is never negative.
    let cantidad = item.cantidad;
    for (const { tipo, dia, minuto } of listMomentos(dice, calendario, item, alta)) {
      if (tipo === "salida") {
        const motivo = pickMotivo(dice, item.nombre);
        const usados = motivo === null ? dice.pick([1, 1, 1, 2]) : dice.between(1, Math.ceil(lote / 3));
        mover("salida", usados, motivo, dia, minuto);
        cantidad += usados;
      } else if (cantidad >= lote) {
        mover("entrada", lote, `Compra a ${item.proveedor}`, dia, minuto);
        pedidos.push({ dia, proveedor: item.proveedor, monto: lote * item.precio_unitario });
        cantidad -= lote;
      }
    }
    if (cantidad > 0) mover("entrada", cantidad, "Inventario inicial", alta, 9 * 60 + 5);
  }
  return { inventario, movimientos, pedidos };
}

/** Oldest first, as they would have been written, each with the stock after it. */
export function inOrder(movimientos: Movimiento[]): Row[] {
  const saldos = new Map<string, number>();
  return movimientos
    .map((movimiento, index) => ({ movimiento, index }))
    .sort((a, b) =>
      a.movimiento.created_at === b.movimiento.created_at
        ? b.index - a.index
        : a.movimiento.created_at < b.movimiento.created_at
          ? -1
          : 1,
    )
    .map(({ movimiento: { dia: _, ...movimiento } }) => {
      const { item_id, tipo, cantidad } = movimiento;
      const saldo = (saldos.get(item_id) ?? 0) + (tipo === "entrada" ? cantidad : -cantidad);
      saldos.set(item_id, saldo);
      return { ...movimiento, saldo };
    });
}

/**
 * When an item left the stock (once a month; more often if it is sold) and could be bought (on its supplier's day), newest first.
 * It is delivered before the studio opens, so that on that day it can leave at any hour.
 */
function listMomentos(dice: Dice, { meses, ayer }: Calendario, item: { nombre: string; proveedor: string }, alta: string) {
  const entrega = 3 + 3 * data.PROVEEDORES.findIndex(({ nombre }) => nombre === item.proveedor);
  const salidas = range(1, item.nombre in data.DE_VENTA ? 3 : 1);
  return meses
    .flatMap((mes) => [
      { tipo: "entrada", dia: openDay(onDay(mes, entrega)), minuto: dice.between(9 * 60 + 10, 9 * 60 + 50) },
      ...salidas.map(() => ({
        tipo: "salida",
        dia: openDay(onDay(mes, dice.between(1, 28))),
        minuto: dice.between(10 * 60, 18 * 60),
      })),
    ])
    .filter(({ dia }) => dia > alta && dia <= ayer)
    .sort((a, b) => (a.dia === b.dia ? b.minuto - a.minuto : a.dia < b.dia ? 1 : -1));
}

/** Why an item left the stock; null if it was sold. */
function pickMotivo(dice: Dice, item: string): string | null {
  if (dice.chance(0.03)) return dice.pick(data.MERMAS);
  if (item in data.DE_VENTA && dice.chance(0.6)) return null;
  const usos = data.SERVICIOS.filter(({ insumos, demanda = 0 }) => item in insumos && demanda > 0);
  return usos.length > 0 ? `Uso en cabina: ${dice.pick(usos).nombre}` : "Uso en cabina";
}
