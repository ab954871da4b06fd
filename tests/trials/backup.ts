import { existsSync, readdirSync, statSync } from "node:fs";
import { join } from "node:path";
import { setTimeout as sleep } from "node:timers/promises";
import { openArchive } from "~/backup/archive.server";
import { eventually } from "../support/program";
import { createDatabase, newFolder, urlOf } from "./programs";
import {
  at,
  demoStudio,
  type Env,
  firstLine,
  repeat,
  runBuilt,
  signIn,
  signUp,
  startServer,
  statusOf,
  type Trials,
} from "./studio";

/** Runs a built program to its end. Throws with its first line if it fails. */
async function run(name: string, env: Env, file: string): Promise<void> {
  const program = runBuilt(name, env, file);
  await program.exited;
  if (program.ended !== 0) throw new Error(`${name} ended with ${program.ended}: ${firstLine(program.stderr)}`);
}

/** The checksum of each table in a backup. */
async function checksums(file: string): Promise<Map<string, string>> {
  const { manifest, close } = await openArchive(file, null);
  close();
  return new Map(manifest.tablas.map(({ tabla, sha256 }) => [tabla, sha256]));
}

/** Makes a backup of an embedded studio under requests, restores it elsewhere, and compares it with a backup of that. */
async function restoreElsewhere(env: Env, make: (source: Env) => Promise<string>): ReturnType<Trials[string]> {
  // The embedded database, of which only the server knows port and password.
  const source = { ...env, DATA_DIR: newFolder() };
  const demo = runBuilt("server", { DATA_DIR: source.DATA_DIR }, "--demo-only");
  await demo.exited;
  const earlier = await startServer({ DATA_DIR: source.DATA_DIR });
  const owner = await signUp(earlier.port);
  await earlier.program.stop();
  const { port } = await startServer(source);
  const readers = ["/", "/precios", "/admin/clientes", "/admin/citas"].map((path) =>
    repeat(20, () => statusOf(at(port, owner).get(path))),
  );
  const began = Date.now();
  const first = await make(source).finally(() => Promise.all(readers.map(({ stop }) => stop())));
  const seconds = ((Date.now() - began) / 1000).toFixed(1);

  const target = { DATA_DIR: newFolder(), DATABASE_URL: await urlOf(await createDatabase(), "susa") };
  const second = join(newFolder(), "dos.zip");
  await run("restore", target, first);
  await run("export", target, second);
  const [before, after] = [await checksums(first), await checksums(second)];
  const different = [...before].filter(([table, sum]) => after.get(table) !== sum).map(([table]) => table);
  const restored = await startServer(target);
  const visitor = await signIn(restored.port);
  const isBalanced = (await visitor.get("/admin/reportes/cuadre")).text().includes("Todo cuadra: 0 diferencias.");
  const mode = (statSync(first).mode & 0o777).toString(8);
  return [
    different.length === 0 && before.size > 20 && isBalanced && mode === "600",
    `${seconds} s, mode ${mode}, ${before.size} tables, different: ${different.join(", ") || "none"}; Cuadre ${isBalanced ? 0 : "differs"}`,
  ];
}

export const trials: Trials = {
  "export under requests, restored elsewhere": () =>
    restoreElsewhere({}, async (source) => {
      const file = join(newFolder(), "uno.zip");
      await run("export", source, file);
      return file;
    }),
  "nightly backup under requests, restored elsewhere": () => {
    const BACKUP_DIR = newFolder();
    // The server makes it as soon as it is ready, because the last night has none.
    const made = () => readdirSync(BACKUP_DIR).find((name) => name.endsWith(".zip"));
    return restoreElsewhere({ BACKUP_DIR }, async () => join(BACKUP_DIR, await eventually(made)));
  },
  "export killed at its middle": async () => {
    const { DATABASE_URL, dataDir } = await demoStudio();
    const env = { DATABASE_URL, DATA_DIR: dataDir };
    const whole = join(newFolder(), "susa.zip");
    const began = Date.now();
    await run("export", env, whole);
    const duration = Date.now() - began;
    let [killed, incomplete] = [0, 0];
    for (const share of [0.3, 0.4, 0.5, 0.6, 0.7, 0.8]) {
      const folder = newFolder();
      const program = runBuilt("export", env, join(folder, "susa.zip"));
      await sleep(duration * share);
      program.kill("SIGKILL");
      await program.exited;
      if (program.ended === "SIGKILL") killed++;
      if (!existsSync(join(folder, "susa.zip"))) continue;
      await openArchive(join(folder, "susa.zip"), null).then(
        ({ close }) => close(),
        () => incomplete++,
      );
    }
    const size = statSync(whole).size;
    return [
      killed >= 3 && incomplete === 0,
      `${incomplete} of ${killed} left a broken file under its name (whole: ${(size / 1e6).toFixed(1)} MB, ${duration} ms)`,
    ];
  },
};
