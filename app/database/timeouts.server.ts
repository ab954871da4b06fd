// All time limits, in milliseconds: docs/decisions/0037-timeouts.md says how they work together.

/** A query without an answer for this long triggers a reachability check. */
export const REACHABILITY_CHECK_MS = 600;

/** A reachability check without a connection and an answer in this time means an outage: everything that waits fails. */
export const REACHABILITY_TIMEOUT_MS = 1_200;

/** The pause between two reachability checks during an outage. */
export const RETRY_PAUSE_MS = 200;

/** How long a write waits for the end of an outage before it is retried, counted from its first attempt. */
export const OUTAGE_WRITE_MS = 2_000;

/** How long a write is retried after a lost connection or a deadlock while the database is reachable. */
export const RETRY_WRITE_MS = 20_000;

/** While the database is reachable: the wait for a pooled connection, and for a transaction to begin. Twenty taps queue here. */
export const CONNECTION_MS = 15_000;
export const BEGIN_MS = 20_000;

/** While the database is reachable: one statement, and one transaction of a page or form with its waits for locked rows. */
export const STATEMENT_MS = 15_000;
export const TRANSACTION_MS = 10_000;

/** The whole transaction of an import of clients, or of the reconciliation (Cuadre). */
export const LONG_TRANSACTION_MS = 120_000;

/**
 * The wait for a connection of its own, for an export or a cursor. The statements of an export have no limit, because it goes as
 * slowly as it is downloaded (0035).
 */
export const OWN_CONNECTION_MS = 15_000;

/** A cursor: one batch of rows, its reader between two batches, and all of it. */
export const CURSOR_BATCH_MS = 30_000;
export const CURSOR_PAUSE_MS = 360_000;
export const CURSOR_MS = 1_800_000;
