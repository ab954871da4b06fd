import { addDays, daysBetween } from "~/format/days.server";
import { plural } from "~/format/text";
import { AGENDA, type Cita } from "./demo-agenda";
import { at, jornada, onDay, range } from "./demo-calendar";
import * as data from "./demo-data";
import type { Dice } from "./demo-dice";
import type { Pedido } from "./demo-inventory";
import { type Calendario, listMenu, type Row, type Servicio } from "./demo-people";

type Cobro = { dia: string; monto: number; cita?: Cita };

/** What was charged for services: the completed appointments and, for the months before its agenda, similar services. */
export function listCobros(dice: Dice, { hoy, inicio }: Calendario, servicios: Servicio[], citas: Cita[]): Cobro[] {
  const menu = listMenu(servicios);
  const antes = range(0, daysBetween(inicio, hoy) - AGENDA.atras - 1)
    .map((offset) => addDays(inicio, offset))
    .filter((dia) => jornada(dia))
    .flatMap((dia) => range(1, dice.between(3, 6)).map(() => ({ dia, monto: dice.pick(menu).precio })));
  const despues = citas.filter(({ cobrado }) => cobrado > 0).map((cita) => ({ dia: cita.dia, monto: cita.cobrado, cita }));
  return [...antes, ...despues];
}

/**
 * The income: that of the sales (`deVentas`); a charge for each completed appointment before them; before the agenda, the daily sums
 * by method; gift cards.
 */
export function makeIngresos(dice: Dice, { hoy, inicio, ayer }: Calendario, cobros: Cobro[], deVentas: Row[]): Row[] {
  const cortes = new Map<string, { fecha: string; metodo_pago: string; monto: number; servicios: number }>();
  const citas: (Omit<Row, "id" | "created_at"> & { fecha: string; created_at: string })[] = [];
  for (const { dia, monto, cita } of cobros) {
    if (cita?.row.venta_id) continue;
    const metodo_pago = dice.pick(data.METODOS);
    if (cita) {
      const cobro = { fecha: dia, metodo_pago, monto, descripcion: cita.servicio, concepto: "cita", cita_id: cita.row.id };
      citas.push({ ...cobro, created_at: at(dia, cita.fin) });
      continue;
    }
    const corte = cortes.get(`${dia} ${metodo_pago}`) ?? { fecha: dia, metodo_pago, monto: 0, servicios: 0 };
    cortes.set(`${dia} ${metodo_pago}`, { ...corte, monto: corte.monto + monto, servicios: corte.servicios + 1 });
  }
  const dias = range(0, daysBetween(inicio, ayer)).map((offset) => addDays(inicio, offset));
  // One gift card makes sure that today has income.
  const regalos = [...dias.filter(() => dice.chance(0.03)), hoy]
    .filter((fecha) => jornada(fecha))
    .map((fecha) => ({
      fecha,
      metodo_pago: "transferencia",
      monto: dice.pick([500, 800, 1000]),
      descripcion: "Tarjeta de regalo",
    }));
  const servidos = [...cortes.values()].map(({ servicios, ...corte }) => ({
    ...corte,
    descripcion: `Corte del día: ${plural(servicios, "servicio", "servicios")}`,
  }));
  const deCaja = [...servidos, ...regalos].map((ingreso) => ({
    ...ingreso,
    concepto: "libre",
    cita_id: null,
    created_at: bookedAt(ingreso.fecha, hoy),
  }));
  return [...[...citas, ...deCaja].map((ingreso) => ({ id: dice.uuid(), ...ingreso })), ...deVentas];
}

/**
 * The ledger, in the order of time: one entry for each row of income, expenses or tips, because none was changed. Only income names
 * its appointment.
 */
export function makeAsientos(dice: Dice, libros: Record<"ingreso" | "egreso" | "propina", Row[]>) {
  return Object.entries(libros)
    .flatMap(([libro, rows]) =>
      rows.map(({ id: registro_id, fecha, metodo_pago, monto, created_at, cita_id = null }) => ({
        id: dice.uuid(),
        libro,
        registro_id,
        cita_id: libro === "ingreso" ? cita_id : null,
        fecha,
        metodo_pago,
        monto: Number(monto),
        created_at,
      })),
    )
    .sort((one, other) => (one.created_at === other.created_at ? 0 : one.created_at < other.created_at ? -1 : 1))
    .map((asiento, index) => ({ ...asiento, orden: index + 1 }));
}

export function makeEgresos(dice: Dice, { hoy, meses, comision_desde }: Calendario, cobros: Cobro[], pedidos: Pedido[]): Row[] {
  const fijos = meses.flatMap((mes, numero) =>
    data.GASTOS.filter(({ cada = 1 }) => numero % cada === 0).map(({ dia, monto, varia = 0, cada, ...gasto }) => ({
      ...gasto,
      fecha: onDay(mes, dia),
      monto: monto + dice.between(-varia, varia),
    })),
  );
  const equipos = data.EQUIPOS.map(({ hace, descripcion, monto }) => ({
    fecha: onDay(meses.at(-1 - hace) ?? hoy.slice(0, 7), 16),
    descripcion,
    categoria: "Equipos",
    metodo_pago: "tarjeta",
    monto,
  }));
  return [...fijos, ...equipos, ...listNomina(meses, cobros, comision_desde), ...listCompras(pedidos)]
    .filter(({ fecha }) => fecha <= hoy)
    .map((egreso, index) => ({
      id: dice.uuid(),
      ...egreso,
      comprobante_url: dice.chance(0.3) ? `https://example.com/comprobantes/${egreso.fecha}-${index}.pdf` : null,
      created_at: bookedAt(egreso.fecha, hoy),
    }));
}

/**
 * Twice a month, a small base and a share of what was charged, so that the studio always earns a little; the base alone for what is
 * paid by commissions.
 */
function listNomina(meses: string[], cobros: Cobro[], comision_desde: string) {
  return meses.flatMap((mes) =>
    [
      { desde: 1, hasta: 15, quincena: "primera quincena" },
      { desde: 16, hasta: 31, quincena: "segunda quincena" },
    ].map(({ desde, hasta, quincena }) => {
      const [primero, fecha] = [onDay(mes, desde), onDay(mes, hasta)];
      const cobrado = cobros
        .filter(({ dia }) => dia >= primero && dia <= fecha && dia < comision_desde)
        .reduce((total, { monto }) => total + monto, 0);
      return {
        fecha,
        descripcion: `${cobrado > 0 ? "Sueldos y comisiones" : "Sueldos"}, ${quincena}`,
        categoria: "Administración",
        metodo_pago: "transferencia",
        monto: 5500 + Math.round(cobrado * 0.25),
      };
    }),
  );
}

/** The purchases of the inventory, one payment a day for each supplier. */
function listCompras(pedidos: Pedido[]) {
  const compras = new Map<string, Pedido>();
  for (const { dia, proveedor, monto } of pedidos) {
    const compra = compras.get(`${dia} ${proveedor}`);
    compras.set(`${dia} ${proveedor}`, { dia, proveedor, monto: monto + (compra?.monto ?? 0) });
  }
  return [...compras.values()].map(({ dia, proveedor, monto }) => ({
    fecha: dia,
    descripcion: `Pedido a ${proveedor}`,
    categoria: "Productos",
    metodo_pago: "transferencia",
    monto,
  }));
}

/** Created at closing time; today's rows at midnight, so that none is in the future at any hour. */
function bookedAt(fecha: string, hoy: string): string {
  return at(fecha, fecha === hoy ? 0 : 18 * 60 + 10);
}
