import { mkdtempSync, readFileSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import pg from "pg";
import { afterAll, beforeAll, beforeEach, expect, test, vi } from "vitest";
import { migrate } from "../../server/migrate";
import { type EmbeddedPostgres, startPostgres } from "../../server/postgres/embedded-postgres";
import { type Site, startSite, type Visitor } from "../support/browser";

// A PostgreSQL for this file alone, which SIGSTOP freezes.
let dataDir: string;
let postgres: EmbeddedPostgres;
let site: Site;
let ana: Visitor;
beforeAll(async () => {
  dataDir = mkdtempSync(join(tmpdir(), "susa-alto-"));
  postgres = await startPostgres(dataDir, { fsync: "off" });
  await migrate(postgres.url);
  site = await startSite({ DATABASE_URL: postgres.url });
  ana = await site.staff("ana@ejemplo.mx");
});
afterAll(async () => {
  await site.close();
  await postgres.stop();
  rmSync(dataDir, { recursive: true, force: true });
});
beforeEach(() => {
  vi.spyOn(console, "log").mockImplementation(() => undefined);
});

/** The process that accepts connections, and those that serve the open ones. */
async function processes() {
  const client = new pg.Client({ connectionString: postgres.url });
  await client.connect();
  const { rows } = await client.query<{ pid: number }>("SELECT pid FROM pg_stat_activity WHERE pid <> pg_backend_pid()");
  await client.end();
  const postmaster = Number(readFileSync(join(dataDir, "postgres", "postmaster.pid"), "utf8").split("\n")[0]);
  return { postmaster, others: rows.map(({ pid }) => pid) };
}

function signal(pids: number[], name: "SIGSTOP" | "SIGCONT"): void {
  for (const pid of pids) {
    try {
      process.kill(pid, name);
    } catch (error) {
      // The connection may have ended in the meantime.
      if ((error as NodeJS.ErrnoException).code !== "ESRCH") throw error;
    }
  }
}

test.each(["every process", "only the postmaster"])(
  "while PostgreSQL is stopped (%s), pages and forms are answered",
  { tags: ["slow"] },
  async (which) => {
    const [form, blank] = await Promise.all([ana.get("/admin/clientes/nuevo"), ana.get("/admin/proveedores/nuevo")]);
    const { postmaster, others } = await processes();
    const stopped = which === "every process" ? [postmaster, ...others] : [postmaster];
    signal(stopped, "SIGSTOP");
    try {
      // More requests than the pool has connections, so that some need a new one.
      const pages = await Promise.all([
        ...Array.from({ length: 15 }, () => ana.get("/admin/clientes")),
        form.submit({ nombre: "Lucía" }),
        blank.submit({ nombre: "Ceras" }),
        site.visitor().get("/auth"),
      ]);
      // Requests on a connection that was open before succeed.
      for (const { status } of pages) expect([200, 303, 503]).toContain(status);
      expect(pages.at(-1)?.values()).toHaveProperty("email");
      if (which === "every process") expect(pages.slice(0, -1).map(({ status }) => status)).toEqual(Array(17).fill(503));
      expect(pages.filter(({ status }) => status === 503).every(({ html }) => html.includes('lang="es-MX"'))).toBe(true);
    } finally {
      signal(stopped, "SIGCONT");
    }
    vi.mocked(console.error).mockClear();
    await vi.waitFor(async () => expect((await ana.get("/admin/clientes")).status).toBe(200), 60_000);
    vi.mocked(console.error).mockClear();
  },
);
