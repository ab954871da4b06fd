import { readFileSync } from "node:fs";
import { join } from "node:path";
import pg from "pg";
import { Visitor } from "../support/browser";
import { type Program, startServer } from "./program";

/** A demo studio on a running server, with the cookie of a signed-in user. */
export type Studio = Program & {
  dataDir: string;
  url: string;
  cookie: string;
  ids: Record<"servicio" | "cliente" | "cita", string>;
};

export async function startStudio(dataDir: string, folder = ".", env: Record<string, string> = {}): Promise<Studio> {
  const program = await startServer({ DATA_DIR: dataDir, SIGNUP: "open", ...env }, ["--demo"], folder);
  const url = env.DATABASE_URL ?? embeddedUrl(dataDir);
  const ana = new Visitor(program.port);
  await (await ana.get("/auth?modo=registro")).submit({ email: "ana@ejemplo.mx", password: "una contraseña larga" });
  const cookie = [...ana.cookies].map(([name, value]) => `${name}=${value}`).join("; ");
  const id = async (table: string, order: string) =>
    (await rowsOf<{ id: string }>(url, `SELECT id FROM ${table} ORDER BY ${order} LIMIT 1`))[0]?.id ?? "";
  const ids = {
    servicio: await id("servicios_susa", "activo DESC, nombre"),
    cliente: await id("clientes_susa", "nombre"),
    cita: await id("citas_susa", "fecha_hora DESC"),
  };
  return { ...program, dataDir, url, cookie, ids };
}

function embeddedUrl(dataDir: string): string {
  const port = readFileSync(join(dataDir, "postgres", "postmaster.pid"), "utf8").split("\n")[3];
  return `postgresql://susa:${readFileSync(join(dataDir, "postgres-password"), "utf8").trim()}@127.0.0.1:${port}/postgres`;
}

export async function rowsOf<Row extends pg.QueryResultRow>(url: string, text: string): Promise<Row[]> {
  const client = new pg.Client({ connectionString: url });
  await client.connect();
  try {
    return (await client.query<Row>(text)).rows;
  } finally {
    await client.end();
  }
}

/** Requests a page, reads it completely, and gives its status; 0 if the request fails. */
export async function ask({ port, cookie }: { port: number; cookie: string }, path: string): Promise<number> {
  try {
    const answer = await fetch(`http://127.0.0.1:${port}${path}`, { headers: { cookie }, redirect: "manual" });
    const reader = answer.body?.getReader();
    while (reader && !(await reader.read()).done);
    return answer.status;
  } catch {
    return 0;
  }
}
