import { db } from "~/database/client.server";
import { isId } from "~/database/fields.server";
import { dayOf } from "~/format/days.server";
import { porCobrar } from "~/models/dinero/amounts.server";
import { ofVisita } from "./visita.server";

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
        select: { id: true, tipo: true, cantidad: true, usos: true, item_nombre: true, saldo: true, created_at: true },
        orderBy: { orden: "asc" },
      },
      mensajes: { select: { id: true, tipo: true, created_at: true, cuenta }, orderBy: { created_at: "desc" } },
    },
  });
  if (!row) return null;
  const visita = row.visita_id
    ? await db.cita.findMany({
        where: { ...ofVisita(row), NOT: { id } },
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
    por_aceptar: row.apartada_hasta !== null,
    precio: row.precio.toFixed(2),
    cobrado: row.cobrado.toFixed(2),
    descuento: row.descuento.toFixed(2),
    devuelto: row.devuelto.toFixed(2),
    precio_antes: row.precio.plus(row.devuelto).toFixed(2),
    por_cobrar: porCobrar(row).toFixed(2),
    ingresos: row.ingresos.map(({ monto, fecha, reversa, ...ingreso }) => ({
      ...ingreso,
      monto: monto.toFixed(2),
      fecha: dayOf(fecha),
      isReversed: reversa !== null,
    })),
    visita,
  };
}
