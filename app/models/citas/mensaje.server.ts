import { db } from "~/database/client.server";
import { isId } from "~/database/fields.server";
import { type IdempotencyKey, WriteRejection, writeOnce } from "~/database/idempotency.server";
import { studioDay } from "~/format/dates";
import { addDays } from "~/format/days.server";
import { whatsappUrl } from "~/format/links";
import { dialable } from "~/format/phone";
import { studioMoment } from "~/format/zone.server";
import type { TipoMensaje } from "~/generated/client";
import { getConfiguracion } from "~/models/estudio/configuracion.server";
import { fillTemplate, getTexto } from "~/models/estudio/plantilla.server";
import { MOVIDA } from "./cita.server";

/**
 * Records that WhatsApp was opened with a message about an appointment: `missing` when it does not exist, `unreachable` when
 * the client has no number.
 */
export function openMensaje(id: string | undefined, tipo: TipoMensaje, cuenta_id: string, key: IdempotencyKey) {
  return writeOnce<string, "missing" | "unreachable">(key, async (transaction) => {
    if (!isId(id)) throw new WriteRejection("missing");
    // Locked, so that the appointment is not deleted before the message is written.
    await transaction.$queryRaw`SELECT FROM citas_susa WHERE id = ${id}::uuid FOR KEY SHARE`;
    const cita = await transaction.cita.findUnique({ where: { id }, select: { cliente: { select: { telefono: true } } } });
    if (!cita) throw new WriteRejection("missing");
    if (dialable(cita.cliente?.telefono) === null) throw new WriteRejection("unreachable");
    return (await transaction.mensaje.create({ data: { cita_id: id, tipo, cuenta_id }, select: { id: true } })).id;
  });
}

/**
 * Gives the last message of a type that was opened for an appointment: its text as of now, and the URL that opens WhatsApp with
 * it (null without a number). Null when none was opened. Reads only name and number of the client.
 */
export async function getMensaje(id: string | undefined, tipo: TipoMensaje | null) {
  if (!isId(id) || tipo === null) return null;
  const [cita, abierto, plantilla, estudio] = await Promise.all([
    db.cita.findUnique({
      where: { id },
      select: {
        fecha_hora: true,
        cliente: { select: { id: true, nombre: true, telefono: true } },
        servicio: { select: { nombre: true } },
      },
    }),
    db.mensaje.findFirst({
      where: { cita_id: id, tipo },
      select: { created_at: true, cuenta: { select: { email: true } } },
      orderBy: { created_at: "desc" },
    }),
    getTexto(tipo),
    getConfiguracion(),
  ]);
  if (!cita?.cliente || !abierto) return null;
  const { cliente, servicio, fecha_hora } = cita;
  const texto = fillTemplate(plantilla, { cliente: cliente.nombre, servicio: servicio?.nombre ?? null, fecha_hora, estudio });
  const number = dialable(cliente.telefono);
  return {
    cliente,
    texto,
    url: number === null ? null : whatsappUrl(number.slice(1), texto),
    abierto: { created_at: abierto.created_at, quien: abierto.cuenta?.email ?? null },
    zona: estudio.zona_horaria,
  };
}

/**
 * Lists tomorrow's scheduled and confirmed appointments with the last reminder and the last request for confirmation of each.
 * First those without a reminder today since they were last moved, then by hour.
 */
export async function listRecordatorios(zona: string, now = new Date()) {
  const hoy = studioDay(now, zona);
  const dia = addDays(hoy, 1);
  const today = studioMoment(hoy, "00:00", zona);
  const rows = await db.cita.findMany({
    where: {
      fecha_hora: { gte: studioMoment(dia, "00:00", zona), lt: studioMoment(addDays(dia, 1), "00:00", zona) },
      estado: { in: ["programada", "confirmada"] },
    },
    select: {
      id: true,
      fecha_hora: true,
      estado: true,
      no_asistio: true,
      cliente: { select: { id: true, nombre: true, telefono: true } },
      servicio: { select: { nombre: true } },
      empleado: { select: { nombre: true, apellido: true } },
      mensajes: {
        where: { tipo: { in: ["confirmar", "recordar"] } },
        select: { tipo: true, created_at: true, cuenta: { select: { email: true } } },
        orderBy: { created_at: "desc" },
      },
      // A message sent before the appointment was moved or reopened no longer counts.
      cambios: {
        where: { OR: [{ accion: { in: ["creada", "reabierta"] } }, { accion: "editada", detalle: MOVIDA }] },
        select: { created_at: true },
        orderBy: { orden: "desc" },
        take: 1,
      },
    },
    orderBy: [{ fecha_hora: "asc" }, { id: "asc" }],
  });
  const citas = rows.map(({ mensajes, cambios: [cambio], ...cita }) => {
    const last = (tipo: TipoMensaje) => {
      const ultimo = mensajes.find((mensaje) => mensaje.tipo === tipo);
      if (!ultimo) return null;
      const { created_at, cuenta } = ultimo;
      return { created_at, quien: cuenta?.email ?? null, isOutdated: cambio !== undefined && created_at < cambio.created_at };
    };
    const abierto = last("recordar");
    const isPending = abierto === null || abierto.isOutdated || abierto.created_at < today;
    return { ...cita, isPending, abierto, pedida: last("confirmar") };
  });
  return { dia, citas: citas.sort((a, b) => Number(b.isPending) - Number(a.isPending)) };
}
