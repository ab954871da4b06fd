import type { Actor } from "~/database/actor.server";
import { db, type Transaction } from "~/database/client.server";
import type { AccionBitacora, TipoRegistro } from "~/generated/client";
import { logLines } from "~/log.server";

export type { AccionBitacora, TipoRegistro };

/**
 * What somebody did: to which record, and the names of the fields. Never a name, a telephone or a note. Changed and deleted rows are
 * recorded by triggers of the database (docs/decisions/0049), not by these functions.
 */
export type Linea = { accion: AccionBitacora; tipo?: TipoRegistro; registro_id?: string; campos?: string[] };

/** Records an event in the transaction of a write, by the actor of its idempotency key. */
export async function record(transaction: Pick<Transaction, "$executeRaw">, linea: Linea): Promise<void> {
  const { accion, tipo = null, registro_id = null, campos = [] } = linea;
  await transaction.$executeRaw`
    SELECT anotar(${accion}::accion_bitacora, ${tipo}::tipo_registro, ${registro_id}, ${campos}::text[], '{}')`;
}

/** Records an event that writes nothing else; with `onceInMs`, only if the same was not recorded in that time. */
export async function recordNow(actor: Actor, linea: Linea, onceInMs = 0): Promise<void> {
  const { accion, tipo = null, registro_id = null, campos = [] } = linea;
  const rows = await db.$queryRaw<{ line: string }[]>`
    INSERT INTO bitacora_susa (accion, tipo, registro_id, cuenta_id, origen, campos)
    SELECT ${accion}::accion_bitacora, ${tipo}::tipo_registro, ${registro_id}, ${actor.cuenta_id}::uuid, ${actor.origen}, ${campos}::text[]
    WHERE ${onceInMs} = 0 OR NOT EXISTS (
      SELECT FROM bitacora_susa
      WHERE cuenta_id IS NOT DISTINCT FROM ${actor.cuenta_id}::uuid AND accion = ${accion}::accion_bitacora
        AND registro_id IS NOT DISTINCT FROM ${registro_id} AND campos = ${campos}::text[]
        AND created_at > now() - ${onceInMs} * interval '1 millisecond'
    )
    RETURNING to_json(bitacora_susa)::text AS line`;
  logLines(rows.map(({ line }) => line).join("\n"));
}

/** Deletes lines older than two years, which the database allows. */
export const PURGE_BITACORA = "DELETE FROM bitacora_susa WHERE created_at < now() - interval '2 years'";
