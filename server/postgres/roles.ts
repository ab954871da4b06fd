import { createHmac } from "node:crypto";
import type pg from "pg";

// `susa`, the superuser that initdb makes, only starts, locks and stops the database. The program connects as this role, which owns
// the database and its tables: injected SQL cannot run a command, read a file, or switch off all triggers in one statement.
export const PROGRAM_ROLE = "susa_app";

/**
 * The URL of the superuser, whose password is in DATA_DIR. Its connections only find functions in `pg_catalog`: in `public` the
 * program's role could plant one with the name of a function that they call, and it would run as the superuser.
 */
export function superuserUrl(password: string, port: number): string {
  return `postgresql://susa:${password}@127.0.0.1:${port}/postgres?options=-csearch_path%3Dpg_catalog`;
}

/** The URL of the program's role. Its password is an HMAC of the superuser's: stable, in no file, and it does not reveal the other. */
export function programUrl(superuserPassword: string, port: number): string {
  return `postgresql://${PROGRAM_ROLE}:${programPassword(superuserPassword)}@127.0.0.1:${port}/postgres`;
}

/**
 * Makes sure, as the superuser, that the program's role exists and owns the database. Changes nothing the second time.
 */
export async function prepareProgramRole(superuser: pg.Client, superuserPassword: string): Promise<void> {
  // The statements of one query are one transaction.
  await superuser.query(`
    DO $$ BEGIN IF to_regrole('${PROGRAM_ROLE}') IS NULL THEN CREATE ROLE ${PROGRAM_ROLE}; END IF; END $$;
    ALTER ROLE ${PROGRAM_ROLE} LOGIN NOSUPERUSER NOCREATEDB NOCREATEROLE NOREPLICATION NOBYPASSRLS
      PASSWORD '${programPassword(superuserPassword)}';
    ALTER DATABASE postgres OWNER TO ${PROGRAM_ROLE};
    REVOKE CONNECT ON DATABASE template1 FROM PUBLIC`);
}

const programPassword = (superuserPassword: string) =>
  createHmac("sha256", superuserPassword).update(PROGRAM_ROLE).digest("base64url");
