import { db } from "~/database/client.server";
import { isId } from "~/database/fields.server";
import { type IdempotencyKey, WriteRejection, writeOnce } from "~/database/idempotency.server";
import { whatsappUrl } from "~/format/links";
import { dialable } from "~/format/phone";
import type { TipoMensaje } from "~/generated/client";
import { getConfiguracion } from "~/models/estudio/configuracion.server";
import { asTipo, fillTemplate, getPlantilla } from "~/models/estudio/plantilla.server";
import { enlaceOf } from "./enlace.server";

/** The message about an appointment that a text from a URL names, or null: who waits for an hour has no appointment yet. */
export function asTipoDeCita(text: string | undefined): TipoMensaje | null {
  const tipo = asTipo(text);
  return tipo === "espera" ? null : tipo;
}

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
  const [cita, abierto, { texto: plantilla }, estudio] = await Promise.all([
    db.cita.findUnique({
      where: { id },
      select: {
        id: true,
        cliente_id: true,
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
    getPlantilla(tipo),
    getConfiguracion(),
  ]);
  if (!cita?.cliente || !abierto) return null;
  const { cliente, servicio, fecha_hora } = cita;
  const enlace = enlaceOf(cita);
  const texto = fillTemplate(plantilla, {
    ...{ cliente: cliente.nombre, servicio: servicio?.nombre ?? null },
    ...{ fecha_hora, enlace, estudio },
  });
  const number = dialable(cliente.telefono);
  return {
    cliente,
    texto,
    url: number === null ? null : whatsappUrl(number.slice(1), texto),
    abierto: { created_at: abierto.created_at, quien: abierto.cuenta?.email ?? null },
    zona: estudio.zona_horaria,
  };
}
