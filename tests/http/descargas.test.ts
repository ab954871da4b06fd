import { buffer } from "node:stream/consumers";
import { gunzipSync } from "node:zlib";
import { beforeAll, describe, expect, test, vi } from "vitest";
import { startDownload as startFrom } from "../backup/download";
import { startSiteForFile } from "../routes/start-site";
import { createCliente } from "../support/factories";
import { sql, sqlWithoutTriggers } from "../support/test-database";

// More than a cursor's batch and, of long texts, more than the buffers of a connection hold.
const ROWS = 20_000;

const site = await startSiteForFile();
const ana = await site.staff();

const insertRows = (first: number, last: number) =>
  sqlWithoutTriggers(
    `INSERT INTO clientes_susa (nombre, telefono, edad, ocupacion, servicio, created_at)
     SELECT 'Clienta ' || lpad(n::text, 6, '0'), '+521', n % 90, repeat('=ñ"' || n, 14), n || repeat(',🌸', 57), '2026-03-01T01:00:00Z'
     FROM generate_series($1::int, $2::int) AS n`,
    [first, last],
  );

/** The expected file of so many rows, byte for byte. */
function expected(count: number): Buffer {
  const rows = Array.from({ length: count }, (_, index) => {
    const n = index + 1;
    return `Clienta ${String(n).padStart(6, "0")},'+521,,${n % 90},"'${`=ñ""${n}`.repeat(14)}",,"${n}${",🌸".repeat(57)}",2026-02-28`;
  });
  const columns = "Nombre,Teléfono,Correo,Edad,Ocupación,Estado civil,Servicio de interés,Clienta desde";
  return Buffer.from(`\ufeff${[columns, ...rows, ""].join("\r\n")}`);
}

const startDownload = (headers = {}) => startFrom(ana, "/admin/clientes.csv", headers);

const cursors = () =>
  sql<{ pid: number; state: string }>(
    "SELECT pid, state FROM pg_stat_activity WHERE datname = current_database() AND query LIKE 'FETCH%'",
  );

const eventually = (check: () => Promise<void>) => vi.waitFor(check, { timeout: 60_000 });

/** Checks the compressed file, whose content is that of the plain one. */
async function expectCompressed(count: number): Promise<void> {
  const compressed = await startDownload({ "accept-encoding": "gzip, br" });
  expect([compressed.headers["content-encoding"], compressed.headers.vary]).toEqual(["gzip", "Accept-Encoding"]);
  expect(gunzipSync(await buffer(compressed)).equals(expected(count))).toBe(true);
  await eventually(async () => expect(await cursors()).toEqual([]));
}

beforeAll(() => insertRows(1, ROWS));

describe("a CSV export of many rows", () => {
  test("has the same content when it is compressed", () => expectCompressed(ROWS));

  test("waits for a slow client, and shows the snapshot of its start", async () => {
    const response = await startDownload();
    expect(response.headers["content-encoding"]).toBeUndefined();
    await eventually(async () => expect(await cursors()).toMatchObject([{ state: "idle in transaction" }]));
    const id = await createCliente({ nombre: "Zoila, que llegó después" });
    expect((await buffer(response)).equals(expected(ROWS))).toBe(true);
    await sql("DELETE FROM clientes_susa WHERE id = $1", [id]);
  });

  test.each<Record<string, string>>([{}, { "accept-encoding": "gzip" }])(
    "releases its cursor when the client disconnects (request headers %j)",
    async (headers) => {
      const response = await startDownload(headers);
      await eventually(async () => expect(await cursors()).toHaveLength(1));
      response.destroy();
      await eventually(async () => expect(await cursors()).toEqual([]));
    },
  );

  test("aborts the response when the database connection is lost, so that a partial file is not taken for the whole", async () => {
    const response = await startDownload();
    await eventually(async () => expect(await cursors()).toMatchObject([{ state: "idle in transaction" }]));
    await sql("SELECT pg_terminate_backend($1)", [(await cursors())[0]?.pid]);
    await expect(buffer(response)).rejects.toThrow("aborted");
    expect(console.error).toHaveBeenCalled();
    vi.mocked(console.error).mockClear();
  });
});

test("a CSV export of 60,000 rows has the same content when it is compressed", { tags: ["slow"] }, async () => {
  await insertRows(ROWS + 1, 60_000);
  await expectCompressed(60_000);
});
