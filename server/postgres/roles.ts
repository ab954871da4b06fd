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
 * Makes sure, as the superuser, that the program's role exists and owns the database and what is in it, also in a folder of a version
 * that connected as the superuser. Changes nothing the second time.
 */
export async function prepareProgramRole(superuser: pg.Client, superuserPassword: string): Promise<void> {
  // The statements of one query are one transaction.
  await superuser.query(`
    DO $$ BEGIN IF to_regrole('${PROGRAM_ROLE}') IS NULL THEN CREATE ROLE ${PROGRAM_ROLE}; END IF; END $$;
    ALTER ROLE ${PROGRAM_ROLE} LOGIN NOSUPERUSER NOCREATEDB NOCREATEROLE NOREPLICATION NOBYPASSRLS
      PASSWORD '${programPassword(superuserPassword)}';
    ALTER DATABASE postgres OWNER TO ${PROGRAM_ROLE};
    REVOKE CONNECT ON DATABASE template1 FROM PUBLIC;
    DO $$ DECLARE command text; BEGIN
      -- REASSIGN OWNED refuses the superuser of initdb, whose objects alone have no owner in pg_shdepend. Extensions stay as they
      -- are, with their members, and the sequence of a column follows its table.
      FOR command IN
        SELECT format('ALTER %s %s OWNER TO ${PROGRAM_ROLE}', object.type, object.identity)
        FROM pg_depend place, pg_identify_object(place.classid, place.objid, 0) object
        WHERE place.refclassid = 'pg_namespace'::regclass AND place.refobjid = 'public'::regnamespace
          AND place.classid <> 'pg_extension'::regclass
          AND NOT EXISTS (SELECT FROM pg_depend WHERE (classid, objid) = (place.classid, place.objid) AND deptype IN ('a', 'e', 'i'))
          AND NOT EXISTS (
            SELECT FROM pg_shdepend JOIN pg_database ON pg_database.oid = dbid
            WHERE datname = current_database() AND (classid, objid) = (place.classid, place.objid) AND deptype = 'o'
          )
      LOOP EXECUTE command; END LOOP;
    END $$`);
}

const programPassword = (superuserPassword: string) =>
  createHmac("sha256", superuserPassword).update(PROGRAM_ROLE).digest("base64url");
