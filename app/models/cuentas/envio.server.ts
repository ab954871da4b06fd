import { db } from "~/database/client.server";
import { decryptOrNull, encrypt } from "~/database/encryption.server";
import { isId } from "~/database/fields.server";
import { MAX_PENDING_BYTES, PENDING_SUBMISSION_MS } from "~/limits";

const MAX_PER_ACCOUNT = 5;

/** A submission: its fields, and the path with search it was sent to. Both may contain names. */
export type Envio = { path: string; sent: [name: string, value: string][] };

/** Stores a submission of an account, encrypted, for half an hour, and gives its id; null when it is too large. */
export async function saveEnvio(cuenta_id: string, envio: Envio): Promise<string | null> {
  const text = JSON.stringify(envio);
  if (Buffer.byteLength(text) > MAX_PENDING_BYTES) return null;
  await deleteExpired();
  // Limits the rows an account can fill by sending requests on an expired cookie again and again.
  const others = await db.envioPendiente.findMany({
    where: { cuenta_id },
    select: { id: true },
    orderBy: [{ created_at: "desc" }, { id: "asc" }],
    skip: MAX_PER_ACCOUNT - 1,
  });
  await db.envioPendiente.deleteMany({ where: { id: { in: others.map(({ id }) => id) } } });
  return (await db.envioPendiente.create({ data: { cuenta_id, sobre: encrypt(text) }, select: { id: true } })).id;
}

/**
 * Gives a submission of the account that is at most half an hour old; null when it does not exist, or was encrypted with
 * another DATA_KEY.
 */
export async function findEnvio(id: string | undefined, cuenta_id: string): Promise<Envio | null> {
  if (!isId(id)) return null;
  await deleteExpired();
  const row = await db.envioPendiente.findFirst({ where: { id, cuenta_id } });
  const text = row && decryptOrNull(row.sobre);
  return text && JSON.parse(text);
}

/** Deletes a submission. */
export async function deleteEnvio(id: string | undefined): Promise<void> {
  if (isId(id)) await db.envioPendiente.deleteMany({ where: { id } });
}

/** Deletes submissions older than half an hour. */
export const PURGE_ENVIOS = `DELETE FROM envios_pendientes_susa WHERE created_at < now() - interval '${PENDING_SUBMISSION_MS} milliseconds'`;

async function deleteExpired(): Promise<void> {
  await db.envioPendiente.deleteMany({ where: { created_at: { lte: new Date(Date.now() - PENDING_SUBMISSION_MS) } } });
}
