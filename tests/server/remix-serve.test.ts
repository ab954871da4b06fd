import { expect, test } from "vitest";
import { freePort } from "../support/port";
import { end, eventually, get, Program } from "../support/process";
import { testDatabase } from "../support/test-database";

test("serves the plain Remix build under remix-serve", async () => {
  const port = await freePort();
  // Detached, so npm, its shell and the server form a process group that is ended together.
  const program = new Program(
    "npm",
    ["run", "serve:stock"],
    {
      DATABASE_URL: await testDatabase(),
      SESSION_SECRET: "un secreto de prueba de más de treinta y dos letras",
      DATA_KEY: "otra clave de prueba de más de treinta y dos letras",
      PORT: String(port),
    },
    true,
  );
  try {
    await program.says(/\[remix-serve\] http:\/\/localhost:\d+/);

    const home = await get(port, "/");
    expect(home.status).toBe(200);
    expect(home.headers["content-type"]).toBe("text/html; charset=utf-8");
    expect(home.body).toContain('<html lang="es-MX">');

    const auth = await get(port, "/auth");
    expect(auth.status).toBe(200);
    expect(auth.body).toContain('name="password"');

    const admin = await get(port, "/admin");
    expect([admin.status, admin.headers.location]).toEqual([302, "/auth"]);
    expect((await get(port, "/no-existe")).status).toBe(404);
  } finally {
    process.kill(-program.pid, "SIGTERM");
    await eventually(() =>
      get(port, "/").then(
        () => false,
        () => true,
      ),
    );
    // It would keep running until its idle database connections time out.
    end(-program.pid, "SIGKILL");
  }
  await program.exited;
});

test("says under remix-serve which variables to set, in one sentence each", async () => {
  const program = new Program("npm", ["run", "--silent", "serve:stock"], { PORT: String(await freePort()) });
  expect(await program.exited).not.toBe(0);
  expect(program.stderr.trim().split("\n")).toEqual([
    "DATABASE_URL debe decir qué base de datos usar: la incluida solo arranca con npm start.",
    "SESSION_SECRET debe tener al menos 32 caracteres al azar.",
    "DATA_KEY debe tener al menos 32 caracteres al azar.",
  ]);
});
