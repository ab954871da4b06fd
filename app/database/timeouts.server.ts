// All time limits, in milliseconds (docs/decisions, timeouts). A page or a form waits for at most two answers one after the other
// when the database hangs, and is answered within five seconds.

/** The wait for a new connection, and for a free one of the pool: a crowd that queues there is no outage. */
export const CONNECTION_MS = 2_200;
export const POOL_MS = 15_000;

/** One query of a page or form, and a whole transaction of one. */
export const QUERY_MS = 2_200;
export const TRANSACTION_MS = 10_000;

/** The wait for a locked row. The write is then tried again, as after a deadlock. */
export const LOCK_MS = 1_500;

/** One query or transaction of what takes long by its nature: an import, a merge, the trash, Cuadre, a report. */
export const LONG_TRANSACTION_MS = 120_000;

/** How long a write is tried again, from its first attempt: after a lost connection, a locked row, or a deadlock. */
export const RETRY_LOST_MS = 2_000;
export const RETRY_LOCKED_MS = 3_000;
export const RETRY_DEADLOCK_MS = 20_000;

/**
 * The wait for a connection of its own, for an export or a cursor. The statements of an export have no limit, because it goes as
 * slowly as it is downloaded.
 */
export const OWN_CONNECTION_MS = 15_000;

/** A cursor: one batch of rows, its reader between two batches, and all of it. */
export const CURSOR_BATCH_MS = 30_000;
export const CURSOR_PAUSE_MS = 360_000;
export const CURSOR_MS = 1_800_000;
