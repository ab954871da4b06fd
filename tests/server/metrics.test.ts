import { expect, test } from "vitest";
import { Visitor } from "../support/browser";
import { eventually, freshFolder, query } from "../support/process";
import { testDatabase } from "../support/test-database";
import { SECRETS, startServer } from "./server-program";

const TOKEN = "una clave de prueba";

test("metrics are for who has the token, by any host name", async () => {
  const url = await testDatabase();
  await query(url, "UPDATE instalacion_susa SET respaldo_hecho = now() - interval '90 seconds'");
  const { program, port } = await startServer({ ...SECRETS, METRICS_TOKEN: TOKEN, DATABASE_URL: url, DATA_DIR: freshFolder() });
  const visitor = new Visitor(port);
  const read = (authorization?: string) =>
    visitor.send("/metrics", { headers: { host: "otro.mx", ...(authorization === undefined ? {} : { authorization }) } });
  for (const wrong of [undefined, "", TOKEN, `Bearer ${TOKEN} `.trimEnd().slice(0, -1), `Basic ${TOKEN}`]) {
    const { status, html } = await read(wrong);
    expect([status, html], wrong).toEqual([401, ""]);
  }

  await visitor.send("/about");
  await visitor.send("/nada-de-nadie");
  // A request is counted after its answer.
  await eventually(async () => (await read(`Bearer ${TOKEN}`)).html.includes('route="routes/public/not-found",status="4xx"'));
  const { status, html, headers } = await read(`Bearer ${TOKEN}`);
  expect([status, headers["content-type"]]).toEqual([200, expect.stringMatching(/^text\/plain/)]);
  expect(html).toContain('susa_http_requests_total{method="GET",route="routes/public/about",status="2xx"} 1\n');
  expect(html).toContain('susa_http_request_seconds_count{route="routes/public/about"} 1\n');
  expect(html).toMatch(/susa_database_connections\{pool="[^"]+",state="idle"\} [1-9]/);
  expect(html).toMatch(/susa_database_connections\{pool="[^"]+",state="waiting"\} 0/);
  expect(html).toMatch(/nodejs_eventloop_lag_seconds \d/);
  expect(html).toMatch(/process_resident_memory_bytes \d{8,}/);
  const age = Number(/^susa_last_backup_age_seconds (\S+)$/m.exec(html)?.[1]);
  expect(age).toBeGreaterThanOrEqual(90);
  expect(html).not.toContain("nada-de-nadie");
  expect(await program.stop()).toBe(0);
});
