import { addDays } from "~/format/days.server";
import { at, onDay, openDay } from "./demo-calendar";
import * as data from "./demo-data";
import type { Dice } from "./demo-dice";
import type { Calendario, Row } from "./demo-people";

type Movimiento = {
  id: string;
  tipo: "entrada" | "salida";
  cantidad: number;
  item_id: string;
  item_nombre: string;
  motivo: string;
  created_at: string;
};
export type Pedido = { dia: string; proveedor: string; monto: number };

export function makeInventario(dice: Dice, calendario: Calendario) {
  const inventario: Row[] = [];
  const movimientos: Movimiento[] = [];
  const pedidos: Pedido[] = [];
  for (const [index, { lote, ...item }] of data.ITEMS.entries()) {
    const alta = addDays(calendario.inicio, index * 3);
    const row = { id: dice.uuid(), ...item, descripcion: item.descripcion ?? null, created_at: at(alta, 9 * 60) };
    inventario.push(row);
    const mover = (tipo: "entrada" | "salida", cantidad: number, motivo: string, created_at: string) =>
      movimientos.push({ id: dice.uuid(), tipo, cantidad, item_id: row.id, item_nombre: item.nombre, motivo, created_at });

    // Backwards from today's stock, so that the movements add up to it and the stock is never negative.
    let cantidad = item.cantidad;
    for (const { tipo, dia, momento } of listMomentos(dice, calendario, item.proveedor, alta)) {
      if (tipo === "salida") {
        const usados = dice.between(1, Math.ceil(lote / 3));
        mover("salida", usados, pickMotivo(dice, item.nombre), momento);
        cantidad += usados;
      } else if (cantidad >= lote) {
        mover("entrada", lote, `Compra a ${item.proveedor}`, momento);
        pedidos.push({ dia, proveedor: item.proveedor, monto: lote * item.precio_unitario });
        cantidad -= lote;
      }
    }
    if (cantidad > 0) mover("entrada", cantidad, "Inventario inicial", at(alta, 9 * 60 + 5));
  }
  return { inventario, movimientos: inOrder(movimientos), pedidos };
}

/** Oldest first, as they would have been written, each with the stock after it. */
function inOrder(movimientos: Movimiento[]) {
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
    .map(({ movimiento }) => {
      const { item_id, tipo, cantidad } = movimiento;
      const saldo = (saldos.get(item_id) ?? 0) + (tipo === "entrada" ? cantidad : -cantidad);
      saldos.set(item_id, saldo);
      return { ...movimiento, saldo };
    });
}

/** When an item was used (once a month) and could be bought (on its supplier's day), newest first. */
function listMomentos(dice: Dice, { meses, ayer }: Calendario, proveedor: string, alta: string) {
  const entrega = 3 + 3 * data.PROVEEDORES.findIndex(({ nombre }) => nombre === proveedor);
  return meses
    .flatMap((mes) => [
      { tipo: "entrada", dia: openDay(onDay(mes, entrega)) },
      { tipo: "salida", dia: openDay(onDay(mes, dice.between(1, 28))) },
    ])
    .filter(({ dia }) => dia > alta && dia <= ayer)
    .map((movimiento) => ({ ...movimiento, momento: at(movimiento.dia, dice.between(10 * 60, 18 * 60)) }))
    .sort((a, b) => (a.momento < b.momento ? 1 : -1));
}

function pickMotivo(dice: Dice, item: string): string {
  if (dice.chance(0.03)) return dice.pick(data.MERMAS);
  if (data.DE_VENTA.includes(item) && dice.chance(0.5)) return "Venta en mostrador";
  const usos = data.SERVICIOS.filter(({ insumos, demanda = 0 }) => item in insumos && demanda > 0);
  return usos.length > 0 ? `Uso en cabina: ${dice.pick(usos).nombre}` : "Uso en cabina";
}
