import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import pg from "pg";
import type { TestProject } from "vitest/node";
import { migrate } from "../server/migrate";
import { startPostgres } from "../server/postgres/embedded-postgres";

declare module "vitest" {
  interface ProvidedContext {
    databaseUrl: string;
  }
}

/** Starts one real PostgreSQL for the whole run, with a migrated template database that each test file copies. */
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
  const client = new pg.Client({ connectionString: postgres.url });
  await client.connect();
  await client.query("CREATE DATABASE plantilla");
  await client.end();
  await migrate(postgres.url.replace(/\/postgres$/, "/plantilla"));
  project.provide("databaseUrl", postgres.url);
  return async () => {
    await postgres.stop();
    // Only removes the temporary folder created above.
    rmSync(dataDir, { recursive: true, force: true });
  };
}
