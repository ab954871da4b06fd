import { execFileSync } from "node:child_process";
import { existsSync, readdirSync, readFileSync, statSync, writeFileSync } from "node:fs";
import { type AddressInfo, connect, createServer, type Socket } from "node:net";
import { join } from "node:path";
import pg from "pg";
import { beforeAll, describe, expect, test } from "vitest";
import { freePort } from "../support/port";
import { embeddedUrl, end, eventually, freshFolder, get, Program, postgresIn, query } from "../support/process";
import { testDatabase } from "../support/test-database";

const SECRETS = {
  SESSION_SECRET: "un secreto de prueba de más de treinta y dos letras",
  DATA_KEY: "otra clave de prueba de más de treinta y dos letras",
};

// The data folder after a first start, created once and copied for each test.
const template = freshFolder();
beforeAll(async () => expect(await run({ DATA_DIR: template }, "--demo-only").exited).toBe(0));

function usedFolder(): string {
  const folder = join(freshFolder(), "datos");
  execFileSync("cp", ["-a", template, folder]);
  return folder;
}

function run(env: Record<string, string>, ...args: string[]): Program {
  return new Program(process.execPath, ["--enable-source-maps", "build/server.js", ...args], env);
}

type Running = { program: Program; port: number; dataDir: string };

async function started(env: Record<string, string> = {}): Promise<Running> {
  const port = await freePort();
  const dataDir = env.DATA_DIR ?? usedFolder();
  const program = run({ DATA_DIR: dataDir, PORT: String(port), ...env });
  await program.says(/Susa está lista en .*\n/);
  return { program, port, dataDir };
}

const connects = (port: number) =>
  new Promise<boolean>((resolve) => {
    const socket = connect(port, "127.0.0.1", () => {
      socket.destroy();
      resolve(true);
    }).once("error", () => resolve(false));
  });

/** Locks the services, so every page that lists them waits until the returned function is called. */
async function holdServices(url: string): Promise<() => Promise<void>> {
  const client = new pg.Client({ connectionString: url });
  // The test may stop the database while the lock is held.
  client.on("error", () => undefined);
  await client.connect();
  await client.query("BEGIN; LOCK TABLE servicios_susa IN ACCESS EXCLUSIVE MODE");
  return () => client.end();
}

const somebodyWaits = (url: string) => async () => (await query(url, "SELECT 1 FROM pg_locks WHERE NOT granted")).length > 0;

describe("starting the server", () => {
  test("prints its URL, protects its secret files, and finds its data after a restart", async () => {
    const dataDir = freshFolder();
    const first = await started({ DATA_DIR: dataDir });
    expect(first.program.stdout).toContain("Migración aplicada: 20261121000000_la_casa");
    expect(first.program.stdout).toContain(`Susa está lista en http://localhost:${first.port}\n`);
    expect(await get(first.port, "/salud")).toMatchObject({ status: 200, body: '{"estado":"ok"}' });
    for (const name of ["session-secret", "data-key", "postgres-password"])
      expect(statSync(join(dataDir, name)).mode & 0o777, name).toBe(0o600);
    await query(embeddedUrl(dataDir), "INSERT INTO clientes_susa (nombre) VALUES ('Íñigo')");
    first.program.kill("SIGTERM");
    expect(await first.program.exited).toBe(0);

    const second = await started({ DATA_DIR: dataDir });
    expect(second.program.stdout).not.toContain("Migración aplicada");
    expect(await query(embeddedUrl(dataDir), "SELECT nombre FROM clientes_susa")).toEqual([{ nombre: "Íñigo" }]);
    second.program.kill("SIGTERM");
    expect(await second.program.exited).toBe(0);
    expect(first.program.stderr + second.program.stderr).toBe("");
  });

  test("prints the setup code on a public URL while there is no account", async () => {
    const env = { PUBLIC_URL: "https://mi-estudio.mx", DATA_DIR: usedFolder() };
    const first = await started(env);
    const [, code] = await first.program.says(/^Código de instalación para crear la primera cuenta: ([0-9a-f]{12})$/m);
    await query(embeddedUrl(first.dataDir), "INSERT INTO cuentas_susa (email, password_hash) VALUES ('ana@ejemplo.mx', 'x')");
    first.program.kill("SIGTERM");
    await first.program.exited;

    const second = await started(env);
    second.program.kill("SIGTERM");
    await second.program.exited;
    expect(second.program.stdout).not.toContain(code);
    expect(second.program.stdout).not.toContain("Código");
  });

  test("prints no setup code on localhost", async () => {
    const { program } = await started();
    program.kill("SIGTERM");
    await program.exited;
    expect(program.stdout).not.toContain("Código");
  });

  test("sets NODE_ENV to production unless it is set", async () => {
    const tell = "process.on('exit', () => console.log('NODE_ENV is', process.env.NODE_ENV))";
    for (const [given, found] of [
      ["", "production"],
      ["development", "development"],
    ] as const) {
      const args = ["--import", `data:text/javascript,${encodeURIComponent(tell)}`, "build/server.js", "--demo-only"];
      const program = new Program(process.execPath, args, { DATA_DIR: usedFolder(), NODE_ENV: given });
      expect(await program.exited).toBe(0);
      expect(program.stdout).toContain(`NODE_ENV is ${found}\n`);
    }
  });

  test("loads the demo and exits with --demo-only", async () => {
    const dataDir = usedFolder();
    const program = run({ DATA_DIR: dataDir, PORT: "1" }, "--demo-only");
    expect(await program.exited).toBe(0);
    expect(program.stderr).toBe("");
    expect(postgresIn(dataDir)).toEqual([]);
  });
});

describe("stopping the server", () => {
  test("stops the server and its database when npm is stopped", async () => {
    const [dataDir, port] = [freshFolder(), await freePort()];
    const program = new Program("npm", ["start"], { DATA_DIR: dataDir, PORT: String(port) });
    await program.says(/Susa está lista/);
    expect(postgresIn(dataDir).length).toBeGreaterThan(0);
    program.kill("SIGTERM");
    await program.exited;
    await eventually(() => postgresIn(dataDir).length === 0);
    await expect(get(port, "/salud")).rejects.toThrow();
  });

  test.each(["SIGTERM", "SIGINT", "SIGHUP"] as const)(
    "lets requests finish after %s, accepts no new ones, and leaves no process",
    async (signal) => {
      const { program, port, dataDir } = await started();
      const url = embeddedUrl(dataDir);
      const release = await holdServices(url);
      const answer = get(port, "/");
      await eventually(somebodyWaits(url));
      program.kill(signal);
      await eventually(async () => !(await connects(port)));
      expect(postgresIn(dataDir)).not.toEqual([]);
      await release();
      const { status, body } = await answer;
      expect(status).toBe(200);
      expect(body).toContain("</html>");
      expect(await program.exited).toBe(0);
      expect(program.stderr).toBe("");
      expect(postgresIn(dataDir)).toEqual([]);
    },
  );

  test("lets requests finish when the signal arrives twice, as from a terminal through npm", async () => {
    const { program, port, dataDir } = await started();
    const url = embeddedUrl(dataDir);
    const release = await holdServices(url);
    const answer = get(port, "/");
    await eventually(somebodyWaits(url));
    program.kill("SIGINT");
    program.kill("SIGINT");
    await eventually(async () => !(await connects(port)));
    program.kill("SIGTERM");
    await release();
    expect((await answer).status).toBe(200);
    expect(await program.exited).toBe(0);
    expect(postgresIn(dataDir)).toEqual([]);
  });

  test("cuts a request that does not end", async () => {
    const { program, port, dataDir } = await started();
    const url = embeddedUrl(dataDir);
    await holdServices(url);
    const answer = get(port, "/").then(
      () => "answered",
      () => "cut",
    );
    await eventually(somebodyWaits(url));
    program.kill("SIGTERM");
    expect(await program.exited).toBe(0);
    expect(await answer).toBe("cut");
    expect(postgresIn(dataDir)).toEqual([]);
  });

  test.runIf(existsSync("/proc/self/status"))("exits after its database, not before", async () => {
    const { program, dataDir } = await started();
    const postmaster = Number.parseInt(readFileSync(join(dataDir, "postgres", "postmaster.pid"), "utf8"), 10);
    const happened: string[] = [];
    program.exited.then(() => happened.push("the server ended"));
    process.kill(postmaster, "SIGSTOP");
    program.kill("SIGTERM");
    // Its SIGINT (the second bit) is pending, because the process is suspended.
    await eventually(() => {
      const [, pending = "0"] = /^ShdPnd:\s*([0-9a-f]+)$/m.exec(readFileSync(`/proc/${postmaster}/status`, "utf8")) ?? [];
      return (BigInt(`0x${pending}`) & 2n) !== 0n;
    });
    // Takes long enough for the exit of the server to be noticed.
    await new Program(process.execPath, ["--eval", ""]).exited;
    happened.push("the database went on");
    process.kill(postmaster, "SIGCONT");
    expect(await program.exited).toBe(0);
    expect(happened).toEqual(["the database went on", "the server ended"]);
  });

  test("closes the idle connection of a browser", async () => {
    const { program, port, dataDir } = await started();
    const socket = connect(port, "127.0.0.1");
    socket.on("error", () => undefined);
    socket.write("GET /salud HTTP/1.1\r\nHost: localhost\r\n\r\n");
    await new Promise((resolve) => socket.once("data", resolve));
    const closed = new Promise((resolve) => socket.once("close", resolve));
    program.kill("SIGTERM");
    await closed;
    expect(await program.exited).toBe(0);
    expect(postgresIn(dataDir)).toEqual([]);
  });

  test.each(["SIGTERM", "SIGINT", "SIGHUP"] as const)("leaves no process when %s arrives during the start", async (signal) => {
    const dataDir = usedFolder();
    const program = run({ DATA_DIR: dataDir, PORT: String(await freePort()) });
    await eventually(() => postgresIn(dataDir).length > 0);
    program.kill(signal);
    expect(await program.exited).toBe(0);
    expect(program.stderr).toBe("");
    await eventually(() => postgresIn(dataDir).length === 0);
  });

  test("closes a connection once its last request is answered", async () => {
    // Turns the timeout of ten seconds into an hour: a shutdown that needs it never ends.
    const patient =
      "const set = setTimeout; globalThis.setTimeout = (run, ms, ...more) => set(run, ms === 10000 ? 3600000 : ms, ...more)";
    const { program, port, dataDir } = await started({
      NODE_OPTIONS: `--import data:text/javascript,${encodeURIComponent(patient)}`,
    });
    const url = embeddedUrl(dataDir);
    const release = await holdServices(url);
    const socket = connect(port, "127.0.0.1");
    socket.on("error", () => undefined);
    socket.write("GET / HTTP/1.1\r\nHost: localhost\r\n\r\n");
    await eventually(somebodyWaits(url));
    program.kill("SIGTERM");
    await eventually(async () => !(await connects(port)));
    await release();
    expect(await program.exited).toBe(0);
  });
});

describe("an embedded database that exits", () => {
  const killDatabase = (dataDir: string) => {
    for (const pid of postgresIn(dataDir)) end(pid, "SIGKILL");
  };

  test("is restarted at the same address, with its data, while the server keeps running", async () => {
    const { program, port, dataDir } = await started();
    const url = embeddedUrl(dataDir);
    await query(url, "INSERT INTO clientes_susa (nombre) VALUES ('Íñigo')");
    expect((await get(port, "/")).status).toBe(200);
    killDatabase(dataDir);
    await eventually(async () => (await get(port, "/salud")).status === 200 && postgresIn(dataDir).length > 0);
    expect(embeddedUrl(dataDir)).toBe(url);
    expect(await query(url, "SELECT nombre FROM clientes_susa WHERE nombre = 'Íñigo'")).toEqual([{ nombre: "Íñigo" }]);
    expect((await get(port, "/auth")).status).toBe(200);
    expect(program.stderr).toContain("La base de datos incluida se detuvo: arranca otra vez.\n");
    // A second server still sees that it is in use.
    const second = run({ DATA_DIR: dataDir, PORT: String(await freePort()) });
    expect(await second.exited).toBe(1);
    expect(second.stderr).toContain("Otro servidor ya usa");
    program.kill("SIGTERM");
    expect(await program.exited).toBe(0);
    expect(postgresIn(dataDir)).toEqual([]);
  });

  test("ends the server with one sentence after five restarts", async () => {
    const { program, dataDir } = await started();
    let ended = false;
    program.exited.then(() => {
      ended = true;
    });
    await eventually(() => {
      killDatabase(dataDir);
      return ended;
    });
    expect(await program.exited).toBe(1);
    expect(program.stderr).toMatch(/(arranca otra vez\.\n.*){5}/s);
    expect(program.stderr).toMatch(/\nLa base de datos incluida se detuvo\.\n$|\nPostgreSQL no pudo arrancar .*\n$/);
    expect(postgresIn(dataDir)).toEqual([]);
  });

  test("ends the server with one sentence if another program takes its port", async () => {
    const { program, dataDir } = await started();
    const port = Number(new URL(embeddedUrl(dataDir)).port);
    const thief = createServer((socket) => socket.destroy());
    killDatabase(dataDir);
    await eventually(
      () =>
        new Promise((taken) => {
          thief.once("error", () => taken(false)).listen(port, "127.0.0.1", () => taken(true));
        }),
    );
    expect(await program.exited).toBe(1);
    expect(program.stderr.trim().split("\n").at(-1)).toBe(
      `Otro programa ocupa el puerto ${port}, que es el de la base de datos.`,
    );
    await new Promise((closed) => thief.close(closed));
  });

  test("is locked by its server again after a backend crashed", async () => {
    const { program, port, dataDir } = await started();
    const url = embeddedUrl(dataDir);
    const client = new pg.Client({ connectionString: url });
    client.on("error", () => undefined);
    await client.connect();
    const [row] = (await client.query<{ pid: number }>("SELECT pg_backend_pid() AS pid")).rows;
    const cut = new Promise((resolve) => client.once("end", resolve));
    end(row?.pid ?? 0, "SIGKILL");
    await cut;
    const holders = "SELECT 1 FROM pg_locks WHERE locktype = 'advisory' AND objid = 7225001";
    await eventually(() =>
      query(url, holders).then(
        (rows) => rows.length === 1,
        () => false,
      ),
    );
    expect((await get(port, "/salud/vivo")).status).toBe(200);
    program.kill("SIGTERM");
    expect(await program.exited).toBe(0);
    expect(program.stderr).toBe("");
  });
});

describe("a start fails with one sentence", () => {
  async function refusal(env: Record<string, string>, ...args: string[]): Promise<string> {
    const program = run({ PORT: String(await freePort()), ...env }, ...args);
    expect(await program.exited).toBe(1);
    expect(program.stderr).toMatch(/^.+\.\n$/);
    expect(program.stderr).not.toMatch(/\bat |Error/);
    expect(program.stdout).not.toContain("Susa está lista");
    return program.stderr;
  }

  test("if another server uses the folder, and that server keeps running", async () => {
    const { program, port, dataDir } = await started();
    expect(await refusal({ DATA_DIR: dataDir })).toBe(
      `Otro servidor ya usa ${dataDir}/postgres: deténlo primero o elige otra carpeta con DATA_DIR.\n`,
    );
    expect((await get(port, "/salud")).status).toBe(200);
    program.kill("SIGTERM");
    expect(await program.exited).toBe(0);
  });

  test("if the port is taken, and leaves no database running", async () => {
    const taken = createServer();
    await new Promise<void>((resolve) => taken.listen(0, "0.0.0.0", resolve));
    const { port } = taken.address() as AddressInfo;
    const dataDir = usedFolder();
    expect(await refusal({ DATA_DIR: dataDir, PORT: String(port) })).toBe(
      `El puerto ${port} está ocupado: elige otro con PORT.\n`,
    );
    await eventually(() => postgresIn(dataDir).length === 0);
    await new Promise((resolve) => taken.close(resolve));
  });

  test("if HOST is not an address of this machine", async () => {
    const dataDir = usedFolder();
    expect(await refusal({ DATA_DIR: dataDir, HOST: "192.0.2.1" })).toContain("HOST");
    await eventually(() => postgresIn(dataDir).length === 0);
  });

  test("if --demo-only cannot reach the database, without printing its password", async () => {
    const DATABASE_URL = `postgresql://susa:muysecreta@127.0.0.1:${await freePort()}/susa`;
    const said = await refusal({ ...SECRETS, DATABASE_URL }, "--demo-only");
    expect(said).toContain("DATABASE_URL");
    expect(said).not.toContain("muysecreta");
  });

  test("if the database does not exist", async () => {
    const said = await refusal({ ...SECRETS, DATABASE_URL: (await testDatabase()).replace(/\/[^/]*$/, "/ninguna") });
    expect(said).toContain("3D000");
  });

  test("if the demo cannot be loaded", async () => {
    const url = await testDatabase();
    await query(url, "ALTER TABLE citas_susa RENAME TO perdida");
    const said = await refusal({ ...SECRETS, DATABASE_URL: url, DATA_DIR: freshFolder() }, "--demo");
    expect(said).toBe("No se pudo cargar el estudio de demostración (error 42P01).\n");
  });

  test("if the database rejects the password, without printing it", async () => {
    const url = new URL(await testDatabase());
    url.password = "muysecreta";
    const said = await refusal({ ...SECRETS, DATABASE_URL: url.href });
    expect(said).toContain("DATABASE_URL");
    expect(said).not.toContain("muysecreta");
  });

  const DATABASE_URL = "postgresql://susa:muysecreta@127.0.0.1:1/susa";
  test.each<[string, Record<string, string>, string]>([
    ["DATABASE_URL without SESSION_SECRET", { DATABASE_URL, DATA_KEY: SECRETS.DATA_KEY }, "SESSION_SECRET"],
    ["DATABASE_URL without DATA_KEY", { DATABASE_URL, SESSION_SECRET: SECRETS.SESSION_SECRET }, "DATA_KEY"],
    ["DATABASE_URL of another database", { ...SECRETS, DATABASE_URL: "mysql://susa:muysecreta@127.0.0.1/susa" }, "DATABASE_URL"],
    [
      "DATABASE_URL that cannot be read",
      { ...SECRETS, DATABASE_URL: "postgresql://susa:muy#secreta@127.0.0.1/susa" },
      "DATABASE_URL",
    ],
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
  ])("for %s", async (_, env, variable) => {
    const said = await refusal({ DATA_DIR: join(template, "nunca"), ...env });
    expect(said).toContain(variable);
    expect(said).not.toMatch(/secreta|x{31}/);
    expect(postgresIn(template)).toEqual([]);
  });

  test("if the database folder is of another version", async () => {
    const dataDir = usedFolder();
    writeFileSync(join(dataDir, "postgres", "PG_VERSION"), "17\n");
    expect(await refusal({ DATA_DIR: dataDir })).toContain("PostgreSQL 17");
  });
});

describe("a server with DATABASE_URL", () => {
  test.each(["refuses", "hangs"])("listens but is not ready while the database %s, and is ready once it answers", async (how) => {
    const target = new URL(await testDatabase());
    const [dbPort, port] = [await freePort(), await freePort()];
    const url = new URL(target);
    url.port = String(dbPort);
    const held: Socket[] = [];
    let open = how === "refuses";
    const way = createServer((socket) => {
      socket.on("error", () => undefined);
      if (!open) return void held.push(socket);
      const far = connect(Number(target.port), target.hostname);
      far.on("error", () => socket.destroy());
      socket.pipe(far).pipe(socket);
    });
    const listening = () => new Promise<void>((done) => way.listen(dbPort, "127.0.0.1", done));
    if (how === "hangs") await listening();
    const program = run({ ...SECRETS, DATABASE_URL: url.href, PORT: String(port), DATA_DIR: freshFolder() });
    await eventually(() => connects(port));
    expect((await get(port, "/salud")).status).toBe(503);
    expect(await get(port, "/salud/vivo")).toMatchObject({ status: 200, body: '{"estado":"vivo"}' });
    expect((await get(port, "/art/hero.svg")).status).toBe(200);
    await eventually(() => program.stderr.includes("se sigue intentando"));
    expect(program.stderr).not.toContain(url.password);
    expect(program.stdout).not.toContain("Susa está lista");
    open = true;
    for (const socket of held) socket.destroy();
    if (how === "refuses") await listening();
    await program.says(/Susa está lista/);
    expect((await get(port, "/salud")).status).toBe(200);
    expect((await get(port, "/")).status).toBe(200);
    program.kill("SIGTERM");
    expect(await program.exited).toBe(0);
    way.close();
  });

  test("writes only fallback copies to its disk, and recovers from lost connections", async () => {
    const url = await testDatabase();
    const dataDir = freshFolder();
    const { program, port } = await started({ ...SECRETS, DATABASE_URL: url, DATA_DIR: join(dataDir, "datos") });
    expect((await get(port, "/")).status).toBe(200);
    expect(readdirSync(join(dataDir, "datos"))).toEqual(["copies"]);

    const cut =
      "SELECT pg_terminate_backend(pid) FROM pg_stat_activity WHERE datname = current_database() AND pid <> pg_backend_pid()";
    await query(url, cut);
    // Each of these uses a different connection pool.
    for (const path of ["/salud", "/auth"]) await eventually(async () => (await get(port, path)).status === 200);

    // The database rejects all connections, then accepts them again.
    const database = new URL(url).pathname.slice(1);
    const elsewhere = url.replace(/\/[^/]*$/, "/postgres");
    await query(elsewhere, `ALTER DATABASE ${database} ALLOW_CONNECTIONS false`);
    await query(elsewhere, `SELECT pg_terminate_backend(pid) FROM pg_stat_activity WHERE datname = '${database}'`);
    await eventually(async () => (await get(port, "/salud")).status === 503);
    await query(elsewhere, `ALTER DATABASE ${database} ALLOW_CONNECTIONS true`);
    await eventually(async () => (await get(port, "/salud")).status === 200);

    program.kill("SIGTERM");
    expect(await program.exited).toBe(0);
    expect(await query(url, "SELECT 1 AS one")).toEqual([{ one: 1 }]);
  });

  test("deletes expired rows at start, and keeps ended sessions that a pending submission may still need", async () => {
    const url = await testDatabase();
    const ages = (...all: string[]) => all.map((age) => `('${age}', now() - interval '${age}')`).join();
    await query(
      url,
      `WITH ana AS (INSERT INTO cuentas_susa (email, password_hash) VALUES ('ana@ejemplo.mx', 'x') RETURNING id),
       sesiones AS (INSERT INTO sesiones_susa (id, cuenta_id, created_at, last_used_at)
         SELECT encode(sha256(age::bytea), 'hex'), ana.id, moment, moment FROM ana, (VALUES ${ages("1 hour", "13 hours", "7 days 23 hours", "8 days 1 hour")}) AS v (age, moment))
       INSERT INTO envios_pendientes_susa (sobre, cuenta_id, created_at)
         SELECT age, ana.id, moment FROM ana, (VALUES ${ages("29 minutes", "31 minutes")}) AS v (age, moment)`,
    );
    await query(
      url,
      `WITH cejas AS (INSERT INTO servicios_susa (nombre, precio, categoria) VALUES ('Cejas', 1, 'cejas') RETURNING id)
       INSERT INTO codigos_susa (codigo, servicio_id, precio, fecha_hora)
         SELECT codigo, id, 1, now() - age::interval FROM cejas, (VALUES ('AAAAA', '59 days'), ('CCCCC', '61 days')) AS v (codigo, age)`,
    );
    const port = await freePort();
    const program = new Program(process.execPath, ["build/server.js"], { ...SECRETS, DATABASE_URL: url, PORT: String(port) });
    await program.says(/Susa está lista/);
    const left = "SELECT round(extract(epoch FROM now() - created_at) / 3600)::int AS hours FROM sesiones_susa ORDER BY 1";
    expect(await query(url, left)).toEqual([{ hours: 1 }, { hours: 13 }, { hours: 191 }]);
    expect(await query(url, "SELECT sobre FROM envios_pendientes_susa")).toEqual([{ sobre: "29 minutes" }]);
    expect(await query(url, "SELECT codigo FROM codigos_susa")).toEqual([{ codigo: "AAAAA" }]);
    program.kill("SIGTERM");
    expect(await program.exited).toBe(0);
  });

  test("keeps running when the daily cleanup fails", async () => {
    const url = await testDatabase();
    const port = await freePort();
    // Runs the daily cleanup every 200 ms.
    const shortDays = "const every = setInterval; globalThis.setInterval = (run, ms) => every(run, ms === 86400000 ? 200 : ms)";
    const program = new Program(
      process.execPath,
      ["--import", `data:text/javascript,${encodeURIComponent(shortDays)}`, "build/server.js"],
      {
        ...SECRETS,
        DATABASE_URL: url,
        PORT: String(port),
      },
    );
    await program.says(/Susa está lista/);
    const leaveOld =
      "INSERT INTO form_tokens_susa (id, digest, result, created_at) VALUES (gen_random_uuid(), 'x', 'null', now() - interval '31 days')";
    const cleaned = async () => (await query(url, "SELECT 1 FROM form_tokens_susa")).length === 0;
    await query(url, leaveOld);
    await eventually(cleaned);
    await query(url, "ALTER TABLE sesiones_susa RENAME TO sesiones_perdidas");
    for (let day = 0; day < 2; day++) {
      await query(url, leaveOld);
      await eventually(cleaned);
    }
    expect((await get(port, "/salud")).status).toBe(200);
    program.kill("SIGTERM");
    expect(await program.exited).toBe(0);
  });
});
