import { db, type Transaction } from "~/database/client.server";
import type { IdempotencyKey } from "~/database/idempotency.server";
import { Prisma } from "~/generated/client";
import { splitVersion, writeComida } from "~/models/equipo/comida.server";
import { getZona, type HorasDelEstudio, saveHorasDelEstudio } from "~/models/estudio/configuracion.server";
import { IS_OPEN } from "./estado";
import { lockEveryAgenda, rejectViolations } from "./visita.server";

/** What an appointment keeps when the studio's zone changes: the hour on the clock, or the moment. */
export type AlCambiar = "reloj" | "momento";

/** The appointments whose hour on the clock another zone changes: how many, and the first of them. */
export type CambioDeZona = { count: number; first: Date; de: string };

const IS_TO_COME = Prisma.sql`${Prisma.raw(IS_OPEN)} AND fecha_hora > now()`;
/** The moment at which the clock of the zone `to` shows what it shows at `fecha_hora` in `from`. */
const sameClock = (from: string, to: string) => Prisma.sql`((fecha_hora AT TIME ZONE ${from}) AT TIME ZONE ${to})`;

// A thousand years, in hours: days would be those of the session's zone.
const AWAY = Prisma.sql`interval '8760000 hours'`;

/** Gives what a change to `zona` would do to the open appointments to come; null when their clocks would show the same. */
export async function getCambioDeZona(zona: string): Promise<CambioDeZona | null> {
  const de = await getZona();
  if (zona === de) return null;
  const [row] = await db.$queryRaw<{ count: bigint; first: Date | null }[]>`
    SELECT count(*) AS count, min(fecha_hora) AS first FROM citas_susa WHERE ${IS_TO_COME} AND fecha_hora <> ${sameClock(de, zona)}`;
  return row?.first ? { count: Number(row.count), first: row.first, de } : null;
}

/**
 * Saves the hours with the lunch (`comida`: the id of its pause, if its hours are new), and the zone; with `reloj` the open appointments
 * to come, and the codes for hours to come, keep the hour that the clock showed. `stale` as saveColumns; `overlap` when one of them would
 * then take the time of an appointment that stays; `pausas` as writeComida.
 */
export function saveHorarioYCitas(seen: unknown, values: HorasDelEstudio, alCambiar: AlCambiar, key: IdempotencyKey) {
  const [record, seenComida] = splitVersion(seen);
  return saveHorasDelEstudio<{ comida: string | null }, "overlap" | "pausas">(
    record,
    values,
    key,
    async (transaction, before) => {
      if (alCambiar === "reloj" && before !== values.zona_horaria)
        await keepClock(transaction, before, values.zona_horaria, key?.actor?.cuenta_id ?? null);
      return { comida: await writeComida(transaction, null, values, seenComida) };
    },
  );
}

async function keepClock(transaction: Transaction, from: string, to: string, cuenta_id: string | null): Promise<void> {
  const target = sameClock(from, to);
  await lockEveryAgenda(transaction);
  const moved = await transaction.$queryRaw<{ id: string; fecha_hora: Date }[]>`
    SELECT id, ${target} AS fecha_hora FROM citas_susa WHERE ${IS_TO_COME} AND fecha_hora <> ${target} ORDER BY id FOR NO KEY UPDATE`;
  // A code that another one has at that moment stays, and is then only a code for another hour.
  const codes = await transaction.$queryRaw<{ codigo: string; fecha_hora: Date }[]>`
    SELECT codigo, later.target AS fecha_hora FROM codigos_susa code, LATERAL (SELECT ${target} AS target) AS later
    WHERE fecha_hora > now() AND NOT EXISTS (
      SELECT FROM codigos_susa past WHERE past.servicio_id = code.servicio_id AND past.precio = code.precio
        AND past.fecha_hora = later.target AND past.fecha_hora <= now()) FOR UPDATE OF code`;
  const ids = moved.map(({ id }) => id);
  const codigos = codes.map(({ codigo }) => codigo);
  // Constraints are checked row by row: all leave their place before the first takes its new one.
  await transaction.$executeRaw`
    UPDATE citas_susa SET fecha_hora = fecha_hora + ${AWAY}, fin = fin + ${AWAY} WHERE id = ANY (${ids}::uuid[])`;
  await transaction.$executeRaw`UPDATE codigos_susa SET fecha_hora = fecha_hora + ${AWAY} WHERE codigo = ANY (${codigos})`;
  await rejectViolations(
    () => transaction.$executeRaw`
      UPDATE citas_susa c SET fin = m.fecha_hora + (c.fin - c.fecha_hora), fecha_hora = m.fecha_hora,
        apartada_hasta = CASE WHEN c.apartada_hasta IS NOT NULL THEN least(c.apartada_hasta, m.fecha_hora) END
      FROM unnest(${ids}::uuid[], ${moved.map(({ fecha_hora }) => fecha_hora)}::timestamptz[]) AS m (id, fecha_hora) WHERE c.id = m.id`,
  );
  await transaction.$executeRaw`
    UPDATE codigos_susa c SET fecha_hora = m.fecha_hora
    FROM unnest(${codigos}::text[], ${codes.map(({ fecha_hora }) => fecha_hora)}::timestamptz[]) AS m (codigo, fecha_hora)
    WHERE c.codigo = m.codigo`;
  await transaction.$executeRaw`
    INSERT INTO cambios_cita_susa (cita_id, accion, estado, detalle, cuenta_id)
    SELECT id, 'editada', estado, ${ZONA_CAMBIADA}, ${cuenta_id}::uuid FROM citas_susa WHERE id = ANY (${ids}::uuid[]) ORDER BY fecha_hora, id`;
}

const ZONA_CAMBIADA = "Cambió la zona horaria del estudio: sigue a la misma hora del reloj.";
