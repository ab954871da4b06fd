import { execFileSync } from "node:child_process";
import { connect } from "node:net";
import { join } from "node:path";
import { expect } from "vitest";
import { freePort } from "../support/port";
import { freshFolder, Program } from "../support/process";

// The built server as a program of its own, for the tests that start and stop it.

export const SECRETS = {
  SESSION_SECRET: "un secreto de prueba de más de treinta y dos letras",
  DATA_KEY: "otra clave de prueba de más de treinta y dos letras",
};

export function runServer(env: Record<string, string>, ...args: string[]): Program {
  return new Program(process.execPath, ["--enable-source-maps", "build/server.js", ...args], env);
}

let template: Promise<string> | undefined;

/** A copy of the data folder that a first start leaves, which is made for the first test that needs one. */
export async function usedFolder(): Promise<string> {
  template ??= (async () => {
    const folder = freshFolder();
    expect(await runServer({ DATA_DIR: folder }, "--demo-only").exited).toBe(0);
    return folder;
  })();
  const folder = join(freshFolder(), "datos");
  execFileSync("cp", ["-a", await template, folder]);
  return folder;
}

export type RunningServer = { program: Program; port: number; dataDir: string };

export async function startServer(env: Record<string, string> = {}): Promise<RunningServer> {
  const port = await freePort();
  const dataDir = env.DATA_DIR ?? (await usedFolder());
  const program = runServer({ DATA_DIR: dataDir, PORT: String(port), ...env });
  await program.says(/Susa está lista en .*\n/);
  return { program, port, dataDir };
}

/** The environment of a program that runs this code first. */
export const runFirst = (code: string) => ({ NODE_OPTIONS: `--import data:text/javascript,${encodeURIComponent(code)}` });

/** Whether a connection to the port is accepted. */
export const connects = (port: number) =>
  new Promise<boolean>((resolve) => {
    const socket = connect(port, "127.0.0.1", () => {
      socket.destroy();
      resolve(true);
    }).once("error", () => resolve(false));
  });
