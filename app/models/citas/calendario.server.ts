import { randomBytes } from "node:crypto";
import { db } from "~/database/client.server";
import { sha256 } from "~/database/digest.server";
import { decryptOrNull, encrypt } from "~/database/encryption.server";
import { isId } from "~/database/fields.server";
import { type IdempotencyKey, WriteRejection, writeOnce } from "~/database/idempotency.server";
import { studioDay } from "~/format/dates";
import { addDays } from "~/format/days.server";
import { firstName } from "~/format/names";
import { CLIENTE_ELIMINADO, SERVICIO_ELIMINADO } from "~/format/text";
import { studioMoment } from "~/format/zone.server";
import { DAY_MS } from "~/limits";
import { jornadaOf, pausasOf, readCalendario } from "~/models/equipo/jornada.server";

const DAYS_BACK = 30;
const DAYS_AHEAD = 180;

/**
 * Lists the active specialists by name, each with the secret of her calendar's address, or null. `lost` means that the secret
 * was encrypted with another DATA_KEY: the address still works, and can be renewed.
 */
export async function listCalendarios() {
  const rows = await db.empleado.findMany({
    where: { activo: true },
    select: { id: true, nombre: true, apellido: true, calendario: { select: { sobre: true, created_at: true } } },
    orderBy: [{ nombre: "asc" }, { apellido: "asc" }, { id: "asc" }],
  });
  return rows.map(({ calendario, ...empleado }) => {
    const secret = calendario && decryptOrNull(calendario.sobre);
    return { ...empleado, secret, since: calendario?.created_at ?? null, lost: calendario !== null && secret === null };
  });
}

/** Gives a specialist's calendar a new secret address; the one before stops working. */
export function renewCalendario(empleado_id: string | undefined, key: IdempotencyKey) {
  return writeOnce<true, "missing">(key, async (transaction) => {
    const exists = isId(empleado_id) && (await transaction.empleado.count({ where: { id: empleado_id, activo: true } })) > 0;
    if (!isId(empleado_id) || !exists) throw new WriteRejection("missing");
    const secret = randomBytes(32).toString("base64url");
    const data = { digest: sha256(secret), sobre: encrypt(secret), created_at: new Date() };
    await transaction.calendario.upsert({ where: { empleado_id }, create: { empleado_id, ...data }, update: data });
    return true;
  });
}

/** Deletes a specialist's calendar; its address stops working. */
export function revokeCalendario(empleado_id: string | undefined, key: IdempotencyKey) {
  return writeOnce<true, "missing">(key, async (transaction) => {
    const { count } = isId(empleado_id) ? await transaction.calendario.deleteMany({ where: { empleado_id } }) : { count: 0 };
    if (count === 0) throw new WriteRejection("missing");
    return true;
  });
}

/**
 * Gives the first name of the specialist whose calendar has this secret, her appointments of the last 30 days and the next 180,
 * and the hours in which she is absent from today on; null for an unknown secret. It contains as little as possible, because
 * calendar addresses are passed on to other companies' servers.
 */
export async function getCalendario(secret: string, now = new Date()) {
  const calendario = await db.calendario.findUnique({
    where: { digest: sha256(secret), empleado: { activo: true } },
    select: { empleado_id: true, empleado: { select: { nombre: true } } },
  });
  if (!calendario) return null;
  const citas = await db.cita.findMany({
    where: {
      empleado_id: calendario.empleado_id,
      estado: { not: "cancelada" },
      fecha_hora: { gte: new Date(now.getTime() - DAYS_BACK * DAY_MS), lt: new Date(now.getTime() + DAYS_AHEAD * DAY_MS) },
    },
    select: {
      id: true,
      fecha_hora: true,
      fin: true,
      estado: true,
      apartada_hasta: true,
      updated_at: true,
      cliente: { select: { nombre: true } },
      servicio: { select: { nombre: true } },
    },
    orderBy: [{ fecha_hora: "asc" }, { id: "asc" }],
  });
  return {
    specialist: firstName(calendario.empleado.nombre) ?? "Especialista",
    citas: citas.map(({ cliente, servicio, apartada_hasta, ...cita }) => ({
      ...cita,
      por_aceptar: apartada_hasta !== null,
      cliente: cliente ? (firstName(cliente.nombre) ?? "Clienta") : CLIENTE_ELIMINADO,
      servicio: servicio?.nombre ?? SERVICIO_ELIMINADO,
    })),
    pausas: await listPausas(calendario.empleado_id, now),
  };
}

/** The hours of her absences and of the studio's, day by day: a rule that repeats would include her days off. */
async function listPausas(id: string, now: Date) {
  const fin = new Date(now.getTime() + DAYS_AHEAD * DAY_MS);
  const calendario = await readCalendario({ inicio: now, fin }, { ids: [id], citas: false });
  const [{ zona }, [empleado]] = [calendario, calendario.empleados];
  const dias = Array.from({ length: DAYS_AHEAD }, (_, index) => addDays(studioDay(now, zona), index));
  return dias.flatMap((dia) =>
    !empleado || jornadaOf(calendario, empleado, dia).abre === null
      ? []
      : pausasOf(calendario, empleado, dia).map(({ id, de, a, updated_at }) => ({
          id: `${id}-${dia}`,
          start: studioMoment(dia, de, zona),
          end: studioMoment(dia, a, zona),
          changed: new Date(updated_at),
        })),
  );
}
