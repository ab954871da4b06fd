import { db } from "~/database/client.server";
import { decrypt, encrypt } from "~/database/encryption.server";
import { isId } from "~/database/fields.server";
import { logError } from "~/log.server";

const LIFETIME_MINUTES = 30;
const MAX_PER_ACCOUNT = 5;

/** How large what is kept may be, as it is sealed: room for every form without files. */
export const MAX_PENDING_BYTES = 64 * 1024;

/** What was sent, and where to: the address with its search, both of which may name people. */
export type Envio = { path: string; sent: [name: string, value: string][] };

/** Keeps what an account sent, sealed, for half an hour, and gives its id; null when it is too large to be kept. */
export async function saveEnvio(cuenta_id: string, envio: Envio): Promise<string | null> {
  const text = JSON.stringify(envio);
  if (Buffer.byteLength(text) > MAX_PENDING_BYTES) return null;
  await deleteExpired();
  // However often an old cookie is used, by whoever has it, an account fills five rows.
  const others = await db.envioPendiente.findMany({
    where: { cuenta_id },
    select: { id: true },
    orderBy: [{ created_at: "desc" }, { id: "asc" }],
    skip: MAX_PER_ACCOUNT - 1,
  });
  await db.envioPendiente.deleteMany({ where: { id: { in: others.map(({ id }) => id) } } });
  return (await db.envioPendiente.create({ data: { cuenta_id, sobre: encrypt(text) }, select: { id: true } })).id;
}

/** Gives what the account sent at most half an hour ago, or null, also when it does not open under today's DATA_KEY. */
export async function findEnvio(id: string | undefined, cuenta_id: string): Promise<Envio | null> {
  if (!isId(id)) return null;
  await deleteExpired();
  const row = await db.envioPendiente.findFirst({ where: { id, cuenta_id } });
  try {
    return row && JSON.parse(decrypt(row.sobre));
  } catch (error) {
    logError("unseal", error);
    return null;
  }
}

/** Forgets what was kept. */
export async function deleteEnvio(id: string | undefined): Promise<void> {
  if (isId(id)) await db.envioPendiente.deleteMany({ where: { id } });
}

/** Deletes the submissions that are half an hour old. */
export const PURGE_ENVIOS = `DELETE FROM envios_pendientes_susa WHERE created_at < now() - interval '${LIFETIME_MINUTES} minutes'`;

async function deleteExpired(): Promise<void> {
  await db.envioPendiente.deleteMany({ where: { created_at: { lte: new Date(Date.now() - LIFETIME_MINUTES * 60_000) } } });
}
