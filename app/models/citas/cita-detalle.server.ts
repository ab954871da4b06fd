import { db } from "~/database/client.server";
import { isId } from "~/database/fields.server";
import { studioDay } from "~/format/dates";
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
        select: {
          ...{ id: true, monto: true, metodo_pago: true, fecha: true, concepto: true, reversa: { select: { id: true } } },
          venta: { select: { id: true, folio: true } },
        },
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
    descuento: row.descuento.toFixed(2),
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

/**
 * Gives an appointment, and in `citas` what can be charged with it, by time: the appointments of its visit on the same day in zone
 * `zona` that are open, or completed and not paid, with the supplies of the open ones. Null when it does not exist.
 */
export async function getPorCobrar(id: string | undefined, zona: string) {
  const row = isId(id) ? await db.cita.findUnique({ where: { id }, include: facts }) : null;
  if (!row) return null;
  const where = row.visita_id ? { visita_id: row.visita_id } : { id: row.id };
  const visita = await db.cita.findMany({ where, include: facts, orderBy: [{ fecha_hora: "asc" }, { id: "asc" }] });
  const dia = studioDay(row.fecha_hora, zona);
  const citas = visita
    .filter(({ fecha_hora }) => studioDay(fecha_hora, zona) === dia)
    .map((cita) => ({
      ...cita,
      por_cobrar: porCobrar(cita),
      isOpen: cita.estado === "programada" || cita.estado === "confirmada",
    }))
    .filter(({ isOpen, estado, por_cobrar }) => isOpen || (estado === "completada" && por_cobrar !== "0.00"));
  return {
    ...{ id: row.id, fecha_hora: row.fecha_hora, estado: row.estado, cliente: row.cliente },
    citas: citas.map(({ id, fecha_hora, servicio, empleado, precio, cobrado, por_cobrar, isOpen }) => ({
      ...{ id, fecha_hora, servicio, empleado, por_cobrar, isOpen, precio: precio.toFixed(2), cobrado: cobrado.toFixed(2) },
    })),
    insumos: await matchInsumos(citas.filter(({ isOpen }) => isOpen).map(({ servicio_id }) => servicio_id)),
  };
}

/** Gives what reopening an appointment would undo and what it cannot, or null when it does not exist. */
export async function getPorReabrir(id: string | undefined) {
  if (!isId(id)) return null;
  const [row, cobros, propinas, salidas, perdidas] = await Promise.all([
    db.cita.findUnique({ where: { id }, include: facts }),
    db.ingreso.findMany(cobrosOf(id)),
    db.propina.findMany({ where: { cita_id: id, reversa_de: null, reversa: null }, orderBy: { id: "asc" } }),
    db.movimiento.findMany(salidasOf(id)),
    db.movimiento.findMany(perdidasOf(id)),
  ]);
  if (!row) return null;
  const { fecha_hora, estado, cliente, servicio } = row;
  return {
    ...{ fecha_hora, estado, cliente, servicio, descuento: row.descuento.toFixed(2), por_cobrar: porCobrar(row) },
    cobros: cobros.map(({ id, monto, metodo_pago, fecha }) => ({
      id,
      monto: monto.toFixed(2),
      metodo_pago,
      fecha: dayOf(fecha),
    })),
    propinas: propinas.map(({ monto }) => monto.toFixed(2)),
    salidas: salidas.map(asMoved),
    perdidas: perdidas.map(asMoved),
  };
}

const asMoved = ({ cantidad, item_nombre }: { cantidad: number; item_nombre: string }) => ({ cantidad, item_nombre });
