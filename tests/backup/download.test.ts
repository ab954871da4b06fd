import { once } from "node:events";
import type { IncomingMessage } from "node:http";
import { buffer } from "node:stream/consumers";
import pg from "pg";
import { afterAll, beforeAll, describe, expect, test, vi } from "vitest";
import yauzl from "yauzl";
import { type Site, startSite, type Visitor } from "../support/browser";
import { eventually } from "../support/process";
import { sql } from "../support/test-database";
import { download } from "./download";
import { dataDir, fillStudio, sourceUrl } from "./studio";

describe("a download", { tags: ["slow"] }, () => {
  let site: Site;
  let ana: Visitor;
  beforeAll(async () => {
    site = await startSite({ DATA_DIR: dataDir });
    ana = await site.staff("duena@ejemplo.mx");
    await fillStudio();
    await sql(
      "INSERT INTO proveedores_susa (nombre, notas) SELECT 'relleno', string_agg(md5(random()::text), '') FROM generate_series(1, 20000) n, generate_series(1, 120) GROUP BY n",
    );
  });
  afterAll(() => site.close());

  // Those of the filler table alone: a smaller one may be over before the next statement.
  const runningCopies = async () =>
    sql<{ pid: number }>(
      "SELECT pid FROM pg_stat_activity WHERE datname = current_database() AND query LIKE 'COPY (SELECT%FROM proveedores_susa%'",
    );
  /** A download paused while the filler table is being copied, and the chunks received from its start on. */
  const startDownload = async (): Promise<{ response: IncomingMessage; chunks: Buffer[] }> => {
    const response = await download(ana);
    const chunks: Buffer[] = [];
    await new Promise<void>((enough) =>
      response.on("data", (chunk: Buffer) => {
        chunks.push(chunk);
        if (chunks.length > 50) enough();
      }),
    );
    response.pause();
    await eventually(async () => (await runningCopies()).length === 1);
    return { response, chunks };
  };

  test("that is aborted leaves no connection behind", async () => {
    const { response } = await startDownload();
    const [copy] = await runningCopies();
    // A later table: an export that went on would wait for this lock.
    const holder = new pg.Client({ connectionString: sourceUrl });
    await holder.connect();
    await holder.query("BEGIN; LOCK TABLE egresos_susa IN ACCESS EXCLUSIVE MODE");
    response.destroy();
    const isGone = async () => (await sql("SELECT FROM pg_stat_activity WHERE pid = $1", [copy?.pid])).length === 0;
    await eventually(isGone).finally(() => holder.end());
  });

  test("whose database connection ends is aborted and is not a valid archive", async () => {
    const { response, chunks } = await startDownload();
    const [copy] = await runningCopies();
    // Listen first: without a listener the error of an aborted response is lost.
    const ended = new Promise((done) => response.once("end", () => done("whole")).once("error", () => done("broken")));
    await sql("SELECT pg_terminate_backend($1)", [copy?.pid]);
    response.resume();
    expect(await ended).toBe("broken");
    await expect(yauzl.fromBufferPromise(Buffer.concat(chunks))).rejects.toThrow();
    await eventually(() => vi.mocked(console.error).mock.calls.length >= 1);
    vi.mocked(console.error).mockClear();
  });

  test("that is not being read pauses the export", async () => {
    const { response } = await startDownload();
    // Another download, started later and read at once, finishes first.
    await buffer(await download(ana));
    expect((await runningCopies()).length).toBe(1);
    // Read to its end: an export that goes on would look for its pictures after this file's folder is removed.
    response.resume();
    await once(response, "end");
  });
});
