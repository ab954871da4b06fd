import { existsSync } from "node:fs";
import { join } from "node:path";
import { describe, expect, test } from "vitest";
import { startSiteForFile } from "../routes/start-site";
import { freshFolder, Program, postgresIn } from "../support/process";
import { countOf, emptyDatabase, testDatabase } from "../support/test-database";
import { startServer, usedFolder } from "./server-program";

const site = await startSiteForFile({ SIGNUP: "open" });

/** Runs `npm run account`, without an environment other than `env`. */
async function accountWith(env: Record<string, string>, ...args: string[]) {
  const program = new Program(process.execPath, ["build/account.js", ...args], env);
  const code = await program.exited;
  return { code, stdout: program.stdout, stderr: program.stderr };
}

/** Runs it on the database of the tests, while a server uses it. */
const account = (...args: string[]) =>
  accountWith(
    {
      DATABASE_URL: String(process.env.DATABASE_URL),
      SESSION_SECRET: String(process.env.SESSION_SECRET),
      DATA_KEY: String(process.env.DATA_KEY),
      PUBLIC_URL: "https://estudio.example",
    },
    ...args,
  );

const NO_ACCOUNTS = "Todavía no hay cuentas: la primera que se crea en /auth es la de la propietaria.\n";

describe("the account command", () => {
  test("lists the accounts, and with --enlace makes a link for the owner, which sets her password once", async () => {
    await site.staff("duena@ejemplo.mx");
    await site.staff("luz@ejemplo.mx");
    const list = "duena@ejemplo.mx: propietaria, activa\nluz@ejemplo.mx: personal, activa\n";
    expect(await account()).toEqual({ code: 0, stdout: list, stderr: "" });
    expect(await countOf("enlaces_acceso_susa")).toBe(0);
    const { stdout } = await account("--enlace");
    expect(stdout).toContain(list);
    const [, path = ""] = /^https:\/\/estudio\.example(\/auth\/acceso\/[\w-]{43})$/m.exec(stdout) ?? [];
    const visitor = site.visitor();
    const answer = await (await visitor.get(path)).submit({ password: "otra frase larga" });
    expect([answer.status, answer.location]).toEqual([303, "/admin"]);
    expect((await visitor.send("/admin/configuracion/base-de-datos")).status).toBe(200);
    expect(await countOf("enlaces_acceso_susa")).toBe(0);
  });
});

describe("the account command where it cannot list anything", { tags: ["slow"] }, () => {
  test("says that there is no account yet", async () => {
    const env = { DATABASE_URL: await testDatabase(), SESSION_SECRET: "x".repeat(32), DATA_KEY: "x".repeat(32) };
    expect((await accountWith(env, "--enlace")).stdout).toBe(NO_ACCOUNTS);
  });

  test("rejects what it does not know", async () => {
    for (const args of [["--link"], ["ana@ejemplo.mx"], ["--enlace", "otra"]])
      expect(await account(...args)).toMatchObject({ code: 1, stdout: "", stderr: expect.stringMatching(/^Escribe .+\.\n$/) });
  });

  test("makes no tables in a database without any", async () => {
    const url = await emptyDatabase();
    const secrets = { SESSION_SECRET: "x".repeat(32), DATA_KEY: "x".repeat(32) };
    for (let times = 0; times < 2; times++)
      expect(await accountWith({ DATABASE_URL: url, ...secrets })).toEqual({
        code: 1,
        stdout: "",
        stderr: "La base de datos todavía no tiene tablas: arranca primero el servidor.\n",
      });
  });

  test("makes no database and no secret in a folder without any", async () => {
    const DATA_DIR = join(freshFolder(), "otra");
    const { code, stderr } = await accountWith({ DATA_DIR });
    expect([code, stderr]).toEqual([1, `No hay base de datos en ${DATA_DIR}: revisa DATA_DIR o da DATABASE_URL.\n`]);
    expect(existsSync(DATA_DIR)).toBe(false);
  });
});

describe("the account command on the embedded database", { tags: ["slow"] }, () => {
  test("works beside the server, which keeps running", async () => {
    const { program, dataDir } = await startServer();
    const [postmaster] = postgresIn(dataDir);
    expect(await accountWith({ DATA_DIR: dataDir })).toEqual({ code: 0, stdout: NO_ACCOUNTS, stderr: "" });
    expect(postgresIn(dataDir)).toContain(postmaster);
    expect(await program.stop()).toBe(0);
  });

  test("starts it while no server runs, also after one was killed, and stops it again", async () => {
    const DATA_DIR = await usedFolder();
    expect(await accountWith({ DATA_DIR })).toEqual({ code: 0, stdout: NO_ACCOUNTS, stderr: "" });
    expect(postgresIn(DATA_DIR)).toEqual([]);
    const { program } = await startServer({ DATA_DIR });
    program.kill("SIGKILL");
    await program.exited;
    expect(await accountWith({ DATA_DIR })).toEqual({ code: 0, stdout: NO_ACCOUNTS, stderr: "" });
    expect(postgresIn(DATA_DIR)).toEqual([]);
  });
});
