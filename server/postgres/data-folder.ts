import { randomBytes } from "node:crypto";
import { chownSync, existsSync, mkdirSync, readFileSync, renameSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { StartError } from "../start-error";
import { type OsUser, POSTGRES_ENV, type Programs, runProgram } from "./programs";

const MAJOR_VERSION = "18";

/** Creates an empty database cluster in `folder` with initdb. Does nothing if another server has just created it. */
export function createCluster(programs: Programs, osUser: OsUser, folder: string, password: string): void {
  // Created under a temporary name and renamed when complete, so an interrupted start never leaves half a database.
  const temporaryFolder = `${folder}.${randomBytes(4).toString("hex")}`;
  mkdirSync(temporaryFolder, { mode: 0o700 });
  if (osUser.owner) chownSync(temporaryFolder, osUser.owner.uid, osUser.owner.gid);
  const passwordFile = join(tmpdir(), `susa-${randomBytes(8).toString("hex")}`);
  writeFileSync(passwordFile, password, { mode: 0o600, flag: "wx" });
  if (osUser.owner) chownSync(passwordFile, osUser.owner.uid, osUser.owner.gid);
  try {
    runProgram(
      osUser,
      programs.initdb,
      [
        ...["-D", temporaryFolder, "-U", "susa", "-A", "scram-sha-256", `--pwfile=${passwordFile}`],
        ...["--encoding=UTF8", "--locale=C", "--locale-provider=builtin", "--builtin-locale=C.UTF-8"],
        ...["--no-clean", "--no-instructions"],
      ],
      { stdio: "pipe", env: POSTGRES_ENV },
    );
    renameSync(temporaryFolder, folder);
  } catch (error) {
    if (existsSync(folder)) return;
    const lastLine = String((error as { stderr?: Buffer }).stderr ?? error)
      .trim()
      .split("\n")
      .at(-1);
    throw new StartError(`PostgreSQL no pudo crear ${folder}: ${lastLine}`);
  } finally {
    rmSync(passwordFile, { force: true });
  }
}

/** Throws StartError if `folder` is of another major version, or is no database cluster. */
export function requireSupportedVersion(folder: string): void {
  const versionFile = join(folder, "PG_VERSION");
  const version = existsSync(versionFile) ? readFileSync(versionFile, "utf8").trim() : "desconocida";
  if (version !== MAJOR_VERSION) {
    throw new StartError(
      `La carpeta ${folder} es de PostgreSQL ${version} y este servidor trae el ${MAJOR_VERSION}: pasa los datos con pg_upgrade o elige otra DATA_DIR.`,
    );
  }
}

/** A running server has the database in this folder. */
export class FolderInUse extends StartError {
  constructor(folder: string) {
    super(`Otro servidor ya usa ${folder}: deténlo primero o elige otra carpeta con DATA_DIR.`);
  }
}

export function wrongPassword(folder: string): StartError {
  return new StartError(
    `La contraseña de ${folder}-password no es la de ${folder}: recupera ese archivo de un respaldo o elige otra carpeta con DATA_DIR.`,
  );
}
