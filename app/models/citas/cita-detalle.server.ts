import { db } from "~/database/client.server";
import { isId } from "~/database/fields.server";
import { dayOf } from "~/format/days.server";
import { matchInsumos } from "~/models/catalogo/insumo.server";
import { porCobrar } from "./cambio.server";
import { cobrosOf, perdidasOf, salidasOf } from "./completar.server";

const cuenta = { select: { email: true } } as const;

// Of the client only what an appointment needs, never the health notes.
const facts = {
  cliente: { select: { id: true, nombre: true, telefono: true } },
  servicio: { select: { id: true, nombre: true, activo: true, retoque_semanas: true } },
  empleado: { select: { id: true, nombre: true, apellido: true, activo: true } },
} as const;

/** Gives an appointment with its history, payments, stock movements and messages; null when the id is unknown or malformed. */
export async function getCitaDetalle(id: string | undefined) {
  if (!isId(id)) return null;
  const row = await db.cita.findUnique({
    where: { id },
    include: {
      ...facts,
      cambios: { include: { cuenta }, orderBy: { orden: "asc" } },
      ingresos: {
        select: { id: true, monto: true, metodo_pago: true, fecha: true, concepto: true, reversa: { select: { id: true } } },
        orderBy: [{ created_at: "asc" }, { id: "asc" }],
      },
      movimientos: {
        select: { id: true, tipo: true, cantidad: true, item_nombre: true, saldo: true, created_at: true },
        orderBy: { orden: "asc" },
      },
      mensajes: { select: { id: true, tipo: true, created_at: true, cuenta }, orderBy: { created_at: "desc" } },
    },
  });
  if (!row) return null;
  const visita = row.visita_id
    ? await db.cita.findMany({
        where: { visita_id: row.visita_id, id: { not: id } },
        select: {
          id: true,
          fecha_hora: true,
          estado: true,
          no_asistio: true,
          servicio: { select: { nombre: true } },
          empleado: facts.empleado,
        },
        orderBy: [{ fecha_hora: "asc" }, { id: "asc" }],
      })
    : [];
  return {
    ...row,
    precio: row.precio.toFixed(2),
    cobrado: row.cobrado.toFixed(2),
    por_cobrar: porCobrar(row),
    ingresos: row.ingresos.map(({ monto, fecha, reversa, ...ingreso }) => ({
      ...ingreso,
      monto: monto.toFixed(2),
      fecha: dayOf(fecha),
      isReversed: reversa !== null,
    })),
    visita,
  };
}

/** Gives the data of the screen that completes an appointment, or null when it does not exist. */
export async function getPorCompletar(id: string | undefined) {
  const row = isId(id) ? await db.cita.findUnique({ where: { id }, include: facts }) : null;
  if (!row) return null;
  const { fecha_hora, estado, cliente, servicio, empleado } = row;
  return {
    id: row.id,
    fecha_hora,
    estado,
    cliente,
    servicio,
    empleado,
    precio: row.precio.toFixed(2),
    cobrado: row.cobrado.toFixed(2),
    por_cobrar: porCobrar(row),
    insumos: await matchInsumos(row.servicio_id),
  };
}

/** Gives what reopening an appointment would undo and what it cannot, or null when it does not exist. */
export async function getPorReabrir(id: string | undefined) {
  if (!isId(id)) return null;
  const [row, cobros, salidas, perdidas] = await Promise.all([
    db.cita.findUnique({ where: { id }, include: facts }),
    db.ingreso.findMany(cobrosOf(id)),
    db.movimiento.findMany(salidasOf(id)),
    db.movimiento.findMany(perdidasOf(id)),
  ]);
  return (
    row && {
      fecha_hora: row.fecha_hora,
      estado: row.estado,
      cliente: row.cliente,
      servicio: row.servicio,
      cobros: cobros.map(({ id, monto, metodo_pago, fecha }) => ({
        id,
        monto: monto.toFixed(2),
        metodo_pago,
        fecha: dayOf(fecha),
      })),
      salidas: salidas.map(asMoved),
      perdidas: perdidas.map(asMoved),
    }
  );
}

const asMoved = ({ id, cantidad, item_nombre }: { id: string; cantidad: number; item_nombre: string }) => ({
  id,
  cantidad,
  item_nombre,
});
