import { expect, test } from "vitest";
import { freePort } from "../port";
import { testDatabase } from "../test-database";
import { end, eventually, get, Program } from "./process";

test("the plain Remix build answers under remix-serve, and stops", async () => {
  const port = await freePort();
  // In a group of its own: npm, its shell and the server are ended together.
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
    // It would stay until its idle connections to the database have timed out.
    end(-program.pid, "SIGKILL");
  }
  await program.exited;
});
