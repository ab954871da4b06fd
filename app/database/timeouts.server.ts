// How long things may take, in milliseconds: docs/decisions/0037-timeouts.md says how these work together.

/** A question that the database has not answered by now makes the application ask, beside it, whether the database answers at all. */
export const DOUBT_MS = 600;

/** A database that lets neither a new connection nor its first answer come by now is away: everything that waits for it fails. */
export const ANSWER_MS = 1_200;

/** The pause between two tries to reach a database that is away. */
export const RETRY_PAUSE_MS = 200;

/** A write waits until now, counted from its first try, for a database that is away, to begin again when it answers. */
export const AWAY_WRITE_MS = 2_000;

/** A write whose connection was lost, or that a deadlock ended, begins again until now while the database answers. */
export const RETRY_WRITE_MS = 20_000;

/** While the database answers: the wait for one of the connections, and for a transaction to begin. Twenty taps queue here. */
export const CONNECTION_MS = 15_000;
export const BEGIN_MS = 20_000;

/** While the database answers: one statement, and one transaction of a page or a form, with its waits for locked rows. */
export const STATEMENT_MS = 15_000;
export const TRANSACTION_MS = 10_000;

/** Imports of clients and the full recount (Cuadre): all of their transaction. */
export const LONG_TRANSACTION_MS = 120_000;

/** An export's own connection. Its statements have no limit: it goes as slowly as it is downloaded (0035), as a restore does. */
export const EXPORT_CONNECTION_MS = 15_000;
