import { afterAll, beforeEach, expect, test, vi } from "vitest";
import { startSiteForFile } from "../routes/start-site";
import { createServicio } from "../support/factories";
import { tcpProxyTo } from "../support/tcp-proxy";
import { sql, withoutTable } from "../support/test-database";

// How many of the next COMMITs of a write the proxy drops, each with its connection; a read sends its BEGIN with it.
let commitsToLose = 0;
const databaseUrl = process.env.DATABASE_URL ?? "";
const isWrite = (sent: Buffer) => sent.includes("COMMIT\0") && !sent.includes("BEGIN");
const proxy = await tcpProxyTo(databaseUrl, (sent) => (isWrite(sent) && commitsToLose-- > 0 ? "lost" : undefined));

const SERVICIO = "30000000-0000-4000-8000-000000000001";

afterAll(proxy.close);
const site = await startSiteForFile({ DATABASE_URL: proxy.url });
process.env.DATABASE_URL = databaseUrl;
const ana = await site.staff();
await createServicio({ id: SERVICIO });

beforeEach(() => {
  commitsToLose = 0;
});

test("a form that comes back contains no password", async () => {
  const form = await ana.get("/admin/configuracion/seguridad/contrasena");
  commitsToLose = Number.POSITIVE_INFINITY;
  const secrets = { password_actual: "una contraseña larga", password_nueva: "otra contraseña larga" };
  const unavailable = await form.submit({ ...secrets, password_repetida: secrets.password_nueva });
  expect(unavailable.status).toBe(503);
  vi.mocked(console.error).mockClear();
  expect(unavailable.html).not.toContain("contraseña larga");
  expect(unavailable.alert).toMatch(/^ErrorNo sabemos si .* Escribe otra vez las contraseñas\.$/);
});

test("an appointment comes back with its values while the agenda cannot be read, and is booked when sent again", async () => {
  const form = await ana.get("/admin/citas/nueva");
  const sent = { cliente_nombre: "Eva Sol", "servicios[0].servicio_id": SERVICIO, fecha: "2099-03-04", hora: "12:00" };
  const unavailable = await withoutTable("configuracion_susa", () => form.submit(sent));
  expect(unavailable.status).toBe(503);
  expect(unavailable.values("main form")).toMatchObject(sent);
  expect((await unavailable.submit({}, "main form")).status).toBe(303);
  expect(await sql("SELECT 1 FROM citas_susa WHERE fecha_hora >= '2099-03-04'")).toHaveLength(1);
});

test("a refused form comes back with its values when the page that should show it cannot be read", async () => {
  const form = await ana.get("/admin/clientes/nuevo");
  const sent = { nombre: "", telefono: "55 1234 5678", correo: "eva@ejemplo.mx" };
  const unavailable = await withoutTable("clientes_susa", () => form.submit(sent));
  vi.mocked(console.error).mockClear();
  expect(unavailable.alert).toContain("Tus datos siguen aquí");
  expect(unavailable.values("main form")).toMatchObject(sent);
  const refused = await unavailable.submit({}, "main form");
  expect(refused.status).toBe(400);
  expect((await refused.submit({ nombre: "Eva Sol" })).status).toBe(303);
});
