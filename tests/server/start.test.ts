import { readdirSync, statSync } from "node:fs";
import { join } from "node:path";
import { describe, expect, test } from "vitest";
import { embeddedUrl, eventually, freshFolder, get, postgresIn, query } from "../support/process";
import { testDatabase } from "../support/test-database";
import { runFirst, runServer, SECRETS, startServer, usedFolder } from "./server-program";

describe("starting the server", () => {
  test("prints its URL, protects its secret files, and finds its data after a restart", async () => {
    const dataDir = freshFolder();
    const first = await startServer({ DATA_DIR: dataDir });
    const names = readdirSync("prisma/migrations").filter((name) => /^\d/.test(name));
    expect(first.program.stdout.match(/Migraci.*(?=")/g)).toEqual([`Migraciones aplicadas: ${names.sort().join(", ")}`]);
    expect(first.program.stdout).toContain(`"msg":"Susa está lista en http://localhost:${first.port}"}\n`);
    // Without a public URL the first account needs no setup code.
    expect(first.program.stdout).not.toContain("Código");
    expect(await get(first.port, "/salud")).toMatchObject({ status: 200, body: '{"estado":"ok"}' });
    for (const name of ["session-secret", "data-key", "postgres-password"])
      expect(statSync(join(dataDir, name)).mode & 0o777, name).toBe(0o600);
    await query(embeddedUrl(dataDir), "INSERT INTO clientes_susa (nombre) VALUES ('Íñigo')");
    expect(await first.program.stop()).toBe(0);

    const second = await startServer({ DATA_DIR: dataDir });
    expect(second.program.stdout).not.toContain("Migraci");
    expect(await query(embeddedUrl(dataDir), "SELECT nombre FROM clientes_susa")).toEqual([{ nombre: "Íñigo" }]);
    expect(await second.program.stop()).toBe(0);
    expect(first.program.stderr + second.program.stderr).toBe("");
  });

  test("prints the setup code on a public URL while there is no account", { tags: ["slow"] }, async () => {
    const env = { PUBLIC_URL: "https://mi-estudio.mx", DATA_DIR: await usedFolder() };
    const first = await startServer(env);
    const [, code] = await first.program.says(/"Código de instalación para crear la primera cuenta: ([0-9a-f]{12})"/);
    await query(embeddedUrl(first.dataDir), "INSERT INTO cuentas_susa (email, password_hash) VALUES ('ana@ejemplo.mx', 'x')");
    await first.program.stop();

    const second = await startServer(env);
    await second.program.stop();
    expect(second.program.stdout).not.toContain(code);
    expect(second.program.stdout).not.toContain("Código");
  });

  test("loads the demo and exits with --demo-only, with NODE_ENV production unless it is set", { tags: ["slow"] }, async () => {
    const tell = runFirst("process.on('exit', () => console.log('NODE_ENV is', process.env.NODE_ENV))");
    for (const [given, effective] of [
      ["", "production"],
      ["development", "development"],
    ] as const) {
      const dataDir = await usedFolder();
      const program = runServer({ DATA_DIR: dataDir, PORT: "1", NODE_ENV: given, ...tell }, "--demo-only");
      expect([await program.exited, program.stderr]).toEqual([0, ""]);
      expect(program.stdout).toContain(`NODE_ENV is ${effective}\n`);
      expect(postgresIn(dataDir)).toEqual([]);
    }
  });
});

describe("the cleanup of expired rows", () => {
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
    const { program } = await startServer({ ...SECRETS, DATABASE_URL: url, DATA_DIR: freshFolder() });
    const left = "SELECT round(extract(epoch FROM now() - created_at) / 3600)::int AS hours FROM sesiones_susa ORDER BY 1";
    expect(await query(url, left)).toEqual([{ hours: 1 }, { hours: 13 }, { hours: 191 }]);
    expect(await query(url, "SELECT sobre FROM envios_pendientes_susa")).toEqual([{ sobre: "29 minutes" }]);
    expect(await query(url, "SELECT codigo FROM codigos_susa")).toEqual([{ codigo: "AAAAA" }]);
    expect(await program.stop()).toBe(0);
  });

  test("keeps running when the daily cleanup fails", { tags: ["slow"] }, async () => {
    const url = await testDatabase();
    // Runs the daily cleanup every 200 ms.
    const shortDays = "const every = setInterval; globalThis.setInterval = (run, ms) => every(run, ms === 86400000 ? 200 : ms)";
    const env = { ...SECRETS, DATABASE_URL: url, DATA_DIR: freshFolder(), ...runFirst(shortDays) };
    const { program, port } = await startServer(env);
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
    expect(await program.stop()).toBe(0);
  });
});
