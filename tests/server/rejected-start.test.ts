import { execFile } from "node:child_process";
import { mkdirSync, symlinkSync, writeFileSync } from "node:fs";
import { type AddressInfo, createServer } from "node:net";
import { join, resolve } from "node:path";
import { promisify } from "node:util";
import { describe, expect, test } from "vitest";
import { readConfig } from "../../server/config";
import { StartError } from "../../server/start-error";
import { freePort } from "../support/port";
import { eventually, freshFolder, postgresIn, query } from "../support/process";
import { testDatabase } from "../support/test-database";
import { runServer, SECRETS, usedFolder } from "./server-program";

describe("settings are rejected with one sentence", () => {
  const DATABASE_URL = "postgresql://susa:muysecreta@127.0.0.1:1/susa";
  test.each<[string, Record<string, string>, string]>([
    ["DATABASE_URL without SESSION_SECRET", { DATABASE_URL, DATA_KEY: SECRETS.DATA_KEY }, "SESSION_SECRET"],
    ["DATABASE_URL without DATA_KEY", { DATABASE_URL, SESSION_SECRET: SECRETS.SESSION_SECRET }, "DATA_KEY"],
    ["DATABASE_URL of another database", { ...SECRETS, DATABASE_URL: "mysql://susa:muysecreta@127.0.0.1/susa" }, "DATABASE_URL"],
    ["a short SESSION_SECRET", { SESSION_SECRET: "x".repeat(31) }, "SESSION_SECRET"],
    ["a short DATA_KEY", { DATA_KEY: "x".repeat(31) }, "DATA_KEY"],
    ["PORT as a word", { PORT: "tres mil" }, "PORT"],
    ["PORT too large", { PORT: "65536" }, "PORT"],
    ["PORT below zero", { PORT: "-1" }, "PORT"],
    ["PUBLIC_URL without a protocol", { PUBLIC_URL: "mi-estudio.mx" }, "PUBLIC_URL"],
    ["PUBLIC_URL with a path", { PUBLIC_URL: "https://mi-estudio.mx/web" }, "PUBLIC_URL"],
    ["PUBLIC_URL of another protocol", { PUBLIC_URL: "ftp://mi-estudio.mx" }, "PUBLIC_URL"],
    ["an unknown SIGNUP", { SIGNUP: "yes" }, "SIGNUP"],
    ["CLOUDINARY_URL of another protocol", { CLOUDINARY_URL: "https://clave:muysecreta@nube" }, "CLOUDINARY_URL"],
    ["CLOUDINARY_URL without its secret", { CLOUDINARY_URL: "cloudinary://muysecreta@nube" }, "CLOUDINARY_URL"],
    ["TRUST_PROXY as a word", { TRUST_PROXY: "true" }, "TRUST_PROXY"],
    ["DATA_DIR below a file", { DATA_DIR: join(process.cwd(), "package.json", "datos") }, "DATA_DIR"],
  ])("for %s", (_, env, variable) => {
    const read = () => readConfig({ NODE_ENV: "test", DATA_DIR: join(freshFolder(), "datos"), ...env });
    expect(read).toThrow(StartError);
    expect(read).toThrow(/^(?!.*(?:secreta|x{31})).+\.$/);
    expect(read).toThrow(variable);
  });
});

describe("a folder whose files anybody could download is refused", () => {
  const read = (env: Record<string, string>) => () =>
    readConfig({ NODE_ENV: "test", DATA_DIR: join(freshFolder(), "datos"), ...env });
  const link = (target: string) => {
    const path = join(freshFolder(), "enlace");
    symlinkSync(resolve(target), path);
    return path;
  };

  test.each<[string, () => Record<string, string>, string]>([
    ["backups in public", () => ({ BACKUP_DIR: "public" }), "BACKUP_DIR"],
    ["backups in a folder of public that is not there yet", () => ({ BACKUP_DIR: "public/respaldos/diarios" }), "BACKUP_DIR"],
    ["backups beside the build of the browser", () => ({ BACKUP_DIR: "public/build" }), "BACKUP_DIR"],
    ["backups that lead back into public", () => ({ BACKUP_DIR: "server/../public/x" }), "BACKUP_DIR"],
    ["backups in a link to public", () => ({ BACKUP_DIR: link("public") }), "BACKUP_DIR"],
    ["backups below a link to public", () => ({ BACKUP_DIR: join(link("public"), "respaldos") }), "BACKUP_DIR"],
    [
      "backups among the pictures",
      () => {
        const DATA_DIR = join(freshFolder(), "datos");
        return { DATA_DIR, BACKUP_DIR: join(DATA_DIR, "uploads", "respaldos") };
      },
      "BACKUP_DIR",
    ],
    [
      "backups in a link to the pictures",
      () => {
        const DATA_DIR = freshFolder();
        mkdirSync(join(DATA_DIR, "uploads"));
        return { DATA_DIR, BACKUP_DIR: link(join(DATA_DIR, "uploads")) };
      },
      "BACKUP_DIR",
    ],
    ["the data in public", () => ({ DATA_DIR: "public/datos" }), "DATA_DIR"],
    ["the data below a link to public", () => ({ DATA_DIR: join(link("public"), "datos") }), "DATA_DIR"],
  ])("%s", (_, env, variable) => {
    expect(read(env())).toThrow(StartError);
    expect(read(env())).toThrow(new RegExp(`^${variable} está dentro de .+ cualquiera puede descargar: .+\\.$`));
  });

  test("but not one beside it", () => {
    const DATA_DIR = freshFolder();
    for (const BACKUP_DIR of [join(DATA_DIR, "respaldos"), join(DATA_DIR, "uploads-viejos"), "publico", freshFolder()])
      expect(read({ DATA_DIR, BACKUP_DIR }), BACKUP_DIR).not.toThrow();
  });
});

describe("values that are given as files", () => {
  const given = (env: Record<string, string>) => {
    const all: NodeJS.ProcessEnv = { NODE_ENV: "test", DATA_DIR: join(freshFolder(), "datos"), ...env };
    return { all, read: () => readConfig(all) };
  };
  const written = (text: string) => {
    const file = join(freshFolder(), "secreto");
    writeFileSync(file, text);
    return file;
  };

  test("are read from them, without the line end of an editor", () => {
    const { all, read } = given({
      SESSION_SECRET_FILE: written(`${SECRETS.SESSION_SECRET}\n`),
      DATA_KEY_FILE: written(SECRETS.DATA_KEY),
      DATABASE_URL_FILE: written("postgresql://susa:x@127.0.0.1:1/susa?sslmode=require"),
      METRICS_TOKEN_FILE: written("un token para las métricas"),
    });
    // The driver takes `require` for this too, after seven lines of warning.
    const databaseUrl = "postgresql://susa:x@127.0.0.1:1/susa?sslmode=verify-full";
    expect(read()).toMatchObject({ databaseUrl, metricsToken: "un token para las métricas" });
    expect(all).toMatchObject(SECRETS);
  });

  test.each([
    ["that is missing", { DATA_KEY_FILE: "/no/hay" }],
    ["beside the value itself", { DATA_KEY_FILE: "package.json", DATA_KEY: SECRETS.DATA_KEY }],
  ])("are refused with a file %s", (_, env) => {
    expect(given(env).read).toThrow(/^[^\n]*DATA_KEY_FILE[^\n]*\.$/);
  });

  const run = (env: Record<string, string>, cwd = process.cwd()) =>
    promisify(execFile)(process.execPath, [resolve("build/account.js")], {
      cwd,
      env: { NODE_ENV: "test", PATH: process.env.PATH, ...env },
    });

  test("are read by the commands too", async () => {
    const env = { DATA_DIR: freshFolder(), DATABASE_URL_FILE: written("postgresql://susa:x@127.0.0.1:1/susa") };
    await expect(run(env)).rejects.toMatchObject({ stderr: expect.stringContaining("SESSION_SECRET") });
  });

  test("are read from .env, and the environment overrides it", async () => {
    const cwd = freshFolder();
    writeFileSync(join(cwd, ".env"), "DATABASE_URL=mysql://de-env\nDATA_DIR=/no/hay\n");
    await expect(run({}, cwd)).rejects.toMatchObject({
      stderr: expect.stringContaining("DATABASE_URL debe empezar con postgresql://"),
    });
    await expect(run({ DATABASE_URL: "postgresql://susa:x@127.0.0.1:1/susa" }, cwd)).rejects.toMatchObject({
      stderr: expect.stringContaining("SESSION_SECRET"),
    });
  });
});

describe("a start fails with one sentence", () => {
  async function rejectedStart(env: Record<string, string>, ...args: string[]): Promise<string> {
    const program = runServer({ PORT: String(await freePort()), ...env }, ...args);
    expect(await program.exited).toBe(1);
    expect(program.stderr).toMatch(/^.+\.\n$/);
    expect(program.stderr).not.toMatch(/\bat |Error/);
    expect(program.stdout).not.toContain("Susa está lista");
    return program.stderr;
  }

  test.each<[string, Record<string, string>, string]>([
    ["a setting that is rejected", { DATA_DIR: join(process.cwd(), "package.json", "datos") }, "DATA_DIR"],
    [
      "DATABASE_URL that cannot be read",
      { ...SECRETS, DATABASE_URL: "postgresql://susa:muy#secreta@127.0.0.1/susa" },
      "DATABASE_URL",
    ],
  ])("for %s", async (_, env, variable) => {
    const message = await rejectedStart({ DATA_DIR: join(freshFolder(), "datos"), ...env });
    expect(message).toContain(variable);
    expect(message).not.toContain("secreta");
  });

  test("if the port is taken, and leaves no database running", { tags: ["slow"] }, async () => {
    const taken = createServer();
    await new Promise<void>((resolve) => taken.listen(0, "0.0.0.0", resolve));
    const { port } = taken.address() as AddressInfo;
    const dataDir = await usedFolder();
    expect(await rejectedStart({ DATA_DIR: dataDir, PORT: String(port) })).toBe(
      `El puerto ${port} está ocupado: elige otro con PORT.\n`,
    );
    await eventually(() => postgresIn(dataDir).length === 0);
    await new Promise((resolve) => taken.close(resolve));
  });

  test("if HOST is not an address of this machine", { tags: ["slow"] }, async () => {
    const dataDir = await usedFolder();
    expect(await rejectedStart({ DATA_DIR: dataDir, HOST: "192.0.2.1" })).toContain("HOST");
    await eventually(() => postgresIn(dataDir).length === 0);
  });

  test("if --demo-only cannot reach the database, without printing its password", { tags: ["slow"] }, async () => {
    const DATABASE_URL = `postgresql://susa:muysecreta@127.0.0.1:${await freePort()}/susa`;
    const message = await rejectedStart({ ...SECRETS, DATABASE_URL }, "--demo-only");
    expect(message).toContain("DATABASE_URL");
    expect(message).not.toContain("muysecreta");
  });

  test("if the database does not exist", { tags: ["slow"] }, async () => {
    const message = await rejectedStart({ ...SECRETS, DATABASE_URL: (await testDatabase()).replace(/\/[^/]*$/, "/ninguna") });
    expect(message).toContain("3D000");
  });

  test("if the demo cannot be loaded", { tags: ["slow"] }, async () => {
    const url = await testDatabase();
    await query(url, "ALTER TABLE citas_susa RENAME TO perdida");
    const message = await rejectedStart({ ...SECRETS, DATABASE_URL: url, DATA_DIR: freshFolder() }, "--demo");
    expect(message).toBe("No se pudo cargar el estudio de demostración (error 42P01).\n");
  });

  test("if the database rejects the password, without printing it", async () => {
    const url = new URL(await testDatabase());
    url.password = "muysecreta";
    const message = await rejectedStart({ ...SECRETS, DATABASE_URL: url.href });
    expect(message).toContain("DATABASE_URL");
    expect(message).not.toContain("muysecreta");
  });
});
