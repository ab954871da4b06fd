import { writeFileSync } from "node:fs";
import { join } from "node:path";
import { buffer } from "node:stream/consumers";
import pg from "pg";
import { vi } from "vitest";
import yauzl from "yauzl";
import { ZipFile } from "yazl";
import { type Manifest, TABLES } from "~/backup/format.server";
import { freshFolder, Program, query } from "../support/process";
import { testDatabase } from "../support/test-database";

export type Files = Map<string, Buffer>;

export async function unzip(bytes: Buffer): Promise<Files> {
  const opened = await yauzl.fromBufferPromise(bytes);
  const files: Files = new Map();
  for await (const entry of opened.eachEntry())
    files.set(entry.fileName, await buffer(await opened.openReadStreamPromise(entry)));
  return files;
}

export async function packZip(files: Iterable<[string, Buffer]>): Promise<Buffer> {
  const archive = new ZipFile();
  for (const [name, content] of files) archive.addBuffer(content, name, { compress: name.endsWith(".csv") });
  archive.end();
  return buffer(archive.outputStream);
}

export const manifestOf = (files: Files): Manifest => JSON.parse(String(files.get("manifest.json")));

export const sumsOf = async (bytes: Buffer) => {
  const { tablas, imagenes, faltantes } = manifestOf(await unzip(bytes));
  return { tablas, imagenes, faltantes };
};

/** A file of these bytes, and where to restore it: an empty database and a fresh folder unless `env` names others. */
async function prepare(bytes: Buffer, env: Record<string, string>) {
  const folder = freshFolder();
  const file = join(folder, "respaldo.zip");
  writeFileSync(file, bytes);
  const url = env.DATABASE_URL ?? (await testDatabase());
  return { file, url, dataDir: env.DATA_DIR ?? join(folder, "datos") };
}

/**
 * Restores a file of these bytes, into an empty database and a fresh folder unless `env` names others. The program itself runs
 * only where `env` has what its modules read once, or its own database.
 */
export async function restore(bytes: Buffer, env: Record<string, string> = {}, ...flags: string[]) {
  if (env.DATABASE_URL === "" || Object.keys(env).some((name) => !["DATABASE_URL", "DATA_DIR"].includes(name)))
    return restoreByProgram(bytes, env, ...flags);
  const { file, url, dataDir } = await prepare(bytes, env);
  return { ...(await runRestore([file, ...flags], { DATABASE_URL: url, DATA_DIR: dataDir })), url, dataDir };
}

/** Calls `restore` in this process with arguments of its command line, and gives what the program would print and exit with. */
export async function runRestore(args: string[], env: Record<string, string>) {
  const { describeFailure, restoreBackup } = await import("../../server/restore-backup");
  const before = { DATABASE_URL: process.env.DATABASE_URL, DATA_DIR: process.env.DATA_DIR };
  Object.assign(process.env, env);
  let stdout = "";
  const log = vi.spyOn(console, "log").mockImplementation((line) => {
    stdout += `${line}\n`;
  });
  try {
    await restoreBackup(args, () => undefined);
    return { code: 0, stdout, stderr: "" };
  } catch (error) {
    return { code: 1, stdout, stderr: `${describeFailure(error as Error)}\n` };
  } finally {
    log.mockRestore();
    for (const [name, value] of Object.entries(before)) {
      if (value === undefined) delete process.env[name];
      else process.env[name] = value;
    }
  }
}

/** Like `restore`, always by its program. */
export async function restoreByProgram(bytes: Buffer, env: Record<string, string> = {}, ...flags: string[]) {
  const { program, url, dataDir } = await startRestore(bytes, env, flags);
  return { code: await program.exited, stdout: program.stdout, stderr: program.stderr, url, dataDir };
}

/** Like `restoreByProgram`, without waiting for its end; `before` is a command its shell runs first. */
export async function startRestore(bytes: Buffer, env: Record<string, string> = {}, flags: string[] = [], before = ":") {
  const { file, url, dataDir } = await prepare(bytes, env);
  const args = ["-c", `${before}; exec "$0" "$@"`, process.execPath, "build/restore.js", file, ...flags];
  const program = new Program("/bin/sh", args, {
    DATABASE_URL: url,
    SESSION_SECRET: String(process.env.SESSION_SECRET),
    DATA_KEY: String(process.env.DATA_KEY),
    ...env,
    DATA_DIR: dataDir,
  });
  return { program, url, dataDir };
}

/**
 * Fills an empty database of the version that made an export, and compares each table's checksum there. Throws BackupError for one
 * that differs.
 */
export async function fillFromExport(url: string, bytes: Buffer): Promise<void> {
  const { file } = await prepare(bytes, { DATABASE_URL: url });
  const [{ openArchive }, { keyFingerprints }, { compareTables, fillDatabase }] = await Promise.all([
    import("~/backup/archive.server"),
    import("~/database/encryption.server"),
    import("~/backup/restore-rows.server"),
  ]);
  const archive = await openArchive(file, keyFingerprints());
  const client = new pg.Client({ connectionString: url });
  await client.connect();
  try {
    await fillDatabase(client, archive, true);
    await compareTables(client, archive, true);
    await client.query("COMMIT");
  } finally {
    await client.end();
    archive.close();
  }
}

export async function countRows(url: string): Promise<number> {
  const counts = Object.keys(TABLES).map((table) => `(SELECT count(*) FROM ${table})`);
  return Number((await query<{ rows: string }>(url, `SELECT ${counts.join(" + ")} AS rows`))[0]?.rows);
}
