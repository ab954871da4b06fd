import { readFileSync } from "node:fs";
import { join } from "node:path";
import { describe, expect, test } from "vitest";
import { migrate } from "../../../server/migrate";
import { programUrl } from "../../../server/postgres/roles";
import { query } from "../../support/process";
import { rejectedStart, start, usedFolder } from "./postgres-folder";

const FORBIDDEN = [
  ["COPY (SELECT 1) TO PROGRAM 'true'", "permission denied to COPY to or from an external program"],
  ["COPY (SELECT 1) TO '/tmp/susa'", "permission denied to COPY to a file"],
  ["SELECT pg_read_file('/etc/passwd')", "permission denied for function pg_read_file"],
  ["SELECT lo_import('/etc/passwd')", "permission denied for function lo_import"],
  ["SET session_replication_role = replica", 'permission denied to set parameter "session_replication_role"'],
  ["ALTER SYSTEM SET archive_command = 'true'", 'permission denied to set parameter "archive_command"'],
  ["CREATE EXTENSION file_fdw", 'permission denied to create extension "file_fdw"'],
  ["CREATE FUNCTION f() RETURNS int LANGUAGE c AS 'libc', 'getpid'", "permission denied for language c"],
  ["SET ROLE susa", 'permission denied to set role "susa"'],
  ["CREATE ROLE otra", "permission denied to create role"],
  ["CREATE DATABASE otra", "permission denied to create database"],
  ["ALTER ROLE CURRENT_USER SUPERUSER", "permission denied to alter role"],
  ["GRANT pg_execute_server_program TO CURRENT_USER", 'permission denied to grant role "pg_execute_server_program"'],
  ["SELECT rolpassword FROM pg_authid", "permission denied for table pg_authid"],
] as const;

async function isPowerless(url: string): Promise<void> {
  const [role] = await query(
    url,
    `SELECT rolsuper, rolcreaterole, rolcreatedb, rolreplication, rolbypassrls,
       (SELECT count(*)::int FROM pg_auth_members WHERE member = role.oid) AS memberships
     FROM pg_roles role WHERE rolname = current_user`,
  );
  expect(Object.values(role ?? {})).toEqual([false, false, false, false, false, 0]);
  for (const [statement, refusal] of FORBIDDEN) await expect(query(url, statement), statement).rejects.toThrow(refusal);
  await expect(query(url.replace(/postgres$/, "template1"), "SELECT 1")).rejects.toThrow("permission denied for database");
}

/** Every table, index, sequence, type, function and collation of the migrations, with its owner. */
const objectsOf = (url: string) =>
  query<{ name: string; owner: string }>(
    url,
    `SELECT what || ' ' || name AS name, owner::regrole::text AS owner FROM (
       SELECT 'relation', oid::regclass::text, relowner, relnamespace, 'pg_class'::regclass, oid FROM pg_class
       UNION ALL SELECT 'type', oid::regtype::text, typowner, typnamespace, 'pg_type'::regclass, oid FROM pg_type
       UNION ALL SELECT 'function', oid::regprocedure::text, proowner, pronamespace, 'pg_proc'::regclass, oid FROM pg_proc
       UNION ALL SELECT 'collation', collname, collowner, collnamespace, 'pg_collation'::regclass, oid FROM pg_collation
     ) AS object (what, name, owner, namespace, class, id)
     WHERE namespace = 'public'::regnamespace AND NOT EXISTS (
       SELECT FROM pg_depend WHERE (classid, objid) = (class, id) AND deptype = 'e'
       UNION ALL
       SELECT FROM pg_type array_type JOIN pg_depend ON (classid, objid) = (class, array_type.typelem)
       WHERE array_type.oid = id AND deptype = 'e'
     ) ORDER BY 1`,
  );

describe("the program's role", () => {
  test("owns its tables and can neither run a command, read a file, nor switch the triggers off, in a new folder", async () => {
    const { url } = await start(await usedFolder());
    await isPowerless(url);
    await migrate(url);
    const owners = new Set((await objectsOf(url)).map(({ owner }) => owner));
    expect([...owners]).toEqual([new URL(url).username]);
  });

  test("has a password that is not the superuser's, and stays the same", async () => {
    const dataDir = await usedFolder();
    const first = await start(dataDir);
    const password = readFileSync(join(dataDir, "postgres-password"), "utf8");
    expect(first.url).not.toContain(password);
    await expect(query(first.url.replace(/:[^:@]+@/, `:${password}@`), "SELECT 1")).rejects.toThrow(
      "password authentication failed",
    );
    await first.stop();
    const second = await start(dataDir);
    expect(new URL(second.url).password).toBe(new URL(first.url).password);
    expect(second.url).toBe(programUrl(password, Number(new URL(second.url).port)));
  });

  test("cannot make the superuser run its functions at the next start", async () => {
    const dataDir = await usedFolder();
    const first = await start(dataDir);
    const trap = (call: string, type: string) =>
      `CREATE FUNCTION public.${call} RETURNS ${type} LANGUAGE plpgsql AS $$ BEGIN ALTER ROLE susa_app SUPERUSER; END $$`;
    await query(
      first.url,
      trap("pg_advisory_lock(text)", "void"),
      trap("pg_try_advisory_lock(text)", "boolean"),
      trap("format(text, text, text)", "text"),
      "ALTER DATABASE postgres SET search_path = public, pg_catalog",
    );
    expect(await rejectedStart(dataDir)).toContain("Otro servidor ya usa");
    await isPowerless(first.url);
    await first.stop();
    await isPowerless((await start(dataDir)).url);
  });
});
