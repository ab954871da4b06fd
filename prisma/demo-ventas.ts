import { addDays } from "~/format/days.server";
import { fullName } from "~/format/text";
import { type Cita, countUntil } from "./demo-agenda";
import { at } from "./demo-calendar";
import * as data from "./demo-data";
import type { Dice } from "./demo-dice";
import type { Movimiento } from "./demo-inventory";
import type { Calendario, Cliente, Empleado, Row } from "./demo-people";

/** Appointments of this many days before today were charged in a sale, which older ones never were. */
const RECIENTES = 30;

/** One act at the counter: an appointment that is charged, products that are taken, or both. */
type Acto = { dia: string; momento: string; cita: Cita | null; productos: Movimiento[]; isPaid: boolean };

/**
 * The sales, of recent appointments and of what the movements without a reason (`motivo`) took out of stock, with their lines,
 * tips and income. Gives the appointments and the movements again, with their sales.
 */
export function makeVentas(
  dice: Dice,
  { hoy }: Calendario,
  empleados: Empleado[],
  clientes: Cliente[],
  agenda: Cita[],
  movimientos: Movimiento[],
) {
  const nombres = new Map<unknown, string>(empleados.map(({ row }) => [row.id, fullName(row)]));
  const recientes = agenda
    .filter(({ estado, dia }) => estado === "completada" && dia >= addDays(hoy, -RECIENTES))
    .sort((a, b) => newestFirst(momentoOf(a), momentoOf(b)))
    .map(charge);
  const citas = new Map(recientes.map((cita) => [cita.row.id, cita]));
  const salidas = new Map<string, Movimiento>();
  const ventas: Row[] = [];
  const lineas: { id: string; [column: string]: unknown }[] = [];
  const propinas: Row[] = [];
  const cobrado: Row[] = [];

  for (const [index, { dia, momento, cita, productos, isPaid }] of listActos(dice, recientes, movimientos).entries()) {
    const [id, folio] = [dice.uuid(), index + 1];
    const total = productos.reduce((sum, producto) => sum + importeOf(producto), 0);
    const known = clientes.slice(0, countUntil(clientes, dia));
    // Only a client leaves a sale unpaid.
    const cliente_id = cita ? cita.row.cliente_id : isPaid && dice.chance(0.4) ? null : dice.pick(known).row.id;
    ventas.push({ id, folio, cliente_id, fecha: dia, total, created_at: momento });
    for (const producto of productos) {
      const { id: salida, item_id, item_nombre, cantidad } = producto;
      const precio = data.DE_VENTA[item_nombre];
      lineas.push({ id: dice.uuid(), venta_id: id, item_id, item_nombre, cantidad, precio, importe: importeOf(producto) });
      salidas.set(salida, { ...producto, motivo: `Nota ${folio}`, venta_id: id, created_at: momento });
    }
    if (cita) citas.set(cita.row.id, { ...cita, row: { ...cita.row, venta_id: id } });
    if (!isPaid) continue;

    const metodo_pago = dice.pick(data.METODOS);
    const pago = { fecha: dia, venta_id: id, created_at: momento };
    const dues = [
      { monto: cita?.cobrado ?? 0, descripcion: cita?.servicio, concepto: "cita", cita_id: cita?.row.id ?? null },
      { monto: total, descripcion: describeProductos(productos), concepto: "venta", cita_id: null },
    ].filter(({ monto }) => monto > 0);
    // Some who pay by card pay the last pesos in cash.
    const resto = metodo_pago === "tarjeta" && dice.chance(0.15) ? 100 : 0;
    for (const [place, due] of dues.entries()) {
      const parte = place === dues.length - 1 && due.monto > resto ? resto : 0;
      cobrado.push({ id: dice.uuid(), ...due, monto: due.monto - parte, metodo_pago, ...pago });
      if (parte > 0) cobrado.push({ id: dice.uuid(), ...due, monto: parte, metodo_pago: "efectivo", ...pago });
    }
    if (cita && cita.cobrado === cita.precio && dice.chance(0.3)) {
      const { id: cita_id, empleado_id } = cita.row;
      const de = { empleado_id, empleado_nombre: nombres.get(empleado_id), cita_id };
      propinas.push({ id: dice.uuid(), ...de, monto: dice.pick(data.PROPINAS), metodo_pago, ...pago });
    }
  }
  return {
    citas: agenda.map((cita) => citas.get(cita.row.id) ?? cita),
    movimientos: movimientos.map((movimiento) => salidas.get(movimiento.id) ?? movimiento),
    ventas,
    lineas,
    propinas,
    cobrado,
  };
}

/** An appointment as it was charged: some at less than its price, some not all. `place` is how many newer ones there are. */
function charge(cita: Cita, place: number): Cita {
  const { parte = 0, motivo = null } = data.DESCUENTOS[place] ?? {};
  const descuento = Math.round((cita.precio * parte) / 10) * 10;
  const precio = cita.precio - descuento;
  const cobrado = data.PAGADO[place] ?? precio;
  return { ...cita, precio, cobrado, row: { ...cita.row, precio, cobrado, descuento, descuento_motivo: motivo } };
}

/** What was charged together, oldest first. Some products were taken after an appointment or with others of that day. */
function listActos(dice: Dice, recientes: Cita[], movimientos: Movimiento[]): Acto[] {
  const actos: Acto[] = recientes
    .filter(({ cobrado }) => cobrado > 0)
    .map((cita) => ({ dia: cita.dia, momento: momentoOf(cita), cita, productos: [], isPaid: true }));
  for (const producto of movimientos.filter(({ motivo }) => motivo === null)) {
    const { dia, item_id, created_at } = producto;
    const others = actos.filter(
      (acto) =>
        acto.dia === dia &&
        acto.cita?.cobrado === acto.cita?.precio &&
        !acto.productos.some((other) => other.item_id === item_id),
    );
    if (others.length > 0 && dice.chance(0.7)) dice.pick(others).productos.push(producto);
    else actos.push({ dia, momento: created_at, cita: null, productos: [producto], isPaid: true });
  }
  actos.sort((a, b) => newestFirst(a.momento, b.momento));
  const sueltos = actos.filter(({ cita }) => cita === null);
  return actos.map((acto) => ({ ...acto, isPaid: !data.FIADAS.includes(sueltos.indexOf(acto)) })).reverse();
}

const momentoOf = ({ dia, fin }: Cita) => at(dia, fin);

const newestFirst = (a: string, b: string) => (a === b ? 0 : a < b ? 1 : -1);

const importeOf = ({ cantidad, item_nombre }: Movimiento) => cantidad * (data.DE_VENTA[item_nombre] ?? 0);

/** As the program describes the income of products: `2 × Aceite de cutícula, 1 × Gel postdepilatorio`. */
const describeProductos = (productos: Movimiento[]) =>
  productos.map(({ cantidad, item_nombre }) => `${cantidad} × ${item_nombre}`).join(", ");
