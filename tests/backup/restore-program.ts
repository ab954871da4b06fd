import { writeFileSync } from "node:fs";
import { join } from "node:path";
import { buffer } from "node:stream/consumers";
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

/** Runs `restore` with a file of these bytes, into an empty database and a fresh folder unless `env` names others. */
export async function restore(bytes: Buffer, env: Record<string, string> = {}, ...flags: string[]) {
  const { program, url, dataDir } = await startRestore(bytes, env, flags);
  return { code: await program.exited, stdout: program.stdout, stderr: program.stderr, url, dataDir };
}

/** Like `restore`, without waiting for its end; `before` is a command its shell runs first. */
export async function startRestore(bytes: Buffer, env: Record<string, string> = {}, flags: string[] = [], before = ":") {
  const folder = freshFolder();
  const file = join(folder, "respaldo.zip");
  writeFileSync(file, bytes);
  const url = env.DATABASE_URL ?? (await testDatabase());
  const into = join(folder, "datos");
  const args = ["-c", `${before}; exec "$0" "$@"`, process.execPath, "build/restore.js", file, ...flags];
  const program = new Program("/bin/sh", args, {
    DATABASE_URL: url,
    DATA_DIR: into,
    SESSION_SECRET: String(process.env.SESSION_SECRET),
    DATA_KEY: String(process.env.DATA_KEY),
    ...env,
  });
  return { program, url, dataDir: env.DATA_DIR ?? into };
}

export async function countRows(url: string): Promise<number> {
  const counts = Object.keys(TABLES).map((table) => `(SELECT count(*) FROM ${table})`);
  return Number((await query<{ rows: string }>(url, `SELECT ${counts.join(" + ")} AS rows`))[0]?.rows);
}
