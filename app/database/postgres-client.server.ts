import pg from "pg";

// The database may end a connection at any moment: it restarts, its host or an administrator ends it. The driver then emits `error`,
// also between two statements, and an error without a listener ends the process. The next statement fails and says so. The pool of
// the driver listens only while a connection is idle. A test checks that all connections are made of these two.

/** A connection whose end by the database never ends the process. */
export class PostgresClient extends pg.Client {
  constructor(config?: pg.ClientConfig) {
    super(config);
    this.on("error", () => undefined);
  }
}

/** A pool of connections whose end by the database never ends the process. */
export class PostgresPool extends pg.Pool {
  constructor(config: pg.PoolConfig) {
    super({ ...config, Client: PostgresClient });
    this.on("error", () => undefined);
  }
}
