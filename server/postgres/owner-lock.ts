import type pg from "pg";

// The server that started a database holds this advisory lock, so a second server can tell a database in use from an orphan.
const OWNER_LOCK = 7_225_001;

/** Takes the owner lock for as long as the connection of `client` lasts, waiting until it is free. */
export async function acquireOwnerLock(client: pg.Client): Promise<void> {
  await client.query("SELECT pg_advisory_lock($1)", [OWNER_LOCK]);
}

/** Whether a running server holds the owner lock. */
export async function isOwnerLockHeld(client: pg.Client): Promise<boolean> {
  const { rows } = await client.query<{ free: boolean }>("SELECT pg_try_advisory_lock($1) AS free", [OWNER_LOCK]);
  if (!rows[0]?.free) return true;
  await client.query("SELECT pg_advisory_unlock($1)", [OWNER_LOCK]);
  return false;
}
