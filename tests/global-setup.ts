import { spawn } from "node:child_process";
import { mkdtempSync, readFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import pg from "pg";
import type { TestProject } from "vitest/node";
import { migrate } from "../server/migrate";
import { startPostgres } from "../server/postgres/embedded-postgres";
import { superuserUrl } from "../server/postgres/roles";

declare module "vitest" {
  interface ProvidedContext {
    databaseUrl: string;
    superuserUrl: string;
  }
}

/**
 * Starts one real PostgreSQL for the whole run, with a migrated template database that each test file copies. The superuser only
 * creates databases: what the tests run, the program may do with its own role.
 */
export default async function setup(project: TestProject) {
  const dataDir = mkdtempSync(join(tmpdir(), "susa-pruebas-"));
  const postgres = await startPostgres(dataDir, {
    fsync: "off",
    synchronous_commit: "off",
    full_page_writes: "off",
    max_connections: "200",
    // A session zone other than UTC exposes timestamps written without a zone.
    timezone: "America/Mexico_City",
  });
  const { username, port } = new URL(postgres.url);
  const superuser = superuserUrl(readFileSync(join(dataDir, "postgres-password"), "utf8"), Number(port));
  const client = new pg.Client({ connectionString: superuser });
  await client.connect();
  await client.query(`CREATE DATABASE plantilla OWNER ${username}`);
  await client.end();
  await migrate(postgres.url.replace(/\/postgres$/, "/plantilla"));
  project.provide("databaseUrl", postgres.url);
  project.provide("superuserUrl", superuser);
  return async () => {
    await postgres.stop();
    // Only removes the temporary folder created above. The browser tests do not wait while a disk gives up its 100,000 files.
    spawn("rm", ["-rf", dataDir], { detached: true, stdio: "ignore" }).unref();
  };
}
