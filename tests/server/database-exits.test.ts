import { readdirSync } from "node:fs";
import { createServer } from "node:net";
import { join } from "node:path";
import pg from "pg";
import { describe, expect, onTestFinished, test } from "vitest";
import { Visitor } from "../support/browser";
import { compareIncomes, startCrowd } from "../support/crowd";
import { freePort } from "../support/port";
import { embeddedUrl, end, eventually, freshFolder, get, postgresIn, query } from "../support/process";
import { tcpProxyTo } from "../support/tcp-proxy";
import { endConnections, testDatabase } from "../support/test-database";
import { connects, runServer, SECRETS, startServer } from "./server-program";

// A busy machine takes this long for a hundred and twenty outages.
const LONG_MS = 600_000;

describe("an embedded database that exits", { tags: ["slow"] }, () => {
  const killDatabase = (dataDir: string) => {
    for (const pid of postgresIn(dataDir)) end(pid, "SIGKILL");
  };

  test("is restarted at the same address, with its data, while the server keeps running", async () => {
    const { program, port, dataDir } = await startServer();
    const url = embeddedUrl(dataDir);
    await query(url, "INSERT INTO clientes_susa (nombre) VALUES ('Íñigo')");
    expect((await get(port, "/")).status).toBe(200);
    killDatabase(dataDir);
    await eventually(async () => (await get(port, "/salud")).status === 200 && postgresIn(dataDir).length > 0);
    expect(embeddedUrl(dataDir)).toBe(url);
    expect(await query(url, "SELECT nombre FROM clientes_susa WHERE nombre = 'Íñigo'")).toEqual([{ nombre: "Íñigo" }]);
    expect((await get(port, "/auth")).status).toBe(200);
    expect(program.stderr).toContain("La base de datos incluida se detuvo: arranca otra vez.");
    // A second server still sees that it is in use.
    const second = runServer({ DATA_DIR: dataDir, PORT: String(await freePort()) });
    expect(await second.exited).toBe(1);
    expect(second.stderr).toContain("Otro servidor ya usa");
    expect(await program.stop()).toBe(0);
    expect(postgresIn(dataDir)).toEqual([]);
  });

  test("keeps the server running when it is killed ten times under load", { timeout: LONG_MS }, async () => {
    const { program, port, dataDir } = await startServer({ SIGNUP: "open" });
    const url = embeddedUrl(dataDir);
    const crowd = startCrowd(await signUp(port));
    onTestFinished(async () => void (await crowd.stop()));
    for (let kills = 0; kills < 10; kills++) {
      const [seen, startedAt] = [crowd.count(), Date.now()];
      // The supervisor counts only what ends within five seconds of its start.
      await eventually(() => crowd.count() > seen + 40 && Date.now() - startedAt > 6_000);
      killDatabase(dataDir);
      expect((await get(port, "/")).status).toBe(200);
      await eventually(async () => (await get(port, "/salud")).status === 200);
    }
    const acknowledged = await crowd.stop();
    expect(program.ended).toBeUndefined();
    expect([...crowd.answers.keys()].sort()).toEqual(["GET 200", "GET 503", "POST 303", "POST 503"]);
    expect(acknowledged.length).toBeGreaterThan(40);
    expect(await compareIncomes(url, acknowledged)).toEqual({ lost: [], doubled: [] });
    expect(await program.stop()).toBe(0);
  });

  test("ends the server with one sentence after five restarts", async () => {
    const { program, dataDir } = await startServer();
    let ended = false;
    program.exited.then(() => {
      ended = true;
    });
    await eventually(() => {
      killDatabase(dataDir);
      return ended;
    });
    expect(await program.exited).toBe(1);
    expect(program.stderr).toMatch(/(arranca otra vez\."}\n.*){5}/s);
    expect(program.stderr).toMatch(/\nLa base de datos incluida se detuvo\.\n$|\nPostgreSQL no pudo arrancar .*\n$/);
    expect(postgresIn(dataDir)).toEqual([]);
  });

  test("ends the server with one sentence if another program takes its port", async () => {
    const { program, dataDir } = await startServer();
    const port = Number(new URL(embeddedUrl(dataDir)).port);
    const intruder = createServer((socket) => socket.destroy());
    await eventually(() => {
      // Again each time: the server starts it again within a quarter of a second.
      killDatabase(dataDir);
      return new Promise((taken) => {
        intruder.once("error", () => taken(false)).listen(port, "127.0.0.1", () => taken(true));
      });
    });
    expect(await program.exited).toBe(1);
    expect(program.stderr.trim().split("\n").at(-1)).toBe(
      `Otro programa ocupa el puerto ${port}, que es el de la base de datos.`,
    );
    await new Promise((closed) => intruder.close(closed));
  });

  test("is locked by its server again after a backend crashed", async () => {
    const { program, port, dataDir } = await startServer();
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
    expect(await program.stop()).toBe(0);
    expect(program.stderr).toBe("");
  });
});

describe("an external database that is lost", { tags: ["slow"] }, () => {
  test("keeps the server running when it ends its connections a hundred and twenty times", { timeout: LONG_MS }, async () => {
    const url = await testDatabase();
    const { program, port } = await startServer({ ...SECRETS, SIGNUP: "open", DATABASE_URL: url, DATA_DIR: freshFolder() });
    const crowd = startCrowd(await signUp(port));
    onTestFinished(async () => void (await crowd.stop()));
    for (let rounds = 0; rounds < 120; rounds++) {
      const seen = crowd.count();
      await eventually(() => crowd.count() > seen + 8);
      await query(url, endConnections());
      expect((await get(port, "/")).status).toBe(200);
    }
    const acknowledged = await crowd.stop();
    expect(program.ended).toBeUndefined();
    for (const answer of crowd.answers.keys()) expect(answer).toMatch(/^(GET 200|POST 303|(GET|POST) 503)$/);
    expect(acknowledged.length).toBeGreaterThan(120);
    expect(await compareIncomes(url, acknowledged)).toEqual({ lost: [], doubled: [] });
    expect(await program.stop()).toBe(0);
  });

  test.each(["refuse", "hang"] as const)(
    "listens but is not ready while connections %s, and is ready once they are answered",
    async (how) => {
      const [proxy, port] = [await tcpProxyTo(await testDatabase()), await freePort()];
      await proxy[how]();
      const program = runServer({ ...SECRETS, DATABASE_URL: proxy.url, PORT: String(port), DATA_DIR: freshFolder() });
      await eventually(() => connects(port));
      expect((await get(port, "/salud")).status).toBe(503);
      expect(await get(port, "/salud/vivo")).toMatchObject({ status: 200, body: '{"estado":"vivo"}' });
      expect((await get(port, "/art/hero.svg")).status).toBe(200);
      await eventually(() => program.stderr.includes("se sigue intentando"));
      expect(program.stderr).not.toContain(new URL(proxy.url).password);
      expect(program.stdout).not.toContain("Susa está lista");
      await proxy.heal();
      await program.says(/Susa está lista/);
      expect((await get(port, "/salud")).status).toBe(200);
      expect((await get(port, "/")).status).toBe(200);
      expect(await program.stop()).toBe(0);
      proxy.close();
    },
  );

  test("writes only fallback copies and the identity of its disk, and recovers from lost connections", async () => {
    const url = await testDatabase();
    const dataDir = freshFolder();
    const { program, port } = await startServer({ ...SECRETS, DATABASE_URL: url, DATA_DIR: join(dataDir, "datos") });
    expect((await get(port, "/")).status).toBe(200);
    expect(readdirSync(join(dataDir, "datos"))).toEqual(["copies", "uploads"]);
    expect(readdirSync(join(dataDir, "datos", "uploads"))).toEqual([".almacen"]);

    await query(url, endConnections());
    // Each of these uses a different connection pool.
    for (const path of ["/salud", "/auth"]) await eventually(async () => (await get(port, path)).status === 200);

    // The database rejects all connections, then accepts them again.
    const database = new URL(url).pathname.slice(1);
    const elsewhere = url.replace(/\/[^/]*$/, "/postgres");
    await query(elsewhere, `ALTER DATABASE ${database} ALLOW_CONNECTIONS false`);
    await query(elsewhere, endConnections(`'${database}'`));
    await eventually(async () => (await get(port, "/salud")).status === 503);
    await query(elsewhere, `ALTER DATABASE ${database} ALLOW_CONNECTIONS true`);
    await eventually(async () => (await get(port, "/salud")).status === 200);

    expect(await program.stop()).toBe(0);
    expect(await query(url, "SELECT 1 AS one")).toEqual([{ one: 1 }]);
  });
});

/** Signs the first account up, which is the owner's. */
async function signUp(port: number): Promise<Visitor> {
  const owner = new Visitor(port);
  await owner.submit("/auth?modo=registro", { email: "ana@ejemplo.mx", password: "una contraseña larga" });
  // Takes away the message that the account was created; and a copy of the public page is kept.
  for (const path of ["/admin", "/"]) await owner.get(path);
  return owner;
}
