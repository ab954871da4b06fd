/** The migration that makes a new database. */
export const INIT = "20261203000000_init";

/** The last migration of 0.x, after which a database is as `INIT` makes it. */
export const LAST_OF_0 = "20261202030000_service_record_compatible";
